package main

import (
	"context"
	"errors"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/rules/health"
)

// checked is a recorded check.
type checked struct {
	At      time.Time
	State   health.State
	Cause   health.Cause
	Outcome string
}

// alerted is an alert that has fired.
type alerted struct {
	State, Cause string
	FiredAt      time.Time
	RecoveredAt  *time.Time
}

// observed is what the service has concluded about an endpoint.
type observed struct {
	checks []checked
	state  struct {
		Health      health.State
		Cause       health.Cause
		LastAttempt *time.Time
		Next        time.Time
		Enabled     bool
		Texts       string
	}
	stored map[int]int // the number of stored items by article
	items  int
	held   int
	// wrongFields has the numbers of items with a wrong field, by what is wrong.
	wrongFields map[string]int
	// hasSecret reports whether want.hidden is in a stored text.
	hasSecret bool
	alerts    []alerted
	suggests  []string
}

// articleNumber is the number of an article in its title or, if the title has none, in its link.
var articleNumber = regexp.MustCompile(`(?i)story[ -](\d+)`)

// observe reads the conclusions about an endpoint.
func (w *world) observe(ctx context.Context, e *endpoint) (*observed, error) {
	o := &observed{stored: map[int]int{}, wrongFields: map[string]int{}}
	if err := w.observeState(ctx, e, o); err != nil {
		return nil, err
	}
	rows, err := w.db.Pool.Query(ctx, "SELECT started_at, health, cause, outcome FROM attempts WHERE endpoint_id = $1 "+
		"ORDER BY started_at", e.id)
	if err != nil {
		return nil, err
	}
	if o.checks, err = pgx.CollectRows(rows, pgx.RowToStructByPos[checked]); err != nil {
		return nil, err
	}
	if rows, err = w.db.Pool.Query(ctx, "SELECT title, url, published_at, first_seen_at FROM items WHERE endpoint_id = $1",
		e.id); err != nil {
		return nil, err
	}
	var title, link string
	var published *time.Time
	var seen time.Time
	if _, err = pgx.ForEachRow(rows, []any{&title, &link, &published, &seen}, func() error {
		o.items++
		o.compareFields(e, title, link, published, seen)
		o.hasSecret = o.hasSecret || e.want.hidden != "" && strings.Contains(title+link, e.want.hidden)
		found := articleNumber.FindStringSubmatch(title)
		if found == nil {
			found = articleNumber.FindStringSubmatch(link)
		}
		if found != nil {
			number, _ := strconv.Atoi(found[1]) // digits
			o.stored[number]++
		}
		return nil
	}); err != nil {
		return nil, err
	}
	if rows, err = w.db.Pool.Query(ctx, "SELECT state, cause, fired_at, recovered_at FROM alerts WHERE source_id = $1 "+
		"AND fired_at IS NOT NULL ORDER BY fired_at", e.sourceID); err != nil {
		return nil, err
	}
	if o.alerts, err = pgx.CollectRows(rows, pgx.RowToStructByPos[alerted]); err != nil {
		return nil, err
	}
	if rows, err = w.db.Pool.Query(ctx, "SELECT DISTINCT kind FROM suggestions WHERE source_id = $1 AND state <> "+
		"'obsolete' ORDER BY kind", e.sourceID); err != nil {
		return nil, err
	}
	o.suggests, err = pgx.CollectRows(rows, pgx.RowTo[string])
	return o, err
}

// maxAhead is the longest time by which a stored date may be in the future.
const maxAhead = day + minute

// compareFields counts the wrong fields of an item. Items that a member stores have the real time
// (clock_timestamp).
func (o *observed) compareFields(e *endpoint, title, link string, published *time.Time, seen time.Time) {
	for text, isWrong := range map[string]bool{
		"another title":               !strings.HasPrefix(title, e.want.title),
		"another link":                !strings.HasPrefix(link, e.want.link),
		"a date although it has none": e.want.undated && published != nil,
		"a date in the future":        published != nil && published.Sub(seen) > maxAhead && len(e.acts) == 0,
	} {
		if isWrong {
			o.wrongFields[text]++
		}
	}
}

func (w *world) observeState(ctx context.Context, e *endpoint, o *observed) error {
	err := w.db.Pool.QueryRow(ctx, `SELECT health, health_cause, last_attempt_at, next_check_at, enabled,
		coalesce(next_reasons::text,
		'') || ' ' || last_detail || coalesce((SELECT string_agg(body_start, ' ') FROM check_evidence v
		WHERE v.endpoint_id = s.endpoint_id AND $2 <> ''), ''),
			coalesce((SELECT held FROM endpoint_held_items h WHERE h.endpoint_id = s.endpoint_id), 0)
		FROM endpoint_states s WHERE endpoint_id = $1`, e.id, e.want.hidden).
		Scan(&o.state.Health, &o.state.Cause, &o.state.LastAttempt, &o.state.Next, &o.state.Enabled, &o.state.Texts, &o.held)
	o.hasSecret = e.want.hidden != "" && strings.Contains(o.state.Texts, e.want.hidden)
	if errors.Is(err, pgx.ErrNoRows) { // the endpoint was deleted
		return nil
	}
	return err
}

// incidents returns the number of recorded incidents of the service.
func (w *world) incidents(ctx context.Context) (n int, err error) {
	return n, w.db.Pool.QueryRow(ctx, "SELECT count(*) FROM incidents WHERE scope = 'service'").Scan(&n)
}
