package checker

import (
	"math/rand/v2"
	"time"

	"github.com/newsources/newsources/services/devstack/simulator/papers"
	"github.com/newsources/newsources/services/newssources/internal/bench"
	"github.com/newsources/newsources/services/newssources/internal/checking/outlet"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
)

const (
	// maxOutletShare is the share of the CPU time of a check that the recognition of another outlet may
	// take (issue 24).
	maxOutletShare = 0.05
	// checksPerLearning is the number of checks, with the usual interval of an hour, in which the profile
	// of an endpoint learns from one document.
	checksPerLearning = 24
	outletRounds      = 5000
)

// outletCPU returns the CPU time in ms that outlet recognition takes per check of a changed document with 20
// items, 2 of them new, if its key matches the profile: the bylines, the key, the test for a parked feed and,
// in every 24th check, learning. Comparisons with the profile are not included.
func outletCPU() (float64, error) {
	r := rand.New(rand.NewPCG(1, 1))
	paper, start := papers.New(r, "de"), time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	document, err := feed.Parse(paper.Feed(paper.Articles(100, itemsPerFeed, start)),
		feed.Options{Now: start.AddDate(0, 1, 0)})
	if err != nil {
		return 0, err
	}
	profile := outlet.NewProfile(outlet.OutlineOf(document, outlet.BylinesOf(document), func(int) bool { return true }))
	before := bench.OwnCPU()
	for n := range outletRounds {
		bylines := outlet.BylinesOf(document)
		outlet.Key(document)
		outlet.IsParkedFeed(document, "https://"+paper.Host+"/feed")
		if n%checksPerLearning == 0 {
			profile.Learn(outlet.OutlineOf(document, bylines, func(i int) bool { return i < newItems }), outlet.Comparison{})
		}
	}
	return bench.Millis(bench.OwnCPU()-before) / outletRounds, nil
}
