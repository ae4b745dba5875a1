// Command truthtable plays behaviours of endpoints over simulated days, and compares the
// conclusions of the service with the expected ones:
//
//	make truth-table
//	make truth-table ARGS="-run robots -v"
//
// Each behaviour is a row of the table in the rows_ files: a site whose answers change over time,
// and what must be concluded. The checker runs in two processes for each timeline, of which one is
// killed in the middle. Time is advanced in the database, at the sites and in the workers. It
// prints the rows that are wrong and the totals, and writes .local/bench/truth-table.json. If any
// row is wrong, the exit code is 1.
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"
)

const output = ".local/bench/truth-table.json"

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	pattern := flag.String("run", "", "only the behaviours that match this regular expression")
	verbose := flag.Bool("v", false, "print what was observed of each behaviour, and the log of the workers")
	flag.Parse()
	var err error
	if flag.Arg(0) == workCommand {
		err = work(ctx)
	} else {
		err = run(ctx, *pattern, *verbose)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "truthtable:", err)
		stop()
		os.Exit(1)
	}
}

// errWrong is the error of a run in which conclusions were wrong.
var errWrong = errors.New("some conclusions are wrong")

func run(ctx context.Context, pattern string, verbose bool) error {
	address := os.Getenv("TEST_DATABASE_URL")
	if address == "" {
		return errors.New("TEST_DATABASE_URL is missing: run `make truth-table`")
	}
	selected, err := regexp.Compile("(?i)" + pattern)
	if err != nil {
		return err
	}
	byTimeline := map[string][]*behaviour{}
	for _, b := range table() {
		if selected.MatchString(b.group + ": " + b.name) {
			name := cmp.Or(b.over, "days")
			if b.over == "" && b.group == "transport failures" {
				name = "network"
			}
			byTimeline[name] = append(byTimeline[name], b)
		}
	}
	began := time.Now()
	var log io.Writer = io.Discard
	if verbose {
		log = os.Stderr
	}
	results := make(chan result)
	var playing sync.WaitGroup
	for name, behaviours := range byTimeline {
		playing.Go(func() {
			for _, r := range playTimeline(ctx, timelines[name], behaviours, address, log) {
				results <- r
			}
		})
	}
	go func() {
		playing.Wait()
		close(results)
	}()
	var all []result
	for r := range results {
		all = append(all, r)
	}
	slices.SortStableFunc(all, func(a, b result) int { return cmp.Compare(a.order, b.order) })
	return report(all, verbose, time.Since(began))
}

// playTimeline returns the results of the behaviours of a timeline, and of the timeline itself.
func playTimeline(ctx context.Context, t timeline, behaviours []*behaviour, address string,
	log io.Writer) (results []result) {
	own := result{Group: "timeline", Name: t.name, order: 1 << 20,
		Expected: "all checks are made; one incident per outage; the checks of a killed worker are made within 30 s"}
	defer func() {
		own.Right = own.Wrong == nil
		results = append(results, own)
	}()
	fail := func(err error) []result {
		own.Wrong = append(own.Wrong, err.Error())
		return results
	}
	began := time.Now()
	w, err := newWorld(ctx, t, behaviours, address, log)
	if err != nil {
		return fail(err)
	}
	defer w.close()
	if err := w.play(ctx); err != nil {
		own.Wrong = append(own.Wrong, err.Error())
	}
	var background []string
	for _, e := range w.endpoints {
		o, err := w.observe(ctx, e)
		if err != nil {
			return fail(err)
		}
		wrong := w.judge(e, o)
		if e.isBackground {
			for _, text := range wrong {
				background = append(background, e.name+": "+text)
			}
			continue
		}
		results = append(results, resultOf(e, o, wrong))
	}
	own.Wrong = append(own.Wrong, background...)
	incidents, err := w.incidents(ctx)
	if err != nil {
		return fail(err)
	}
	if expected := min(int(t.outage[1]), 1); incidents != expected {
		own.Wrong = append(own.Wrong, fmt.Sprintf("%d incidents, expected %d", incidents, expected))
	}
	if w.recovery > maxRecovery || w.recovery == 0 && len(w.endpoints) >= minToKill {
		own.Wrong = append(own.Wrong,
			fmt.Sprintf("the checks of the killed worker were made after %s", w.recovery.Round(time.Second)))
	}
	own.Observed = fmt.Sprintf("%s in %d rounds and %s; %d endpoints; recovery from kill -9 in %s", short(t.length),
		w.rounds, time.Since(began).Round(time.Second),
		len(w.endpoints), w.recovery.Round(100*time.Millisecond))
	return results
}

// maxRecovery is the longest time in which the checks of a killed worker are made by others: a
// missed heartbeat is noticed after 20 s.
const maxRecovery = 30 * time.Second

// minToKill is the number of endpoints from which checks are running when a worker is to be killed.
// A run of few behaviours may have none.
const minToKill = 20

// table returns all behaviours.
func table() (all []*behaviour) {
	names := map[string]bool{}
	for _, g := range groups {
		for _, b := range g.behaviours {
			b.group, b.order = g.name, len(all)
			if names[b.host()] {
				panic("truthtable: two behaviours have the host name " + b.host())
			}
			names[b.host()] = true
			all = append(all, b)
		}
	}
	return all
}

// group is a part of the table.
type group struct {
	name       string
	behaviours []*behaviour
}

// describe returns the expected conclusions in a few words.
func (w want) describe() string {
	parts := []string{cmp.Or(w.states, "ok")}
	if w.cause != "" {
		parts = append(parts, "because of "+string(w.cause))
	}
	for _, r := range w.reach {
		parts = append(parts, fmt.Sprintf("%s within %s", r.state, short(r.within)))
	}
	switch {
	case w.items == none:
		parts = append(parts, "no items")
	case w.items > 0:
		parts = append(parts, fmt.Sprintf("%d items", w.items))
	}
	if w.held {
		parts = append(parts, "items held")
	}
	if len(w.suggests) > 0 {
		parts = append(parts, "suggests "+strings.Join(w.suggests, ", "))
	}
	return strings.Join(parts, "; ")
}
