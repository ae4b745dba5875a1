package change

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/effect"
	"github.com/newsources/newsources/services/newssources/internal/register/operation"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/register/tag"
)

// presentVersions is the part of a query that adds the present versions of the targets of items i.
const presentVersions = `
	LEFT JOIN sources s ON s.id = i.target_id AND i.target_type = 'source'
	LEFT JOIN endpoints e ON e.id = i.target_id AND i.target_type = 'endpoint'
	LEFT JOIN source_health h ON h.source_id = i.target_id AND i.target_type = 'work'`

// isStale is the condition of items whose target was changed or deleted since the preview.
const isStale = `i.result = 'pending' AND i.action <> 'create'
		AND coalesce(s.version, e.version, h.work_version) IS DISTINCT FROM i.base_version`

// CountStale returns the number of pending items whose target was changed or deleted since the preview.
func (s *Sets) CountStale(ctx context.Context, id uuid.UUID) (count int, err error) {
	// A part for each target, so that the endpoints are not read for a proposal that changes only sources.
	err = s.db.Pool.QueryRow(ctx, `
		SELECT (
			SELECT count(*)
			FROM change_items i
			LEFT JOIN sources t ON t.id = i.target_id
			WHERE i.change_set_id = $1
				AND i.result = 'pending'
				AND i.action <> 'create'
				AND i.target_type = 'source'
				AND t.version IS DISTINCT FROM i.base_version
		) + (
			SELECT count(*)
			FROM change_items i
			LEFT JOIN endpoints t ON t.id = i.target_id
			WHERE i.change_set_id = $1
				AND i.result = 'pending'
				AND i.action <> 'create'
				AND i.target_type = 'endpoint'
				AND t.version IS DISTINCT FROM i.base_version
		) + (
			SELECT count(*)
			FROM change_items i
			LEFT JOIN source_health t ON t.source_id = i.target_id
			WHERE i.change_set_id = $1
				AND i.result = 'pending'
				AND i.target_type = 'work'
				AND t.work_version IS DISTINCT FROM i.base_version
		)`, id).Scan(&count)
	return count, err
}

// Rebased is what an item of a proposal would become if it were rebased now.
type Rebased struct {
	Changes []audit.Change
	Result  Result
	Reason  string
}

// Compare returns, by their numbers, what the stale items of a proposal would become if they were
// rebased now.
func (s *Sets) Compare(ctx context.Context, set *Set, items []Item) (map[int]Rebased, error) {
	rebased := map[int]Rebased{}
	if set.State != Proposed {
		return rebased, nil
	}
	err := s.db.Tx(ctx, func(tx postgres.Tx) error {
		clear(rebased)
		pending := slices.DeleteFunc(slices.Clone(items), func(i Item) bool {
			return i.Result != Pending || i.Action == Create
		})
		versions := make(map[int]int, len(pending))
		for _, i := range pending {
			versions[i.Number] = i.BaseVersion
		}
		if err := s.rebaseItems(ctx, tx, pending, set.Spec.Operations.Spelling()); err != nil {
			return err
		}
		for _, i := range pending {
			if i.Result == Refused || i.BaseVersion != versions[i.Number] {
				rebased[i.Number] = Rebased{i.Changes, i.Result, i.Reason}
			}
		}
		return nil
	})
	return rebased, err
}

// startRebase bases the items of a proposal on the present versions of their targets.
func (s *Sets) startRebase(ctx context.Context, id uuid.UUID) (*Set, error) {
	tag, err := s.db.Pool.Exec(ctx, `
		UPDATE change_sets SET generation = generation + 1, examined = 0, previewed = false, effects = NULL,
			updated_at = now()
		WHERE id = $1 AND state = 'proposed'`, id)
	if err != nil {
		return nil, err
	}
	if tag.RowsAffected() == 0 {
		return nil, problem.New(problem.BadTransition, "Only a draft or a proposal can be previewed. Make a new change set.")
	}
	return s.runNow(ctx, id, false)
}

// rebase rebases the items of a proposal, one transaction per chunk.
func (s *Sets) rebase(ctx context.Context, set *Set, isLate func() bool) (done bool, err error) {
	for err == nil && !done && ctx.Err() == nil && !isLate() {
		done, err = s.rebaseNext(ctx, set.ID, set.Generation)
	}
	if ctx.Err() != nil {
		return done, nil
	}
	return done, err
}

// selectOutdated selects the items of a chunk that are to be rebased: stale ones, creations, whose
// address may be taken or free now, and those that could not be applied.
const selectOutdated = `
	SELECT i.number, i.action, i.target_type, i.target_id, i.target_name, i.source_id, i.base_version, i.version,
		i.changes, i.result, i.reason
	FROM change_items i` + presentVersions + `
	WHERE i.change_set_id = $1 AND i.number > $2 AND i.number <= $3
		AND (` + isStale + ` OR i.result IN ('conflict', 'refused') AND i.changes <> '[]' OR i.action = 'create')
	ORDER BY i.number`

// rebaseNext rebases the next chunk of items. It does nothing if the rebase was started again.
func (s *Sets) rebaseNext(ctx context.Context, id uuid.UUID, generation int) (done bool, err error) {
	err = s.db.Tx(ctx, func(tx postgres.Tx) error {
		set, err := lock(ctx, tx, id)
		if err != nil {
			return err
		}
		if done = set.State != Proposed || set.Previewed || set.Generation != generation; done {
			return nil
		}
		to := min(set.Examined+s.previewChunk, set.Total())
		items, err := readItems(ctx, tx, selectOutdated, id, set.Examined, to)
		if err != nil {
			return err
		}
		counts := set.Counts
		for _, i := range items {
			counts.add(i.Result, -1)
		}
		if err := s.rebaseItems(ctx, tx, items, set.Spec.Operations.Spelling()); err != nil {
			return err
		}
		for _, i := range items {
			counts.add(i.Result, 1)
		}
		if err := replaceItems(ctx, tx, id, items); err != nil {
			return err
		}
		done = to == set.Total()
		examined := to
		if done {
			examined = set.Selected
		}
		_, err = tx.Exec(ctx, `
			UPDATE change_sets SET examined = $2, previewed = $3, pending = $4, unchanged = $5, conflict = $6, refused = $7,
				updated_at = now()
			WHERE id = $1`, id, examined, done, counts.Pending, counts.Unchanged, counts.Conflict, counts.Refused)
		if err != nil {
			return err
		}
		return effect.Add(ctx, tx, id, set.Examined, to)
	})
	return done, err
}

// replaceItems stores items that were rebased.
func replaceItems(ctx context.Context, tx postgres.Tx, id uuid.UUID, items []Item) error {
	numbers, versions, changes := make([]int32, len(items)), make([]int32, len(items)), make([]string, len(items))
	for n, i := range items {
		data, err := encode(i.Changes)
		if err != nil {
			return err
		}
		numbers[n], versions[n], changes[n] = int32(i.Number), int32(i.BaseVersion), string(data)
	}
	_, err := tx.Exec(ctx, `
		UPDATE change_items i SET base_version = r.base_version, changes = r.changes::jsonb
		FROM unnest($2::int[], $3::int[], $4::text[]) r(number, base_version, changes)
		WHERE i.change_set_id = $1 AND i.number = r.number`, id, numbers, versions, changes)
	if err != nil {
		return err
	}
	return updateItems(ctx, tx, id, items)
}

// rebaseItems bases items on the present versions of their targets, and sets their results.
func (s *Sets) rebaseItems(ctx context.Context, tx postgres.Tx, items []Item, spelling *tag.Spelling) error {
	c := &chunk{sets: s, list: items}
	for n := range items {
		items[n].Reason = ""
	}
	sources, endpoints := c.of(audit.TargetSource), c.of(audit.TargetEndpoint)
	edits, endpointEdits := make([]source.Edit, len(sources)), make([]source.EndpointEdit, len(endpoints))
	for n, i := range sources {
		edits[n] = i.sourceEdit()
		// Another edit of an archived source is refused.
		edits[n].ChangesArchived = audit.After(i.Changes, "lifecycle") != nil
		edits[n].IsUnconditional, edits[n].Change = true, func(_ *source.Source, after *source.Details) error {
			return audit.Merge(after, i.Changes)
		}
	}
	for n, i := range endpoints {
		endpointEdits[n] = i.endpointEdit()
		endpointEdits[n].IsUnconditional = true
	}
	outcomes, err := source.PlanEdits(ctx, tx, edits, spelling)
	if err != nil {
		return err
	}
	for n, i := range sources {
		if before := outcomes[n].Before; before != nil {
			i.BaseVersion = before.Version
		}
		i.setPlanned(outcomes[n].Err, outcomes[n].Changes)
	}
	endpointOutcomes, err := s.register.PlanEndpointEdits(ctx, tx, endpointEdits)
	if err != nil {
		return err
	}
	for n, i := range endpoints {
		if before := endpointOutcomes[n].Before; before != nil {
			i.BaseVersion = before.Version
		}
		i.setPlanned(endpointOutcomes[n].Err, endpointOutcomes[n].Changes)
	}
	if err := planWorkItems(ctx, tx, c.of(operation.TargetWork), true); err != nil {
		return err
	}
	return c.planCreations(ctx, tx)
}
