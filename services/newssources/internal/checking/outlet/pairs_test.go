package outlet_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/newsources/newsources/services/devstack/simulator/papers"
	"github.com/newsources/newsources/services/newssources/internal/checking/outlet"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
)

// pairs is the number of papers for each change; "make outlet-pairs" sets a larger one.
var pairs = flag.Int("pairs", 3, "number of papers for each kind of change")

var start = time.Date(2026, 1, 5, 6, 0, 0, 0, time.UTC)

// endpoint compares documents as a check does.
type endpoint struct {
	profile *outlet.Profile
	known   map[string]bool // identities and titles
}

func (e *endpoint) read(t testing.TB, paper papers.Paper, articles []papers.Article) outlet.Comparison {
	t.Helper()
	document, err := feed.Parse(paper.Feed(articles), feed.Options{Now: start.AddDate(0, 6, 0)})
	if err != nil {
		t.Fatal(err)
	}
	isNew := func(i int) bool {
		item := &document.Items[i]
		return !e.known[item.Identity] && !e.known[item.Title] || e.profile != nil && e.profile.IsPending(item)
	}
	o := outlet.OutlineOf(document, outlet.BylinesOf(document), isNew)
	o.Certificate = outlet.CertificateNames(&fetch.Result{FinalURL: "https://" + paper.Host + "/feed",
		Certificate: fetch.Certificate{Hosts: append([]string{paper.Host}, paper.Certificate...)}})
	var c outlet.Comparison
	if e.profile == nil {
		e.profile, e.known = outlet.NewProfile(o), map[string]bool{}
	} else {
		o = e.profile.AddPending(o)
		if c = e.profile.Compare(o); !c.IsOther() {
			e.profile.Learn(o, c)
		}
	}
	for _, item := range document.Items {
		e.known[item.Identity], e.known[item.Title] = true, true
	}
	return c
}

// play reports whether the change is noticed in the first or second document after it.
func play(t testing.TB, c papers.Change, seed uint64) (isNoticed bool, worst outlet.Comparison) {
	worst.Score = -100
	r := rand.New(rand.NewPCG(seed, 7))
	languages := c.Languages
	if len(languages) == 0 {
		languages = papers.Languages()
	}
	before := papers.New(r, languages[r.IntN(len(languages))])
	size, step, newest := 10+r.IntN(21), 1+r.IntN(4), 100
	if r.IntN(5) == 0 {
		step = size // all articles are new in each document
	}
	e := &endpoint{}
	for range 3 + r.IntN(12) {
		if found := e.read(t, before, before.Articles(newest, size, start)); found.IsOther() {
			return true, found
		}
		newest += step
	}
	after := c.Apply(r, before)
	for n := range 2 {
		newest += step
		count := c.NewArticles(step*(n+1), size)
		articles := append(after.Articles(newest, count, start), before.Articles(newest-count, size-count, start)...)
		found := e.read(t, after, articles)
		if found.Score > worst.Score {
			worst = found
		}
		if found.IsOther() {
			return true, found
		}
	}
	return false, worst
}

// TestPairs generates papers that change. It compares the number of mistakes with the goals.
func TestPairs(t *testing.T) {
	each := *pairs
	right, handOvers, alarms, harmless := 0, 0, 0, 0
	for n, c := range papers.Changes {
		noticed := 0
		var missed outlet.Comparison
		for i := range each {
			isNoticed, found := play(t, c, uint64(n*100_000+i))
			if isNoticed {
				noticed++
			}
			if missed.Signals == nil || (found.Score < missed.Score) == c.IsHandOver {
				missed = found
			}
		}
		t.Logf("%-45s noticed %3d of %d %s", c.Name, noticed, each, signals(missed))
		if c.IsHandOver {
			right, handOvers = right+noticed, handOvers+each
		} else {
			alarms, harmless = alarms+noticed, harmless+each
		}
	}
	if share := float64(right) / float64(handOvers); share < 0.95 {
		t.Errorf("%.1f %% of the hand-overs are noticed, expected 95 %%", 100*share)
	}
	if alarms*1000 > harmless {
		t.Errorf("%d false alarms in %d harmless changes, expected 1 in 1,000", alarms, harmless)
	}
}

func signals(c outlet.Comparison) (text string) {
	text = fmt.Sprintf("%5.1f:", c.Score)
	slices.SortFunc(c.Signals, func(a, b outlet.Signal) int { return int(10 * (b.Points - a.Points)) })
	for _, s := range c.Signals {
		text += fmt.Sprintf(" %s %+.1f", s.Name, s.Points)
	}
	return text
}
