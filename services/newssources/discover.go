package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/discover"
	"github.com/newsources/newsources/services/newssources/internal/fetch"
	"github.com/newsources/newsources/services/newssources/internal/postgres"
	"github.com/newsources/newsources/services/newssources/internal/source"
)

// discoverAddress prints what is behind an address: the proposal's fields, then the feeds, the best first.
func discoverAddress(ctx context.Context, args []string, out io.Writer) error {
	if len(args) != 1 {
		return errors.New("usage: newssources discover URL")
	}
	url, err := databaseURL()
	if err != nil {
		return err
	}
	db, err := postgres.Open(ctx, url, 4)
	if err != nil {
		return err
	}
	defer db.Close()
	config := Config{FetchUserAgent: cmp.Or(os.Getenv("FETCH_USER_AGENT"), fetch.DefaultUserAgent), FetchLab: os.Getenv("FETCH_LAB")}
	if config.FetchLab != "" && os.Getenv("PRODUCTION") != "false" {
		return errors.New("FETCH_LAB needs PRODUCTION=false: it lets addresses of this machine be fetched")
	}
	finder, err := newFinder(config, source.NewRegister(db), nil)
	if err != nil {
		return err
	}
	var found []*discover.Candidate
	err = finder.Run(ctx, args[0], func(e discover.Event) {
		switch e.Type {
		case discover.Reached:
			fmt.Fprintf(out, "reached   %s %s (%d ms)\n", e.Reached.FinalURL, cmp.Or(e.Reached.Detail, e.Reached.Outcome), e.Reached.Timings.Total)
		case discover.Existing:
			fmt.Fprintf(out, "existing  %s (%s)\n", e.Existing.SourceName, strings.ReplaceAll(e.Existing.Why, "_", " "))
		case discover.Proposed:
			fmt.Fprintf(out, "%-9s %s (from %s)\n", e.Field.Name, e.Field.Value, e.Field.From)
		case discover.Found:
			found = append(found, e.Candidate)
		case discover.Done:
			printCandidates(out, found)
			fmt.Fprintf(out, "candidates=%d took_ms=%d partial=%t\n", e.Done.Candidates, e.Done.Milliseconds, e.Done.Partial)
		}
	})
	return err
}

func printCandidates(out io.Writer, found []*discover.Candidate) {
	slices.SortStableFunc(found, func(a, b *discover.Candidate) int { return b.Score - a.Score })
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, c := range found {
		mark, newest := " ", "no dates"
		if c.Preselected {
			mark = "*"
		}
		if c.Newest != nil {
			newest = c.Newest.UTC().Format(time.DateTime)
		}
		if c.Kind == "" {
			fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", mark, c.Outcome, c.Detail, c.URL)
			continue
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%d items, %.1f a day, newest %s\n", mark, c.Kind, c.Title, c.FinalURL, c.Items, c.PerDay, newest)
	}
	_ = table.Flush()
}
