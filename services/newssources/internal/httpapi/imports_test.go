package httpapi

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/convert"
	"github.com/newsources/newsources/services/newssources/internal/jobs"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

// unsized hides the size of a body, so that it is sent in chunks without a Content-Length.
type unsized struct{ io.Reader }

const goodList = `<opml version="2.0"><body><outline text="World"><outline text="A &amp; B" xmlUrl="https://a.example/rss"/></outline></body></opml>`

func TestUnreadableImportFilesAreRejected(t *testing.T) {
	t.Parallel()
	a := newRig(t, withJobs(t))
	editor := a.editor()
	a.expectUnchanged()
	bomb := `<?xml version="1.0"?><!DOCTYPE o [<!ENTITY a "` + strings.Repeat("ha", 50) + `"><!ENTITY b "` +
		strings.Repeat("&a;", 50) +
		`">]><opml version="2.0"><body><outline text="&b;" xmlUrl="https://a.example/rss"/></body></opml>`
	external := `<?xml version="1.0"?><!DOCTYPE o [<!ENTITY a SYSTEM "file:///etc/passwd">]><opml><body><outline text="&a;" xmlUrl="https://a.example/rss"/></body></opml>`
	png := append([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"), make([]byte, 500)...)
	utf16 := binary.LittleEndian.AppendUint16(nil, 0xfeff)
	for _, c := range []struct{ name, body, reason string }{
		{"empty", "", "empty"},
		{"white space", " \n\t ", "empty"},
		{"PNG", string(png), "binary"},
		{"archive", "PK\x03\x04" + strings.Repeat("\x00\x01", 200), "binary"},
		{"zeros", strings.Repeat("\x00", 1000), "empty"},
		{"HTML page", "<!doctype html><html><head><title>Sign in</title></head><body>Hello</body></html>", "html"},
		{"HTML page after a comment", "<!-- x --><html><body>Hello</body></html>", "html"},
		{"feed", `<rss version="2.0"><channel><title>News</title></channel></rss>`, "not_opml"},
		{"JSON", `{"outlines":[]}`, "empty"},
		{"header without rows", "Name,Feed\n", "empty"},
		{"entity bomb", bomb, "entities"},
		{"external entity", external, "entities"},
		{"only a byte order mark", string(utf16), "empty"},
		{"without outlines", `<opml version="2.0"><head><title>x</title></head><body/></opml>`, ""},
		{"nested too deeply", "<opml><body>" + strings.Repeat(`<outline text="x">`, 80), "too_deep"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got := editor.in(t).post("/newssources/imports?filename=list.opml", c.body)
			p := got.problem(problem.InvalidFile)
			if reason, _ := into[map[string]any](got)["reason"].(string); reason != c.reason ||
				len(convert.OrZero(p.Detail)) < 15 {
				t.Errorf("reason %q: %s", reason, convert.OrZero(p.Detail))
			}
		})
	}
}

func TestTooLargeBodiesAreRejected(t *testing.T) {
	t.Parallel()
	a := newRig(t, withJobs(t))
	editor, viewer := a.editor(), a.member("Vera", identity.Viewer)
	source := editor.create("The Daily")
	a.expectUnchanged()
	list := []byte(goodList + strings.Repeat(" ", testMaxImport))
	body := []byte(newSourceWith(`"notes":"` + strings.Repeat("x", testMaxBody) + `"`))
	patch := []byte(`{"notes":"` + strings.Repeat("x", testMaxBody) + `"}`)
	for _, c := range []struct {
		name, method, path string
		body               []byte
		who                *person
		want               problem.Code
	}{
		{"source", "POST", "/newssources", body, editor, problem.BodyTooLarge},
		{"patch", "PATCH", source.path, patch, editor, problem.BodyTooLarge},
		{"list", "POST", "/newssources/imports", list, editor, problem.BodyTooLarge},
		{"body of an operation without one", "POST", source.path + "/archive", body, editor, problem.BodyTooLarge},
		{"viewer", "POST", "/newssources/imports", list, viewer, problem.BodyTooLarge},
		{"not signed in", "POST", "/newssources", body, a.withToken(""), problem.BodyTooLarge},
		{"exactly at the limit", "POST", "/newssources", body[:testMaxBody], editor, problem.InvalidJSON},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			who := c.who.in(t)
			who.do(c.method, c.path, bytes.NewReader(c.body), "If-Match", source.etag).problem(c.want)
			got := who.do(c.method, c.path, unsized{bytes.NewReader(c.body)}, "If-Match", `"0"`)
			switch {
			case strings.HasSuffix(c.path, "/archive"):
				got.problem(problem.StaleVersion)
			case c.who == viewer:
				got.problem(problem.RoleTooLow)
			case c.who.token == "":
				got.problem(problem.Unauthenticated)
			default:
				got.problem(c.want)
			}
		})
	}
}

// withJobs runs the real job workers together with the API.
func withJobs(t *testing.T) func(*Options) {
	return func(o *Options) {
		services := o.Services
		services.Log = slog.New(slog.DiscardHandler)
		workers, err := jobs.NewWorkers(o.DB.Pool, services)
		must(t, err)
		must(t, workers.Start(context.WithoutCancel(t.Context())))
		t.Cleanup(func() { must(t, workers.Stop(context.Background())) })
	}
}

// waitForImport polls an import until it has ended.
func (p *person) waitForImport(accepted *answer) api.Import {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.t.Context(), time.Minute)
	defer cancel()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		got := into[api.Import](p.get(accepted.header.Get("Location")).want(http.StatusOK))
		if got.State == "done" || got.State == "failed" {
			return got
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			p.t.Fatalf("the import doesn't end: %+v", got)
		}
	}
}

func TestImportCreatesSourcesAndReportsRows(t *testing.T) {
	t.Parallel()
	a := newRig(t, withJobs(t))
	editor, viewer := a.editor(), a.member("Vera", identity.Viewer)
	list := `<opml version="2.0"><body><outline text="World & Sport">
		<outline text="A" xmlUrl="https://a.example/rss"/><outline text="A, sport" xmlUrl="https://a.example/sport"/>
		<outline text="B & C" xmlUrl="https://b.example/rss"/><outline text="Bad" xmlUrl="javascript:alert(1)"/>
		<outline text="A again" xmlUrl="http://www.a.example/rss/"/></outline></body></opml>`
	accepted := editor.post("/newssources/imports?filename=..%2Fmy%20list.opml", list).want(http.StatusAccepted)
	got := editor.waitForImport(accepted)
	want := api.Import{Total: 5, Created: 3, Exists: 1, Invalid: 1, Recovered: 1, State: "done", Filename: "my list.opml",
		Format: "opml"}
	want.Id, want.CreatedAt, want.FinishedAt, want.CreatedBy = got.Id, got.CreatedAt, got.FinishedAt,
		api.Person{Id: &editor.id, Email: editor.email, Name: "Edith"}
	want.ChangeSetId = got.ChangeSetId
	if fmt.Sprint(got.CreatedBy.Name, *got.CreatedBy.Id) != fmt.Sprint("Edith", editor.id) || got.FinishedAt == nil ||
		got.ChangeSetId == nil || *got.ChangeSetId != got.Id {
		t.Errorf("got %+v", got)
	}
	if got.CreatedBy = want.CreatedBy; got != want {
		t.Errorf("got %+v", got)
	}
	if again := editor.waitForImport(editor.post("/newssources/imports", list).want(202)); again.Created != 0 ||
		again.Exists != 4 || again.Invalid != 1 {
		t.Errorf("second import: %+v", again)
	}

	path := accepted.header.Get("Location")
	rows := into[api.ImportRowPage](viewer.get(path + "/rows?limit=2").want(200))
	if len(rows.Items) != 2 || rows.Total != 5 || rows.PrevCursor != nil {
		t.Fatalf("got %+v", rows)
	}
	rest := into[api.ImportRowPage](
		viewer.get(path + "/rows?limit=500&cursor=" + convert.OrZero(rows.NextCursor)).want(200))
	if len(rest.Items) != 3 || rest.Items[0].Number != 3 || rest.NextCursor != nil || rest.PrevCursor == nil {
		t.Errorf("got %+v", rest)
	}
	for query, want := range map[string]int{"result=invalid": 1, "recovered=true": 1, "recovered=false": 4,
		"result=created&recovered=false": 2, "result=pending": 0} {
		if page := into[api.ImportRowPage](viewer.get(path + "/rows?" + query).want(200)); page.Total != want ||
			len(page.Items) != want {
			t.Errorf("%s: %+v", query, page)
		}
	}
	for _, query := range []string{"cursor=x", "cursor=--1", "cursor=-99999999999999999999", "result=maybe",
		"recovered=perhaps", "limit=0", "limit=501", "rows=1"} {
		if got := viewer.get(path + "/rows?" + query); got.status != http.StatusBadRequest {
			t.Errorf("%s: %d", query, got.status)
		}
	}
	first := into[api.ImportPage](viewer.get("/newssources/imports?limit=1").want(200))
	second := into[api.ImportPage](viewer.get("/newssources/imports?limit=1&cursor=" + convert.OrZero(first.NextCursor)).
		want(200))
	if second.Items[0].Id != got.Id || second.NextCursor != nil {
		t.Errorf("got %+v, then %+v", first, second)
	}
	found := into[api.SourcePage](viewer.get("/newssources?tag=world%20%26%20sport&facets=true").want(200))
	if found.Total != 2 || found.Items[0].EndpointCount != 2 {
		t.Errorf("got %+v", found)
	}
	history := into[api.HistoryPage](viewer.get("/newssources/" + found.Items[0].Id.String() + "/history").want(200))
	if e := history.Items[0]; e.ImportId == nil || *e.ImportId != got.Id || e.Actor.Name != "Edith" {
		t.Errorf("the history has no import id: %+v", e)
	}
}

// zeros is a body of zero bytes without an end.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

// TestVeryLargeUploadGetsAProblem checks that a client which exceeds the limit many times gets a
// 413 instead of a reset connection.
func TestVeryLargeUploadGetsAProblem(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	editor := a.editor()
	a.expectUnchanged()
	const size = 1 << 30
	for name, length := range map[string]int64{"announced": size, "in chunks": -1} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, err := http.NewRequestWithContext(t.Context(), "POST", a.url+"/newssources/imports",
				io.LimitReader(zeros{}, size))
			must(t, err)
			r.ContentLength = length
			editor.in(t).send(r).problem(problem.BodyTooLarge)
		})
	}
}
