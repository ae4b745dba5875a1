package check

import (
	"context"
	"encoding/json"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/audit"
	"github.com/newsources/newsources/services/newssources/internal/health"
	"github.com/newsources/newsources/services/newssources/internal/postgres"
	"github.com/newsources/newsources/services/newssources/internal/problem"
)

// heldSample is the number of held items that are shown.
const heldSample = 10

// Held describes the held items of an endpoint.
type Held struct {
	Version       uuid.UUID // changes with the items
	Since         time.Time
	Count         int
	DocumentItems int // of the document that changed the items last
	Sample        []HeldItem
}

// HeldDecision is what a member decides about held items.
type HeldDecision string

// The decisions about held items. Both end the identity storm, and the items are known afterwards.
const (
	ReleaseHeld HeldDecision = "release" // they are new items
	DiscardHeld HeldDecision = "discard" // they are known items with other identities
)

// heldActions are the names of the decisions in the history.
var heldActions = map[HeldDecision]string{ReleaseHeld: "items.released", DiscardHeld: "items.discarded"}

// DecidedHeld is the result of a decision.
type DecidedHeld struct {
	Count       int // of the items that are no longer held
	Health      health.State
	HealthCause health.Cause
}

// Held returns the held items of an endpoint, or nil if there are none.
func (c *Control) Held(ctx context.Context, sourceID, endpointID uuid.UUID) (*Held, error) {
	var exists bool
	var held *heldItems
	err := c.db.Pool.QueryRow(ctx, `SELECT count(*) > 0, (SELECT row_to_json(i) FROM endpoint_held_items i JOIN endpoints e ON e.id = i.endpoint_id WHERE e.id = $2 AND e.source_id = $1)
		FROM endpoints WHERE id = $2 AND source_id = $1`, sourceID, endpointID).Scan(&exists, &held)
	switch {
	case err != nil:
		return nil, err
	case !exists:
		return nil, noEndpoint()
	case held == nil:
		return nil, nil
	}
	return &Held{held.Version, held.Since, len(held.Items), held.DocumentItems, held.Items[:min(len(held.Items), heldSample)]}, nil
}

func noEndpoint() error {
	return problem.New(problem.NotFound, "There is no such endpoint. It may have been deleted, or the address is wrong.")
}

// DecideHeld stores the held items of an endpoint as new items or discards them, and ends the identity storm. It changes nothing and returns a
// problem if the items are no longer those of the version that the member saw.
func (c *Control) DecideHeld(ctx context.Context, actor audit.Actor, sourceID, endpointID, version uuid.UUID, decision HeldDecision) (*DecidedHeld, error) {
	var decided *DecidedHeld
	err := pgx.BeginFunc(ctx, c.db.Pool, func(tx pgx.Tx) error {
		e, err := lockHeld(ctx, tx, sourceID, endpointID)
		switch {
		case err != nil:
			return err
		case e.Held == nil:
			return problem.New(problem.NothingHeld, "Nothing was changed: no items of this endpoint are held any more. Another member has decided, the settings were changed, or the site uses "+
				"the known identities again. The history of the source shows it.")
		case e.Held.Version != version:
			return problem.New(problem.StaleVersion, "Nothing was changed: a check has found other items with new identities since you opened this page. Look at the current items and decide again.")
		}
		v := e.decide(decision)
		decided = &DecidedHeld{len(e.Held.Items), v.Health, v.HealthCause}
		if err := writeDecision(ctx, tx, v); err != nil {
			return err
		}
		return audit.RecordIn(ctx, tx, actor, e.event(heldActions[decision], len(e.Held.Items)))
	})
	return decided, err
}

// heldEndpoint is a locked endpoint with its held items.
type heldEndpoint struct {
	state
	KnownRevision int64
	knownItems
	Held     *heldItems
	SourceID uuid.UUID
	Name     string
	Now      time.Time
}

// lockHeld locks an endpoint as a check that is recorded does: first the domain, then the endpoint. The rows are read by a later statement, so
// that it sees what the transactions before have committed.
func lockHeld(ctx context.Context, tx pgx.Tx, sourceID, endpointID uuid.UUID) (*heldEndpoint, error) {
	var exists bool
	var domains []string
	if err := tx.QueryRow(ctx, `SELECT count(*) > 0, coalesce(array_agg(s.domain) FILTER (WHERE s.domain IS NOT NULL), '{}')
		FROM endpoints e JOIN endpoint_states s ON s.endpoint_id = e.id WHERE e.id = $2 AND e.source_id = $1`, sourceID, endpointID).Scan(&exists, &domains); err != nil {
		return nil, err
	}
	if !exists {
		return nil, noEndpoint()
	}
	batch := &pgx.Batch{}
	batch.Queue(lockHosts, domains)
	batch.Queue("SELECT FROM endpoint_states WHERE endpoint_id = $1 FOR UPDATE", endpointID)
	if err := tx.SendBatch(ctx, batch).Close(); err != nil {
		return nil, err
	}
	rows, err := tx.Query(ctx, "SELECT "+selectState+`, coalesce(k.revision, 0) AS known_revision, k.fingerprints, k.gaps, k.newest_at AS newest,
			(SELECT row_to_json(i) FROM endpoint_held_items i WHERE i.endpoint_id = s.endpoint_id) AS held,
			e.source_id, coalesce(nullif(e.name, ''), e.url) AS name, clock_timestamp() AS now
		FROM endpoint_states s JOIN endpoints e ON e.id = s.endpoint_id LEFT JOIN endpoint_known_items k ON k.endpoint_id = s.endpoint_id WHERE s.endpoint_id = $1`, endpointID)
	if err != nil {
		return nil, err
	}
	e, err := pgx.CollectExactlyOneRow(rows, pgx.RowToAddrOfStructByName[heldEndpoint])
	if postgres.IsNoRows(err) {
		return nil, noEndpoint()
	}
	return e, err
}

// decide applies a decision. The held items become known, so that later documents with them are good.
func (e *heldEndpoint) decide(decision HeldDecision) *verdict {
	v := &verdict{
		finding: &finding{task: &task{EndpointID: e.EndpointID, Revision: e.KnownRevision}, finishedAt: e.Now},
		state:   e.state, knownItems: e.knownItems, hasNewKnown: true, hasNewHeld: true,
	}
	var known []fingerprint
	for _, item := range e.Held.Items {
		known = append(known, item.fingerprint())
		if decision == ReleaseHeld {
			v.items = append(v.items, item.item())
		}
	}
	v.remember(known, max(len(known), e.Held.DocumentItems))
	if len(v.items) > 0 {
		v.addItemTimes()
	}
	if v.Health == health.Suspect && v.HealthCause == health.IdentityStorm { // otherwise, a later check has found another cause
		v.observe(health.None, 0)
	}
	return v
}

// writeDecision writes the state, the known items and the new items, and ends the held ones.
func writeDecision(ctx context.Context, tx pgx.Tx, v *verdict) error {
	batch := &pgx.Batch{}
	queueStates(batch, []*state{&v.state})
	queueKnown(batch, []*verdict{v})
	queueHeld(batch, []*verdict{v})
	if err := tx.SendBatch(ctx, batch).Close(); err != nil {
		return err
	}
	return copyItems(ctx, tx, []*verdict{v})
}

// event returns the entry of the history for the end of the held items.
func (e *heldEndpoint) event(action string, count int) audit.Event {
	return heldEvent(e.EndpointID, e.SourceID, e.Name, action, count)
}

func heldEvent(endpointID, sourceID uuid.UUID, name, action string, count int) audit.Event {
	after, _ := json.Marshal(count) // cannot fail
	return audit.Event{
		Action: action, TargetType: audit.TargetEndpoint, TargetID: endpointID, TargetName: name, SourceID: sourceID, Changes: []audit.Change{{Field: "items", After: after}},
	}
}

// recordWithdrawn adds the held items that the sites have taken back to the history.
func recordWithdrawn(ctx context.Context, tx pgx.Tx, verdicts []*verdict) error {
	counts := map[uuid.UUID]int{}
	var ids []uuid.UUID
	for _, v := range verdicts {
		if v.withdrawn > 0 {
			counts[v.finding.EndpointID] = v.withdrawn
			ids = append(ids, v.finding.EndpointID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	rows, err := tx.Query(ctx, "SELECT id, source_id, coalesce(nullif(name, ''), url) FROM endpoints WHERE id = ANY($1) ORDER BY id", ids)
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
	return audit.RecordIn(ctx, tx, audit.Actor{}, events...)
}
