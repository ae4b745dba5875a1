package schedule

import (
	"time"
)

const (
	// paceWindow is the time after which the figures are halved, so that they describe recent weeks.
	paceWindow = 14 * 24 * time.Hour
	// minSlowerChecks is the minimum number of checks that a slower schedule is derived from: a day of
	// checks every half hour.
	minSlowerChecks = 48
	// maxNewShare is the maximum share of checks with new items for a slower schedule: nearly all
	// checks found nothing.
	maxNewShare = 0.05
	// minSavedPerDay is the minimum number of requests a day that a slower schedule must save.
	minSavedPerDay = 4
	// minSlowdown is the minimum ratio of a longer suggested interval to the mean interval of the
	// checks.
	minSlowdown = 2
	// A faster schedule is derived from at least minLosses checks whose document had no known item, if
	// they are at least minLossShare of the checks with new items. A single such check may be a
	// relaunch of the site.
	minLosses, minLossShare = 3, 0.1
	// minLossItems is the minimum number of items of such a document, because a few items may all be
	// replaced by chance.
	minLossItems = 3
	// maxFasterRatio is the maximum ratio of a shorter suggested interval to the interval in which
	// items were lost.
	maxFasterRatio = 0.75
	// maxInterval is the longest suggested interval: with rarer checks, a broken endpoint is detected
	// late.
	maxInterval = 24 * time.Hour
)

// intervals are the intervals that are suggested, the longest first. Each divides a day, like the
// intervals that people set.
var intervals = []time.Duration{
	maxInterval, 12 * time.Hour, 8 * time.Hour, 6 * time.Hour, 4 * time.Hour, 3 * time.Hour, 2 * time.Hour, time.Hour,
	30 * time.Minute, 20 * time.Minute, 15 * time.Minute, 10 * time.Minute, 5 * time.Minute, time.Minute,
}

// Pace counts the checks that follow the schedule of an endpoint, and their new and known items.
type Pace struct {
	Since  time.Time `json:"since"`
	Last   time.Time `json:"last"`   // the last check that was counted
	Checks int       `json:"checks"` // without the one at Since
	New    int       `json:"new"`    // checks with new items
	Items  int       `json:"items"`  // of the documents of these checks
	Known  int       `json:"known"`  // of these items, those that were known
	// Checks whose document had no known item: items between the two documents may be lost.
	Losses  int     `json:"losses"`
	LossGap float64 `json:"loss_gap,omitempty"` // seconds; the shortest time between a loss and the previous check
}

// add returns the figures with another check.
func (p *Pace) add(c Result) *Pace {
	if p == nil || c.IsFirst || !c.At.After(p.Last) {
		return &Pace{Since: c.At, Last: c.At}
	}
	next := *p
	gap := c.At.Sub(p.Last)
	next.Last = c.At
	next.Checks++
	if c.Known < c.Items {
		next.New++
		next.Items += c.Items
		next.Known += c.Known
	}
	if c.Known == 0 && c.Items >= minLossItems && !c.AfterFail {
		next.Losses++
		if next.LossGap == 0 || gap.Seconds() < next.LossGap {
			next.LossGap = gap.Seconds()
		}
	}
	if next.Last.Sub(next.Since) > paceWindow {
		next.halve()
	}
	return &next
}

// halve halves the figures and the time that they cover, so that old checks lose weight.
func (p *Pace) halve() {
	p.Since = p.Since.Add(p.Last.Sub(p.Since) / 2)
	for _, n := range []*int{&p.Checks, &p.New, &p.Items, &p.Known, &p.Losses} {
		*n /= 2
	}
	if p.Losses == 0 {
		p.LossGap = 0
	}
}

// Time returns the time that the figures cover.
func (p *Pace) Time() time.Duration { return p.Last.Sub(p.Since) }

// Mean returns the mean time between two checks.
func (p *Pace) Mean() time.Duration { return p.Time() / time.Duration(max(p.Checks, 1)) }

// Slower returns a longer interval for an endpoint whose checks rarely find new items, or 0. The
// interval is half of the mean time between new items, so that they are found before the next ones.
// minTime is the time that the figures must cover.
func (p *Pace) Slower(minTime time.Duration) time.Duration {
	if p == nil || p.Time() < minTime || p.Checks < minSlowerChecks || p.Losses > 0 ||
		float64(p.New) > maxNewShare*float64(p.Checks) {
		return 0
	}
	every := usualInterval(p.Time() / time.Duration(max(p.New, 1)) / 2)
	if every < minSlowdown*p.Mean() || perDay(p.Mean())-perDay(every) < minSavedPerDay {
		return 0
	}
	return every
}

// Faster returns a shorter interval for an endpoint that loses items between its checks, or 0. It
// is half of the shortest interval in which all items were replaced, but not below the floor that
// the schedule allows.
func (p *Pace) Faster(minTime, floor time.Duration) time.Duration {
	if p == nil || p.Time() < minTime || p.Losses < minLosses || float64(p.Losses) < minLossShare*float64(p.New) {
		return 0
	}
	gap := time.Duration(p.LossGap * float64(time.Second))
	every := max(usualInterval(gap/2), floor)
	if float64(every) > maxFasterRatio*float64(gap) {
		return 0
	}
	return every
}

func perDay(interval time.Duration) float64 { return float64(24*time.Hour) / float64(interval) }

// usualInterval returns the longest of the suggested intervals that is not longer than d, or the
// shortest one.
func usualInterval(d time.Duration) time.Duration {
	for _, i := range intervals {
		if i <= d {
			return i
		}
	}
	return intervals[len(intervals)-1]
}
