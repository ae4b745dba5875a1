package schedule

import (
	"math"
	"time"
)

const (
	// A document whose items were mostly known was read too early, one with mostly unknown items too
	// late.
	mostlyKnown, mostlyNew = 0.67, 0.33
	slower, faster         = 1.25, 0.75
	// maxBackoff is the largest exponent of two by which failures lengthen the interval.
	maxBackoff = 8
)

// adapt sets the adaptive interval by the share of items that were known.
func (p *plan) adapt() {
	last := p.in.Last
	p.interval = p.in.Interval
	isFirst := p.interval <= 0
	if isFirst {
		p.interval = firstInterval
	}
	factor := 1.0
	if last.Failures == 0 && !last.IsFirst && !isFirst && !p.in.IsUnchecked {
		switch share := knownShare(last); {
		case share >= mostlyKnown:
			factor = slower
		case share < mostlyNew:
			factor = faster
		}
	}
	p.interval = min(max(time.Duration(float64(p.interval)*factor), p.bounds.min), p.bounds.max)
}

// explainInterval adds the reason for the adaptive interval.
func (p *plan) explainInterval() {
	last, interval := p.in.Last, Words(p.interval)
	switch {
	case last.Failures > 0:
		p.add(ReasonAdaptive, "the usual interval is %s", interval)
	case p.in.IsUnchecked && p.in.Interval > 0:
		p.add(ReasonAdaptive, "the interval is %s", interval)
	case p.in.Interval <= 0 || last.IsFirst:
		p.add(ReasonAdaptive, "the first interval is %s", interval)
	case last.Items == 0 || last.Known >= last.Items:
		p.add(ReasonAdaptive, "nothing was new, so the interval is %s", interval)
	default:
		p.add(ReasonAdaptive, "%d of %d items were new, so the interval is %s", last.Items-last.Known, last.Items, interval)
	}
}

// knownShare returns the share of known items. A document without items has nothing new.
func knownShare(c Check) float64 {
	if c.Items <= 0 {
		return 1
	}
	return float64(c.Known) / float64(c.Items)
}

// backOff sets the time of the next check while the endpoint fails. It is tried again soon, at most
// retryFirst later, so that a short outage ends soon and a long one is recognized on the same day;
// further failures double the wait.
func (p *plan) backOff() {
	last := p.in.Last
	if last.Failures <= 0 && !last.IsDoubtful {
		return
	}
	switch {
	case last.IsGone:
		p.later(p.in.Now.Add(jitter(probeGone, p.in.Key, p.in.Round)), ReasonGone,
			"the site reports that it is gone, so it is checked every %s", Words(probeGone))
		return
	case last.FailingFor >= lostAfter:
		p.later(p.in.Now.Add(jitter(probeLost, p.in.Key, p.in.Round)), ReasonFailing,
			"it has failed for more than 30 days, so it is probed every %s", Words(probeLost))
		return
	}
	usual := p.at.Sub(p.in.Now)
	first := min(usual, jitter(retryFirst, p.in.Key, p.in.Round))
	limit := max(p.bounds.probe, p.configuredInterval())
	factor := math.Exp2(min(max(last.Failures-1, 0), maxBackoff))
	wait := min(time.Duration(float64(first)*factor), limit)
	switch {
	case wait > usual:
		p.later(p.in.Now.Add(wait), ReasonFailing, "it failed repeatedly, so the interval is %s", Words(wait))
	case wait < usual:
		p.at = p.in.Now.Add(wait)
		p.add(ReasonFailing, "the last check failed, so it is repeated after %s", Words(wait))
	}
}

// configuredInterval returns the fixed interval, which back-off never shortens, or 0.
func (p *plan) configuredInterval() time.Duration {
	if p.in.Settings.Mode == Fixed {
		return p.fixedInterval()
	}
	return 0
}
