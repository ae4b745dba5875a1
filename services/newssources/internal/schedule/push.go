package schedule

import "time"

const (
	// SafetyNet is the interval of an endpoint whose site announces new items: four requests a day notice a hub that has become silent.
	// The maximum interval of the tier applies if it is shorter.
	SafetyNet = 6 * time.Hour
	// AnnouncedSpacing is the minimum time between the end of a check and the next one that a delivery causes, so that a hub cannot
	// cause more than one request a minute.
	AnnouncedSpacing = time.Minute
)

// Push is what a subscription at a WebSub hub means for the schedule. The zero value means no subscription.
type Push struct {
	IsTrusted   bool // the hub has announced all new items so far
	IsAnnounced bool // a delivery arrived during the check, so that the check may not have seen the items
}

// AnnouncedReason returns the reason of a check that a delivery causes.
func AnnouncedReason() Reason {
	return Reason{ReasonAnnounced, "the site announced new items (WebSub)"}
}

// useSafetyNet lengthens the adaptive interval of an endpoint whose site announces new items. Failures are retried as usual. An
// interval or a cron expression that a person has set is kept.
func (p *plan) useSafetyNet() {
	if s := p.in.Settings; !p.in.Push.IsTrusted || p.in.Last.Failures > 0 || s.Mode != Adaptive && s.Mode != "" {
		return
	}
	net := min(SafetyNet, p.bounds.max)
	p.later(p.in.Now.Add(jitter(net, p.in.Key, p.in.Round)), ReasonPush, "the site announces new items (WebSub), so it is checked every %s as a safety net", Words(net))
}

// followAnnouncement repeats a check during which a delivery arrived. It precedes the rules that delay a check.
func (p *plan) followAnnouncement() {
	if at := p.in.Now.Add(AnnouncedSpacing); p.in.Push.IsAnnounced && at.Before(p.at) {
		p.at, p.reasons = at, append(p.reasons, AnnouncedReason())
	}
}
