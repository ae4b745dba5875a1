package change

import (
	"context"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/approval"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
)

// chunkTimeout is the statement timeout of a chunk in milliseconds. Halving a chunk nine times, down to
// an item with the usual timeout of 15 s, must take less than one run of the job.
const chunkTimeout = "2000"

// ApplyInput is the confirmation of a person. Expected is the number of items that the person saw, and
// Confirm the typed number; both may be nil. Propose makes a proposal even if no approval is needed.
type ApplyInput struct {
	Expected, Confirm *int
	Propose           bool
}

// start is the part of an UPDATE that starts to apply a change set.
const start = `
	UPDATE change_sets SET state = 'applying', started_at = now(), updated_at = now(), announced = pending,
		applied_by_id = $2, applied_token_id = $3, request_id = $4, from_command = $5`

// Apply starts to apply a draft. It returns a selection_changed problem if the filter matches other
// sources than at the preview. A change set that was applied already is returned as it is. A draft that
// another member must approve becomes a proposal instead.
func (s *Sets) Apply(ctx context.Context, by audit.Actor, id uuid.UUID, input ApplyInput) (*Set, error) {
	set, err := s.Get(ctx, id)
	if err != nil || set.State == Applying || set.State == Applied || set.State == AppliedInPart ||
		set.State == NotApplied || set.State == Proposed && isBy(set.CreatedBy, by) {
		return set, err
	}
	if err := s.checkApply(ctx, by, set, input); err != nil {
		return nil, err
	}
	reasons, err := approval.Reasons(ctx, s.db.Pool, by, set.ID, set.Pending)
	if err != nil {
		return nil, err
	}
	if input.Propose || len(reasons) > 0 {
		return s.submit(ctx, by, set)
	}
	err = s.db.Tx(ctx, func(tx postgres.Tx) error {
		tag, err := tx.Exec(ctx, start+" WHERE id = $1 AND state = 'draft' AND previewed", id, by.ActorID, by.TokenID,
			by.RequestID, by.ActorID == nil)
		if err != nil || tag.RowsAffected() == 0 { // applied by another request at the same time
			return err
		}
		return s.enqueue(ctx, tx, id)
	})
	if err != nil {
		return nil, err
	}
	return s.runNow(ctx, id, true)
}

func (s *Sets) checkApply(ctx context.Context, by audit.Actor, set *Set, input ApplyInput) error {
	if err := checkOwn(set, by); err != nil {
		return err
	}
	if err := checkRole(set.Spec, by); err != nil {
		return err
	}
	switch {
	case set.State == Proposed:
		return problem.New(problem.BadTransition, "This change set is a proposal. Approve or reject it.")
	case set.State == Rejected:
		return problem.New(problem.BadTransition, "This proposal was rejected. Make a new change set.")
	case set.State != Draft:
		return problem.New(problem.BadTransition, "This change set was discarded. Make a new one.")
	case !set.Previewed:
		return problem.New(problem.BadTransition, "The preview is not complete yet. Wait until it is, then apply it.")
	case input.Expected != nil && *input.Expected != set.Total():
		return selectionChanged(Difference{Expected: *input.Expected, Matches: set.Total()})
	}
	if err := set.checkConfirmation(input.Confirm); err != nil {
		return err
	}
	if set.Spec.Filter == nil {
		return nil
	}
	return s.compareSelection(ctx, set)
}

// checkConfirmation returns a problem if a number must be typed and confirm is another one.
func (s *Set) checkConfirmation(confirm *int) error {
	if n := s.Confirmation(); n > 0 && (confirm == nil || *confirm != n) {
		var wrong problem.Fields
		wrong.Add("/confirm", "confirm", "This deletes %d sources. Enter this number to confirm it.", n)
		return wrong.Err()
	}
	return nil
}

// compareSelection returns a problem if the filter matches other sources than at the preview.
func (s *Sets) compareSelection(ctx context.Context, set *Set) error {
	matches, err := s.selectSources(ctx, set.Spec)
	if err != nil {
		return err
	}
	previewed, err := s.db.IDs(ctx, "SELECT DISTINCT source_id FROM change_items WHERE change_set_id = $1", set.ID)
	if err != nil {
		return err
	}
	d := Difference{Expected: len(previewed), Matches: len(matches), Added: new(int), Removed: new(int)}
	before := make(map[uuid.UUID]bool, len(previewed))
	for _, id := range previewed {
		before[id] = true
	}
	for _, id := range matches {
		if !before[id] {
			*d.Added++
		}
	}
	*d.Removed = len(previewed) - (len(matches) - *d.Added)
	if *d.Added+*d.Removed > 0 {
		return selectionChanged(d)
	}
	return nil
}

// apply applies the pending items of a change set, one transaction per chunk.
func (s *Sets) apply(ctx context.Context, set *Set, isLate func() bool) (done bool, err error) {
	for limit := s.applyChunk; !isLate(); {
		count, err := s.applyChunkOf(ctx, set, limit)
		limit = min(2*max(count, 1), s.applyChunk) // after a chunk that was halved, grow again
		switch {
		case ctx.Err() != nil:
			return false, nil
		case err != nil:
			return false, err
		case count == 0:
			return true, nil
		}
	}
	return false, nil
}

// applyChunkOf applies up to limit pending items and returns their number. If they cannot be saved
// together, it halves the chunk until it has found the failing item, which it refuses.
func (s *Sets) applyChunkOf(ctx context.Context, set *Set, limit int) (count int, err error) {
	if set.Spec.Merge != nil {
		return s.applyMerge(ctx, set.ID)
	}
	for ; limit > 1; limit /= 2 {
		count, err = s.applyNext(ctx, set.ID, limit, &chunk{sets: s})
		if !postgres.IsRowError(ctx, err) {
			return count, err
		}
	}
	failed := &chunk{sets: s}
	count, err = s.applyNext(ctx, set.ID, 1, failed)
	if !postgres.IsRowError(ctx, err) {
		return count, err
	}
	return s.refuse(ctx, set.ID, failed, err)
}

// refuse stores why the items of a chunk, which is one item or a merge, could not be saved. Other
// items are not affected.
func (s *Sets) refuse(ctx context.Context, id uuid.UUID, failed *chunk, cause error) (count int, err error) {
	reason := failed.explain(ctx, cause)
	err = s.db.Tx(ctx, func(tx postgres.Tx) error {
		count = 0
		set, err := lock(ctx, tx, id)
		if err != nil || set.State != Applying {
			return err
		}
		for n := range failed.list {
			failed.list[n].Result, failed.list[n].Reason = Refused, reason
		}
		count = len(failed.list)
		return storeResults(ctx, tx, set, failed.list)
	})
	if postgres.UniqueViolation(cause) == "" {
		slog.ErrorContext(ctx, "an item of a change set could not be saved", "change_set", id, "error", cause)
	}
	return count, err
}

const selectPending = selectAnyItems + `
	WHERE i.change_set_id = $1 AND i.result = 'pending'
	ORDER BY i.number
	LIMIT $2`

// applyNext applies up to limit pending items in one transaction and returns their number. Without
// pending items, it ends the change set. It also ends it, and keeps the pending items, if the member who
// applies it is no longer an editor, or no longer an administrator for deletions, or if the API token was
// revoked.
func (s *Sets) applyNext(ctx context.Context, id uuid.UUID, limit int, c *chunk) (count int, err error) {
	err = s.db.Tx(ctx, func(tx postgres.Tx) error {
		count = 0
		set, err := lock(ctx, tx, id)
		if err != nil || set.State != Applying {
			return err
		}
		by, stopped, err := readActor(ctx, tx, set)
		if err != nil || stopped != "" {
			if err == nil {
				err = s.end(ctx, tx, set, stopped)
			}
			return err
		}
		if c.list, err = readItems(ctx, tx, selectPending, id, limit); err != nil {
			return err
		}
		if len(c.list) == 0 {
			return s.end(ctx, tx, set, "")
		}
		if limit > 1 {
			if _, err := tx.Exec(ctx, "SELECT set_config('statement_timeout', $1, true)", chunkTimeout); err != nil {
				return err
			}
		}
		count = len(c.list)
		if err := c.apply(ctx, tx, by, set); err != nil {
			return err
		}
		return storeResults(ctx, tx, set, c.list)
	})
	return count, err
}

// storeResults stores the results of items that were pending, and counts them.
func storeResults(ctx context.Context, tx postgres.Tx, set *Set, items []Item) error {
	if err := updateItems(ctx, tx, set.ID, items); err != nil {
		return err
	}
	counts := set.Counts
	counts.Pending -= len(items)
	for _, item := range items {
		counts.add(item.Result, 1)
	}
	_, err := tx.Exec(ctx, `
		UPDATE change_sets SET pending = $2, changed = $3, unchanged = $4, conflict = $5, refused = $6, updated_at = now()
		WHERE id = $1`, set.ID, counts.Pending, counts.Changed, counts.Unchanged, counts.Conflict, counts.Refused)
	return err
}

// end ends a change set that is being applied, a draft or a proposal. stopped is the reason if items are
// left.
func (s *Sets) end(ctx context.Context, tx postgres.Tx, set *Set, stopped string) error {
	state := Applied
	switch {
	case set.Changed == 0 && (stopped != "" || set.State != Applying):
		state = Cancelled
	case set.Changed == 0 && set.Announced > 0:
		state = NotApplied
	case set.Changed < set.Announced || stopped != "":
		state = AppliedInPart
	}
	_, err := tx.Exec(ctx, `
		UPDATE change_sets SET state = $2, stopped = $3, finished_at = now(), updated_at = now(), selected_ids = NULL
		WHERE id = $1`, set.ID, state, stopped)
	if err != nil || set.State != Applying {
		return err
	}
	if set.Origin == Undo {
		return s.followUndo(ctx, tx, set)
	}
	if f := s.followEnd[set.Origin]; f != nil && !set.isRecorded() { // the import has stored its own results
		return f(ctx, tx, set.ID)
	}
	return nil
}

// stopTimeout limits Cancel, which waits for the current chunk.
const stopTimeout = 20 * time.Second

// Cancel discards a draft, withdraws a proposal, or stops a change set that is being applied after the
// current chunk, even if the client does not wait for that. A change set that has ended is returned as it is.
func (s *Sets) Cancel(ctx context.Context, by audit.Actor, id uuid.UUID) (*Set, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopTimeout)
	defer cancel()
	set, err := s.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	if err := checkCancel(set, by); err != nil {
		return nil, err
	}
	return s.stop(ctx, id, cancelled)
}

// cancelled is the reason of the end of a change set that was being applied, or that a job was preparing to
// apply. A discarded draft and a withdrawn proposal have none.
const cancelled = "It was stopped."

// checkCancel returns a problem if the actor may not cancel the change set.
func checkCancel(set *Set, by audit.Actor) error {
	switch {
	case set.State == Proposed && !isBy(set.CreatedBy, by):
		return problem.New(problem.NotOwner, "Only %s can withdraw this proposal. Reject it instead.", nameOf(set.CreatedBy))
	case set.State == Applying && !identity.Role(by.Role).Allows(identity.Editor):
		return problem.New(problem.RoleTooLow, "Only editors and administrators can stop a change that is being applied.")
	}
	return checkOwn(set, by)
}

// Fail stops a change set whose job has failed repeatedly.
func (s *Sets) Fail(ctx context.Context, id uuid.UUID) error {
	_, err := s.stop(ctx, id, "It failed repeatedly because of an internal error, which was logged.")
	return err
}

func (s *Sets) stop(ctx context.Context, id uuid.UUID, reason string) (*Set, error) {
	err := s.db.Tx(ctx, func(tx postgres.Tx) error {
		set, err := lock(ctx, tx, id)
		if err != nil || set.State != Draft && set.State != Proposed && set.State != Applying {
			return err
		}
		if set.State == Applying && set.isRecorded() {
			return problem.New(problem.BadTransition, "This import is still running. Wait until it has ended, then undo it.")
		}
		isRunning := set.State == Applying || set.State == Draft && set.Spec.AtOnce
		if !isRunning && reason == cancelled {
			reason = ""
		}
		return s.end(ctx, tx, set, reason)
	})
	if err != nil {
		return nil, err
	}
	return s.Get(ctx, id)
}
