package merge

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/register/change"
	"github.com/newsources/newsources/services/newssources/internal/register/history"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// TestUndoKeepsLaterEdits edits what a merge changed. The undo separates the sources and keeps the edits.
func TestUndoKeepsLaterEdits(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	from, into := r.source("From", "from.example", "/rss"), r.source("Into", "into.example")
	r.edit(from, func(d *source.Details) { d.Owner, d.Country = "Former owner", "ES" })
	set := r.merge(from, into)
	r.edit(into, func(d *source.Details) { d.Owner = "New owner" })
	r.editEndpoint(from)
	undo := r.undo(set)
	r.wantState(undo, change.Applied)
	left, back := r.get(into), r.get(from)
	if left.Owner != "New owner" || left.Country != "" || len(left.Aliases) > 0 {
		t.Errorf("the remaining source: %+v", left.Details)
	}
	if len(back.Endpoints) != 1 || back.Endpoints[0].Section != "Sport" || back.Lifecycle != source.Active {
		t.Errorf("the separated source: %+v", back)
	}
	if _, err := r.sets.UndoNow(t.Context(), r.actor, undo.ID, nil); !problem.Is(err, problem.BadTransition) {
		t.Errorf("the undo of an undo: %v", err)
	}
}

// TestUndoInTheOrderOfTheMerges merges two sources into one and undoes the first merge first: afterwards all
// are as before.
func TestUndoInTheOrderOfTheMerges(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	all := []*source.Source{r.source("A", "a.example", "/1"), r.source("B", "b.example", "/2"),
		r.source("C", "c.example", "/3")}
	for i, s := range all {
		r.edit(s, func(d *source.Details) {
			d.Tags, d.Notes, d.Languages = append(d.Tags, "press"), "Note of "+s.Name, []string{[]string{"de", "fr", "it"}[i]}
			d.Aliases = []source.Alias{{Kind: "name", Value: "Former " + s.Name}}
		})
		all[i] = r.get(s)
	}
	first, second := r.merge(all[1], all[0]), r.merge(all[2], all[0])
	r.wantState(r.undo(first), change.Applied)
	r.wantState(r.undo(second), change.Applied)
	for _, s := range all {
		r.wantEndpoints(s, 1)
		if after := r.get(s); !reflect.DeepEqual(after.Details, s.Details) {
			t.Errorf("after the undos: %+v, want %+v", after.Details, s.Details)
		}
	}
}

// TestUndoKeepsAddedElements adds elements to the lists and notes that a merge changed, and dates to an alias.
// The undo keeps the elements and removes those of the merge.
func TestUndoKeepsAddedElements(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	from, into := r.source("From", "from.example"), r.source("Into", "into.example")
	r.edit(from, func(d *source.Details) { d.Notes = "Note of From" })
	set := r.merge(from, into)
	added := source.Alias{Kind: "domain", Value: "former.example", Origin: "person"}
	r.edit(into, func(d *source.Details) {
		d.Aliases[0].To = "2020-12-31"
		d.Aliases, d.Tags, d.Notes = append(d.Aliases, added), append(d.Tags, "new"), d.Notes+"\n\nAdded"
	})
	r.wantState(r.undo(set), change.Applied)
	if left := r.get(into); !slices.Equal(left.Aliases, []source.Alias{added}) ||
		!slices.Equal(left.Tags, []string{"Into", "new"}) || left.Notes != "Added" {
		t.Errorf("the remaining source: %+v", left.Details)
	}
}

// TestUndoWithTakenDomain cannot restore a source whose domain another source has since. Nothing is
// separated, and the other source can be edited.
func TestUndoWithTakenDomain(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	from, into := r.source("From", "from.example", "/rss"), r.source("Into", "into.example")
	set := r.merge(from, into)
	if _, err := r.register.Create(t.Context(), r.actor, source.CreateInput{Details: source.Details{Name: "Again",
		HomepageURL: "https://from.example/"}}); !problem.Is(err, problem.DuplicateSource) {
		t.Fatalf("a source is created for an alias: %v", err)
	}
	again, err := r.register.Create(t.Context(), r.actor, source.CreateInput{Details: source.Details{Name: "Again",
		HomepageURL: "https://from.example/"}, DuplicateReason: "Another paper uses the domain now."})
	r.must(err)
	_, err = r.register.Update(t.Context(), r.actor, again.ID, again.Version, func(d *source.Details) {
		d.HomepageURL = "https://from.example/start"
	})
	r.must(err) // the outlet is the same, so it may be an alias of another source
	undo := r.undo(set)
	r.wantState(undo, change.NotApplied)
	items, err := r.sets.Items(t.Context(), undo.ID, []change.Result{change.Refused}, 0, 10)
	r.must(err)
	if undo.Changed > 0 || len(items) != 3 ||
		!strings.Contains(items[0].Reason, "“Again” is already the source for from.example") {
		t.Errorf("%+v", items)
	}
	r.wantEndpoints(into, 1)
}

// TestRestoreKeepsMerged restores the remaining source to a time before the merge, which stays. The names and addresses
// of the merged source lead to it, also if it got its homepage, and the merge can be undone.
func TestRestoreKeepsMerged(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name     string
		choices  map[string]Choice
		fields   []string
		homepage string
	}{
		{"keep", nil, nil, "https://into.example/"},
		{"take", map[string]Choice{"homepage_url": Take, "name": Take}, nil, "https://from.example/"},
		{"only aliases", map[string]Choice{"homepage_url": Take}, []string{"aliases", "owner"}, "https://from.example/"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r := newRig(t)
			first, from, into := r.source("First", "first.example"), r.source("From", "from.example", "/rss"),
				r.source("Into", "into.example")
			r.merge(first, from)
			before := history.Version{At: time.Now(), Fields: c.fields}
			set := r.apply(r.draft(from, into, c.choices))
			r.wantState(set, change.Applied)
			r.edit(into, func(d *source.Details) { d.Owner = "Owner" })
			restored, err := r.sets.RestoreSource(t.Context(), r.actor, into.ID, before, "")
			r.must(err)
			r.wantState(r.apply(r.run(restored)), change.Applied)
			if found := r.get(into); found.HomepageURL != c.homepage || found.Owner != "" {
				t.Errorf("restored: %+v", found.Details)
			}
			for _, domain := range []string{"first.example", "from.example", "into.example"} {
				address, err := weburl.Parse("https://" + domain + "/")
				r.must(err)
				match, err := r.register.Match(t.Context(), address)
				r.must(err)
				if match == nil || match.SourceID != into.ID {
					t.Errorf("%s: %+v", domain, match)
				}
			}
			r.wantState(r.undo(set), change.Applied)
			if found := r.get(into); len(found.Aliases) > 0 || found.HomepageURL != "https://into.example/" {
				t.Errorf("after the undo: %+v", found.Details)
			}
		})
	}
}

// TestUndoAfterADeletion deletes a moved endpoint. The undo separates the sources, and the endpoint stays deleted.
func TestUndoAfterADeletion(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	from, into := r.source("From", "from.example", "/rss", "/more"), r.source("Into", "into.example")
	set := r.merge(from, into)
	moved := r.get(into).Endpoints[0]
	r.must(r.register.DeleteEndpoint(t.Context(), r.actor, into.ID, moved.ID, moved.Version))
	r.wantState(r.undo(set), change.Applied)
	r.wantEndpoints(into, 0)
	r.wantEndpoints(from, 1)
}
