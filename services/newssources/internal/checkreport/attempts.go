package checkreport

import (
	"context"
	"encoding/json"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/fetch"
	"github.com/newsources/newsources/services/newssources/internal/health"
)

// Attempt is one check of an endpoint.
type Attempt struct {
	StartedAt   time.Time
	Requested   bool // by a person
	Reporter    Reporter
	Outcome     string
	Cause       health.Cause
	Detail      string
	Health      health.State // after the check
	Status      int          // 0 without a response
	Duration    time.Duration
	Phases      Phases
	Redirects   []fetch.Hop
	WireBytes   int64
	Bytes       int64
	ContentType string
	Items       int // of the document, if it was read
	ItemsNew    int
}

// Reporter is the API token that reported a check. It is zero for the checks of workers.
type Reporter struct {
	TokenID   uuid.UUID
	TokenName string
	OwnerName string // or the e-mail address, for an owner without a name
}

// Phases are the durations of the parts of a request in milliseconds.
type Phases struct{ Queue, DNS, Connect, TLS, FirstByte, Body int }

// Attempts returns a page of the checks of an endpoint, newest first, and the cursor of the next page, or "" on the last one.
func (r *Reader) Attempts(ctx context.Context, endpointID uuid.UUID, after string, limit int) ([]Attempt, string, error) {
	at, err := parseCursor(after)
	if err != nil {
		return nil, "", err
	}
	sql, args := `SELECT started_at, requested, outcome, cause, detail, health, status, duration_ms, phases_ms, redirects, wire_bytes, bytes, content_type, items, items_new,
			coalesce(token_id, '00000000-0000-0000-0000-000000000000'), coalesce(t.name, ''), coalesce(nullif(m.name, ''), m.email, '')
		FROM attempts LEFT JOIN api_tokens t ON t.id = token_id LEFT JOIN members m ON m.id = t.owner_id WHERE endpoint_id = $1`, []any{endpointID, limit + 1}
	if after != "" {
		sql += " AND started_at < $3"
		args = append(args, at.Time)
	}
	list, err := readPage(ctx, r, endpointID, sql+" ORDER BY started_at DESC LIMIT $2", args, scanAttempt)
	if err != nil || len(list) <= limit {
		return list, "", err
	}
	return list[:limit], cursor{Time: list[limit-1].StartedAt}.String(), nil
}

func scanAttempt(row pgx.CollectableRow) (a Attempt, err error) {
	var millis int64
	var phases []int
	var redirects []byte
	err = row.Scan(&a.StartedAt, &a.Requested, &a.Outcome, &a.Cause, &a.Detail, &a.Health, &a.Status, &millis, &phases, &redirects, &a.WireBytes, &a.Bytes,
		&a.ContentType, &a.Items, &a.ItemsNew, &a.Reporter.TokenID, &a.Reporter.TokenName, &a.Reporter.OwnerName)
	if err != nil {
		return a, err
	}
	return a, a.setMeasures(millis, phases, redirects)
}

// setMeasures sets the duration, the phases and the redirects.
func (a *Attempt) setMeasures(millis int64, phases []int, redirects []byte) error {
	a.Duration = time.Duration(millis) * time.Millisecond
	for i, phase := range []*int{&a.Phases.Queue, &a.Phases.DNS, &a.Phases.Connect, &a.Phases.TLS, &a.Phases.FirstByte, &a.Phases.Body} {
		if i < len(phases) { // a later version may add phases
			*phase = phases[i]
		}
	}
	if len(redirects) == 0 {
		return nil
	}
	return json.Unmarshal(redirects, &a.Redirects)
}
