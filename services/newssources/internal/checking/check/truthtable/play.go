package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/platform/ctxtime"
)

const (
	// pollEvery is the pause between two looks at the queue of the checks.
	pollEvery = 15 * time.Millisecond
	// settleTimeout is longer than a lease, so that a run in which a killed worker keeps its leases is
	// completed.
	settleTimeout = 3 * time.Minute
	// soon is the time within which due checks are waited for instead of advancing the clock: pauses
	// between requests.
	soon = 2 * time.Second
	// reviewEvery is the simulated time between two reviews of suggestions.
	reviewEvery = 2 * hour
	// killLeases is the number of running checks at which a worker is killed.
	killLeases = 2
)

// progressParts is the number of times that the progress of a timeline is printed.
const progressParts = 5

// play simulates the timeline: all checks that are due are made, then the clock is advanced.
func (w *world) play(ctx context.Context) error {
	reviewAt, began := w.start, time.Now()
	for end := w.start.Add(w.length); w.clock.Now().Before(end); w.rounds++ {
		if err := w.settle(ctx); err != nil {
			return err
		}
		if w.act(ctx) { // checks may have become due
			if err := w.settle(ctx); err != nil {
				return err
			}
		}
		if done := int(w.elapsed() / (w.length / progressParts)); done > w.progress {
			w.progress = done
			fmt.Fprintf(os.Stderr, "%-8s %5s of %s after %s\n", w.name, short(w.elapsed()), short(w.length),
				time.Since(began).Round(time.Second))
		}
		if err := w.alerts.Evaluate(ctx); err != nil {
			return fmt.Errorf("evaluating the alert rule: %w", err)
		}
		if now := w.clock.Now(); !now.Before(reviewAt) {
			if err := w.suggested.Review(ctx); err != nil {
				return fmt.Errorf("reviewing suggestions: %w", err)
			}
			reviewAt = now.Add(reviewEvery)
		}
		if err := w.advance(ctx); err != nil {
			return err
		}
		if w.clock.Now().Sub(w.start) > w.killedAfter && !w.done["kill"] {
			if err := w.killWorker(ctx); err != nil {
				return err
			}
		}
	}
	if err := w.settle(ctx); err != nil {
		return err
	}
	return w.alerts.Evaluate(ctx)
}

// settle waits until no check is due or running, or the workers have noticed that the network does
// not work.
func (w *world) settle(ctx context.Context) error {
	deadline := time.Now().Add(settleTimeout)
	for ctx.Err() == nil {
		var pending, isOffline bool
		err := w.db.Pool.QueryRow(ctx, `SELECT
				EXISTS (SELECT FROM check_hosts WHERE lease IS NOT NULL OR ready_at <= now() + $1::interval)
					OR EXISTS (SELECT FROM endpoint_states WHERE enabled AND domain IS NULL),
				EXISTS (SELECT FROM incidents WHERE ended_at IS NULL AND scope = 'service')`, soon).Scan(&pending, &isOffline)
		switch {
		case err != nil:
			return err
		case !pending, isOffline && w.isOutage():
			return nil
		case time.Now().After(deadline):
			return w.explainDelay(ctx)
		}
		ctxtime.Sleep(ctx, pollEvery)
	}
	return ctx.Err()
}

// explainDelay returns an error that names a domain that is not checked.
func (w *world) explainDelay(ctx context.Context) error {
	var domain, state string
	err := w.db.Pool.QueryRow(ctx, `SELECT domain, row_to_json(h)::text FROM check_hosts h
		WHERE lease IS NOT NULL OR ready_at <= now() + $1::interval
		ORDER BY ready_at LIMIT 1`, soon).Scan(&domain, &state)
	if err != nil {
		return fmt.Errorf("the checks do not end: %w", err)
	}
	return fmt.Errorf("%s is not checked for %s: %s", domain, settleTimeout, state)
}

func (w *world) elapsed() time.Duration { return w.clock.Now().Sub(w.start) }

func (w *world) isOutage() bool {
	return w.elapsed() >= w.outage[0] && w.elapsed() < w.outage[1]
}

// advance advances the clock to the next check or event of the timeline, and a step further.
func (w *world) advance(ctx context.Context) error {
	var next *time.Time
	if err := w.db.Pool.QueryRow(ctx,
		"SELECT min(ready_at) FROM check_hosts WHERE ready_at > now()").Scan(&next); err != nil {
		return err
	}
	now := w.clock.Now()
	to := now.Add(w.step)
	if next != nil && next.After(now) && !w.isOutage() {
		to = next.Add(w.step)
	}
	elapsed := now.Sub(w.start)
	for _, event := range w.events() {
		if at := w.start.Add(event); event > elapsed && at.Before(to) {
			to = at.Add(time.Second)
		}
	}
	if end := w.start.Add(w.length); to.After(end) {
		to = end
	}
	ahead := w.clock.AheadAt(to)
	for _, started := range w.workers { // first, because they start checks as soon as the database has the time
		started.setClock(ahead)
	}
	if err := w.clock.Advance(ctx, w.db.Pool, ahead); err != nil {
		return err
	}
	w.sites.SetNetwork(!w.isOutage())
	return nil
}

// events returns the times of the timeline at which a member acts or the network changes.
func (w *world) events() []time.Duration {
	list := []time.Duration{w.outage[0], w.outage[1]}
	for _, e := range w.endpoints {
		for _, a := range e.acts {
			list = append(list, a.from)
		}
	}
	return list
}

// act performs the actions of members that are due, and reports whether there were any.
func (w *world) act(ctx context.Context) (acted bool) {
	for _, e := range w.endpoints {
		for i, a := range e.acts {
			name := fmt.Sprint(e.name, i)
			if w.done[name] || w.elapsed() < a.from {
				continue
			}
			w.done[name], acted = true, true
			if err := a.is(ctx, w, e); err != nil {
				e.broken = append(e.broken, err.Error())
			}
		}
	}
	return acted
}

// killWorker kills the first worker while checks are running, starts another one, and measures how
// long it takes until all checks that are due have been made. It does nothing if no checks are
// running.
func (w *world) killWorker(ctx context.Context) error {
	for deadline := time.Now().Add(soon); time.Now().Before(deadline) &&
		ctx.Err() == nil; ctxtime.Sleep(ctx, pollEvery/3) {
		var running int
		if err := w.db.Pool.QueryRow(ctx,
			"SELECT count(*) FROM check_hosts WHERE lease IS NOT NULL").Scan(&running); err != nil {
			return err
		}
		if running < killLeases {
			continue
		}
		w.done["kill"] = true
		w.workers[0].kill()
		killed := time.Now()
		if err := w.startWorker(); err != nil {
			return err
		}
		w.workers = w.workers[1:]
		err := w.settle(ctx)
		w.recovery = time.Since(killed)
		return err
	}
	return nil
}
