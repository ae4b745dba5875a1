package record

import (
	"cmp"
	"context"
	"encoding/json"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/checking/article"
	"github.com/newsources/newsources/services/newssources/internal/checking/queue"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/rules/health"
	"github.com/newsources/newsources/services/newssources/internal/rules/schedule"
)

// heldSampleSize is the number of held items that are shown.
const heldSampleSize = 10

// HeldSummary describes the held items of an endpoint.
type HeldSummary struct {
	Version       uuid.UUID // changes with the items
	Since         time.Time
	Count         int
	DocumentItems int // of the document that changed the items last
	Sample        []HeldItem
	Cause         health.Cause
	Outlet        *HeldOutlet // of the cause OtherOutlet
}

// HeldDecision is what a member decides about held items.
type HeldDecision string

// The decisions about held items. Both end the identity storm and make the items known.
const (
	ReleaseHeld HeldDecision = "release" // the items are stored as new
	DiscardHeld HeldDecision = "discard" // the items are duplicates of known items and are not stored
)

// heldActions are the names of the decisions in the history.
var heldActions = map[HeldDecision]string{ReleaseHeld: "items.released", DiscardHeld: "items.discarded"}

// HeldDecisionResult is the result of a decision.
type HeldDecisionResult struct {
	Count       int // the number of items that are no longer held
	Health      health.State
	HealthCause health.Cause
}

// HeldItemStore reads held items and decides about them.
type HeldItemStore struct{ db *postgres.DB }

// NewHeldItemStore returns the held items of a database.
func NewHeldItemStore(db *postgres.DB) *HeldItemStore { return &HeldItemStore{db} }

// HeldItems returns the held items of an endpoint, or nil if there are none.
func (h *HeldItemStore) HeldItems(ctx context.Context, sourceID, endpointID uuid.UUID) (*HeldSummary, error) {
	var exists bool
	var held *heldItems
	err := h.db.Pool.QueryRow(ctx, `SELECT count(*) > 0,
		(SELECT row_to_json(i) FROM endpoint_held_items i JOIN endpoints e ON e.id = i.endpoint_id
		WHERE e.id = $2 AND e.source_id = $1)
		FROM endpoints WHERE id = $2 AND source_id = $1`, sourceID, endpointID).Scan(&exists, &held)
	switch {
	case err != nil:
		return nil, err
	case !exists:
		return nil, endpointNotFound()
	case held == nil:
		return nil, nil
	}
	return &HeldSummary{held.Version, held.Since, len(held.Items), held.DocumentItems,
		held.Items[:min(len(held.Items), heldSampleSize)], held.Cause, held.Outlet}, nil
}

func endpointNotFound() error {
	return problem.New(problem.NotFound, "There is no such endpoint. It may have been deleted, or the address is wrong.")
}

// DecideHeld stores the held items of an endpoint as new items or discards them, and ends the
// identity storm. It changes nothing and returns a problem if the held items have another version.
func (h *HeldItemStore) DecideHeld(ctx context.Context, actor audit.Actor, sourceID, endpointID, version uuid.UUID,
	decision HeldDecision) (*HeldDecisionResult, error) {
	var decided *HeldDecisionResult
	err := h.db.Tx(ctx, func(tx postgres.Tx) error {
		e, err := lockHeldItems(ctx, tx, sourceID, endpointID)
		switch {
		case err != nil:
			return err
		case e.Held == nil:
			return nothingHeld(ctx, tx, endpointID, version)
		case e.Held.Version != version:
			return problem.New(problem.StaleVersion, "Nothing was changed: the held items are not the ones that you saw. Load "+
				"the current items, review them and decide again.")
		}
		if e.Held.Cause == health.OtherOutlet {
			if decision == DiscardHeld {
				return problem.New(problem.Invalid, "Nothing was changed: these items seem to be those of another outlet, and its "+
					"next items would follow. Archive the source or change the address of the endpoint; if it is the same outlet, "+
					"store the items.")
			}
		}
		decided, err = e.apply(ctx, tx, actor, decision)
		return err
	})
	return decided, err
}

// apply makes a decision and records it in the history.
func (e *heldEndpoint) apply(ctx context.Context, tx postgres.Tx, actor audit.Actor,
	decision HeldDecision) (*HeldDecisionResult, error) {
	if e.Held.Cause == health.OtherOutlet {
		if err := confirmOutlet(ctx, tx, e); err != nil {
			return nil, err
		}
	}
	v := e.decide(decision)
	if err := writeDecision(ctx, tx, v); err != nil {
		return nil, err
	}
	return &HeldDecisionResult{len(e.Held.Items), v.state.Health, v.state.HealthCause},
		audit.Record(ctx, tx, actor, e.event(heldActions[decision], len(e.Held.Items)))
}

// ConfirmOutlet stores the items of an endpoint that are held because they seem to be those of another
// outlet: it is the same one. It does nothing if there are none.
func ConfirmOutlet(ctx context.Context, tx postgres.Tx, actor audit.Actor, sourceID, endpointID uuid.UUID) error {
	e, err := lockHeldItems(ctx, tx, sourceID, endpointID)
	if err != nil || e.Held == nil || e.Held.Cause != health.OtherOutlet {
		return err
	}
	_, err = e.apply(ctx, tx, actor, ReleaseHeld)
	return err
}

// ConfirmKnownOutlets confirms the endpoints of a source whose held items belong to an outlet that a member has
// confirmed for the source. Locks are taken in the order of the endpoint ids, to avoid deadlocks.
func ConfirmKnownOutlets(ctx context.Context, tx postgres.Tx, actor audit.Actor, sourceID uuid.UUID) error {
	rows, err := tx.Query(ctx, `
		SELECT i.endpoint_id, i.outlet
		FROM endpoint_held_items i
		JOIN endpoints e ON e.id = i.endpoint_id
		WHERE e.source_id = $1 AND i.cause = 'other_outlet' AND i.outlet IS NOT NULL
		ORDER BY i.endpoint_id`, sourceID)
	if err != nil {
		return err
	}
	list, err := pgx.CollectRows(rows, pgx.RowToStructByPos[doubtfulEndpoint])
	if err != nil {
		return err
	}
	for _, held := range list {
		isKnown, err := IsConfirmed(ctx, tx, sourceID, held.Outlet.After)
		if err == nil && isKnown {
			err = ConfirmOutlet(ctx, tx, actor, sourceID, held.ID)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// doubtfulEndpoint is an endpoint whose items are held because they seem to be those of another outlet.
type doubtfulEndpoint struct {
	ID     uuid.UUID
	Outlet HeldOutlet
}

// nothingHeld returns the problem of a decision about an endpoint without held items. Its text
// names the event that removed the held items of the version, if the audit log has it.
func nothingHeld(ctx context.Context, tx postgres.Tx, endpointID, version uuid.UUID) error {
	var since time.Time
	if version.Version() == 7 { // such a UUID contains the time at which the items were held
		since = time.Unix(version.Time().UnixTime())
	}
	var action, actor string
	var at time.Time
	// After a change of these settings, the next check removes the held items.
	err := tx.QueryRow(ctx, `SELECT action, coalesce(nullif(actor_name, ''), actor_email), at FROM audit_events
		WHERE target_id = $1 AND at >= $2 AND $2 > 'epoch'
			AND (action IN ('items.released', 'items.discarded', 'items.withdrawn')
			OR action = 'endpoint.updated'
			AND jsonb_path_exists(changes, '$[*] ? (@.field == "url" || @.field == "identity_policy")'))
		ORDER BY action = 'endpoint.updated', at LIMIT 1`, endpointID, since).Scan(&action, &actor, &at)
	actor = cmp.Or(actor, "The service") // for changes by applied suggestions
	const end = " No decision is needed. The history of the source has the details."
	switch {
	case postgres.IsNoRows(err):
		return problem.New(problem.NothingHeld, "Nothing was changed: no items of this endpoint are held. Load the current "+
			"state of the endpoint.")
	case err != nil:
		return err
	case action == "items.withdrawn":
		return problem.New(problem.NothingHeld, "Nothing was changed: a check found the known IDs again %s, so the held "+
			"items were dropped."+end, ago(at))
	case action == heldActions[ReleaseHeld]:
		return problem.New(problem.NothingHeld,
			"Nothing was changed: %s stored the held items of this endpoint as new %s."+end, actor, ago(at))
	case action == heldActions[DiscardHeld]:
		return problem.New(problem.NothingHeld, "Nothing was changed: %s discarded the held items of this endpoint as "+
			"duplicates %s."+end, actor, ago(at))
	}
	return problem.New(problem.NothingHeld, "Nothing was changed: %s changed the settings of this endpoint %s, so its "+
		"items are no longer held."+end, actor, ago(at))
}

// ago returns the time since at in words, such as "2 min ago".
func ago(at time.Time) string {
	if passed := time.Since(at); passed >= time.Minute {
		return schedule.Words(passed) + " ago"
	}
	return "less than a minute ago"
}

// heldEndpoint is a locked endpoint with its held items.
type heldEndpoint struct {
	state
	KnownRevision int64
	article.KnownItems
	Held     *heldItems
	SourceID uuid.UUID
	Name     string
	Now      time.Time
}

// lockHeldItems locks the domain and then the endpoint, in the order in which the recording of a
// check locks them, to avoid deadlocks. A later statement reads the rows, so that it sees the
// changes of the transactions that held the locks before.
func lockHeldItems(ctx context.Context, tx postgres.Tx, sourceID, endpointID uuid.UUID) (*heldEndpoint, error) {
	var exists bool
	var domains []string
	if err := tx.QueryRow(ctx, `SELECT count(*) > 0,
		coalesce(array_agg(s.domain) FILTER (WHERE s.domain IS NOT NULL), '{}')
		FROM endpoints e JOIN endpoint_states s ON s.endpoint_id = e.id WHERE e.id = $2 AND e.source_id = $1`,
		sourceID, endpointID).Scan(&exists, &domains); err != nil {
		return nil, err
	}
	if !exists {
		return nil, endpointNotFound()
	}
	batch := &pgx.Batch{}
	batch.Queue(queue.LockDomains, domains)
	batch.Queue("SELECT FROM endpoint_states WHERE endpoint_id = $1 FOR UPDATE", endpointID)
	if err := tx.SendBatch(ctx, batch).Close(); err != nil {
		return nil, err
	}
	rows, err := tx.Query(ctx, "SELECT "+selectState+`, coalesce(k.revision, 0) AS known_revision, k.fingerprints,
		k.titles, k.gaps, k.newest_at AS newest,
			(SELECT row_to_json(i) FROM endpoint_held_items i WHERE i.endpoint_id = s.endpoint_id) AS held,
			e.source_id, coalesce(nullif(e.name, ''), e.url) AS name, clock_timestamp() AS now
		FROM endpoint_states s JOIN endpoints e ON e.id = s.endpoint_id
		LEFT JOIN endpoint_known_items k ON k.endpoint_id = s.endpoint_id WHERE s.endpoint_id = $1`, endpointID)
	if err != nil {
		return nil, err
	}
	e, err := pgx.CollectExactlyOneRow(rows, pgx.RowToAddrOfStructByName[heldEndpoint])
	if postgres.IsNoRows(err) {
		return nil, endpointNotFound()
	}
	return e, err
}

// decide applies a decision. The held items become known, so that later documents with them do not
// start another storm.
func (e *heldEndpoint) decide(decision HeldDecision) *verdict {
	v := &verdict{
		finding: &Finding{Task: &queue.Task{EndpointID: e.EndpointID, Revision: e.KnownRevision}, FinishedAt: e.Now},
		state:   e.state, known: e.KnownItems, hasNewKnown: true, hasNewHeldItems: true,
	}
	items := make([]feed.Item, len(e.Held.Items))
	replaced := map[uint64]bool{}
	for i, item := range e.Held.Items {
		items[i] = item.item()
		if decision == DiscardHeld {
			replaced[article.IdentityKey(item.FormerIdentity)] = true
		}
	}
	if decision == ReleaseHeld {
		v.items = items
	}
	document := article.Document(items)
	article.AddKeys(document, items, e.Now)
	known := make([]article.Fingerprint, len(document))
	for i, d := range document {
		known[i] = d.Fingerprint
	}
	v.known.Remember(known, replaced, max(len(known), e.Held.DocumentItems))
	if len(v.items) > 0 {
		v.addItemTimes(false)
	}
	// Otherwise, a later check has found another cause.
	if v.state.Health == health.Suspect && v.state.HealthCause.HoldsItems() {
		v.observe(health.None, 0, 0)
		v.hasRecovered = v.state.Health == health.OK
	}
	return v
}

// writeDecision writes the state, the known items and the new items, deletes the held items, and
// ends the work on a source that is ok.
func writeDecision(ctx context.Context, tx postgres.Tx, v *verdict) error {
	batch := &pgx.Batch{}
	queueStates(batch, []*state{&v.state})
	queueKnown(batch, []*verdict{v})
	queueHeldItems(batch, []*verdict{v})
	if err := tx.SendBatch(ctx, batch).Close(); err != nil {
		return err
	}
	if err := copyItems(ctx, tx, []*verdict{v}); err != nil {
		return err
	}
	return endWork(ctx, tx, []*verdict{v})
}

// event returns the audit event of a decision about count held items.
func (e *heldEndpoint) event(action string, count int) audit.Event {
	return heldEvent(e.EndpointID, e.SourceID, e.Name, action, count)
}

func heldEvent(endpointID, sourceID uuid.UUID, name, action string, count int) audit.Event {
	after, _ := json.Marshal(count) // cannot fail
	return audit.Event{
		Action: action, TargetType: audit.TargetEndpoint, TargetID: endpointID, TargetName: name, SourceID: sourceID,
		Changes: []audit.Change{{Field: "items", After: after}},
	}
}

// recordWithdrawnItems adds an event to the history of each source whose site uses the known
// identities again.
func recordWithdrawnItems(ctx context.Context, tx postgres.Tx, verdicts []*verdict) error {
	counts := map[uuid.UUID]int{}
	var ids []uuid.UUID
	for _, v := range verdicts {
		if v.withdrawnItems > 0 {
			counts[v.finding.EndpointID] = v.withdrawnItems
			ids = append(ids, v.finding.EndpointID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	rows, err := tx.Query(ctx, "SELECT id, source_id, coalesce(nullif(name, ''), url) FROM endpoints WHERE id = ANY($1) "+
		"ORDER BY id", ids)
	if err != nil {
		return err
	}
	var events []audit.Event
	var id, sourceID uuid.UUID
	var name string
	if _, err := pgx.ForEachRow(rows, []any{&id, &sourceID, &name}, func() error {
		events = append(events, heldEvent(id, sourceID, name, "items.withdrawn", counts[id]))
		return nil
	}); err != nil {
		return err
	}
	return audit.Record(ctx, tx, audit.Actor{}, events...)
}
