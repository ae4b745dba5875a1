package registerfile

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/merge"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// TestMergedSources expects that the records of merged sources are unchanged as in an export, are otherwise refused
// with the id of the remaining source, and are not the reason to archive it.
func TestMergedSources(t *testing.T) {
	t.Parallel()
	r, ctx, by := newRig(t), t.Context(), audit.Actor{}
	must(t, r.apply("- {name: A, homepage_url: https://a.example/}\n"+
		"- {name: B, homepage_url: https://b.example/, tier: 3, country: ES, languages: [es], rights: permitted, rights_note: By mail, tags: [b],\n"+
		"   endpoints: [{url: https://b.example/rss, kind: rss}]}\n- {name: C, homepage_url: https://c.example/}\n"))
	list, err := source.LoadAfter(ctx, r.db.Pool, uuid.Nil, 3)
	must(t, err)
	a, b, c := list[0], list[1], list[2]
	merges := merge.New(r.db, r.sets)
	r.run(merges.Draft(ctx, by, merge.Input{From: b.ID, Into: a.ID}))
	r.run(merges.Draft(ctx, by, merge.Input{From: a.ID, Into: c.ID}))
	r.expectEmpty(r.export())
	refused := "refused B This source was merged into another one and can't be changed. Use the id " + c.ID.String() +
		", or undo the merge."
	for record, want := range map[string][]string{
		"name: B, homepage_url: https://b.example/, tier: 2":                                              {refused},
		"name: B, homepage_url: https://b.example/":                                                       {refused},
		"name: B, homepage_url: https://b.example/, lifecycle: active":                                    {refused},
		"name: B, homepage_url: https://b.example/, lifecycle: archived":                                  {"pending C"},
		"name: B, homepage_url: https://b.example/, endpoints: [{url: https://b.example/rss, kind: rss}]": {refused},
	} {
		file, err := Read("sources.yaml", []byte("- {"+record+"}\n"))
		must(t, err)
		file.ArchiveMissing = true
		items, err := file.Plan(ctx, r.db, r.sets)
		must(t, err)
		var got []string
		for _, i := range items {
			got = append(got, strings.TrimSpace(string(i.Result)+" "+i.TargetName+" "+i.Reason))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", record, got, want)
		}
	}
}

// TestFormerAddressesAreNotMissing expects that a source is not archived because a file names it by an alias.
func TestFormerAddressesAreNotMissing(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	must(t, r.apply("- {name: Forum, homepage_url: https://forum.example/, aliases: [forum.wordpress.com, paper.example/forum]}\n"+
		"- {name: Other, homepage_url: https://other.example/}\n"))
	for _, homepage := range []string{"https://forum.wordpress.com/", "https://paper.example/forum/start"} {
		data, err := json.Marshal([]map[string]string{{"name": "Forum", "homepage_url": homepage}})
		must(t, err)
		file, err := Read("sources.json", data)
		must(t, err)
		file.ArchiveMissing = true
		items, err := file.Plan(t.Context(), r.db, r.sets)
		must(t, err)
		if len(items) != 2 || items[0].Result != "refused" || items[1].TargetName != "Other" {
			t.Errorf("%s: the plan is %+v", homepage, items)
		}
	}
}
