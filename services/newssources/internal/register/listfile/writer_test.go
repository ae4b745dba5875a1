package listfile

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"github.com/newsources/newsources/services/newssources/internal/rules/rights"
)

// write returns the file of records.
func write(t *testing.T, format Format, o Options, records ...Record) []byte {
	t.Helper()
	var out bytes.Buffer
	w := NewWriter(&out, format, o)
	for i := range records {
		if err := w.Write(&records[i]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// readTable returns the records of a table with a header.
func readTable(t *testing.T, rows [][]string) (records []Record) {
	t.Helper()
	for _, cells := range rows[1:] {
		var r Record
		for i, cell := range cells {
			at := slices.IndexFunc(Columns(maxEndpointColumns), func(c Column) bool { return c.Header == rows[0][i] })
			if err := Columns(maxEndpointColumns)[at].Put(&r, Restore(cell)); err != nil {
				t.Fatal(err)
			}
		}
		records = append(records, r)
	}
	return records
}

// tableRecord is a record of which a table keeps everything: cells have no white space at their ends.
func tableRecord() Record {
	r := fullRecord()
	r.Notes = "_x000D_x0041_ & <b>\n\n=1"
	return r
}

func TestWritersAreLossless(t *testing.T) {
	want, second := tableRecord(), Record{Name: "B", HomepageURL: "https://b.example/", Rights: "unknown",
		Aliases: []Alias{{Kind: "name", Value: "Old; B"}, {Kind: "domain", Value: "old-b.example"}}}
	o := Options{Endpoints: 2}
	withoutIDs := func(r Record) string { // tables have the id of a source, but not those of its endpoints
		r.Endpoints = slices.Clone(r.Endpoints)
		for i := range r.Endpoints {
			r.Endpoints[i].ID = nil
		}
		return toJSON(t, r)
	}
	for format, read := range map[Format]func(file []byte) []Record{
		NDJSON: func(file []byte) (records []Record) {
			for line := range bytes.Lines(file) {
				var r Record
				if err := json.Unmarshal(line, &r); err != nil {
					t.Fatal(err)
				}
				records = append(records, r)
			}
			return records
		},
		JSON: func(file []byte) (records []Record) {
			if err := json.Unmarshal(file, &records); err != nil {
				t.Fatal(err)
			}
			return records
		},
		CSV: func(file []byte) []Record {
			text, isMarked := strings.CutPrefix(string(file), byteOrderMark)
			rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
			if err != nil || !isMarked {
				t.Fatal(err, isMarked)
			}
			return readTable(t, rows)
		},
		XLSX: func(file []byte) []Record { return readTable(t, readSheet(t, file, "Sources")) },
	} {
		records := read(write(t, format, o, want, second))
		if len(records) != 2 {
			t.Fatalf("%s: %d records", format, len(records))
		}
		if got := withoutIDs(records[0]); got != withoutIDs(want) {
			t.Errorf("%s:\ngot  %s\nwant %s", format, got, withoutIDs(want))
		}
		if got := withoutIDs(records[1]); got != withoutIDs(second) {
			t.Errorf("%s: got %s", format, got)
		}
	}
}

func readSheet(t *testing.T, file []byte, name string) [][]string {
	t.Helper()
	book, err := excelize.OpenReader(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	rows, err := book.GetRows(name)
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

func TestFormulasAreNeutralizedInTables(t *testing.T) {
	file := write(t, XLSX, Options{}, tableRecord())
	book, err := excelize.OpenReader(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	if cell, err := book.GetCellValue("Sources", "A2"); cell != `'=HYPERLINK("x")` || err != nil {
		t.Errorf("the name is %q, %v", cell, err)
	}
	if formula, err := book.GetCellFormula("Sources", "A2"); formula != "" || err != nil {
		t.Errorf("the name is the formula %q, %v", formula, err)
	}
	if kind, err := book.GetCellType("Sources", "K2"); kind != excelize.CellTypeUnset || err != nil {
		t.Errorf("the tier has the type %v, %v", kind, err)
	}
	if text := string(write(t, CSV, Options{}, tableRecord())); !strings.Contains(text, `"'=HYPERLINK(""x"")"`) {
		t.Error(text)
	}
}

func TestFurtherEndpointsAreRows(t *testing.T) {
	r := Record{Name: "A", Endpoints: []Endpoint{{URL: "retired", Intent: "retired"}}}
	for i := range 12 {
		r.Endpoints = append(r.Endpoints, Endpoint{URL: fmt.Sprint(i)})
	}
	r.HomepageURL, r.PathPrefix, r.Notes, r.Rights, r.Lifecycle = "h", "/p", "n", "forbidden", "archived"
	for keys, want := range map[string]string{
		"name feed": "Name,Feed,Feed 2,Feed 3,Feed 4,Feed 5\nA,0,1,2,3,4\nA,5,6,7,8,9\nA,10,11,,,\n",
		"name homepage_url notes feed path_prefix": "Name,Homepage,Notes,Feed,Feed 2,Feed 3,Feed 4,Feed 5,Path\n" +
			"A,h,n,0,1,2,3,4,/p\n,h,,5,6,7,8,9,/p\n,h,,10,11,,,,/p\n",
		"homepage_url lifecycle rights feed": "Homepage,State,Rights,Feed,Feed 2,Feed 3,Feed 4,Feed 5\n" +
			"h,archived,forbidden,0,1,2,3,4\nh,archived,forbidden,5,6,7,8,9\nh,archived,forbidden,10,11,,,\n",
	} {
		columns, err := Select(strings.Fields(keys))
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		w := newCSV(&out, Options{Endpoints: 12, Columns: columns})
		if err := errors.Join(w.Write(&r), w.Close()); err != nil || out.String() != byteOrderMark+want {
			t.Errorf("got %q, want %q, %v", out.String(), want, err)
		}
	}
}

func TestLongWorkbookHasSeveralSheets(t *testing.T) {
	var out bytes.Buffer
	columns, _ := Select([]string{"name"})
	w := newXLSX(&out, Options{Columns: columns}).(*xlsx)
	w.maxRows = 3
	for i := range 5 {
		if err := w.Write(&Record{Name: fmt.Sprint("Source ", i)}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	for sheet, want := range map[string]string{"Sources": "[[Name] [Source 0] [Source 1]]",
		"Sources 2": "[[Name] [Source 2] [Source 3]]", "Sources 3": "[[Name] [Source 4]]"} {
		if got := fmt.Sprint(readSheet(t, out.Bytes(), sheet)); got != want {
			t.Errorf("%s: %s", sheet, got)
		}
	}
	if name := columnName(26 + 26*26 - 1); name != "ZZ" || columnName(26+26*26) != "AAA" {
		t.Errorf("the last column with two letters is %s", name)
	}
}

// TestFilesAreStreamed checks that each writer passes on its output before Close. The libraries for XLSX
// do not.
func TestFilesAreStreamed(t *testing.T) {
	for format := range formats {
		var out bytes.Buffer
		w := NewWriter(&out, format, Options{})
		for i := range 2000 {
			if err := w.Write(&Record{Name: fmt.Sprintf("%x", i*7919), Notes: strings.Repeat(fmt.Sprint(i), 50)}); err != nil {
				t.Fatal(err)
			}
		}
		if out.Len() == 0 {
			t.Errorf("%s: nothing was written", format)
		}
	}
}

func TestForbiddenSources(t *testing.T) {
	allowed := Record{Name: "Allowed", Rights: "permitted"}
	forbidden := Record{Name: "Forbidden", Rights: "forbidden", RightsNote: "By contract.", HomepageURL: "https://f.example/"}
	columns, err := Select([]string{"name"})
	if err != nil {
		t.Fatal(err)
	}
	for format := range formats {
		if format == XLSX {
			continue // the rows are those of CSV
		}
		omitted := string(write(t, format, Options{Columns: columns, OmitsForbidden: true}, allowed, forbidden))
		if strings.Contains(omitted, "Forbidden") || !strings.Contains(omitted, "Allowed") {
			t.Errorf("%s: %s", format, omitted)
		}
		marked := string(write(t, format, Options{Columns: columns}, allowed, forbidden))
		mark := "forbidden"
		if format == OPML {
			mark = `isComment="true" description="The use of this source is forbidden. By contract."`
		}
		if strings.Count(marked, mark) != 1 {
			t.Errorf("%s: %s", format, marked)
		}
	}
}

func TestOPML(t *testing.T) {
	r := Record{UseStates: rights.UseStates{Link: "allowed", Snippet: "unknown", MachineLearning: "forbidden"},
		Name: `A "quoted" & <b>`, HomepageURL: "https://a.example/?x=1&y", Tags: []string{"news", "a/b", "x,y", "מזג"},
		Languages: []string{"he"}, Endpoints: []Endpoint{
			{URL: "https://a.example/feed?a&b", Kind: "rss", Name: "World"}, {URL: "https://a.example/atom", Kind: "atom"},
			{URL: "https://a.example/old", Kind: "rss", Intent: "retired"}, {URL: "https://a.example/map", Kind: "sitemap"},
		}}
	file := write(t, OPML, Options{Title: "View & more"}, r, Record{Name: "B", HomepageURL: "https://b.example/"})
	got := string(file)
	for _, want := range []string{
		`<title>View &amp; more</title>`,
		`<outline type="rss" text="A &#34;quoted&#34; &amp; &lt;b&gt; – World" title=`,
		`xmlUrl="https://a.example/feed?a&amp;b" htmlUrl="https://a.example/?x=1&amp;y" language="he" ` +
			`category="news,מזג" source:tags="news; a/b; &#34;x,y&#34;; מזג" rights:link="allowed" rights:machine_learning="forbidden"/>`,
		`<outline type="atom" text="A &#34;quoted&#34; &amp; &lt;b&gt;" `,
		`<outline type="link" text="B" title="B" url="https://b.example/"/>`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%s is missing in\n%s", want, got)
		}
	}
	if strings.Count(got, "<outline") != 3 {
		t.Errorf("outlines: %s", got)
	}
	for decoder := xml.NewDecoder(bytes.NewReader(file)); ; {
		if _, err := decoder.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

// TestWriteErrorsEndTheFile checks that a writer returns the error of a reader that went away.
func TestWriteErrorsEndTheFile(t *testing.T) {
	for format := range formats {
		w := NewWriter(brokenWriter{}, format, Options{})
		var err error
		for i := 0; i < 100_000 && err == nil; i++ {
			err = w.Write(&Record{Name: fmt.Sprint(i * 7919), Notes: "notes"})
		}
		if err != io.ErrClosedPipe {
			t.Errorf("%s: %v", format, err)
		}
	}
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestFormats(t *testing.T) {
	if f, err := FormatOf("/tmp/My list.XLSX"); f != XLSX || err != nil {
		t.Error(f, err)
	}
	for _, name := range []string{"list", "list.pdf", ".csv.gz"} {
		if f, err := FormatOf(name); err == nil {
			t.Errorf("%s has the format %s", name, f)
		}
	}
}
