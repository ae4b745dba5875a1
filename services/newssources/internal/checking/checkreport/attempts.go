package checkreport

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
	"github.com/newsources/newsources/services/newssources/internal/rules/health"
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

// AttemptQuery selects a page of the checks of an endpoint.
type AttemptQuery struct {
	EndpointID uuid.UUID
	Result     AttemptResult
	Cursor     string
	Limit      int
}

// AttemptResult selects checks by what they found. The zero value selects all.
type AttemptResult string

// The results.
const (
	Failed   AttemptResult = "failed"
	NewItems AttemptResult = "new_items"
)

// resultConditions are the conditions on the checks with a result.
var resultConditions = map[AttemptResult]string{"": "true", Failed: "a.cause <> ''", NewItems: "a.items_new > 0"}

// maxExamined bounds the checks that a page examines for those with a result: two weeks of an
// endpoint that is checked every 5 minutes. Their rows are far apart on the disk.
const maxExamined = 5000

// Attempts returns a page of the checks of an endpoint, newest first, and the cursor of the next
// page, or "" on the last one. A page with a result that is rare may be short although others
// follow.
func (r *Reader) Attempts(ctx context.Context, q AttemptQuery) ([]Attempt, string, error) {
	at, err := parseCursor(q.Cursor)
	if err != nil {
		return nil, "", err
	}
	if q.Cursor != "" && at.Result != q.Result {
		return nil, "", errOtherList()
	}
	examined, args := "FROM attempts WHERE endpoint_id = $1", []any{q.EndpointID}
	if q.Cursor != "" {
		examined += " AND started_at < $2"
		args = append(args, at.Time)
	}
	examined += " ORDER BY started_at DESC"
	sql := fmt.Sprintf(`SELECT a.started_at, a.requested, a.outcome, a.cause, a.detail, a.health, a.status, a.duration_ms,
		a.phases_ms, a.redirects, a.wire_bytes, a.bytes,
			a.content_type, a.items, a.items_new, coalesce(a.token_id, '00000000-0000-0000-0000-000000000000'),
			coalesce(t.name, ''), coalesce(nullif(m.name, ''), m.email, '')
		FROM (SELECT * %s LIMIT %d) a
		LEFT JOIN api_tokens t ON t.id = a.token_id
		LEFT JOIN members m ON m.id = t.owner_id
		WHERE %s
		ORDER BY a.started_at DESC
		LIMIT %d`, examined, maxExamined, resultConditions[q.Result], q.Limit+1)
	list, err := readPage(ctx, r, q.EndpointID, sql, args, scanAttempt)
	if err != nil {
		return nil, "", err
	}
	if len(list) > q.Limit {
		list = list[:q.Limit]
		return list, cursor{Time: list[q.Limit-1].StartedAt, Result: q.Result}.String(), nil
	}
	if q.Result == "" {
		return list, "", nil
	}
	next := cursor{Result: q.Result} // after the last check that was examined
	err = r.db.Pool.QueryRow(ctx, fmt.Sprintf("SELECT started_at %s OFFSET %d LIMIT 1", examined, maxExamined-1), args...).
		Scan(&next.Time)
	if postgres.IsNoRows(err) {
		return list, "", nil
	}
	return list, next.String(), err
}

func scanAttempt(row pgx.CollectableRow) (a Attempt, err error) {
	var millis int64
	var phases []int
	var redirects []byte
	err = row.Scan(&a.StartedAt, &a.Requested, &a.Outcome, &a.Cause, &a.Detail, &a.Health, &a.Status, &millis, &phases,
		&redirects, &a.WireBytes, &a.Bytes,
		&a.ContentType, &a.Items, &a.ItemsNew, &a.Reporter.TokenID, &a.Reporter.TokenName, &a.Reporter.OwnerName)
	if err != nil {
		return a, err
	}
	return a, a.setMeasures(millis, phases, redirects)
}

// setMeasures sets the duration, the phases and the redirects.
func (a *Attempt) setMeasures(millis int64, phases []int, redirects []byte) error {
	a.Duration = time.Duration(millis) * time.Millisecond
	for i, phase := range []*int{&a.Phases.Queue, &a.Phases.DNS, &a.Phases.Connect, &a.Phases.TLS, &a.Phases.FirstByte,
		&a.Phases.Body} {
		if i < len(phases) { // a later version may add phases
			*phase = phases[i]
		}
	}
	if len(redirects) == 0 {
		return nil
	}
	return json.Unmarshal(redirects, &a.Redirects)
}
