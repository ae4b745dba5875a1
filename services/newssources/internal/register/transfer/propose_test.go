package transfer

import (
	"fmt"
	"path"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/ent/member"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/approval"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/change"
)

// contributor returns a new member, whose lists become proposals.
func (r *harness) contributor() audit.Actor { return r.member(member.RoleContributor) }

func (r *harness) member(role member.Role) audit.Actor {
	r.t.Helper()
	row, err := r.db.Ent.Member.Create().SetUID("con").SetEmail("con@example.org").SetName("Con").SetRole(role).
		Save(r.t.Context())
	if err != nil {
		r.t.Fatal(err)
	}
	return audit.Actor{ActorID: &row.ID, Email: row.Email, Name: row.Name, Role: string(role)}
}

func (r *harness) propose(data []byte) *Import {
	r.t.Helper()
	proposed, err := r.Create(r.t.Context(), r.contributor(), "list.opml", data)
	if err != nil {
		r.t.Fatal(err)
	}
	return proposed
}

func (r *harness) approve(id uuid.UUID, input change.Approval) *Import {
	r.t.Helper()
	if _, err := r.changes.Approve(r.t.Context(), r.by, id, input); err != nil {
		r.t.Fatal(err)
	}
	if done, err := r.changes.Run(r.t.Context(), id); err != nil || !done {
		r.t.Fatalf("done: %v, %v", done, err)
	}
	return r.get(id)
}

// describe returns the sources and the endpoints, one per line.
func (r *harness) describe() string {
	r.t.Helper()
	var text string
	err := r.db.Pool.QueryRow(r.t.Context(), `
		SELECT coalesce(string_agg(line, E'\n' ORDER BY line), '')
		FROM (
			SELECT concat_ws(' ', s.canonical_domain || s.path_prefix, s.name, s.homepage_url, s.homepage_derived,
				s.name_derived, s.lifecycle, s.languages, s.endpoint_count, s.search_text, (
					SELECT string_agg(t.name, ',' ORDER BY t.name)
					FROM source_tags st
					JOIN tags t ON t.id = st.tag_id
					WHERE st.source_id = s.id), (
					SELECT count(*)
					FROM visits v
					WHERE v.source_id = s.id)) AS line
			FROM sources s
			UNION ALL
			SELECT concat_ws(' ', s.canonical_domain || s.path_prefix, e.url, e.kind, e.name)
			FROM endpoints e
			JOIN sources s ON s.id = e.source_id
		) l`).Scan(&text)
	if err != nil {
		r.t.Fatal(err)
	}
	return text
}

// existingList is imported by an editor before the proposals of these tests.
var existingList = opml(`title="Faro" xmlUrl="https://faro.example/rss" htmlUrl="https://faro.example/" category="old"`)

// proposedList extends a source, has six publishers at one host, feeds without homepages, a duplicate and
// a malformed address.
func proposedList() []byte {
	list := []string{
		`title="Faro" xmlUrl="https://faro.example/rss"`,
		`title="Faro: Deportes" xmlUrl="https://faro.example/sport" htmlUrl="https://faro.example/" category="sport"`,
		`title="Bote" xmlUrl="https://rss.bote.example/feed" language="de" category="regional"`,
		`title="Bote again" xmlUrl="https://rss.bote.example/feed"`,
		`title="Wrong" xmlUrl="javascript:alert(1)"`,
	}
	for n, name := range strings.Fields("Gazette Courier Herald Observer Tribune Chronicle") {
		list = append(list, fmt.Sprintf(`title="%s" xmlUrl="https://host.example/p%d/feed.xml"`, name, n))
	}
	return opml(list...)
}

// TestApprovedListsAreImported compares an approved list with the same list imported by an editor.
func TestApprovedListsAreImported(t *testing.T) {
	t.Parallel()
	sample, err := sampleFiles.ReadFile(path.Join("samples", "france.opml"))
	if err != nil {
		t.Fatal(err)
	}
	for name, list := range map[string][]byte{"cases": proposedList(), "sample": sample} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			imported, proposed := newHarness(t), newHarness(t)
			imported.importList(existingList)
			proposed.importList(existingList)
			before := proposed.describe()
			want := imported.importList(list)
			id := proposed.propose(list).ID
			found := proposed.get(id)
			if found.State != Proposed || found.Pending != want.Created || found.Created != 0 || *found.ChangeSet != id ||
				proposed.describe() != before {
				t.Fatalf("the proposal is %+v", found)
			}
			if got := proposed.approve(id, change.Approval{}); counts(got) != counts(want) || got.FinishedAt == nil {
				t.Errorf("got %s, want %s", counts(got), counts(want))
			}
			if got, want := proposed.describe(), imported.describe(); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
			proposed.checkConsistency()
			undone, err := proposed.Undo(t.Context(), proposed.by, id)
			if err != nil || undone.State != Undone || undone.Removed != want.Created {
				t.Errorf("the undo is %+v, %v", undone, err)
			}
		})
	}
}

func TestProposedListsAreApprovedInPart(t *testing.T) {
	t.Parallel()
	r := newHarness(t).withKeys("a")
	id := r.propose(opml(
		`title="Faro" xmlUrl="https://faro.example/rss"`,
		`title="Sport" xmlUrl="https://faro.example/sport"`,
		`title="Sport" xmlUrl="https://faro.example/sport"`,
		`title="Secret" xmlUrl="https://joe:t0psecret@secret.example/rss"`)).ID
	r.wantAbsent("t0psecret")
	items, err := r.changes.Items(t.Context(), id, nil, 0, 10)
	if err != nil || len(items) != 3 || items[2].TargetName != "Sport" {
		t.Fatalf("items: %+v, %v", items, err)
	}
	got := r.approve(id, change.Approval{Except: []int{3}, Reason: "No sport"})
	r.wantCounts(got, "done: 1 created, 0 exist, 3 invalid, 0 pending of 4")
	for n, want := range []string{"", "Rejected: No sport", "Rejected: No sport", credentialsNotProposed} {
		if row := r.rows(id, RowQuery{})[n]; row.Reason != want && want != "" || row.Recovered {
			t.Errorf("row %d is %+v", n+1, row)
		}
	}
	r.checkConsistency()
}

// TestLargeListsOfEditorsAreApproved checks the rule for changes of more than a number of items.
func TestLargeListsOfEditorsAreApproved(t *testing.T) {
	t.Parallel()
	r := newHarness(t)
	editor, two := r.member(member.RoleEditor), 2
	if _, err := approval.Save(t.Context(), r.db, r.by, approval.Rule{Above: &two, Version: 1}); err != nil {
		t.Fatal(err)
	}
	outlines := []string{`xmlUrl="https://faro.example/rss"`, `xmlUrl="https://bote.example/rss"`,
		`xmlUrl="https://costa.example/rss"`}
	for _, c := range []struct {
		by    audit.Actor
		rows  int
		state State
	}{{editor, 2, Queued}, {editor, 3, Proposed}, {audit.Actor{}, 3, Queued}} {
		list, err := r.Create(t.Context(), c.by, "list.opml", opml(outlines[:c.rows]...))
		if err != nil || list.State != c.state {
			t.Fatalf("%d rows of %q: %+v, %v", c.rows, c.by.Name, list, err)
		}
		if c.state != Proposed {
			continue
		}
		_, err = r.changes.Approve(t.Context(), editor, list.ID, change.Approval{})
		if !problem.Is(err, problem.OwnProposal) {
			t.Errorf("the author approves: %v", err)
		}
		r.wantCounts(r.approve(list.ID, change.Approval{}), "done: 3 created, 0 exist, 0 invalid, 0 pending of 3")
	}
}

// TestNewSourcesAreApprovedWithTheirEndpoints checks that an endpoint is not approved without its new source.
func TestNewSourcesAreApprovedWithTheirEndpoints(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		input change.Approval
		want  string
	}{
		"only an endpoint is approved": {change.Approval{Items: []int{2}, Reason: "One only"},
			"done: 1 created, 0 exist, 1 invalid, 0 pending of 2"},
		"only a source is rejected": {change.Approval{Except: []int{1}, Reason: "One only"},
			"done: 1 created, 0 exist, 1 invalid, 0 pending of 2"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newHarness(t)
			id := r.propose(opml(`title="Faro" xmlUrl="https://faro.example/rss"`,
				`title="Bote" xmlUrl="https://bote.example/rss"`)).ID
			items, err := r.changes.Items(t.Context(), id, nil, 0, 10)
			if err != nil || len(items) != 4 || items[0].TargetType != "source" || items[1].SourceID != items[0].TargetID {
				t.Fatalf("items: %+v, %v", items, err)
			}
			r.wantCounts(r.approve(id, c.input), c.want)
			if n := r.count("SELECT count(*) FROM endpoints"); n != 1 {
				t.Errorf("%d endpoints", n)
			}
			r.checkConsistency()
		})
	}
}

func TestProposedListsThatAreNotApproved(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		end  func(r *harness, by audit.Actor, id uuid.UUID) (*change.Set, error)
		want string
	}{
		"rejected": {func(r *harness, _ audit.Actor, id uuid.UUID) (*change.Set, error) {
			return r.changes.Reject(r.t.Context(), r.by, id, "no")
		}, "The proposal was rejected."},
		"withdrawn": {func(r *harness, by audit.Actor, id uuid.UUID) (*change.Set, error) {
			return r.changes.Cancel(r.t.Context(), by, id)
		}, "The proposal was withdrawn."},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newHarness(t)
			by := r.contributor()
			proposed, err := r.Create(t.Context(), by, "list.opml", existingList)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := c.end(r, by, proposed.ID); err != nil {
				t.Fatal(err)
			}
			got := r.get(proposed.ID)
			if got.State != Failed || got.Error != c.want || got.Pending != 1 || r.count("SELECT count(*) FROM sources") != 0 {
				t.Errorf("the import is %+v", got)
			}
			if _, err := r.Undo(t.Context(), r.by, proposed.ID); !problem.Is(err, problem.BadTransition) {
				t.Errorf("undo: %v", err)
			}
		})
	}
	r := newHarness(t)
	r.importList(existingList)
	if got := r.propose(existingList); got.State != Done || got.ChangeSet != nil || got.Exists != 1 {
		t.Errorf("a list without additions is %+v", got)
	}
}
