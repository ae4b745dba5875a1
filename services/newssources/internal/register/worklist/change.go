// Package worklist counts the sources that need a person, and changes who works on them and until
// when they are hidden from the work list (ADR 29).
package worklist

import (
	"context"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/people"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcelist"
	"github.com/newsources/newsources/services/newssources/internal/rules/health"
)

// maxSnooze is the longest snooze. A source that may be broken for longer is paused or archived
// instead.
const maxSnooze = 366 * 24 * time.Hour

// Action is a change of the work on a source.
type Action string

// The actions.
const (
	Assign   Action = "assign"
	Unassign Action = "unassign"
	Snooze   Action = "snooze"
	Unsnooze Action = "unsnooze"
)

// Change is one action on several sources. Assignee is set for Assign, Until for Snooze.
type Change struct {
	Action   Action
	Assignee uuid.UUID
	Until    time.Time
	Items    []Item
}

// Item is a source with the version of its work that the member saw.
type Item struct {
	SourceID uuid.UUID
	Version  int
}

// Outcome is the result of a change for one source.
type Outcome string

// The outcomes of a change.
const (
	Saved     Outcome = "saved"
	Conflict  Outcome = "conflict"  // another member changed the work; nothing was done
	Recovered Outcome = "recovered" // the source no longer needs a person; nothing was done
	Gone      Outcome = "gone"      // the source was deleted
)

// Result is the outcome for one source, with the state of its work afterwards.
type Result struct {
	SourceID   uuid.UUID
	SourceName string
	Outcome    Outcome
	Detail     string // why nothing was done, for people
	Work       sourcelist.Work
}

// List changes the work list of a database.
type List struct {
	db     *postgres.DB
	people *people.Directory
}

// New returns the work list of a database. Work is assigned to the members of the directory.
func New(db *postgres.DB, directory *people.Directory) *List { return &List{db, directory} }

// Change applies a change to the sources whose version is current, in one transaction. The results
// of the other sources say why they were not changed.
func (l *List) Change(ctx context.Context, actor audit.Actor, change Change) (results []Result, err error) {
	if change.Action == Snooze {
		if err := CheckUntil(change.Until, time.Now()); err != nil {
			return nil, err
		}
		change.Until = change.Until.UTC().Truncate(time.Second)
	}
	err = l.db.Tx(ctx, func(tx postgres.Tx) error {
		var assignee *source.Person
		if change.Action == Assign {
			member, err := l.people.LockAssignee(ctx, tx, change.Assignee)
			if err != nil {
				return err
			}
			assignee = &source.Person{ID: member.ID, Email: member.Email, Name: member.Name}
		}
		rows, err := lockRows(ctx, tx, change.Items)
		if err != nil {
			return err
		}
		results = nil
		seen := map[uuid.UUID]bool{}
		var changed []update
		for _, item := range change.Items {
			if seen[item.SourceID] {
				continue
			}
			seen[item.SourceID] = true
			r, exists := rows[item.SourceID]
			after := change.apply(r.Work, assignee)
			outcome, detail := Gone, "The source was deleted."
			if exists {
				outcome, detail = decide(item.Version, r, after)
			}
			if outcome == Saved && !areEqual(r.Work, after) {
				after.Version = r.Work.Version + 1
				changed = append(changed, update{r, after})
				r.Work = after
			}
			results = append(results, Result{item.SourceID, r.Name, outcome, detail, r.Work})
		}
		return save(ctx, tx, actor, changed)
	})
	return results, err
}

// CheckUntil returns a problem unless a snooze can end at that time.
func CheckUntil(until, now time.Time) error {
	var wrong problem.Fields
	switch {
	case !until.After(now):
		wrong.Add("/snoozed_until", "past", "Choose a time in the future.")
	case until.After(now.Add(maxSnooze)):
		wrong.Add("/snoozed_until", "too_late", "Snooze a source for at most one year. Pause or archive a source that you "+
			"no longer want to check.")
	}
	return wrong.Err()
}

// apply returns the work after the change.
func (c Change) apply(w sourcelist.Work, assignee *source.Person) sourcelist.Work {
	switch c.Action {
	case Assign:
		w.Assignee = assignee
	case Unassign:
		w.Assignee = nil
	case Snooze:
		w.SnoozedUntil = &c.Until
	case Unsnooze:
		w.SnoozedUntil = nil
	}
	return w
}

// areEqual reports whether two states have the same assignee and end of the snooze.
func areEqual(a, b sourcelist.Work) bool {
	if (a.Assignee == nil) != (b.Assignee == nil) || (a.SnoozedUntil == nil) != (b.SnoozedUntil == nil) {
		return false
	}
	return (a.Assignee == nil || a.Assignee.ID == b.Assignee.ID) &&
		(a.SnoozedUntil == nil || a.SnoozedUntil.Equal(*b.SnoozedUntil))
}

// decide returns the outcome of a change of a source that exists. seen is the version that the
// member saw, and after the requested state. It is no conflict if another member has already set
// the requested state.
func decide(seen int, r row, after sourcelist.Work) (outcome Outcome, detail string) {
	switch {
	case areEqual(r.Work, after):
		return Saved, ""
	case !health.NeedsPerson(r.State, r.Cause):
		return Recovered, "The source is no longer on the work list: its health has changed, or it is no longer checked."
	case r.Work.Version != seen:
		return Conflict, describe(r.Work) + " Your change was not saved."
	}
	return Saved, ""
}

// describe returns a sentence about the work after a change by another member.
func describe(w sourcelist.Work) string {
	var parts []string
	if w.Assignee != nil {
		parts = append(parts, "assigned to "+identity.DisplayName(w.Assignee.Name, w.Assignee.Email))
	}
	if w.SnoozedUntil != nil {
		parts = append(parts, "snoozed until "+w.SnoozedUntil.UTC().Format("2 January 2006, 15:04 MST"))
	}
	if len(parts) == 0 {
		parts = []string{"unassigned and not snoozed"}
	}
	return "Another member changed the assignment or the snooze meanwhile: the source is " + strings.Join(parts, " and ") +
		"."
}

// row is a source with its health and its work.
type row struct {
	ID    uuid.UUID
	Name  string
	State health.State
	Cause health.Cause
	Work  sourcelist.Work
}
