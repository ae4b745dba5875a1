package schedule

import "time"

// previewChecks is the number of checks that a preview shows.
const previewChecks = 10

// Preview is the effect of a setting before it is saved.
type Preview struct {
	Checks []Plan  // the next ten
	PerDay float64 // requests a day that the setting causes on the host
}

// Simulate returns the next checks of an endpoint if its documents keep their rate: a third to two thirds of the items are
// known, so that the adaptive interval stays the same.
func Simulate(in Input) Preview {
	in.Last, in.Advice, in.HostFree = Check{Items: 2, Known: 1}, Advice{TTL: in.Advice.TTL, UpdatePeriod: in.Advice.UpdatePeriod, CacheFor: in.Advice.CacheFor}, time.Time{}
	var p Preview
	started := in.Now
	for range previewChecks {
		next := Next(in)
		p.Checks = append(p.Checks, next)
		in.Now, in.Interval, in.Round = next.At, next.Interval, in.Round+1
	}
	p.PerDay = previewChecks / in.Now.Sub(started).Hours() * 24
	return p
}
