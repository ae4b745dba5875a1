package tableimport

import (
	"bytes"
	"context"
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

// export returns all sources as a file.
func (h *harness) export(format listfile.Format) string {
	h.t.Helper()
	list, err := source.LoadAfter(h.t.Context(), h.db.Pool, uuid.Nil, 100)
	h.must(err)
	var file bytes.Buffer
	w := listfile.NewWriter(&file, format, listfile.Options{Endpoints: 2})
	for _, s := range list {
		record := listfile.FromSource(s)
		h.must(w.Write(&record))
	}
	h.must(w.Close())
	return file.String()
}

// stageBoth stages a file within a request and, if the format allows it, by a job, and expects the same results.
// It returns the last table.
func (h *harness) stageBoth(name, file, want string) uuid.UUID {
	h.t.Helper()
	id := h.stage(name, file)
	h.wantResults(id, want)
	if strings.HasSuffix(name, "xlsx") || strings.HasSuffix(name, ".json") {
		return id
	}
	h.Enqueue = func(context.Context, postgres.Tx, uuid.UUID) error { return nil }
	id, err := h.CreateLarge(h.t.Context(), h.by, name, []byte(file)[:min(len(file), tablefile.HeadSize)],
		strings.NewReader(file))
	h.must(err)
	h.checkStaged(id)
	h.wantResults(id, want)
	return id
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
	for name, test := range map[string]struct{ table, want string }{
		"by its path":       {"name,homepage\nSport 2,https://paper.com/sport/\n", "Sport"},
		"by its id":         {"name,homepage,id\nSport 2,https://paper.com/," + sport.ID.String() + "\n", "Sport"},
		"another page":      {"name,homepage\nPaper 2,https://paper.com/news\n", "Paper"},
		"an unknown id":     {"name,homepage,id\nPaper 2,https://paper.com/," + uuid.NewString() + "\n", "Paper"},
		"a number as id":    {"name,homepage,id\nPaper 2,https://paper.com/,17\n", "Paper"},
		"the outlet":        {"name,homepage\nPaper 2,https://paper.com/\n", "Paper"},
		"a foreign path":    {"name,homepage,path\nPaper 2,https://paper.com/,/files/2.txt\n", "Paper"},
		"a path and a page": {"name,homepage,path\nSport 2,https://paper.com/sport/live,/sport\n", "Sport"},
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

	id := h.stage("list.csv", "name,homepage\nSport 2,https://paper.com/sport/\n")
	if set := h.apply(id); set.Changed != 1 {
		t.Errorf("the change set is %+v", set)
	}
	want := "Paper paper.com https://paper.com/\nSport 2 paper.com/sport https://paper.com/sport/"
	if got := h.outlets(); got != want {
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

// TestUnknownParentsAreReported checks that the review of a file from another register reports the parts whose
// parent has another id here.
func TestUnknownParentsAreReported(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	parent := h.create("Paper", "https://paper.com/", nil)
	h.create("Kid", "https://kid.com/", &parent.ID)
	file := h.export(listfile.CSV)
	h.stageBoth("export.csv", file, "1 unchanged\n2 unchanged\n")
	empty := newHarness(t)
	want := "2 invalid Part of: There is no source with the id " + parent.ID.String() + ". It may have been deleted.\n"
	id := empty.stageBoth("export.csv", file, "1 create\n"+want)
	if set := empty.apply(id); set.Refused != 0 || set.Changed != 1 {
		t.Errorf("the change set is %+v", set)
	}
	table := "name,homepage,part of\nKid,https://kid.com/," + parent.ID.String() + "\n"
	other := newHarness(t)
	known := other.create("Paper", "https://paper.com/", nil)
	id = other.stageBoth("list.csv", strings.ReplaceAll(table, parent.ID.String(), known.ID.String()), "1 create\n")
	other.apply(id)
	if got := other.outlets(); !strings.Contains(got, "Kid kid.com https://kid.com/ paper.com") {
		t.Errorf("got\n%s", got)
	}
}
