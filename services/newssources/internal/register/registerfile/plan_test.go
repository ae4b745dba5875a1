package registerfile

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/change"
)

// run applies a change set.
func (r rig) run(set *change.Set, err error) {
	r.t.Helper()
	must(r.t, err)
	_, err = r.sets.Apply(r.t.Context(), audit.Actor{}, set.ID, change.ApplyInput{})
	must(r.t, err)
	_, err = r.sets.Run(r.t.Context(), set.ID)
	must(r.t, err)
}

// planned returns the results, names and reasons of the items of a plan.
func (r rig) planned(yaml string) (lines []string) {
	r.t.Helper()
	file, err := Read("sources.yaml", []byte(yaml))
	must(r.t, err)
	items, err := file.Plan(r.t.Context(), r.db, r.sets)
	must(r.t, err)
	for _, i := range items {
		lines = append(lines, strings.TrimSpace(string(i.Result)+" "+i.TargetName+" "+i.Reason))
	}
	return lines
}

// TestUndoneFilesCanBeRepeated expects that a file unarchives what the undo of its application or of its redo has
// archived, and nothing that a person or a file has archived.
func TestUndoneFilesCanBeRepeated(t *testing.T) {
	t.Parallel()
	r, ctx, by := newRig(t), t.Context(), audit.Actor{}
	const yaml = "- {name: Paper, homepage_url: https://paper.example/, endpoints: [{url: https://paper.example/rss, kind: rss}]}\n" +
		"- {name: Kid, homepage_url: https://kid.example/, parent: paper.example, lifecycle: paused}\n"
	last := func() uuid.UUID {
		t.Helper()
		var id uuid.UUID
		must(t, r.db.Pool.QueryRow(ctx, "SELECT id FROM change_sets ORDER BY id DESC LIMIT 1").Scan(&id))
		return id
	}
	undo := func() {
		t.Helper()
		r.run(r.sets.Undo(ctx, by, last(), nil, ""))
	}
	must(t, r.apply(yaml))
	for _, undos := range []int{1, 3} {
		for range undos {
			undo()
		}
		want := "pending Paper This source was archived by an undo. The file unarchives it."
		if got := r.planned(yaml); len(got) != 2 || got[0] != want {
			t.Errorf("after %d undos, the plan is %q, want %q", undos, got, want)
		}
		must(t, r.apply(yaml))
	}
	const archived = "- {name: Paper, homepage_url: https://paper.example/, lifecycle: archived}\n"
	must(t, r.apply(archived))
	undo()
	undo()
	if got := r.planned(yaml); len(got) != 1 || !strings.HasPrefix(got[0], "refused Paper This source is archived.") {
		t.Errorf("the plan for a source that a file has archived is %q", got)
	}
}

// TestPlanRefuses expects that a plan shows what cannot be applied as refused, again after the rest was applied.
func TestPlanRefuses(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		start, file  string
		first, again []string // nil: like first
	}{
		"a pause of a new source that is not paused": {"",
			"- {name: A, homepage_url: https://a.example/, paused_until: 2127-01-01, endpoints: [{url: https://a.example/1, kind: rss}]}\n" +
				"- {name: B, homepage_url: https://b.example/, lifecycle: draft, pause_reason: Moving}\n" +
				"- {name: C, homepage_url: https://c.example/, lifecycle: archived, pause_reason: Moving}\n",
			[]string{"refused A Only a paused source can have an end of the pause. Pause the source, or remove this value.",
				"refused https://a.example/1 Its source cannot be created.",
				"refused B Only a paused source can have a reason for the pause. Pause the source, or remove this value.", "pending C"},
			[]string{"refused A Only a paused source can have an end of the pause. Pause the source, or remove this value.",
				"refused https://a.example/1 Its source cannot be created.",
				"refused B Only a paused source can have a reason for the pause. Pause the source, or remove this value."}},
		"the homepage of another source": {
			"- {name: A, homepage_url: https://a.example/}\n- {name: B, homepage_url: https://b.example/}\n",
			"- {name: A 2, canonical_domain: a.example, homepage_url: https://www.b.example/}\n",
			[]string{"refused A https://www.b.example/ is an address of “B”. If both are the same outlet, merge them."}, nil},
		"parents of each other": {
			"- {name: A, homepage_url: https://a.example/}\n- {name: B, homepage_url: https://b.example/}\n",
			"- {homepage_url: https://a.example/, parent: b.example}\n- {homepage_url: https://b.example/, parent: a.example}\n",
			[]string{"refused A “B” is a part of another source itself. Choose that one.",
				"refused B “A” is a part of another source itself. Choose that one."}, nil},
		"new parents of each other": {"",
			"- {name: A, homepage_url: https://a.example/, parent: b.example, endpoints: [{url: https://a.example/1, kind: rss}]}\n" +
				"- {name: B, homepage_url: https://b.example/, parent: a.example}\n",
			[]string{"refused A “B” is a part of another source itself. Choose that one.",
				"refused https://a.example/1 Its source cannot be created.",
				"refused B “A” is a part of another source itself. Choose that one."}, nil},
		"a new and an old parent of each other": {"- {name: A, homepage_url: https://a.example/}\n",
			"- {homepage_url: https://a.example/, parent: b.example}\n" +
				"- {name: B, homepage_url: https://b.example/, parent: a.example}\n",
			[]string{"refused A “B” is a part of another source itself. Choose that one.",
				"refused B “A” is a part of another source itself. Choose that one."}, nil},
		"a chain": {"",
			"- {name: A, homepage_url: https://a.example/}\n- {name: B, homepage_url: https://b.example/, parent: a.example}\n" +
				"- {name: C, homepage_url: https://c.example/, parent: b.example}\n",
			[]string{"pending A", "pending B", "refused C “B” is a part of another source itself. Choose that one."},
			[]string{"refused C “B” is a part of another source itself. Choose that one."}},
		"the parts of a source that is refused": {"- {name: Old, homepage_url: https://old.example/}\n",
			"- {name: A, homepage_url: https://a.example/, country: ZZ}\n" +
				"- {name: B, homepage_url: https://b.example/, parent: a.example, endpoints: [{url: https://b.example/1, kind: rss}]}\n" +
				"- {name: Old, homepage_url: https://old.example/, parent: a.example}\n",
			[]string{"refused A “ZZ” is not a country code. Use two letters (ISO 3166-1), such as ES or BR.", "refused B Its parent “A” cannot be created.",
				"refused https://b.example/1 Its source cannot be created.", "refused Old Its parent “A” cannot be created."}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newRig(t)
			if test.again == nil {
				test.again = test.first
			}
			if test.start != "" {
				must(t, r.apply(test.start))
			}
			if got := r.planned(test.file); !slices.Equal(got, test.first) {
				t.Errorf("the plan is\n%s, want\n%s", strings.Join(got, "\n"), strings.Join(test.first, "\n"))
			}
			file, err := Read("sources.yaml", []byte(test.file))
			must(t, err)
			set, err := file.CreateDraft(t.Context(), audit.Actor{}, r.sets)
			if must(t, err); set.Pending > 0 {
				r.run(set, nil)
			}
			if set, err = r.sets.Get(t.Context(), set.ID); err != nil || set.Refused != len(test.again) {
				t.Errorf("%d items are refused, want %d (%v)", set.Refused, len(test.again), err)
			}
			if got := r.planned(test.file); !slices.Equal(got, test.again) {
				t.Errorf("the plan is\n%s afterwards, want\n%s", strings.Join(got, "\n"), strings.Join(test.again, "\n"))
			}
		})
	}
}
