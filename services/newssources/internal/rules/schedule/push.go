package schedule

import "time"

const (
	// pushInterval is the interval of an endpoint whose site announces new items: four checks a day
	// detect a hub that no longer sends deliveries. The maximum interval of the tier applies if it is
	// shorter.
	pushInterval = 6 * time.Hour
	// AnnouncedSpacing is the minimum time between the end of a check and the next one that a delivery
	// causes, so that a hub cannot cause more than one request a minute.
	AnnouncedSpacing = time.Minute
)

// Push is the state of a subscription at a WebSub hub, as far as it affects the schedule. The zero
// value means no subscription.
type Push struct {
	IsTrusted   bool // the hub announces all new items, so that fewer checks are needed
	IsAnnounced bool // a delivery arrived during the check, so that the check may not have seen the items
}

// AnnouncedReason returns the reason of a check that a delivery causes.
func AnnouncedReason() Reason {
	return Reason{ReasonAnnounced, "the site announced new items (WebSub)"}
}

// usePushInterval lengthens the adaptive interval of an endpoint whose site announces new items.
// Failures are retried as usual. An interval or a cron expression that a person has set is kept.
func (p *plan) usePushInterval() {
	if s := p.in.Settings; !p.in.Push.IsTrusted || p.in.Last.Failures > 0 || s.Mode != Adaptive && s.Mode != "" {
		return
	}
	interval := min(pushInterval, p.bounds.max)
	p.later(p.in.Now.Add(jitter(interval, p.in.Key, p.in.Round)), ReasonPush,
		"the site announces new items (WebSub), so it is checked only every %s", Words(interval))
}

// followAnnouncement schedules another check soon if a delivery arrived during the check. The rules
// that delay a check are applied after it.
func (p *plan) followAnnouncement() {
	if at := p.in.Now.Add(AnnouncedSpacing); p.in.Push.IsAnnounced && at.Before(p.at) {
		p.at, p.reasons = at, append(p.reasons, AnnouncedReason())
	}
}
