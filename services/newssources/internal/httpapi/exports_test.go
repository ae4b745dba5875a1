package httpapi

import (
	"bufio"
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/contract"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/listfile"
)

func TestFileColumnsMatchTheContract(t *testing.T) {
	k, err := contract.Read()
	must(t, err)
	var columns []string
	for _, value := range k.Spec.Components.Schemas["FileColumn"].Value.Enum {
		columns = append(columns, value.(string))
	}
	if keys := listfile.Keys(); !slices.Equal(columns, keys) {
		t.Errorf("the contract has %v\nthe files have %v", columns, keys)
	}
	for _, value := range k.Spec.Components.Schemas["FileFormat"].Value.Enum {
		format, err := listfile.ParseFormat(value.(string))
		must(t, err)
		media, _, _ := strings.Cut(format.ContentType(), ";")
		if k.Spec.Components.Responses["SourceFile"].Value.Content[media] == nil {
			t.Errorf("the contract has no response of the type %s", media)
		}
	}
}

func TestExport(t *testing.T) {
	t.Parallel()
	const password = "t0p-secret-of-the-feed"
	a := newRig(t, withKeys)
	a.secret(password)
	viewer, editor := a.member("Vera", identity.Viewer), a.editor()
	created := editor.create("The Daily", `"country":"GB","tags":["news","a;b"],"notes":"=1+1\n\"quoted\"","endpoints":[`+
		`{"kind":"rss","url":"https://joe:`+password+`@the-daily.example/rss"},`+
		`{"kind":"sitemap","url":"https://the-daily.example/map"}]`)
	first := created.id.String()
	editor.create("Forbidden Times", `"country":"FR","rights":"forbidden","rights_note":"By contract"`)
	view := into[api.SavedView](viewer.post("/newssources/views",
		`{"name":"Grande-Bretagne “GB”","filter":{"country":["GB"]}}`).want(http.StatusCreated))

	export := viewer.get("/newssources/export?format=csv").want(http.StatusOK)
	rows, err := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(export.body, []byte("\uFEFF")))).ReadAll()
	must(t, err)
	at := func(row int, header string) string { return rows[row][slices.Index(rows[0], header)] }
	if len(rows) != 3 || at(2, "Name") != "The Daily" || at(2, "Notes") != "'=1+1\n\"quoted\"" ||
		at(2, "Tags") != `"a;b"; news` || at(2, "Feed") != "https://the-daily.example/rss" ||
		at(2, "Feed 2 kind") != "sitemap" || at(1, "Rights") != "forbidden" {
		t.Errorf("got %q", rows)
	}
	if n := export.header.Get("X-Total-Count"); n != "2" {
		t.Errorf("the total is %s", n)
	}
	export = viewer.get("/newssources/export?format=ndjson&view=" + view.Id.String()).want(http.StatusOK)
	if name := export.header.Get("Content-Disposition"); !strings.HasPrefix(name,
		"attachment; filename*=utf-8''Grande-Bretagne%20%E2%80%9CGB%E2%80%9D%20") || !strings.HasSuffix(name, ".ndjson") {
		t.Errorf("the name is %s", name)
	}
	var record listfile.Record
	must(t, json.Unmarshal(export.body, &record))
	if record.ID.String() != first || len(record.Endpoints) != 2 || record.Country != "GB" {
		t.Errorf("got %s", export.body)
	}
	for query, names := range map[string]string{
		"format=ndjson&columns=name&forbidden=omit":              `{"name":"The Daily"}`,
		"format=ndjson&columns=name,country&country=FR":          `{"name":"Forbidden Times","country":"FR","rights":"forbidden"}`,
		"format=ndjson&columns=name&sort=-name":                  `{"name":"The Daily","rights":"unknown"}{"name":"Forbidden Times","rights":"forbidden"}`,
		"format=json&columns=name&ids=" + first:                  `[{"name":"The Daily","rights":"unknown"}]`,
		"format=json&country=DE":                                 `[]`,
		"format=ndjson&country=DE":                               ``,
		"format=json&forbidden=omit&columns=feed&not_country=FR": `[{"endpoints":[{"url":"https://the-daily.example/rss"},{"url":"https://the-daily.example/map"}]}]`,
	} {
		got := viewer.get("/newssources/export?" + query).want(http.StatusOK)
		if text := strings.ReplaceAll(string(got.body), "\n", ""); text != names {
			t.Errorf("%s: got %s", query, text)
		}
	}
	workbook := viewer.post("/newssources/export",
		`{"format":"xlsx","selection":{"ids":["`+first+`"]},"columns":["name","tier"]}`).want(http.StatusOK)
	book, err := excelize.OpenReader(bytes.NewReader(workbook.body))
	must(t, err)
	sheet, err := book.GetRows("Sources")
	must(t, err)
	if fmt.Sprint(sheet) != "[[Name Tier Rights] [The Daily  unknown]]" {
		t.Errorf("got %q", sheet)
	}
	opml := viewer.post("/newssources/export", `{"format":"opml","selection":{"view_id":"`+view.Id.String()+`"}}`)
	if text := string(opml.want(http.StatusOK).body); !strings.Contains(text, "<title>Grande-Bretagne “GB”</title>") ||
		strings.Count(text, "<outline") != 1 {
		t.Errorf("got %s", text)
	}
	if head := viewer.do(http.MethodHead, "/newssources/export?format=csv", nil); len(head.body) > 0 ||
		head.header.Get("X-Total-Count") != "2" {
		t.Errorf("got %+v", head)
	}
	for query, code := range map[string]problem.Code{
		"":                                   problem.UnknownParameter,
		"format=pdf":                         problem.UnknownParameter,
		"format=csv&columns=pass":            problem.UnknownParameter,
		"format=csv&country=XX":              problem.UnknownParameter,
		"format=csv&sort=color":              problem.UnknownParameter,
		"format=csv&country=GB&ids=" + first: problem.Invalid,
		"format=csv&view=" + first:           problem.NotFound,
		"format=csv&ids=" + strings.TrimSuffix(strings.Repeat(first+",", 101), ","): problem.UnknownParameter,
	} {
		if got := viewer.get("/newssources/export?" + query).problem(code); strings.Contains(query, "pass") &&
			!strings.Contains(*got.Detail, "columns") {
			t.Errorf("%s: %s", query, *got.Detail)
		}
	}
	viewer.post("/newssources/export", `{"format":"csv","selection":{}}`).problem(problem.Invalid)
	a.withToken("").get("/newssources/export?format=csv").problem(problem.Unauthenticated)
}

// openExport begins to read an NDJSON file.
func (p *person) openExport() *http.Response {
	ctx, cancel := context.WithCancel(p.t.Context())
	p.t.Cleanup(cancel)
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, p.url+"/newssources/export?format=ndjson", nil)
	must(p.t, err)
	p.setHeaders(r)
	response, err := p.rig.client.Do(r)
	must(p.t, err)
	if _, err := bufio.NewReader(response.Body).ReadString('\n'); err != nil || response.StatusCode != http.StatusOK {
		p.t.Fatal(response.StatusCode, err)
	}
	return response
}

// insertSources inserts so many sources that their file does not fit into the buffers of a
// connection.
func (a *rig) insertSources() {
	_, err := a.pool.Exec(a.t.Context(), `
		INSERT INTO sources (id, created_at, updated_at, name, name_key, search_text, endpoint_kinds, homepage_url,
			canonical_domain, languages, notes)
		SELECT gen_random_uuid(), now(), now(), 'S' || n, 's' || n, '', '[]', 'https://' || n || '.example/',
			n || '.example', '[]', repeat('Notes. ', 1000)
		FROM generate_series(1, 3000) n`)
	must(a.t, err)
}

// TestUnreadExportEnds checks that a reader that stops reading holds no connection of the database,
// and that its disconnection ends the export.
func TestUnreadExportEnds(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	a.insertSources()
	viewer := a.member("Vera", identity.Viewer)
	first, second := viewer.openExport(), viewer.openExport()
	a.waitUntil("a connection is held", func() bool { return a.pool.Stat().AcquiredConns() == 0 })
	viewer.get("/newssources/export?format=csv").problem(problem.Busy)
	must(t, first.Body.Close())
	must(t, second.Body.Close())
	a.waitUntil("the exports go on", func() bool { return a.server.limits.exports.Held(viewer.id) == 0 })
	if strings.Contains(a.scrape(), `status="5`) {
		t.Error("counted as a server error")
	}
}

// TestBrokenExportIsIncomplete checks that an error after the first bytes ends the connection.
func TestBrokenExportIsIncomplete(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	a.insertSources()
	viewer := a.member("Vera", identity.Viewer)
	export := viewer.openExport()
	_, err := a.pool.Exec(t.Context(), "ALTER TABLE endpoints RENAME TO missing")
	must(t, err)
	if n, err := io.Copy(io.Discard, export.Body); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("%d bytes, %v", n, err)
	}
}
