// Package checkreport reads what the checks observed: the health of sources, the attempts, and the
// items that were found.
package checkreport

import (
	"context"
	"encoding/json"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcelist"
	"github.com/newsources/newsources/services/newssources/internal/rules/health"
	"github.com/newsources/newsources/services/newssources/internal/rules/schedule"
)

// readTimeout bounds the statements of lists.
const readTimeout = 2 * time.Second

// Reader reads the results of checks. It is safe for concurrent use.
type Reader struct{ db *postgres.DB }

// NewReader returns a reader of the results in db.
func NewReader(db *postgres.DB) *Reader { return &Reader{db} }

// SourceHealth is the health of a source and its endpoints. The state is empty if no endpoint is
// checked.
type SourceHealth struct {
	health.Summary
	// The health before the open incident of the service; nil without an incident or without a checked
	// endpoint.
	LastKnown   *health.Summary
	NextCheckAt *time.Time // of any endpoint
	Endpoints   []EndpointHealth
}

// EndpointHealth is the health of an endpoint. Its field names match the columns.
type EndpointHealth struct {
	EndpointID    uuid.UUID
	Enabled       bool // it and its source are active
	Health        health.State
	HealthCause   health.Cause
	HealthSince   *time.Time
	LastKnown     *KnownHealth // during an incident of the service, of an endpoint that is checked
	LastDetail    string
	Checks        int
	FailedChecks  int
	LastAttemptAt *time.Time
	LastSuccessAt *time.Time
	LastNewItemAt *time.Time
	NextCheckAt   time.Time
	NextReasons   []schedule.Reason
	Subscription  *Subscription // nil: the feed names no hub
	HeldItems     int           // number of items that are held until a member decides
}

// KnownHealth is the health of an endpoint before an incident of the service.
type KnownHealth struct {
	State health.State
	Cause health.Cause
	Since *time.Time
}

// Subscription is the subscription at the WebSub hub that a feed names.
type Subscription struct {
	Hub, State, Detail      string
	Since                   time.Time // of the state
	LeaseUntil, DeliveredAt *time.Time
	HasMissed               bool // new items were found that the hub had not announced
}

const selectHealth = `SELECT s.endpoint_id, s.enabled, s.health, s.health_cause, s.health_since, s.last_detail,
	s.checks, s.failed_checks,
	s.last_attempt_at, s.last_success_at, s.last_new_item_at, s.next_check_at, s.next_reasons,
	w.hub, w.state, w.detail, w.since, CASE WHEN w.lease_until > now() THEN w.lease_until END, w.delivered_at,
	w.missed > 0, h.free_at,
	coalesce((SELECT i.held FROM endpoint_held_items i WHERE i.endpoint_id = e.id), 0)
	FROM endpoints e JOIN endpoint_states s ON s.endpoint_id = e.id
	LEFT JOIN check_hosts h ON h.domain = s.domain AND h.lease IS NULL AND h.free_at > now()
	LEFT JOIN websub_subscriptions w ON w.endpoint_id = e.id AND w.named WHERE e.source_id = $1 ORDER BY e.position, e.id`

// Health returns the health of a source, which it reads in one round trip.
func (r *Reader) Health(ctx context.Context, sourceID uuid.UUID) (*SourceHealth, error) {
	h, exists, batch := &SourceHealth{}, false, &pgx.Batch{}
	batch.Queue("SELECT EXISTS (SELECT FROM sources WHERE id = $1)", sourceID).
		QueryRow(func(row pgx.Row) error { return row.Scan(&exists) })
	batch.Queue(selectHealth, sourceID).Query(func(rows pgx.Rows) (err error) {
		h.Endpoints, err = pgx.CollectRows(rows, scanHealth)
		return err
	})
	var incidentSince *time.Time
	batch.Queue(sourcelist.SelectIncident).QueryRow(func(row pgx.Row) error { return row.Scan(&incidentSince) })
	if err := r.db.Pool.SendBatch(ctx, batch).Close(); err != nil {
		return nil, err
	}
	if !exists {
		return nil, problem.New(problem.NotFound, "There is no source with this id. It may have been deleted, or the "+
			"address is wrong.")
	}
	h.summarize()
	if incidentSince != nil && h.State != "" {
		known := h.Summary
		h.LastKnown = &known
		h.hide(*incidentSince)
		h.summarize()
	}
	return h, nil
}

// hide makes the checked endpoints unknown while the checker reaches no site (ADR 20). Their stored
// states stay as they are.
func (h *SourceHealth) hide(since time.Time) {
	for i := range h.Endpoints {
		if e := &h.Endpoints[i]; e.Enabled {
			e.LastKnown = &KnownHealth{e.Health, e.HealthCause, e.HealthSince}
			e.Health, e.HealthCause, e.HealthSince = health.Unknown, health.None, health.UnknownSince(since, e.HealthSince)
		}
	}
}

func scanHealth(row pgx.CollectableRow) (e EndpointHealth, err error) {
	var reasons []byte
	var hub, state, detail *string
	var since, hostFreeAt *time.Time
	var hasMissed *bool
	var subscription Subscription
	err = row.Scan(&e.EndpointID, &e.Enabled, &e.Health, &e.HealthCause, &e.HealthSince, &e.LastDetail, &e.Checks,
		&e.FailedChecks,
		&e.LastAttemptAt, &e.LastSuccessAt, &e.LastNewItemAt, &e.NextCheckAt, &reasons,
		&hub, &state, &detail, &since, &subscription.LeaseUntil, &subscription.DeliveredAt, &hasMissed, &hostFreeAt,
		&e.HeldItems)
	if err == nil && hub != nil {
		subscription.Hub, subscription.State, subscription.Detail, subscription.Since, subscription.HasMissed = *hub, *state,
			*detail, *since, *hasMissed
		e.Subscription = &subscription
	}
	if err == nil && len(reasons) > 0 {
		err = json.Unmarshal(reasons, &e.NextReasons)
	}
	if hostFreeAt != nil {
		e.waitForHost(*hostFreeAt)
	}
	return e, err
}

// waitForHost moves the next check to the time at which the host may be requested again, if that is
// later, and explains the wait.
func (e *EndpointHealth) waitForHost(freeAt time.Time) {
	if !freeAt.After(e.NextCheckAt) {
		return
	}
	e.NextCheckAt = freeAt
	if n := len(e.NextReasons); n == 0 || e.NextReasons[n-1].Code != schedule.ReasonRetry &&
		e.NextReasons[n-1].Code != schedule.ReasonHost {
		e.NextReasons = append(e.NextReasons, schedule.HostReason())
	}
}

// summarize sets the health of the source by that of the endpoints that are checked.
func (h *SourceHealth) summarize() {
	var checked []health.Endpoint
	for i := range h.Endpoints {
		e := &h.Endpoints[i]
		if !e.Enabled {
			continue
		}
		since := time.Time{}
		if e.HealthSince != nil {
			since = *e.HealthSince
		}
		checked = append(checked, health.Endpoint{State: e.Health, Cause: e.HealthCause, Since: since})
		if h.NextCheckAt == nil || e.NextCheckAt.Before(*h.NextCheckAt) {
			h.NextCheckAt = &e.NextCheckAt
		}
	}
	h.Summary = health.Summarize(checked)
}
