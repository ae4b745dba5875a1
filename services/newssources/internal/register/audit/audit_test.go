package audit

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/testdb"
)

func formatChanges(changes []Change) string {
	parts := make([]string, len(changes))
	for i, c := range changes {
		parts[i] = fmt.Sprintf("%s %s>%s", c.Field, c.Before, c.After)
	}
	return strings.Join(parts, ", ")
}

func TestDiff(t *testing.T) {
	t.Parallel()
	type object struct {
		Name  string     `json:"name"`
		Count int        `json:"count"`
		Flag  bool       `json:"flag"`
		Tier  *int       `json:"tier"`
		Tags  []string   `json:"tags"`
		At    *time.Time `json:"at"`
		Key   string     `json:"-"`
	}
	one, at := 1, time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	tests := []struct {
		name          string
		before, after any
		want          string
	}{
		{"nothing", object{}, object{}, ""},
		{"both nil", nil, nil, ""},
		{"the same", object{Name: "a", Tags: []string{"x"}}, object{Name: "a", Tags: []string{"x"}}, ""},
		{"a field without JSON name", object{Key: "a"}, object{Key: "b"}, ""},
		{"null, empty and absent are the same", object{Tags: nil}, object{Tags: []string{}}, ""},
		{"one", object{Name: "a"}, object{Name: "b"}, `name "a">"b"`},
		{"cleared", object{Name: "a", Tier: &one}, object{}, `name "a">, tier 1>`},
		{"set", object{}, object{Tags: []string{"x", "y"}, At: &at}, `at >"2026-01-02T03:04:05Z", tags >["x","y"]`},
		{"zero is a value", object{Count: 1, Flag: true}, object{}, `count 1>0, flag true>false`},
		{"created", nil, object{Name: "a"}, `count >0, flag >false, name >"a"`},
		{"deleted", object{Name: "a"}, nil, `count 0>, flag false>, name "a">`},
		{"a nil map", map[string]any(nil), map[string]any{"a": 1}, `a >1`},
		{"maps", map[string]any{"b": 1, "a": "x"}, map[string]any{"b": 2}, `a "x">, b 1>2`},
	}
	for _, test := range tests {
		changes, err := Diff(test.before, test.after)
		if err != nil || formatChanges(changes) != test.want {
			t.Errorf("%s: got %s, %v; want %s", test.name, formatChanges(changes), err, test.want)
		}
	}
	if _, err := Diff(object{}, []int{1}); err == nil {
		t.Error("Diff accepts a list")
	}
	if _, err := Diff(func() {}, nil); err == nil {
		t.Error("Diff accepts a function")
	}
}

func TestHistory(t *testing.T) {
	t.Parallel()
	db := postgres.FromPool(testdb.New(t))
	source, other, actor, importID := uuid.New(), uuid.New(), uuid.New(), uuid.New()
	by := Actor{ActorID: &actor, Email: "ada@example.org", Name: "Ada", Role: "editor", RequestID: "r-1",
		ImportID: &importID}
	event := func(version int, changes ...Change) Event {
		return Event{Action: "source.updated", TargetType: "source", TargetID: source, TargetName: "Daily", SourceID: source,
			Version: version, Changes: changes}
	}
	change := func(field, before, after string) Change {
		return Change{field, json.RawMessage(before), json.RawMessage(after)}
	}
	record := func(actor Actor, events ...Event) {
		t.Helper()
		if err := db.Tx(t.Context(),
			func(tx postgres.Tx) error { return Record(t.Context(), tx, actor, events...) }); err != nil {
			t.Fatal(err)
		}
	}
	record(by)
	record(by, event(1), event(2, change("name", `"a"`, `"b"`), change("tags", `["x"]`, `["y"]`)))
	record(Actor{Name: "Command line", Role: "admin"}, event(3, change("name", `"b"`, `"c"`)),
		Event{TargetID: other, SourceID: other, Version: 9})
	record(by, event(4, change("tags", `["y"]`, `["x"]`), change("tier", `1`, `2`)))

	list, err := History(t.Context(), db.Ent, Query{SourceID: &source, Limit: 10})
	if err != nil {
		t.Fatal(err)
	}
	versions := func(list []Entry) (versions []int) {
		for _, e := range list {
			versions = append(versions, e.Version)
		}
		return versions
	}
	if got := versions(list); !slices.Equal(got, []int{4, 3, 2, 1}) {
		t.Errorf("newest first: %v", got)
	}
	if e := list[0]; *e.Actor.ActorID != actor || *e.Actor.ImportID != importID || e.Actor.RequestID != "r-1" ||
		e.Actor.Role != "editor" || e.TargetName != "Daily" ||
		e.TargetType != "source" || time.Since(e.At) > time.Minute {
		t.Errorf("the entry is %+v", e)
	}
	if e := list[1]; e.Actor.ActorID != nil || e.Actor.ImportID != nil || e.Actor.Name != "Command line" {
		t.Errorf("of a command: %+v", e)
	}
	if list[3].Changes == nil {
		t.Error("an event without changes has a nil list")
	}
	page, err := History(t.Context(), db.Ent, Query{SourceID: &source, Before: list[1].ID, Limit: 1})
	if err != nil || !slices.Equal(versions(page), []int{2}) {
		t.Errorf("older than version 3: %v, %v", versions(page), err)
	}

	counts, isMinimum, err := CountActions(t.Context(), db.Ent, Query{Since: list[3].At.Add(-time.Second), Limit: 4})
	if err != nil || !isMinimum || counts["source.updated"] != 3 || counts[""] != 1 {
		t.Errorf("the newest four events by action: %v, %v", counts, err)
	}

	for _, c := range []struct {
		version int
		want    string
	}{
		{1, `name "a">"c", tier 1>2`}, {2, `name "b">"c", tags ["y"]>["x"], tier 1>2`}, {3, `tags ["y"]>["x"], tier 1>2`},
	} {
		conflict, err := Since(t.Context(), db.Ent, source, c.version)
		if err != nil || formatChanges(conflict.Fields) != c.want || conflict.Version != 4 ||
			conflict.Last.Actor.Name != "Ada" {
			t.Errorf("since %d: %+v, %v; want %s", c.version, conflict, err, c.want)
		}
	}
	record(by, event(5, change("tags", `["x"]`, `["y"]`), change("tier", `2`, `1`)))
	if conflict, err := Since(t.Context(), db.Ent, source, 3); err != nil || conflict.Fields == nil ||
		len(conflict.Fields) != 0 {
		t.Errorf("all former values are restored: %+v, %v", conflict, err)
	}
	if conflict, err := Since(t.Context(), db.Ent, source, 5); conflict != nil || err != nil {
		t.Errorf("since now: %+v, %v", conflict, err)
	}
}

func TestMergeAndRebase(t *testing.T) {
	t.Parallel()
	type alias struct {
		Kind  string `json:"kind"`
		Value string `json:"value"`
		To    string `json:"to,omitempty"`
	}
	type object struct {
		Name    string   `json:"name"`
		Notes   string   `json:"notes"`
		Tags    []string `json:"tags"`
		Aliases []alias  `json:"aliases"`
	}
	a, b, c := alias{Kind: "name", Value: "a"}, alias{Kind: "name", Value: "b"}, alias{Kind: "domain", Value: "b"}
	dated := alias{Kind: "name", Value: "b", To: "2020-12-31"}
	tests := []struct {
		name                   string
		before, after, present object
		merged                 object
		rebased                object
		kept                   string
	}{
		{"an untouched value", object{Name: "x"}, object{Name: "y"}, object{Name: "x"}, object{Name: "y"},
			object{Name: "y"}, ""},
		{"an edited value", object{Name: "x"}, object{Name: "y"}, object{Name: "z"}, object{Name: "y"},
			object{Name: "z"}, "name"},
		{"elements", object{Tags: []string{"a", "b"}}, object{Tags: []string{"a", "c"}}, object{Tags: []string{"b", "d"}},
			object{Tags: []string{"d", "c"}}, object{Tags: []string{"d", "c"}}, ""},
		{"all elements", object{Tags: []string{"a"}}, object{}, object{Tags: []string{"a", "b"}},
			object{Tags: []string{"b"}}, object{Tags: []string{"b"}}, ""},
		{"elements that were removed", object{Tags: []string{"a", "b"}}, object{Tags: []string{"a"}},
			object{Tags: []string{"a", "c"}}, object{Tags: []string{"a", "c"}}, object{Tags: []string{"a", "c"}}, "tags"},
		{"a removed alias that has dates since", object{Aliases: []alias{a, b}}, object{Aliases: []alias{a}},
			object{Aliases: []alias{a, dated, c}}, object{Aliases: []alias{a, c}}, object{Aliases: []alias{a, c}}, ""},
		{"the dates of an alias", object{Aliases: []alias{b}}, object{Aliases: []alias{dated}},
			object{Aliases: []alias{b, c}}, object{Aliases: []alias{dated, c}}, object{Aliases: []alias{dated, c}}, ""},
		{"paragraphs", object{Notes: "a\n\nb"}, object{Notes: "a"}, object{Notes: "a\n\nb\n\nc"},
			object{Notes: "a\n\nc"}, object{Notes: "a\n\nc"}, ""},
		{"the only paragraph", object{Notes: "a"}, object{}, object{Notes: "a\n\nb"}, object{Notes: "b"},
			object{Notes: "b"}, ""},
		{"an edited paragraph", object{Notes: "a\n\nb"}, object{Notes: "a"}, object{Notes: "a\n\nc"},
			object{Notes: "a\n\nc"}, object{Notes: "a\n\nc"}, "notes"},
	}
	for _, test := range tests {
		changes, err := Diff(test.before, test.after)
		if err != nil {
			t.Fatal(err)
		}
		merged := test.present
		if err := Merge(&merged, changes); err != nil || !reflect.DeepEqual(merged, test.merged) {
			t.Errorf("%s is merged: %+v, %v", test.name, merged, err)
		}
		list, kept, err := Rebase(test.present, changes)
		if err != nil || strings.Join(kept, ",") != test.kept {
			t.Errorf("%s: kept %q, %v", test.name, kept, err)
		}
		rebased := test.present
		if err := Apply(&rebased, list); err != nil || !reflect.DeepEqual(rebased, test.rebased) {
			t.Errorf("%s is rebased: %+v, %v", test.name, rebased, err)
		}
		if err := Apply(&rebased, Inverse(list)); err != nil || !reflect.DeepEqual(rebased, test.present) {
			t.Errorf("%s: %s does not start from the present values", test.name, formatChanges(list))
		}
	}
}
