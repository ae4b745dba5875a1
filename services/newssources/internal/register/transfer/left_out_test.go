package transfer

import (
	"slices"
	"strings"
	"testing"
)

func TestOutlinesThatAreCommentedOutAreLeftOut(t *testing.T) {
	t.Parallel()
	r := newHarness(t)
	list := r.importList([]byte(`<opml version="2.0" xmlns:rights="urn:newsources:rights"><body>
<outline text="A" xmlUrl="https://a.example/rss"/>
<outline text="B" xmlUrl="https://b.example/rss" isComment="true"/>
<outline text="C" type="link" url="https://c.example/" isComment="TRUE"/>
<outline text="D" xmlUrl="https://d.example/rss" isComment="true" rights:link="forbidden"/>
<outline text="E" xmlUrl="https://e.example/rss" isComment="false" rights:machine_learning="forbidden"/>
<outline text="Folder" isComment="true"><outline text="F" xmlUrl="https://f.example/rss"/>
<outline text="G" xmlUrl="https://g.example/rss" isComment="false"/></outline>
</body></opml>`))
	r.wantCounts(list, "done: 2 created, 0 exist, 5 invalid, 0 pending of 7")
	page, err := r.Rows(t.Context(), list.ID, RowQuery{Result: Invalid, Limit: 10})
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range page.Rows {
		want := "This outline is commented out in the file (isComment), so it was left out."
		if row.Title == "D" {
			want = "The file says that the use of this source is forbidden, so it was left out."
		}
		if row.Reason != want || row.Recovered {
			t.Errorf("%s: %+v", row.Title, row)
		}
	}
}

// TestSourcesOfOneDomainSurviveAnExport exports a newspaper, its sections and its blogs, and tags that
// are no categories.
func TestSourcesOfOneDomainSurviveAnExport(t *testing.T) {
	t.Parallel()
	r := newHarness(t)
	const file = `<?xml version="1.0" encoding="UTF-8"?>
<opml version="2.0" xmlns:rights="urn:newsources:rights" xmlns:source="urn:newsources:source">
<head>
<title>Sources</title>
</head>
<body>
<outline type="rss" text="Zeta" title="Zeta" xmlUrl="https://zeta.com/rss" htmlUrl="https://zeta.com/"/>
<outline type="link" text="Sport" title="Sport" url="https://zeta.com/sport/" category="a" ` +
		`source:tags="a; &#34;b,c&#34;; d/e" source:path="/sport"/>
<outline type="rss" text="Eta Weekly" title="Eta Weekly" xmlUrl="https://zeta.com/e.xml" ` +
		`htmlUrl="https://zeta.com/economy" source:tags="&#34;Madrid, Spain&#34;" source:path="/economy"/>
<outline type="rss" text="Theta" title="Theta" xmlUrl="https://feeds.com/blog" htmlUrl="https://www.blog.zeta.com/" source:path="blog.zeta.com"/>
<outline type="link" text="Iota" title="Iota" url="https://blog.zeta.com/iota/" source:path="blog.zeta.com/iota"/>
</body>
</opml>
`
	r.wantCounts(r.importList([]byte(file)), "done: 5 created, 0 exist, 0 invalid, 0 pending of 5")
	if got := r.exportOPML(); got != file {
		t.Errorf("got\n%s\nwant\n%s", got, file)
	}
	table, err := r.AsTable(t.Context(), []byte(file))
	if err != nil {
		t.Fatal(err)
	}
	var outlets []string
	for _, row := range table.Rows {
		outlets = append(outlets, row.Cells[2]+row.Cells[3])
	}
	if want := []string{"", "zeta.com/sport", "zeta.com/economy", "blog.zeta.com", "blog.zeta.com/iota"}; !slices.Equal(outlets, want) {
		t.Errorf("the outlets of the rows are %q, want %q", outlets, want)
	}
	// A path that is not that of the homepage is ignored.
	r.wantCounts(r.importList(opml(`text="Other" xmlUrl="https://other.com/rss" htmlUrl="https://other.com/" source:path="evil.com/"`)),
		"done: 1 created, 0 exist, 0 invalid, 0 pending of 1")
	if got := r.exportOPML(); !strings.Contains(got, `htmlUrl="https://other.com/"/>`) || strings.Contains(got, "evil") {
		t.Errorf("got\n%s", got)
	}
}
