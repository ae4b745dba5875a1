package change

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/operation"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/register/tag"
)

// Undo makes a draft that undoes a change set that has ended, or the items with the given numbers, and
// previews it. The inverse of an item has its former values, and is based on the version that it made.
func (s *Sets) Undo(ctx context.Context, by audit.Actor, id uuid.UUID, items []int, reason string) (*Set, error) {
	return s.makeUndo(ctx, by, id, Set{Reason: reason, Spec: Spec{Items: items}})
}

// makeUndo completes and stores a draft that undoes the change set with the given id.
func (s *Sets) makeUndo(ctx context.Context, by audit.Actor, id uuid.UUID, set Set) (*Set, error) {
	parent, err := s.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	if parent.State != Applied && parent.State != AppliedInPart {
		return nil, problem.New(problem.BadTransition, "Only a change set that was applied can be undone.")
	}
	set.Origin, set.Title, set.ParentID = Undo, cutTitle("Undo: "+parent.Title), &parent.ID
	if set.Spec.Merge = parent.Spec.Merge; set.Spec.Merge != nil {
		if err := checkMergeUndo(parent, set.Spec.Items); err != nil {
			return nil, err
		}
	}
	items := slices.Compact(slices.Sorted(slices.Values(set.Spec.Items)))
	set.Spec.Items = items
	if respelled := parent.Spec.Operations.Spelling(); respelled != nil {
		if len(items) > 0 {
			return nil, problem.New(problem.Invalid, "All sources share the spelling of a tag. Undo the whole change set.")
		}
		set.Spec.Operations = operation.List{{Field: "tags", Action: "rename", Find: respelled.To, With: respelled.From}}
	}
	u, err := s.newUndo(ctx, &set)
	if err != nil {
		return nil, err
	}
	if len(items) > 0 && u.count != len(items) {
		return nil, problem.New(problem.Invalid, "Some of the items were not changed and cannot be undone. Leave them out.")
	}
	set.Selected = len(u.numbers)
	return s.insert(ctx, by, set, nil)
}

// undo previews the inverse of the changed items of a change set.
type undo struct {
	sets    *Sets
	parent  uuid.UUID
	spec    Spec
	numbers []int              // of the items of the parent, in ascending order: the first one of each target
	count   int                // of all items that are undone
	later   map[int][]int      // the other items of a target, by the number of its first one
	made    map[uuid.UUID]made // by target
}

func (s *Sets) newUndo(ctx context.Context, set *Set) (*undo, error) {
	u := &undo{sets: s, parent: *set.ParentID, spec: set.Spec, later: map[int][]int{}, made: map[uuid.UUID]made{}}
	rows, err := s.db.Pool.Query(ctx, `
		SELECT i.number, i.action = 'create' AND i.target_type = 'source', i.target_id, i.version,
			cardinality($2::int[]) = 0 OR i.number = ANY($2)
		FROM change_items i
		WHERE i.change_set_id = $1 AND i.result = 'changed'
		ORDER BY i.number`, u.parent, append([]int{}, set.Spec.Items...))
	if err != nil {
		return nil, err
	}
	var number, version int
	var isSource, isUndone bool
	var target uuid.UUID
	_, err = pgx.ForEachRow(rows, []any{&number, &isSource, &target, &version, &isUndone}, func() error {
		m := u.made[target]
		m.version = version
		switch {
		case isUndone && m.first == 0:
			m.first, m.isSource = number, isSource
			u.numbers, u.count = append(u.numbers, number), u.count+1
		case isUndone:
			u.later[m.first], u.count = append(u.later[m.first], number), u.count+1
		}
		u.made[target] = m
		return nil
	})
	return u, err
}

// selectChanged has a condition on the result although the numbers suffice: without it, the planner reads the
// whole index of a change set whose items all have the same result.
const selectChanged = selectAnyItems + `
	WHERE i.change_set_id = $1 AND i.result = 'changed' AND i.number = ANY($2)
	ORDER BY i.number`

func (u *undo) items(ctx context.Context, tx postgres.Tx, from, to int) ([]Item, error) {
	done, err := u.readMerged(ctx, tx, u.numbers[from:to])
	if err != nil {
		return nil, err
	}
	var inverses []Item
	var deleted, created []uuid.UUID
	for _, i := range done {
		switch {
		case i.Action == Create && i.TargetType == audit.TargetEndpoint && u.made[i.SourceID].isSource:
			continue // it is archived with its source
		case i.Action == Create && i.TargetType == audit.TargetSource:
			created = append(created, i.TargetID)
		case i.Action == Delete:
			deleted = append(deleted, i.TargetID)
		}
		inverse, err := i.inverse()
		if err != nil {
			return nil, err
		}
		inverses = append(inverses, inverse)
	}
	endpoints, err := u.deletedEndpoints(ctx, tx, deleted)
	if err != nil {
		return nil, err
	}
	inverses = append(inverses, endpoints...)
	if u.spec.Merge != nil {
		return inverses, u.sets.planMergeUndo(ctx, tx, u.spec.Merge, inverses)
	}
	if err := u.sets.plan(ctx, tx, inverses, u.spec.Operations.Spelling()); err != nil {
		return nil, err
	}
	return inverses, u.keepExtended(ctx, tx, created, inverses)
}

// inverse returns the item that undoes an item that was changed.
func (i Item) inverse() (Item, error) {
	inverse := Item{Action: Update, TargetType: i.TargetType, TargetID: i.TargetID, TargetName: i.TargetName,
		SourceID: i.SourceID, BaseVersion: *i.Version, Changes: audit.Inverse(i.Changes)}
	if to := i.movedTo(); to != uuid.Nil {
		inverse.SourceID = to
	}
	switch i.Action {
	case Delete:
		inverse.Action = Create
	case Create:
		field, gone := "lifecycle", string(source.Archived)
		if i.TargetType == audit.TargetEndpoint {
			field, gone = "intent", string(source.EndpointRetired)
		}
		after, err := json.Marshal(gone)
		if err != nil {
			return inverse, err
		}
		inverse.Changes = []audit.Change{{Field: field, Before: audit.After(i.Changes, field), After: after}}
	}
	return inverse, nil
}

// deletedEndpoints returns the items that create the endpoints of sources that the parent deleted.
func (u *undo) deletedEndpoints(ctx context.Context, tx postgres.Tx, sources []uuid.UUID) ([]Item, error) {
	if len(sources) == 0 {
		return nil, nil
	}
	rows, err := tx.Query(ctx, `
		SELECT a.target_id, a.target_name, a.source_id, a.version AS base_version, a.changes
		FROM audit_events a
		WHERE a.source_id = ANY($1) AND a.change_set_id = $2 AND a.action = 'endpoint.deleted'
		ORDER BY a.id`, sources, u.parent)
	if err != nil {
		return nil, err
	}
	items, err := pgx.CollectRows(rows, pgx.RowToStructByNameLax[Item])
	for n := range items {
		items[n].Action, items[n].TargetType = Create, audit.TargetEndpoint
		items[n].Changes = audit.Inverse(items[n].Changes)
	}
	return items, err
}

// plan sets the results that items would have if they were applied now.
func (s *Sets) plan(ctx context.Context, tx postgres.Tx, items []Item, spelling *tag.Spelling) error {
	c := &chunk{sets: s, list: items}
	sources, endpoints := c.of(audit.TargetSource), c.of(audit.TargetEndpoint)
	edits, endpointEdits := make([]source.Edit, len(sources)), make([]source.EndpointEdit, len(endpoints))
	for n, i := range sources {
		edits[n] = i.sourceEdit()
	}
	for n, i := range endpoints {
		endpointEdits[n] = i.endpointEdit()
	}
	outcomes, err := source.PlanEdits(ctx, tx, edits, spelling)
	if err != nil {
		return err
	}
	for n, i := range sources {
		i.setPlanned(outcomes[n].Err, outcomes[n].Changes)
	}
	endpointOutcomes, err := s.register.PlanEndpointEdits(ctx, tx, endpointEdits)
	if err != nil {
		return err
	}
	for n, i := range endpoints {
		i.setPlanned(endpointOutcomes[n].Err, endpointOutcomes[n].Changes)
		if i.movedTo() != uuid.Nil && problem.Is(endpointOutcomes[n].Err, problem.NotFound) {
			i.Result, i.Reason = Unchanged, "It was deleted after the merge, so the undo does not restore it."
		}
	}
	if err := c.planCreations(ctx, tx); err != nil {
		return err
	}
	if err := planWorkItems(ctx, tx, c.of(operation.TargetWork), false); err != nil {
		return err
	}
	return explainConflicts(ctx, tx, items)
}

// setPlanned sets the result of an item. An item that cannot be applied keeps its changes: they show what was wanted.
func (i *Item) setPlanned(err error, changes []audit.Change) {
	if err == nil {
		i.Changes = changes
	}
	i.setResult(err, Pending)
}

// planCreations sets the results of items that create sources and endpoints, whose addresses others may have now.
func (c *chunk) planCreations(ctx context.Context, tx postgres.Tx) error {
	refused, archived := map[uuid.UUID]bool{}, map[uuid.UUID]bool{}
	for n := range c.list {
		i := &c.list[n]
		if i.Action != Create {
			continue
		}
		err := i.creation().Check(ctx, tx, archived[i.SourceID])
		if _, isProblem := errors.AsType[*problem.Error](err); err != nil && !isProblem {
			return err
		}
		switch i.setResult(err, Pending); {
		case refused[i.SourceID]:
			i.Result, i.Reason = Refused, "Its source cannot be created."
		case i.Result == Pending && hasCredentials(i.Changes):
			i.Reason = "Its user name and password must be entered again."
		}
		if i.TargetType == audit.TargetSource {
			refused[i.SourceID] = i.Result == Refused
			archived[i.SourceID] = string(audit.After(i.Changes, "lifecycle")) == `"archived"`
		}
	}
	return nil
}

func hasCredentials(changes []audit.Change) bool {
	return audit.After(changes, "credentials") != nil
}

// selectRoot selects the change set at the beginning of a chain of undos, and their number.
const selectRoot = `
	WITH RECURSIVE chain AS (
		SELECT c.id, c.parent_id, c.origin, 0 AS depth
		FROM change_sets c
		WHERE c.id = $1
		UNION ALL
		SELECT c.id, c.parent_id, c.origin, p.depth + 1
		FROM chain p
		JOIN change_sets c ON c.id = p.parent_id
		WHERE p.origin = 'undo'
	)
	SELECT id, origin, depth
	FROM chain
	ORDER BY depth DESC
	LIMIT 1`

// followUndo updates what an undone change set was made from.
func (s *Sets) followUndo(ctx context.Context, tx postgres.Tx, set *Set) error {
	u := Undone{Undo: set}
	var origin Origin
	var depth int
	if err := tx.QueryRow(ctx, selectRoot, set.ID).Scan(&u.Root, &origin, &depth); err != nil {
		return err
	}
	f := s.follow[origin]
	if f == nil {
		return nil
	}
	u.IsRedone = depth%2 == 0
	by, _, err := readActor(ctx, tx, set)
	if err != nil {
		return err
	}
	return f(ctx, tx, by, u)
}

// LastRedo returns the last change set that restored a change set by undoing its undo, or the change set
// itself. Undoing the result undoes the change set.
func (s *Sets) LastRedo(ctx context.Context, id uuid.UUID) (last uuid.UUID, err error) {
	err = s.db.Pool.QueryRow(ctx, `
		WITH RECURSIVE chain AS (
			SELECT $1::uuid AS id, 0 AS depth
			UNION ALL
			SELECT c.id, p.depth + 1
			FROM chain p
			JOIN change_sets c ON c.parent_id = p.id
			WHERE c.state IN ('applied', 'applied_in_part') AND NOT c.spec ? 'items'
		)
		SELECT id
		FROM chain
		WHERE depth % 2 = 0
		ORDER BY depth DESC, id DESC
		LIMIT 1`, id).Scan(&last)
	return last, err
}
