// Command bench compares the CPU time of parsing a feed with that of gofeed, on the same bytes, alternating in one run. It
// prints a table and writes .local/bench/feed.json.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"text/tabwriter"

	"github.com/mmcdole/gofeed"

	"github.com/newsources/newsources/services/newssources/internal/feed"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// row is a row of the result, in the format of all benchmarks.
type row struct {
	Row       string  `json:"row"`
	Value     float64 `json:"value"`
	Unit      string  `json:"unit"`
	Reference float64 `json:"reference"`
	Ratio     float64 `json:"ratio"`
	Goal      float64 `json:"goal"`
	Met       bool    `json:"met"`
}

var errMissed = errors.New("a goal was missed")

func run() error {
	out := flag.String("out", ".local/bench/feed.json", "file for the result")
	rounds := flag.Int("rounds", 9, "rounds, at least 5")
	flag.Parse()
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
	c := measure(*rounds, []contender{
		{"gofeed, RSS", func() error { return parseWithGofeed(rss) }},
		{"ours, RSS", func() error { return hashAndParse(rss) }},
		{"newsources, RSS unchanged", func() error { return hashUnchanged(rss, hash) }},
		{"gofeed, Atom", func() error { return parseWithGofeed(atom) }},
		{"ours, Atom", func() error { return hashAndParse(atom) }},
	})
	if c.err != nil {
		return c.err
	}
	rows := []row{
		compare(fmt.Sprintf("RSS, %d KB, 20 items: hash and parse", (len(rss)+500)/1000), c.cpu(1), c.cpu(0), 1.1),
		compare(fmt.Sprintf("RSS, %d KB, 20 items: unchanged, hash only", (len(rss)+500)/1000), c.cpu(2), c.cpu(0), 0.7),
		compare(fmt.Sprintf("Atom, %d KB, 20 items: hash and parse", (len(atom)+500)/1000), c.cpu(4), c.cpu(3), 1.1),
	}
	report(rows, c)
	if err := write(*out, rows); err != nil {
		return err
	}
	for _, r := range rows {
		if !r.Met {
			return errMissed
		}
	}
	return nil
}

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

func compare(name string, value, reference, goal float64) row {
	ratio := value / reference
	return row{Row: name, Value: value, Unit: "µs CPU", Reference: reference, Ratio: ratio, Goal: goal, Met: ratio <= goal}
}

func report(rows []row, c *comparison) {
	t := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "row\tours\tgofeed\tratio\tgoal\t")
	for _, r := range rows {
		met := "met"
		if !r.Met {
			met = "MISSED"
		}
		fmt.Fprintf(t, "%s\t%.1f µs CPU\t%.1f µs CPU\t%.3f\t≤ %.1f\t%s\n", r.Row, r.Value, r.Reference, r.Ratio, r.Goal, met)
	}
	fmt.Fprintln(t, "\nwall time a feed\tmedian\tp99\tallocated\t\t")
	for i := range c.contenders {
		fmt.Fprintf(t, "%s\t%.1f µs\t%.1f µs\t%.0f KB\t\t\n", c.contenders[i].name, c.wall(i, 0.5), c.wall(i, 0.99), c.allocated(i))
	}
	_ = t.Flush()
}

func write(path string, rows []row) error {
	data, err := json.MarshalIndent(rows, "", "  ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, append(data, '\n'), 0o644)
}
