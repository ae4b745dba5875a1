// Package feeds compares the CPU time of parsing a feed with that of gofeed, on the same bytes,
// alternating in one run.
package feeds

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"runtime"
	"time"

	"github.com/mmcdole/gofeed"

	"github.com/newsources/newsources/services/newssources/internal/bench"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
)

// Goals for the CPU time, relative to gofeed.
const (
	parseGoal     = 1.1
	unchangedGoal = 0.7
)

// Run compares the parsers.
func Run(_ context.Context, args []string) error {
	flags := flag.NewFlagSet("feed", flag.ExitOnError)
	rounds := flags.Int("rounds", 9, "rounds, at least 5")
	_ = flags.Parse(args)
	if *rounds < 5 {
		return errors.New("at least 5 rounds are needed for a median")
	}
	// On one processor, the garbage collector's time counts for the parser that caused it.
	runtime.GOMAXPROCS(1)
	rss, atom := rssDocument(), atomDocument()
	if err := checkSameResult(rss, atom); err != nil {
		return err
	}
	hash := feed.Hash(rss)
	sides := []bench.Side{
		{Name: "gofeed, RSS", Call: func() error { return parseWithGofeed(rss) }},
		{Name: "newsources, RSS", Call: func() error { return hashAndParse(rss) }},
		{Name: "newsources, RSS unchanged", Call: func() error { return hashUnchanged(rss, hash) }},
		{Name: "gofeed, Atom", Call: func() error { return parseWithGofeed(atom) }},
		{Name: "newsources, Atom", Call: func() error { return hashAndParse(atom) }},
	}
	times, err := bench.Compare(*rounds, bench.OwnCPU, sides...)
	if err != nil {
		return err
	}
	for i, t := range times {
		fmt.Fprintf(os.Stderr, "%s: p50 %s, p99 %s, %d KB allocated\n", sides[i].Name, t.P50, t.P99, t.Allocated>>10)
	}
	figure := func(name string, document []byte, product, reference time.Duration, goal float64) bench.Figure {
		f := bench.NewFigure(fmt.Sprintf("%s, %d KB", name, (len(document)+500)/1000), micros(product), "µs CPU",
			micros(reference))
		return f.AtMost(goal, float64(product)/float64(reference))
	}
	return bench.Report("feed", []bench.Figure{
		figure("RSS with 20 items: hash and parse", rss, times[1].CPU, times[0].CPU, parseGoal),
		figure("RSS with 20 items: unchanged, hash only", rss, times[2].CPU, times[0].CPU, unchangedGoal),
		figure("Atom with 20 items: hash and parse", atom, times[4].CPU, times[3].CPU, parseGoal),
	})
}

func micros(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1000 }

// hashAndParse hashes and parses a document, as a check does with a changed body.
func hashAndParse(data []byte) error {
	_ = feed.Hash(data)
	d, err := feed.Parse(data, feed.Options{BaseURL: "https://courier.example/feed/", ContentType: "application/rss+xml"})
	if err == nil && len(d.Items) != items {
		err = errors.New("feed.Parse lost items")
	}
	return err
}

// hashUnchanged hashes a document, as a check does with an unchanged body.
func hashUnchanged(data []byte, last string) error {
	if feed.Hash(data) != last {
		return errors.New("the hash isn't stable")
	}
	return nil
}

func parseWithGofeed(data []byte) error {
	d, err := gofeed.NewParser().Parse(bytes.NewReader(data))
	if err == nil && len(d.Items) != items {
		err = errors.New("gofeed lost items")
	}
	return err
}

// checkSameResult checks that both parsers give the same items.
func checkSameResult(documents ...[]byte) error {
	for _, data := range documents {
		want, err := gofeed.NewParser().Parse(bytes.NewReader(data))
		if err != nil {
			return err
		}
		got, err := feed.Parse(data, feed.Options{})
		if err != nil {
			return err
		}
		for i := range got.Items {
			a, b := got.Items[i], want.Items[i]
			if a.Title != b.Title || a.URL != b.Link || a.GUID != b.GUID || !a.Published.Equal(*b.PublishedParsed) {
				return fmt.Errorf("item %d differs: %q %q", i, a.Title, b.Title)
			}
		}
	}
	return nil
}
