package transfer

import (
	"bytes"
	"testing"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/register/listfile"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// exportOPML returns all sources as a list.
func (r *harness) exportOPML() string {
	r.t.Helper()
	list, err := source.LoadAfter(r.t.Context(), r.db.Pool, uuid.Nil, 100)
	if err != nil {
		r.t.Fatal(err)
	}
	var file bytes.Buffer
	w := listfile.NewWriter(&file, listfile.OPML, listfile.Options{Title: "Sources"})
	for _, s := range list {
		record := listfile.FromSource(s)
		if err := w.Write(&record); err != nil {
			r.t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		r.t.Fatal(err)
	}
	return file.String()
}

// TestSourcesWithoutFeedsSurviveAnExport exports a source with a feed and two without, imports the list into an
// empty register, and again into the same one, and undoes the import.
func TestSourcesWithoutFeedsSurviveAnExport(t *testing.T) {
	t.Parallel()
	from := newHarness(t)
	for _, input := range []source.CreateInput{
		{Details: source.Details{Name: "Paper", HomepageURL: "https://paper.com/", Tags: []string{"Press"}}},
		{Details: source.Details{Name: "Channel", HomepageURL: "https://www.youtube.com/@channel"}},
		{Details: source.Details{Name: "Herald", HomepageURL: "https://feed.com/"},
			Endpoints: []source.EndpointDetails{{Kind: "rss", URL: "https://feed.com/rss"}}},
	} {
		if _, err := from.register.Create(t.Context(), from.by, input); err != nil {
			t.Fatal(err)
		}
	}
	file := from.exportOPML()
	to := newHarness(t)
	run, err := to.DryRun(t.Context(), to.by, []byte(file))
	if err != nil || run.Created != 3 || len(run.Sources) != 3 {
		t.Errorf("the dry run is %+v, %v", run, err)
	}
	made := to.importList([]byte(file))
	to.wantCounts(made, "done: 3 created, 0 exist, 0 invalid, 0 pending of 3")
	if got := to.exportOPML(); got != file {
		t.Errorf("got\n%s\nwant\n%s", got, file)
	}
	again := to.importList([]byte(file))
	to.wantCounts(again, "done: 0 created, 3 exist, 0 invalid, 0 pending of 3")
	for _, row := range to.rows(again.ID, RowQuery{}) {
		if row.SourceID == nil {
			t.Errorf("row %d has no source", row.Number)
		}
	}
	if _, err := to.Undo(t.Context(), to.by, made.ID); err != nil {
		t.Fatal(err)
	}
	for _, row := range to.rows(made.ID, RowQuery{}) {
		if row.Result != Removed {
			t.Errorf("row %d is %s: %s", row.Number, row.Result, row.Reason)
		}
	}
}

// TestLinksOfAList imports links of other tools: a link twice, one without a valid address, and outlines that
// only have a page.
func TestLinksOfAList(t *testing.T) {
	t.Parallel()
	r := newHarness(t)
	made := r.importList(opml(`type="link" text="A" url="https://a.com/"`, `type="link" text="A 2" url="http://www.a.com"`,
		`type="link" text="B" url="nonsense"`, `type="rss" text="A 3" xmlUrl="https://a.com/rss"`,
		`text="C" htmlUrl="https://c.com/"`, `type="rss" text="D" htmlUrl="https://d.com/"`))
	r.wantCounts(made, "done: 4 created, 1 exist, 1 invalid, 0 pending of 6")
	var names string
	err := r.db.Pool.QueryRow(t.Context(),
		"SELECT string_agg(name || endpoint_count, ',' ORDER BY name) FROM sources").Scan(&names)
	if err != nil || names != "A1,C0,D0" {
		t.Errorf("the sources are %s, %v", names, err)
	}
}

// TestPathsOfSourcesInAList imports feeds and links below the path of a section, a path that is an alias and a
// subdomain that is a source.
func TestPathsOfSourcesInAList(t *testing.T) {
	t.Parallel()
	r := newHarness(t)
	for _, input := range []source.CreateInput{
		{Details: source.Details{Name: "Portal", HomepageURL: "https://portal.com/"}},
		{Details: source.Details{Name: "Paper", HomepageURL: "https://paper.com/",
			Aliases: []source.Alias{{Kind: source.AliasPath, Value: "portal.com/zurich"}}}},
		{Details: source.Details{Name: "Sport", HomepageURL: "https://portal.com/sport"}, DuplicateReason: "A section"},
		{Details: source.Details{Name: "Blog", HomepageURL: "https://blog.paper.com/"},
			ImportedOutlet: &source.Outlet{Domain: "blog.paper.com"}},
	} {
		if _, err := r.register.Create(t.Context(), r.by, input); err != nil {
			t.Fatal(err)
		}
	}
	list := opml(`type="rss" text="A" xmlUrl="https://portal.com/zurich/feed"`,
		`type="rss" text="B" xmlUrl="https://feeds.com/b" htmlUrl="https://portal.com/zurich/"`,
		`type="rss" text="C" xmlUrl="https://portal.com/c/feed"`,
		`type="rss" text="D" xmlUrl="https://portal.com/sport/feed"`,
		`type="rss" text="F" xmlUrl="https://www.blog.paper.com/rss" htmlUrl="https://www.blog.paper.com/"`,
		`type="link" text="E" url="https://portal.com/zurich/news"`, `type="link" text="G" url="https://en.blog.paper.com/"`)
	run, err := r.DryRun(t.Context(), r.by, list)
	if err != nil || run.Created != 5 || run.Exists != 2 || len(run.Sources) > 0 {
		t.Errorf("the dry run is %+v, %v", run, err)
	}
	r.wantCounts(r.importList(list), "done: 5 created, 2 exist, 0 invalid, 0 pending of 7")
	var names string
	err = r.db.Pool.QueryRow(t.Context(),
		"SELECT string_agg(name || endpoint_count, ',' ORDER BY name) FROM sources").Scan(&names)
	if err != nil || names != "Blog1,Paper2,Portal1,Sport1" {
		t.Errorf("the sources are %s, %v", names, err)
	}
}
