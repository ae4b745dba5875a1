package tableimport

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/register/listfile"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/register/tablefile"
)

// create creates a source in the register.
func (h *harness) create(name, homepage string, parent *uuid.UUID, feeds ...source.EndpointDetails) *source.Source {
	h.t.Helper()
	made, err := h.register.Create(h.t.Context(), h.by, source.CreateInput{DuplicateReason: "own newsroom",
		Details:   source.Details{Name: name, HomepageURL: homepage, ParentID: parent},
		Endpoints: feeds})
	h.must(err)
	return made
}

// export returns all sources as a file, in the order of their creation.
func (h *harness) export(format listfile.Format) string {
	h.t.Helper()
	return h.exportSorted(format, false)
}

func (h *harness) exportSorted(format listfile.Format, isReversed bool) string {
	h.t.Helper()
	list, err := source.LoadAfter(h.t.Context(), h.db.Pool, uuid.Nil, 100)
	h.must(err)
	if isReversed {
		slices.Reverse(list)
	}
	records, err := listfile.FromSources(h.t.Context(), h.db.Pool, list)
	h.must(err)
	var file bytes.Buffer
	w := listfile.NewWriter(&file, format, listfile.Options{Endpoints: 2})
	for i := range records {
		h.must(w.Write(&records[i]))
	}
	h.must(w.Close())
	return file.String()
}

// stageBoth stages a file within a request and, if the format allows it, by a job, and expects the same results.
// It returns the last table.
func (h *harness) stageBoth(name, file, want string) (last uuid.UUID) {
	h.t.Helper()
	for _, last = range h.stageWays(name, file) {
		h.wantResults(last, want)
	}
	return last
}

// stageWays stages a file within a request and, if the format allows it, by a job.
func (h *harness) stageWays(name, file string) []uuid.UUID {
	h.t.Helper()
	ids := []uuid.UUID{h.stage(name, file)}
	if strings.HasSuffix(name, "xlsx") || strings.HasSuffix(name, ".json") {
		return ids
	}
	h.Enqueue = func(context.Context, postgres.Tx, uuid.UUID) error { return nil }
	id, err := h.CreateLarge(h.t.Context(), h.by, name, []byte(file)[:min(len(file), tablefile.HeadSize)],
		strings.NewReader(file))
	h.must(err)
	h.checkStaged(id)
	return append(ids, id)
}

// stageCounts stages a file like stageBoth, and expects these counts of results.
func (h *harness) stageCounts(name, file string, want map[string]int) (last uuid.UUID) {
	h.t.Helper()
	for _, last = range h.stageWays(name, file) {
		table, err := h.Get(h.t.Context(), last)
		h.must(err)
		delete(table.Counts, "repaired")
		if !maps.Equal(table.Counts, want) {
			h.t.Errorf("the counts are %v, want %v\n%s", table.Counts, want, h.results(last))
		}
	}
	return last
}

// outlets returns the sources with what identifies them and their parents, one per line.
func (h *harness) outlets() string {
	h.t.Helper()
	var text string
	h.must(h.db.Pool.QueryRow(h.t.Context(), `
		SELECT coalesce(string_agg(concat_ws(' ', s.name, s.canonical_domain || s.path_prefix, s.homepage_url,
			p.canonical_domain || p.path_prefix), E'\n' ORDER BY s.name), '')
		FROM sources s
		LEFT JOIN sources p ON p.id = s.parent_id`).Scan(&text))
	return text
}

// TestSectionsAreFound imports tables of people, without the columns of an export, into a register with an
// outlet and its section.
func TestSectionsAreFound(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	h.create("Paper", "https://paper.com/", nil)
	sport := h.create("Sport", "https://paper.com/sport", nil)
	_, err := h.register.Create(t.Context(), h.by, source.CreateInput{Details: source.Details{Name: "Alias",
		HomepageURL: "https://alias.com/", Aliases: []source.Alias{{Kind: source.AliasPath, Value: "paper.com/alias"}}}})
	h.must(err)
	_, err = h.register.Create(t.Context(), h.by, source.CreateInput{ImportedOutlet: &source.Outlet{Domain: "blog.paper.com"},
		Details: source.Details{Name: "Blog", HomepageURL: "https://blog.paper.com/"}})
	h.must(err)
	for name, test := range map[string]struct{ table, want string }{
		"a subdomain":           {"name,homepage,domain\nBlog 2,https://www.blog.paper.com/,blog.paper.com\n", "Blog"},
		"below a subdomain":     {"name,homepage\nBlog 2,https://en.blog.paper.com/a/b\n", "Blog"},
		"a feed of a subdomain": {"name,feed\nBlog 2,https://blog.paper.com/rss\n", "Blog"},
		"another subdomain":     {"name,homepage\nPaper 2,https://en.paper.com/a/b\n", "Paper"},
		"a path on a subdomain": {"name,homepage\nSport 2,https://en.paper.com/sport/live\n", "Sport"},
		"by its path":           {"name,homepage\nSport 2,https://paper.com/sport/\n", "Sport"},
		"by its id":             {"name,homepage,id\nSport 2,https://paper.com/sport/all," + sport.ID.String() + "\n", "Sport"},
		"below its path":        {"name,homepage\nSport 2,https://paper.com/sport/live\n", "Sport"},
		"a feed":                {"name,feed\nSport,https://paper.com/sport/rss\n", "Sport"},
		"a path of another":     {"homepage,feed\nhttps://paper.com/alias/,https://feeds.com/rss\n", "Alias"},
		"a feed below it":       {"name,feed\nAlias,https://paper.com/alias/rss\n", "Alias"},
		"another page":          {"name,homepage\nPaper 2,https://paper.com/news\n", "Paper"},
		"an unknown id":         {"name,homepage,id\nPaper 2,https://paper.com/," + uuid.NewString() + "\n", "Paper"},
		"a number as id":        {"name,homepage,id\nPaper 2,https://paper.com/,17\n", "Paper"},
		"the outlet":            {"name,homepage\nPaper 2,https://paper.com/\n", "Paper"},
		"a foreign path":        {"name,homepage,path\nPaper 2,https://paper.com/,/files/2.txt\n", "Paper"},
		"a path and a page":     {"name,homepage,path\nSport 2,https://paper.com/sport/live,/sport\n", "Sport"},
	} {
		id := h.stageBoth("list.csv", test.table, "1 update\n")
		row, err := h.RowByNumber(t.Context(), id, 1)
		h.must(err)
		if row.SourceName != test.want {
			t.Errorf("%s: %s is changed, want %s", name, row.SourceName, test.want)
		}
		h.must(h.Discard(t.Context(), h.by, id))
	}
	other := "name,homepage,id\nOther,https://other.com/," + sport.ID.String() + "\n" // a copied row
	h.stageBoth("list.csv", other, "1 create\n")
	taken := "name,homepage,id\nSport 2,https://paper.com/," + sport.ID.String() + "\n"
	h.stageBoth("list.csv", taken, "1 invalid Homepage: https://paper.com/ is an address of “Paper”. If both are the same "+
		"outlet, merge them.\n")

	id := h.stage("list.csv", "name,homepage\nSport 2,https://paper.com/sport/\n")
	if set := h.apply(id); set.Changed != 1 {
		t.Errorf("the change set is %+v", set)
	}
	want := "Paper paper.com https://paper.com/\nSport 2 paper.com/sport https://paper.com/sport/"
	if got := h.outlets(); !strings.HasSuffix(got, want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	id = h.stage("list.csv", "name,homepage\nA,https://paper.com/sport/\nB,https://paper.com/sport\n")
	h.must(h.EditRow(t.Context(), h.by, id, 1, RowEdit{Cells: []string{"B", "https://paper.com/sport/"}}))
	h.wantResults(id, "1 update\n2 duplicate Duplicate of line 2 in this file.\n")
}

// TestSectionsSurviveAnExport exports an outlet with a section in each format, and imports the file into the same
// register and an empty one.
func TestSectionsSurviveAnExport(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	h.create("Paper", "https://paper.com/", nil, source.EndpointDetails{Kind: "rss", URL: "https://paper.com/rss"})
	h.create("Sport", "https://paper.com/sport", nil,
		source.EndpointDetails{Kind: "rss", URL: "https://paper.com/sport/rss"})
	for _, format := range []listfile.Format{listfile.CSV, listfile.XLSX, listfile.JSON, listfile.NDJSON} {
		t.Run(string(format), func(t *testing.T) {
			t.Parallel()
			same := *h
			same.t = t
			name, file := "export."+string(format), h.export(format)
			same.stageBoth(name, file, "1 unchanged\n2 unchanged\n")
			empty := newHarness(t)
			empty.apply(empty.stageBoth(name, file, "1 create\n2 create\n"))
			if got, want := empty.outlets(), h.outlets(); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
			empty.stageBoth(name, file, "1 unchanged\n2 unchanged\n")
		})
	}
}

// TestPartsSurviveAMove exports an outlet with parts in each format, with the parent before and after its parts, and
// imports the file into the same register and an empty one.
func TestPartsSurviveAMove(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	paper := h.create("Paper", "https://paper.com/", nil)
	h.create("Kid", "https://kid.com/", &paper.ID,
		source.EndpointDetails{Kind: "rss", URL: "https://kid.com/rss"},
		source.EndpointDetails{Kind: "rss", URL: "https://kid.com/2"},
		source.EndpointDetails{Kind: "rss", URL: "https://kid.com/3"})
	h.create("Sport", "https://paper.com/sport", &paper.ID)
	channel := h.create("Channel", "https://www.youtube.com/@channel", nil)
	h.create("Show", "https://show.com/", &channel.ID)
	h.eachExport(t, func(t *testing.T, same *harness, format listfile.Format, name, file string) {
		created, unchanged := map[string]int{"create": 5}, map[string]int{"unchanged": 5}
		if format == listfile.CSV || format == listfile.XLSX { // the third endpoint has a row of its own
			created["update"], unchanged["duplicate"] = 1, 1
		}
		same.must(same.Discard(t.Context(), same.by, same.stageCounts(name, file, unchanged)))
		empty := newHarness(t)
		_, err := empty.DryRun(t.Context(), name, []byte(file), func(r StoredRow) {
			if r.Result != Create && r.Result != Update {
				t.Errorf("dry run: row %d is %s: %s", r.Number, r.Result, r.Reason)
			}
		})
		empty.must(err)
		id := empty.stageCounts(name, file, created)
		if set := empty.apply(id); set.Refused+set.Conflict != 0 {
			t.Errorf("the change set is %+v", set)
		}
		if got, want := empty.outlets(), h.outlets(); got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
		empty.stageCounts(name, file, unchanged)
		set, err := empty.changes.Undo(t.Context(), empty.by, id, nil, "")
		empty.must(err)
		if set = empty.run(set.ID); set.Refused+set.Conflict != 0 {
			t.Errorf("the undo is %+v", set)
		}
	})
}

// eachExport runs a test with the export of each format, in the order of creation and the reverse one.
func (h *harness) eachExport(t *testing.T,
	test func(t *testing.T, same *harness, format listfile.Format, name, file string)) {
	t.Helper()
	for _, format := range []listfile.Format{listfile.CSV, listfile.XLSX, listfile.JSON, listfile.NDJSON} {
		for order, isReversed := range map[string]bool{"older first": false, "newer first": true} {
			t.Run(string(format)+", "+order, func(t *testing.T) {
				t.Parallel()
				same := *h
				same.t = t
				test(t, &same, format, "export."+string(format), h.exportSorted(format, isReversed))
			})
		}
	}
}

// TestParentsOfRows imports tables with parents that the register, the file or neither has.
func TestParentsOfRows(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	paper := h.create("Paper", "https://paper.com/", nil)
	h.create("Part", "https://part.com/", &paper.ID)
	const header = "name,homepage,part of\n"
	for name, test := range map[string]struct{ rows, want string }{
		"a domain":         {"Kid,https://kid.com/,paper.com\n", "1 create\n"},
		"an address":       {"Kid,https://kid.com/,https://www.paper.com/\n", "1 create\n"},
		"an id":            {"Kid,https://kid.com/," + paper.ID.String() + "\n", "1 create\n"},
		"the same parent":  {"Part,https://part.com/,paper.com\n", "1 unchanged\n"},
		"an empty cell":    {"Part,https://part.com/,\n", "1 unchanged\n"},
		"a cleared parent": {"Part,https://part.com/,\\N\n", "1 update\n"},
		"a new parent":     {"Part,https://part.com/,new.com\nNew,https://new.com/,\n", "1 update\n2 create\n"},
		"no parent":        {"Kid,https://kid.com/,none.com\n", noParent(1, "none.com")},
		"no address": {"Kid,https://kid.com/,a paper\n", "1 invalid Part of: “a paper” is not a domain or an address. " +
			"Enter the domain and path of the parent, such as example.org/sport.\n"},
		"an invalid parent": {"Kid,https://kid.com/,new.com\nNew,https://new.com/,none.com\n",
			noParent(1, "new.com") + noParent(2, "none.com")},
		"its own address": {"Paper,https://paper.com/,\nKid,https://paper.com/kid,paper.com\n", "1 unchanged\n" +
			"2 invalid Part of: the row has the domain and path of its parent. Enter another homepage, or the path of " +
			"the part in the column “Path”.\n"},
		"a part": {"Kid,https://kid.com/,part.com\n", "1 invalid Part of: “Part” is a part of another source itself. " +
			"Choose that one.\n"},
		"a new part": {"New,https://new.com/,paper.com\nKid,https://kid.com/,new.com\n", "1 create\n" +
			"2 invalid Part of: “New” is a part of another source itself. Choose that one.\n"},
	} {
		id := h.stage("list.csv", header+test.rows)
		if got := h.results(id); got != test.want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, test.want)
		}
		h.must(h.Discard(t.Context(), h.by, id))
	}
	h.apply(h.stage("list.csv", header+"Part,https://part.com/,new.com\nNew,https://new.com/,\n"))
	if want := "Part part.com https://part.com/ new.com"; !strings.Contains(h.outlets(), want) {
		t.Errorf("got\n%s\nwant\n%s", h.outlets(), want)
	}

	id := h.stage("list.csv", header+"Kid,https://kid.com/,late.com\nLate,https://late.com/,\n")
	h.must(h.EditRow(t.Context(), h.by, id, 2, RowEdit{Skip: new(true)}))
	h.wantResults(id, noParent(1, "late.com")+"2 skipped You skipped it.\n")
	h.must(h.EditRow(t.Context(), h.by, id, 2, RowEdit{Skip: new(false)}))
	h.wantResults(id, "1 create\n2 create\n")
	h.must(h.EditRow(t.Context(), h.by, id, 1, RowEdit{Cells: []string{"Kid", "https://kid.com/", "paper.com"}}))
	h.wantResults(id, "1 create\n2 create\n")
}

// noParent is the result of a row whose parent was not found.
func noParent(number int, outlet string) string {
	return fmt.Sprintf("%d invalid Part of: there is no possible parent at %s. The parent must be a source of the "+
		"register or of a valid row in this file, and must not be a part itself.\n", number, outlet)
}
