package change

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/platform/textkey"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
)

const (
	// requestTime is how long a request previews or applies a change set before a job continues, so that
	// the result of a small one is in the response. No chunk begins later.
	requestTime = 100 * time.Millisecond
	// maxRequestTime is the time after which a request gives up a chunk that waits for a lock.
	maxRequestTime = time.Second
	// undoTime is how long the request for an undo without a draft waits for its end.
	undoTime = 5 * time.Second
)

// Input describes a new change set. Expected is the number of sources that the person saw; nil: any.
type Input struct {
	Title, Reason string
	Spec          Spec
	Expected      *int
}

// Create makes a draft that changes a selection, and previews it for up to requestTime. It returns a
// selection_changed problem if the filter matches another number of sources than expected.
func (s *Sets) Create(ctx context.Context, by audit.Actor, input Input) (*Set, error) {
	input.Spec.Operations.ResolveSelf(by)
	if err := input.Spec.Operations.Validate(); err != nil {
		return nil, err
	}
	if err := checkRole(input.Spec, by); err != nil {
		return nil, err
	}
	ids, err := s.selectSources(ctx, input.Spec)
	if err != nil {
		return nil, err
	}
	if input.Expected != nil && *input.Expected != len(ids) {
		return nil, selectionChanged(Difference{Expected: *input.Expected, Matches: len(ids)})
	}
	title := cmp.Or(input.Title, cutTitle(input.Spec.Operations.Title()))
	set := Set{Origin: Bulk, Title: title, Reason: input.Reason, Spec: input.Spec,
		Selected: len(ids)}
	return s.insert(ctx, by, set, ids)
}

// checkRole returns a problem if the actor may not apply the change.
func checkRole(spec Spec, by audit.Actor) error {
	if spec.Operations.Deletes() && !identity.Role(by.Role).Allows(identity.Admin) {
		return problem.New(problem.RoleTooLow, "Only administrators can delete many sources. Archive the sources instead, or "+
			"ask an administrator.")
	}
	return nil
}

// selectSources returns the selected sources in the order of their ids, in which they are locked.
func (s *Sets) selectSources(ctx context.Context, spec Spec) (ids []uuid.UUID, err error) {
	ids = slices.Clone(spec.IDs)
	if spec.Filter != nil {
		if ids, err = s.lists.IDs(ctx, *spec.Filter, s.maxSelected+1); err != nil {
			return nil, err
		}
	}
	if len(ids) > s.maxSelected {
		return nil, problem.New(problem.LimitReached, "A change set can have at most %d sources. Add a filter to select "+
			"fewer.", s.maxSelected)
	}
	slices.SortFunc(ids, func(a, b uuid.UUID) int { return bytes.Compare(a[:], b[:]) })
	return slices.Compact(ids), nil
}

// insert stores a draft and previews it. selection are the selected sources of a bulk change.
func (s *Sets) insert(ctx context.Context, by audit.Actor, set Set, selection []uuid.UUID) (*Set, error) {
	set.ID = uuid.Must(uuid.NewV7())
	if err := insertSet(ctx, s.db.Pool, by, set, selection); err != nil {
		return nil, err
	}
	return s.runNow(ctx, set.ID, false)
}

// runNow previews or applies a change set for up to requestTime, lets a job continue, and returns the
// set.
func (s *Sets) runNow(ctx context.Context, id uuid.UUID, hasJob bool) (*Set, error) {
	limited, cancel := context.WithTimeout(ctx, s.maxRequestTime)
	defer cancel()
	until := time.Now().Add(s.requestTime)
	done, err := s.run(limited, id, func() bool { return time.Now().After(until) })
	if err != nil && limited.Err() == nil {
		return nil, err
	}
	if !done && !hasJob {
		err := s.db.Tx(ctx, func(tx postgres.Tx) error { return s.enqueue(ctx, tx, id) })
		if err != nil {
			return nil, err
		}
	}
	return s.Get(ctx, id)
}

// Difference compares the sources that a filter matches with those of the preview.
type Difference struct {
	Expected int  `json:"expected"`
	Matches  int  `json:"matches"`
	Added    *int `json:"added,omitempty"`   // sources that the preview has not
	Removed  *int `json:"removed,omitempty"` // sources that only the preview has
}

func selectionChanged(d Difference) error {
	return problem.New(problem.SelectionChanged, "%d sources match now, not %d. Preview the change again, then confirm it.",
		d.Matches, d.Expected).With("selection", d)
}

// Preview previews a draft again, with the sources that its selection has now, or rebases a proposal.
func (s *Sets) Preview(ctx context.Context, by audit.Actor, id uuid.UUID) (*Set, error) {
	set, err := s.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	if err := checkOwn(set, by); err != nil {
		return nil, err
	}
	if err := checkRole(set.Spec, by); err != nil {
		return nil, err
	}
	if set.State == Proposed && set.Spec.Merge == nil {
		return s.startRebase(ctx, id)
	}
	switch set.Origin {
	case File:
		return nil, problem.New(problem.BadTransition, "This draft was made from a file, which is not stored. Apply the file "+
			"again.")
	case Merge:
		return nil, problem.New(problem.BadTransition, "Compare and merge the two sources again.")
	}
	var ids []uuid.UUID
	selected := set.Selected
	if set.Origin == Bulk {
		if ids, err = s.selectSources(ctx, set.Spec); err != nil {
			return nil, err
		}
		selected = len(ids)
	}
	err = s.db.Tx(ctx, func(tx postgres.Tx) error {
		set, err := lock(ctx, tx, id)
		if err != nil {
			return err
		}
		if set.State != Draft {
			return problem.New(problem.BadTransition, "Only a draft can be previewed. Make a new change set.")
		}
		if _, err := tx.Exec(ctx, "DELETE FROM change_items WHERE change_set_id = $1", id); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `
			UPDATE change_sets SET generation = generation + 1, selected_ids = $2, selected = $3, examined = 0,
				previewed = false, effects = NULL, pending = 0, unchanged = 0, conflict = 0, refused = 0, updated_at = now()
			WHERE id = $1`, id, postgres.PackedIDs(ids), selected)
		return err
	})
	if err != nil {
		return nil, err
	}
	return s.runNow(ctx, id, false)
}

// Run previews a draft or applies a change set until nothing is left to do or ctx ends; done reports
// which. It continues where an earlier run stopped.
func (s *Sets) Run(ctx context.Context, id uuid.UUID) (done bool, err error) {
	return s.run(ctx, id, func() bool { return false })
}

// run is Run, but begins no chunk when isLate.
func (s *Sets) run(ctx context.Context, id uuid.UUID, isLate func() bool) (done bool, err error) {
	set, err := s.Get(ctx, id)
	switch {
	case problem.Is(err, problem.NotFound):
		return true, nil
	case err != nil:
		return false, err
	case set.State == Draft && !set.Previewed:
		done, err := s.preview(ctx, set, isLate)
		if err != nil || !done || !set.Spec.AtOnce {
			return done, err
		}
		return s.apply(ctx, set, isLate)
	case set.State == Proposed && !set.Previewed:
		return s.rebase(ctx, set, isLate)
	case set.State == Applying:
		return s.apply(ctx, set, isLate)
	}
	return true, nil
}

// encode returns the JSON of changes.
func encode(changes []audit.Change) ([]byte, error) {
	return json.Marshal(append([]audit.Change{}, changes...))
}

// cutTitle cuts a title to the maximum number of characters in openapi.yaml.
func cutTitle(title string) string { return textkey.Cut(title, 200) }
