package worklist

import (
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/platform/testdb"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/people"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcelist"
	"github.com/newsources/newsources/services/newssources/internal/rules/health"
)

// rig is a work list in its own database, which admits the members of example.org.
type rig struct {
	*testing.T
	*List
	lists *sourcelist.Reader
	ada   people.Member
}

func newRig(t *testing.T) *rig {
	t.Helper()
	db, err := postgres.Open(t.Context(), testdb.URL(t), 8)
	must(t, err)
	t.Cleanup(db.Close)
	allowed, err := identity.NewAllowList([]string{"example.org"}, nil)
	must(t, err)
	r := &rig{T: t, List: New(db, people.New(db, allowed, func() {})), lists: sourcelist.NewReader(db)}
	r.ada = r.member("Ada", identity.Admin, "example.org")
	return r
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func (r *rig) exec(sql string, args ...any) {
	r.Helper()
	_, err := r.db.Pool.Exec(r.Context(), sql, args...)
	must(r.T, err)
}

func (r *rig) member(name string, role identity.Role, domain string) people.Member {
	r.Helper()
	id := uuid.Must(uuid.NewV7())
	r.exec(`INSERT INTO members (id, uid, email, email_key, name, role, created_at, updated_at, version)
		VALUES ($1, $2::text, $3::text, lower($3::text), $2::text, $4, now(), now(), 1)`,
		id, name, name+"@"+domain, string(role))
	m, err := r.people.Get(r.Context(), id)
	must(r.T, err)
	return *m
}

func (r *rig) actor() audit.Actor {
	return audit.Actor{ActorID: &r.ada.ID, Email: r.ada.Email, Name: r.ada.Name, Role: "admin"}
}

// source creates a source with one endpoint in a state.
func (r *rig) source(domain string, state health.State) uuid.UUID {
	r.Helper()
	made, err := source.NewRegister(r.db, nil).Create(r.Context(), r.actor(), source.CreateInput{
		Details: source.Details{Name: domain, HomepageURL: "https://" + domain + "/", Lifecycle: source.Active},
		Endpoints: []source.EndpointDetails{{Kind: feed.RSS, URL: "https://" + domain + "/feed",
			Intent: source.EndpointActive}},
	})
	must(r.T, err)
	r.check(made.ID, state)
	return made.ID
}

// check records a state of all endpoints of a source as the checker does.
func (r *rig) check(id uuid.UUID, state health.State) {
	r.Helper()
	cause := health.NotFound
	if state == health.OK {
		cause = health.None
	}
	must(r.T, r.db.Tx(r.Context(), func(tx postgres.Tx) error {
		rows, err := tx.Query(r.Context(), recordState, id, string(state), string(cause))
		must(r.T, err)
		endpoints, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
		must(r.T, err)
		return End(r.Context(), tx, endpoints)
	}))
}

// recordState sets the state of all endpoints of a source and returns their ids.
const recordState = `UPDATE endpoint_states SET health = $2, health_cause = $3, health_since = now()
	WHERE endpoint_id IN (SELECT id FROM endpoints WHERE source_id = $1) RETURNING endpoint_id`

// workOf returns the work on a source, as a list shows it.
func (r *rig) workOf(id uuid.UUID) sourcelist.Work {
	r.Helper()
	page, err := r.lists.List(r.Context(),
		sourcelist.Query{Lifecycles: []source.Lifecycle{source.Active, source.Paused}, Limit: 100})
	must(r.T, err)
	for _, row := range page.Rows {
		if row.ID == id {
			return row.Work
		}
	}
	r.Fatalf("the list does not have %s", id)
	return sourcelist.Work{}
}

// change applies an action to sources in their current version and returns the outcomes.
func (r *rig) change(c Change, ids ...uuid.UUID) (outcomes []Outcome) {
	r.Helper()
	for _, id := range ids {
		c.Items = append(c.Items, Item{id, r.workOf(id).Version})
	}
	results, err := r.Change(r.Context(), r.actor(), c)
	must(r.T, err)
	for _, result := range results {
		outcomes = append(outcomes, result.Outcome)
	}
	return outcomes
}

// wantGroups compares the counts of the work list, and the counters with the sources.
func (r *rig) wantGroups(after string, q Query, sources, snoozed int) {
	r.Helper()
	groups, err := r.Groups(r.Context(), q)
	must(r.T, err)
	var got Group
	for _, g := range groups {
		got.Sources, got.Snoozed = got.Sources+g.Sources, got.Snoozed+g.Snoozed
	}
	if got.Sources != sources || got.Snoozed != snoozed {
		r.Errorf("after %s, %+v counts %d sources and %d snoozed, want %d and %d", after, q, got.Sources, got.Snoozed,
			sources, snoozed)
	}
	if drifted, err := r.lists.RepairCounts(r.Context()); drifted != 0 || err != nil {
		r.Errorf("after %s, %d counters differ from the sources, %v", after, drifted, err)
	}
}

// history returns the last actions on a source, oldest first, without its creation.
func (r *rig) history(id uuid.UUID) (list []string) {
	r.Helper()
	entries, err := audit.History(r.Context(), r.db.Ent, audit.Query{SourceID: &id, Limit: 100})
	must(r.T, err)
	for _, e := range entries {
		if e.TargetType == audit.TargetSource && e.Version == 0 {
			text := e.Action
			for _, c := range e.Changes {
				if c.Field == "assignee" {
					text += " " + string(c.Before) + ">" + string(c.After)
				}
			}
			list = append(list, text)
		}
	}
	slices.Reverse(list)
	return list
}

func TestWorkEndsWithARecovery(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	id, other := r.source("daily.example", health.Failing), r.source("other.example", health.Gone)
	all, mine, none := Query{}, Query{Assignee: r.ada.ID}, Query{IsUnassigned: true}
	r.wantGroups("the failures", all, 2, 0)
	r.wantGroups("the failures", none, 2, 0)

	assign, snooze := Change{Action: Assign, Assignee: r.ada.ID}, Change{Action: Snooze, Until: time.Now().Add(time.Hour)}
	if got := r.change(assign, id); !slices.Equal(got, []Outcome{Saved}) {
		t.Fatalf("assigning: %v", got)
	}
	r.wantGroups("assigning", all, 2, 0)
	r.wantGroups("assigning", none, 1, 0)
	r.wantGroups("assigning", mine, 1, 0)
	r.change(snooze, id, other)
	r.wantGroups("snoozing", all, 0, 2)
	r.wantGroups("snoozing", none, 0, 1)
	r.wantGroups("snoozing", mine, 0, 1)
	if w := r.workOf(id); w.Assignee == nil || w.Assignee.Name != "Ada" || w.SnoozedUntil == nil || w.Version != 2 {
		t.Errorf("the work is %+v", w)
	}

	// Other broken states, an incident (unknown) and an edited endpoint (new) are no recovery.
	for _, state := range []health.State{health.Gone, health.Unknown, health.New, health.Degraded, health.Failing} {
		r.check(id, state)
		if w := r.workOf(id); w.Assignee == nil || w.SnoozedUntil == nil {
			t.Errorf("%s ended the work: %+v", state, w)
		}
	}
	r.check(id, health.OK)
	if w := r.workOf(id); w.Assignee != nil || w.SnoozedUntil != nil || w.Version != 3 {
		t.Errorf("after the recovery, the work is %+v", w)
	}
	r.wantGroups("the recovery", all, 0, 1)
	r.check(id, health.Failing)
	r.wantGroups("the next failure", all, 1, 1)
	r.wantGroups("the next failure", none, 1, 1)
	want := []string{`work.assigned >"Ada"`, "work.snoozed", `work.ended "Ada">`}
	if got := r.history(id); !slices.Equal(got, want) {
		t.Errorf("the history is %q, want %q", got, want)
	}

	// The pause of a source ends the work.
	r.change(assign, id)
	s, err := source.NewRegister(r.db, nil).Get(t.Context(), id)
	must(t, err)
	_, err = source.NewRegister(r.db, nil).
		Update(t.Context(), r.actor(), id, s.Version, func(d *source.Details) { d.Lifecycle = source.Paused })
	must(t, err)
	r.wantGroups("the pause", all, 0, 1)
	if ended, err := r.Upkeep(t.Context()); ended != 1 || err != nil {
		t.Errorf("the upkeep after the pause ends the work of %d sources, %v", ended, err)
	}
	if w := r.workOf(id); w.Assignee != nil {
		t.Errorf("after the pause, the work is %+v", w)
	}
	r.wantGroups("the upkeep", all, 0, 1)
	if got := r.history(id); len(got) != 5 || got[4] != `work.ended "Ada">` {
		t.Errorf("after the pause, the history is %q", got)
	}
}

func TestAChangeKeepsWhatAnotherMemberDid(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	ben := r.member("Ben", identity.Editor, "example.org")
	free, taken, works, deleted := r.source("free.example", health.Failing), r.source("taken.example", health.Failing),
		r.source("works.example", health.OK), uuid.New()
	r.change(Change{Action: Assign, Assignee: ben.ID}, taken)
	change := Change{Action: Assign, Assignee: r.ada.ID,
		Items: []Item{{free, 0}, {taken, 0}, {works, 0}, {deleted, 0}, {free, 0}}}
	results, err := r.Change(t.Context(), r.actor(), change)
	must(t, err)
	var got []Outcome
	for _, result := range results {
		got = append(got, result.Outcome)
	}
	if !slices.Equal(got, []Outcome{Saved, Conflict, Recovered, Gone}) {
		t.Errorf("the outcomes are %v", got)
	}
	if w := r.workOf(taken); w.Assignee == nil || w.Assignee.ID != ben.ID {
		t.Errorf("the assignment to Ben was replaced: %+v", w)
	}
	// With the version that the conflict returned, the person can decide again.
	change.Items = []Item{{taken, results[1].Work.Version}}
	if results, err = r.Change(t.Context(), r.actor(), change); err != nil || results[0].Outcome != Saved {
		t.Errorf("the second attempt: %v, %v", results, err)
	}
	// Repeating a change changes nothing and adds nothing to the history.
	before := len(r.history(taken))
	if results, err = r.Change(t.Context(), r.actor(), change); err != nil || results[0].Outcome != Saved ||
		len(r.history(taken)) != before {
		t.Errorf("the repetition: %v, %v", results, err)
	}
}

func TestAssignees(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	ben, viewer := r.member("Ben", identity.Editor, "example.org"), r.member("Vera", identity.Viewer, "example.org")
	elsewhere := r.member("Eve", identity.Editor, "elsewhere.example")
	disabled := r.member("Dora", identity.Editor, "example.org")
	r.exec("UPDATE members SET disabled_at = now() WHERE id = $1", disabled.ID)
	list, err := r.people.Assignees(t.Context(), "")
	must(t, err)
	if len(list) != 2 || list[0].ID != r.ada.ID || list[1].ID != ben.ID {
		t.Errorf("the assignable members are %+v", list)
	}
	if list, err = r.people.Assignees(t.Context(), "BEN@"); err != nil || len(list) != 1 {
		t.Errorf("a search finds %+v, %v", list, err)
	}
	id := r.source("daily.example", health.Failing)
	for _, m := range []people.Member{viewer, elsewhere, disabled, {ID: uuid.New()}} {
		_, err := r.Change(t.Context(), r.actor(), Change{Action: Assign, Assignee: m.ID, Items: []Item{{id, 0}}})
		if !problem.Is(err, problem.Invalid) {
			t.Errorf("assigning to %s: %v", m.Name, err)
		}
	}

	// Each way to lose the right to change sources ends the assignments.
	for name, lose := range map[string]func(people.Member){
		"disabled": func(m people.Member) {
			_, err := r.people.Update(t.Context(), r.actor(), m.ID, m.Version, people.Change{Disabled: new(true)})
			must(t, err)
		},
		"viewer": func(m people.Member) {
			_, err := r.people.Update(t.Context(), r.actor(), m.ID, m.Version, people.Change{Role: new(identity.Viewer)})
			must(t, err)
		},
		"removed": func(m people.Member) { must(t, r.people.Remove(t.Context(), r.actor(), m.ID, m.Version)) },
		"not admitted, which the job finds": func(m people.Member) {
			r.exec("UPDATE members SET email = 'x@left.example', email_key = 'x@left.example' WHERE id = $1", m.ID)
			ended, err := r.Upkeep(t.Context())
			if err != nil || ended != 1 {
				t.Errorf("the job ended %d assignments, %v", ended, err)
			}
		},
	} {
		m := r.member("Member "+name, identity.Editor, "example.org")
		r.change(Change{Action: Assign, Assignee: m.ID}, id)
		lose(m)
		if w := r.workOf(id); w.Assignee != nil {
			t.Errorf("a member is %s and still has work", name)
		}
		if got := r.history(id); got[len(got)-1] != `work.unassigned "Member `+name+`">` {
			t.Errorf("%s: the history is %q", name, got)
		}
	}
	r.wantGroups("the changes of members", Query{IsUnassigned: true}, 1, 0)
}

func TestASnoozeEndsAtItsTime(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	due, later := r.source("due.example", health.Failing), r.source("later.example", health.Failing)
	r.change(Change{Action: Snooze, Until: time.Now().Add(time.Hour)}, due, later)
	r.exec("UPDATE source_health SET snoozed_until = now() - interval '1 second' WHERE source_id = $1", due)
	for range 2 {
		_, err := r.Upkeep(t.Context())
		must(t, err)
	}
	r.wantGroups("the end", Query{}, 1, 1)
	if got := r.history(due); !slices.Equal(got, []string{"work.snoozed", "work.unsnoozed"}) {
		t.Errorf("the history is %q", got)
	}
}

func TestFiltersAndFacetOfTheList(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	mine, snoozed := r.source("mine.example", health.Failing), r.source("snoozed.example", health.Gone)
	r.source("free.example", health.Blocked)
	r.source("works.example", health.OK)
	r.change(Change{Action: Assign, Assignee: r.ada.ID}, mine)
	r.change(Change{Action: Snooze, Until: time.Now().Add(time.Hour)}, snoozed)
	me := r.ada.ID.String()
	for name, test := range map[string]struct {
		query sourcelist.Query
		want  []string
	}{
		"a member": {sourcelist.Query{Assignees: []string{me}}, []string{"mine.example"}},
		"without an assignee": {sourcelist.Query{Assignees: []string{sourcelist.None}},
			[]string{"free.example", "snoozed.example"}},
		"both": {sourcelist.Query{Assignees: []string{sourcelist.None, me}},
			[]string{"free.example", "mine.example", "snoozed.example"}},
		"snoozed": {sourcelist.Query{Snoozed: new(true)}, []string{"snoozed.example"}},
		"not snoozed": {sourcelist.Query{Snoozed: new(false)},
			[]string{"free.example", "mine.example", "works.example"}},
		"unassigned, not snoozed": {sourcelist.Query{Snoozed: new(false), Assignees: []string{sourcelist.None}},
			[]string{"free.example"}},
		"a member and words": {sourcelist.Query{Text: "mine", Assignees: []string{me}}, []string{"mine.example"}},
	} {
		test.query.Limit = 10
		page, err := r.lists.List(t.Context(), test.query)
		must(t, err)
		var got []string
		for _, row := range page.Rows {
			got = append(got, row.Name)
		}
		if !slices.Equal(got, test.want) || page.Total != len(test.want) {
			t.Errorf("%s: found %v (%d), want %v", name, got, page.Total, test.want)
		}
	}
	for name, query := range map[string]sourcelist.Query{"counters": {}, "matches": {Text: "example"}} {
		facets, err := r.lists.Facets(t.Context(), query, "assignee")
		must(t, err)
		want := []sourcelist.Count{{Value: sourcelist.None, Count: 2}, {Value: me, Count: 1}}
		if got := facets.Counts["assignee"]; !slices.Equal(got, want) {
			t.Errorf("the facet of %s has %v, want %v", name, got, want)
		}
	}
}

// TestStatesOfTheDatabase compares the states that need a person in the database with those of the
// code.
func TestStatesOfTheDatabase(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	for _, state := range health.States() {
		var got bool
		must(t, r.db.Pool.QueryRow(t.Context(), "SELECT health_needs_person($1)", string(state)).Scan(&got))
		if got != slices.Contains(health.WorkStates(), state) {
			t.Errorf("in the database, health_needs_person(%s) is %t", state, got)
		}
	}
}
