package worklist

import (
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcelist"
	"github.com/newsources/newsources/services/newssources/internal/rules/health"
)

func TestDecide(t *testing.T) {
	t.Parallel()
	ada, ben := &source.Person{ID: uuid.New(), Name: "Ada"}, &source.Person{ID: uuid.New(), Email: "ben@example.org"}
	until := time.Date(2026, 12, 1, 9, 0, 0, 0, time.UTC)
	tests := []struct {
		name   string
		state  health.State
		before sourcelist.Work
		change Change
		to     *source.Person
		seen   int
		want   Outcome
		detail string // a part of it
	}{
		{"assign", health.Failing, sourcelist.Work{Version: 4}, Change{Action: Assign}, ada, 4, Saved, ""},
		{"reassign the version that the member saw", health.Failing, sourcelist.Work{Assignee: ben, Version: 4},
			Change{Action: Assign}, ada, 4, Saved, ""},
		{"another member was faster", health.Failing, sourcelist.Work{Assignee: ben, Version: 5}, Change{Action: Assign}, ada, 4,
			Conflict, "assigned to ben@example.org."},
		{"another member did the same", health.Failing, sourcelist.Work{Assignee: ada, Version: 5}, Change{Action: Assign}, ada,
			4, Saved, ""},
		{"unassign after another member unassigned", health.Failing, sourcelist.Work{Version: 5}, Change{Action: Unassign}, nil,
			4, Saved, ""},
		{"assigned and snoozed meanwhile", health.Gone, sourcelist.Work{Assignee: ben, SnoozedUntil: &until, Version: 5},
			Change{Action: Unassign}, nil, 4, Conflict, "snoozed until 1 December 2026, 09:00 UTC."},
		{"snoozed meanwhile", health.Gone, sourcelist.Work{SnoozedUntil: &until, Version: 5}, Change{Action: Assign}, ada, 4,
			Conflict, "the source is snoozed until"},
		{"unassigned meanwhile", health.Gone, sourcelist.Work{Version: 5}, Change{Action: Snooze, Until: until}, nil, 4, Conflict,
			"unassigned and not snoozed"},
		{"snooze", health.Quiet, sourcelist.Work{Assignee: ben, Version: 5}, Change{Action: Snooze, Until: until}, nil, 5, Saved,
			""},
		{"snooze a source that works again", health.OK, sourcelist.Work{Version: 5}, Change{Action: Snooze, Until: until}, nil, 5,
			Recovered, "no longer on the work list"},
		{"assign a source that failed once", health.Degraded, sourcelist.Work{}, Change{Action: Assign}, ada, 0, Recovered,
			"no longer on the work list"},
		{"recovered meanwhile, which also changed the version", health.OK, sourcelist.Work{Version: 6}, Change{Action: Assign},
			ada, 5, Recovered, ""},
		{"unsnooze", health.Blocked, sourcelist.Work{SnoozedUntil: &until, Version: 5}, Change{Action: Unsnooze}, nil, 5, Saved,
			""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			r := row{State: test.state, Cause: health.NotFound, Work: test.before}
			got, detail := decide(test.seen, r, test.change.apply(r.Work, test.to))
			if got != test.want || !strings.Contains(detail, test.detail) || (detail == "") != (got == Saved) {
				t.Errorf("got %s (%s), want %s (%s)", got, detail, test.want, test.detail)
			}
		})
	}
}

func TestEndOfASnooze(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	for name, test := range map[string]struct {
		until time.Time
		ok    bool
	}{
		"a day":            {now.AddDate(0, 0, 1), true},
		"a second":         {now.Add(time.Second), true},
		"now":              {now, false},
		"yesterday":        {now.AddDate(0, 0, -1), false},
		"no date":          {time.Time{}, false},
		"a year":           {now.AddDate(1, 0, 0), true},
		"more than a year": {now.AddDate(1, 0, 2), false},
	} {
		if err := CheckUntil(test.until, now); (err == nil) != test.ok || err != nil && !problem.Is(err, problem.Invalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
