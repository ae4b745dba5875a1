package outlet_test

import (
	"math/rand/v2"
	"syscall"
	"testing"
	"time"

	"github.com/newsources/newsources/services/devstack/simulator/papers"
	"github.com/newsources/newsources/services/newssources/internal/checking/outlet"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
)

// BenchmarkCheck measures what a check does for a document with 20 items. "usual" is a document with two new
// items, which needs no comparison; "other" is one of another outlet, with the detection of its language.
// "parse" is the reading of the document, for comparison.
func BenchmarkCheck(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	before := papers.New(r, "de")
	after := papers.Changes[1].Apply(r, before)
	text := map[string][]byte{before.Name: before.Feed(before.Articles(100, 20, start)),
		after.Name: after.Feed(after.Articles(100, 20, start))}
	parse := func(p papers.Paper) *feed.Document {
		d, err := feed.Parse(text[p.Name], feed.Options{Now: start.Add(240 * time.Hour)})
		if err != nil {
			b.Fatal(err)
		}
		return d
	}
	document, other := parse(before), parse(after)
	all := func(int) bool { return true }
	profile := outlet.NewProfile(outlet.OutlineOf(document, outlet.BylinesOf(document), all))
	measure := func(name string, work func()) {
		b.Run(name, func(b *testing.B) {
			began := cpuTime(b)
			for b.Loop() {
				work()
			}
			b.ReportMetric(float64((cpuTime(b)-began).Microseconds())/float64(b.N), "cpu-µs/op")
		})
	}
	measure("usual", func() {
		outlet.BylinesOf(document)
		outlet.Key(document)
		outlet.IsParkedFeed(document, "https://"+before.Host+"/feed")
	})
	measure("parse", func() { parse(before) })
	measure("other", func() { profile.Compare(outlet.OutlineOf(other, outlet.BylinesOf(other), all)) })
}

// cpuTime returns the CPU time of the process. Other processes do not change it, unlike the wall time.
func cpuTime(b *testing.B) time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		b.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
