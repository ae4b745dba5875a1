package change

import (
	"cmp"
	"context"
	"encoding/json"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/effect"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

const setColumns = `c.id, c.title, c.reason, c.origin, c.state, c.stopped, c.created_at, c.started_at, c.finished_at,
		c.parent_id, c.spec, c.selected, c.examined, c.previewed, c.generation, c.announced, c.pending, c.changed,
		c.unchanged, c.conflict, c.refused, c.effects, c.proposed_at, c.decided_at, c.answer, c.answer_seen`

const selectSets = `
	SELECT ` + setColumns + `,
		m.id AS creator_id, m.email AS creator_email, m.name AS creator_name,
		a.id AS applier_id, a.email AS applier_email, a.name AS applier_name,
		d.id AS decider_id, d.email AS decider_email, d.name AS decider_name
	FROM change_sets c
	LEFT JOIN members m ON m.id = c.created_by_id
	LEFT JOIN members a ON a.id = c.applied_by_id
	LEFT JOIN members d ON d.id = c.decided_by_id
	`

// setRecord is a row of selectSets.
type setRecord struct {
	Set
	CreatorID                 *uuid.UUID
	CreatorEmail, CreatorName *string
	ApplierID                 *uuid.UUID
	ApplierEmail, ApplierName *string
	DeciderID                 *uuid.UUID
	DeciderEmail, DeciderName *string
}

func person(id *uuid.UUID, email, name *string) *source.Person {
	if id == nil {
		return nil
	}
	return &source.Person{ID: *id, Email: *email, Name: *name}
}

func scanSet(row pgx.CollectableRow) (Set, error) {
	r, err := pgx.RowToStructByName[setRecord](row)
	r.CreatedBy = person(r.CreatorID, r.CreatorEmail, r.CreatorName)
	r.AppliedBy = person(r.ApplierID, r.ApplierEmail, r.ApplierName)
	r.DecidedBy = person(r.DeciderID, r.DeciderEmail, r.DeciderName)
	return r.Set, err
}

// Get returns a change set, or a not_found problem.
func (s *Sets) Get(ctx context.Context, id uuid.UUID) (*Set, error) {
	rows, err := s.db.Pool.Query(ctx, selectSets+"WHERE c.id = $1", id)
	if err != nil {
		return nil, err
	}
	found, err := pgx.CollectExactlyOneRow(rows, scanSet)
	if postgres.IsNoRows(err) {
		return nil, problem.New(problem.NotFound, "This change set does not exist. It may be a draft that was deleted after "+
			"%d days.", int(draftLifetime.Hours()/24))
	}
	return &found, err
}

// insertSet stores a change set that by created, unless it is stored already. Sets of commands and of the service
// itself, which are by no member, have from_command. by also applies a set that needs no confirmation. selection
// are the selected sources of a bulk change.
func insertSet(ctx context.Context, db postgres.Executor, by audit.Actor, set Set, selection []uuid.UUID) error {
	spec, err := json.Marshal(set.Spec)
	if err != nil {
		return err
	}
	var applier audit.Actor
	if set.Spec.AtOnce || set.State == Applying || set.State == Applied {
		applier = by
	}
	_, err = db.Exec(ctx, `
		INSERT INTO change_sets (id, title, reason, origin, state, created_by_id, from_command, request_id, parent_id, spec,
			selected_ids, selected, examined, previewed, pending, unchanged, conflict, refused, applied_by_id, applied_token_id,
			started_at, proposed_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20,
			CASE WHEN $5 IN ('applying', 'applied') THEN now() END, CASE WHEN $5 = 'proposed' THEN now() END)
		ON CONFLICT (id) DO NOTHING`, set.ID, postgres.Text(cutTitle(set.Title)), postgres.Text(set.Reason), set.Origin,
		cmp.Or(set.State, Draft), by.ActorID, by.ActorID == nil, by.RequestID, set.ParentID, spec,
		postgres.PackedIDs(selection), set.Selected, set.Examined, set.Previewed, set.Pending, set.Unchanged, set.Conflict,
		set.Refused, applier.ActorID, applier.TokenID)
	return err
}

// insertPreviewed stores a change set with all its items and their effects.
func insertPreviewed(ctx context.Context, tx postgres.Tx, by audit.Actor, set Set, items []Item) error {
	sources := map[uuid.UUID]bool{}
	for n := range items {
		items[n].Number = n + 1
		set.add(items[n].Result, 1)
		sources[items[n].SourceID] = true
	}
	set.Selected, set.Examined, set.Previewed = len(sources), len(sources), true
	if err := insertSet(ctx, tx, by, set, nil); err != nil {
		return err
	}
	if err := insertItems(ctx, tx, set.ID, items); err != nil {
		return err
	}
	return effect.Add(ctx, tx, set.ID, 0, len(items))
}

// lock reads a change set with a row lock.
func lock(ctx context.Context, tx postgres.Tx, id uuid.UUID) (*Set, error) {
	rows, err := tx.Query(ctx, "SELECT "+setColumns+" FROM change_sets c WHERE c.id = $1 FOR UPDATE", id)
	if err != nil {
		return nil, err
	}
	set, err := pgx.CollectExactlyOneRow(rows, pgx.RowToStructByName[Set])
	if postgres.IsNoRows(err) {
		return nil, problem.New(problem.NotFound, "This change set does not exist.")
	}
	return &set, err
}

// Query selects change sets. Zero values select all.
type Query struct {
	Origins      []Origin
	States       []State
	Author       *uuid.UUID
	Parent       *uuid.UUID
	Since, Until *time.Time
	Before       uuid.UUID // older than this one
	Limit        int
}

// List returns the selected change sets, newest first.
func (s *Sets) List(ctx context.Context, q Query) ([]Set, error) {
	rows, err := s.db.Pool.Query(ctx, selectSets+`WHERE ($1 = '00000000-0000-0000-0000-000000000000'::uuid OR c.id < $1)
			AND (cardinality($2::text[]) = 0 OR c.origin = ANY($2))
			AND (cardinality($3::text[]) = 0 OR c.state = ANY($3))
			AND ($4::uuid IS NULL OR c.created_by_id = $4)
			AND ($5::uuid IS NULL OR c.parent_id = $5)
			AND ($6::timestamptz IS NULL OR c.created_at >= $6)
			AND ($7::timestamptz IS NULL OR c.created_at < $7)
		ORDER BY c.id DESC
		LIMIT $8`, q.Before, append([]Origin{}, q.Origins...), append([]State{}, q.States...), q.Author, q.Parent,
		q.Since, q.Until, q.Limit)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, scanSet)
}

// selectAnyItems selects items for readItems.
const selectAnyItems = `
	SELECT i.number, i.action, i.target_type, i.target_id, i.target_name, i.source_id, i.base_version, i.version,
		i.changes, i.result, i.reason
	FROM change_items i
	`

const selectItems = selectAnyItems + `
	WHERE i.change_set_id = $1 AND i.number > $2 AND (cardinality($3::text[]) = 0 OR i.result = ANY($3))
	ORDER BY i.number
	LIMIT $4`

// Items returns up to limit items after a number that have one of the results, or any result.
func (s *Sets) Items(ctx context.Context, id uuid.UUID, results []Result, after, limit int) ([]Item, error) {
	return readItems(ctx, s.db.Pool, selectItems, id, after, append([]Result{}, results...), limit)
}

// Numbers returns the numbers of the changed items of some targets.
func (s *Sets) Numbers(ctx context.Context, id uuid.UUID, targets []uuid.UUID) ([]int, error) {
	rows, err := s.db.Pool.Query(ctx, `
		SELECT i.number
		FROM change_items i
		WHERE i.change_set_id = $1 AND i.result = 'changed' AND i.target_id = ANY($2)`, id, targets)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[int])
}

func readItems(ctx context.Context, q postgres.Querier, sql string, args ...any) ([]Item, error) {
	rows, err := q.Query(ctx, sql, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByName[Item])
}

// ReasonCount is the number of items with a reason.
type ReasonCount struct {
	Result Result
	Reason string
	Count  int
}

// Reasons returns the most frequent reasons of conflicts and refused items. It reads at most 10,000 of
// them.
func (s *Sets) Reasons(ctx context.Context, id uuid.UUID, limit int) ([]ReasonCount, error) {
	rows, err := s.db.Pool.Query(ctx, `
		SELECT r.result, r.reason, count(*) AS count
		FROM (
			SELECT i.result, i.reason
			FROM change_items i
			WHERE i.change_set_id = $1 AND i.result IN ('conflict', 'refused')
			LIMIT 10000
		) r
		GROUP BY 1, 2
		ORDER BY 3 DESC, 1, 2
		LIMIT $2`, id, limit)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByName[ReasonCount])
}

// insertItems inserts items of a change set.
func insertItems(ctx context.Context, tx postgres.Tx, id uuid.UUID, items []Item) error {
	columns := []string{"change_set_id", "number", "action", "target_type", "target_id", "target_name", "source_id",
		"base_version", "version", "changes", "result", "reason"}
	_, err := tx.CopyFrom(ctx, pgx.Identifier{"change_items"}, columns,
		pgx.CopyFromSlice(len(items), func(n int) ([]any, error) {
			i := items[n]
			changes, err := encode(i.Changes)
			return []any{id, int32(i.Number), string(i.Action), string(i.TargetType), i.TargetID, i.TargetName, i.SourceID,
				int32(i.BaseVersion), i.Version, changes, string(i.Result), i.Reason}, err
		}))
	return err
}

// updateItems stores the results of a chunk of items.
func updateItems(ctx context.Context, tx postgres.Tx, id uuid.UUID, items []Item) error {
	numbers, versions := make([]int32, len(items)), make([]*int, len(items))
	results, reasons := make([]string, len(items)), make([]string, len(items))
	for n, i := range items {
		numbers[n], versions[n], results[n], reasons[n] = int32(i.Number), i.Version, string(i.Result), i.Reason
	}
	_, err := tx.Exec(ctx, `
		UPDATE change_items i SET result = r.result, version = r.version, reason = r.reason
		FROM unnest($2::int[], $3::int[], $4::text[], $5::text[]) r(number, version, result, reason)
		WHERE i.change_set_id = $1 AND i.number = r.number`, id, numbers, versions, results, reasons)
	return err
}
