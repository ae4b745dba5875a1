package worklist

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcelist"
)

// Edit is a change of the work on one source by a change set.
type Edit struct {
	SourceID uuid.UUID
	Version  int // of the work, on which the change is based
	// IsUnconditional allows any version.
	IsUnconditional bool
	Changes         []audit.Change // of fields of Values
}

// Values are the fields of the work on a source with the names of change sets.
type Values struct {
	Assignee     *Assignee  `json:"assignee"`
	SnoozedUntil *time.Time `json:"snoozed_until"`
}

// Assignee is the member who works on a source.
type Assignee struct {
	ID   uuid.UUID `json:"id"`
	Name string    `json:"name"`
}

// EditOutcome is the result of an edit. Changes is empty if the work has the new values already. Err is
// nil, a problem or source.ErrStale, and Detail then says what another member has changed.
type EditOutcome struct {
	SourceName    string
	BeforeVersion int
	Version       int // after the edit
	Changes       []audit.Change
	Err           error
	Detail        string
}

// PlanEdits returns the outcomes that edits would have, in their order, and writes nothing.
func PlanEdits(ctx context.Context, tx postgres.Tx, edits []Edit) ([]EditOutcome, error) {
	outcomes, _, err := planEdits(ctx, tx, edits, "")
	return outcomes, err
}

// ApplyEdits applies edits of different sources and returns their outcomes, in their order. An edit with
// an error changes nothing.
func ApplyEdits(ctx context.Context, tx postgres.Tx, actor audit.Actor, edits []Edit) ([]EditOutcome, error) {
	outcomes, updates, err := planEdits(ctx, tx, edits, forUpdate)
	if err != nil {
		return nil, err
	}
	return outcomes, save(ctx, tx, actor, updates)
}

func planEdits(ctx context.Context, tx postgres.Tx, edits []Edit, lastClause string) ([]EditOutcome, []update, error) {
	if len(edits) == 0 {
		return nil, nil, nil
	}
	ids := make([]uuid.UUID, len(edits))
	wanted := make([]Values, len(edits))
	var assignees []uuid.UUID
	for n, e := range edits {
		ids[n] = e.SourceID
		if err := audit.Apply(&wanted[n], e.Changes); err != nil {
			return nil, nil, err
		}
		if a := wanted[n].Assignee; a != nil {
			assignees = append(assignees, a.ID)
		}
	}
	members, err := readAssignable(ctx, tx, assignees)
	if err != nil {
		return nil, nil, err
	}
	found, err := readRows(ctx, tx, ids, lastClause)
	if err != nil {
		return nil, nil, err
	}
	outcomes, updates := make([]EditOutcome, len(edits)), []update{}
	for n, e := range edits {
		r, exists := found[e.SourceID]
		if !exists {
			outcomes[n].Err = problem.New(problem.NotFound, "The source was deleted.")
			continue
		}
		var after sourcelist.Work
		if outcomes[n], after, err = e.plan(r, wanted[n], members); err != nil {
			return nil, nil, err
		}
		if outcomes[n].Err == nil && len(outcomes[n].Changes) > 0 {
			updates = append(updates, update{r, after})
		}
	}
	return outcomes, updates, nil
}

// plan returns the outcome of an edit of a source that exists, and its work afterwards.
func (e Edit) plan(r row, wanted Values, members map[uuid.UUID]source.Person) (o EditOutcome, after sourcelist.Work,
	err error) {
	o, after = EditOutcome{SourceName: r.Name, BeforeVersion: r.Work.Version, Version: r.Work.Version + 1}, r.Work
	for _, c := range e.Changes {
		switch c.Field {
		case "assignee":
			if after.Assignee = nil; wanted.Assignee == nil {
				continue
			}
			member, ok := members[wanted.Assignee.ID]
			if !ok {
				o.Err = problem.New(problem.Invalid, "The assignee is not a member who can change sources.")
				return o, after, nil
			}
			after.Assignee = &member
		case "snoozed_until":
			after.SnoozedUntil = wanted.SnoozedUntil
		}
	}
	seen := e.Version
	if e.IsUnconditional {
		seen = r.Work.Version
	}
	switch outcome, detail := decide(seen, r, after); outcome {
	case Conflict:
		o.Err, o.Detail = source.ErrStale, detail
	case Recovered:
		o.Err = problem.New(problem.BadTransition, "The source is not on the work list: it works, or it is not checked.")
	}
	o.Changes, err = audit.Diff(valuesOf(r.Work), valuesOf(after))
	return o, after, err
}

func valuesOf(w sourcelist.Work) (v Values) {
	if w.Assignee != nil {
		v.Assignee = &Assignee{w.Assignee.ID, identity.DisplayName(w.Assignee.Name, w.Assignee.Email)}
	}
	if w.SnoozedUntil != nil {
		until := w.SnoozedUntil.UTC()
		v.SnoozedUntil = &until
	}
	return v
}

// readAssignable returns the members among ids to whom work can be assigned. The job Upkeep releases
// the work of members whom the configuration no longer admits.
func readAssignable(ctx context.Context, tx postgres.Tx, ids []uuid.UUID) (map[uuid.UUID]source.Person, error) {
	found := map[uuid.UUID]source.Person{}
	if len(ids) == 0 {
		return found, nil
	}
	rows, err := tx.Query(ctx, `
		SELECT m.id, m.email, m.name
		FROM members m
		WHERE m.id = ANY($1) AND m.role IN ('editor', 'admin') AND m.disabled_at IS NULL AND m.removed_at IS NULL
		FOR SHARE`, ids)
	if err != nil {
		return nil, err
	}
	var p source.Person
	_, err = pgx.ForEachRow(rows, []any{&p.ID, &p.Email, &p.Name}, func() error { found[p.ID] = p; return nil })
	return found, err
}
