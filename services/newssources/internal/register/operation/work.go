package operation

import (
	"encoding/json"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/worklist"
)

// TargetWork is the type of target of operations that assign or snooze sources. The version of such a
// target is that of the work on the source.
const TargetWork audit.TargetType = "work"

// self is the value of an assignee that means the author of the change set.
const self = "me"

// ResolveSelf replaces the assignee “me” by the author.
func (l List) ResolveSelf(by audit.Actor) {
	for n, o := range l {
		if o.Field == "assignee" && o.Value == self && by.ActorID != nil {
			l[n].Value = by.ActorID.String()
		}
	}
}

// WorkChanges returns the changes of operations on the work on a source.
func (l List) WorkChanges() ([]audit.Change, error) {
	changes := make([]audit.Change, len(l))
	for n, o := range l {
		var err error
		if changes[n], err = o.workChange(); err != nil {
			return nil, err
		}
	}
	return changes, nil
}

func (o Operation) workChange() (c audit.Change, err error) {
	switch {
	case o.Field == "assignee" && o.Action == "set":
		id, invalid := uuid.Parse(o.Value)
		if invalid != nil {
			return c, problem.New(problem.Invalid, "Enter the id of a member, or “me”.")
		}
		c.After, err = json.Marshal(worklist.Assignee{ID: id})
	case o.Action == "set":
		c.After, err = json.Marshal(o.Until)
	}
	c.Field = map[string]string{"assignee": "assignee", "snooze": "snoozed_until"}[o.Field]
	return c, err
}

func (o Operation) describeWork() string {
	switch {
	case o.Field == "assignee" && o.Action == "set":
		return "assign sources"
	case o.Field == "assignee":
		return "unassign sources"
	case o.Action == "set":
		return "snooze sources until " + audit.Day(*o.Until)
	}
	return "end the snooze of sources"
}
