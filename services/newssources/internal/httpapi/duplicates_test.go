package httpapi

import (
	"net/http"
	"sync"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/convert"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

func TestDuplicateProblemsNameTheExistingSource(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	editor := a.editor()
	existing := editor.create("The Daily", `"endpoints":[{"kind":"rss","url":"https://the-daily.example/rss"}]`)
	other := editor.create("The Weekly", `"endpoints":[{"kind":"rss","url":"https://the-weekly.example/rss"}]`)
	otherEndpoint := into[api.Source](editor.get(other.path)).Endpoints[0]
	endpointPath := other.path + "/endpoints/" + otherEndpoint.Id.String()
	archived := editor.create("The Old", `"endpoints":[{"kind":"rss","url":"https://the-old.example/rss"}]`)
	archived.etag = editor.do("POST", archived.path+"/archive", nil, "If-Match", archived.etag).want(200).etag()
	again := createdFrom(editor.post("/newssources", `{"name":"The Old, again","homepage_url":"https://the-old.example"}`).
		want(201))
	lost := editor.create("The Lost", `"endpoints":[{"kind":"rss","url":"https://feeds.the-lost.example/rss"}]`)
	lost.etag = editor.do("POST", lost.path+"/archive", nil, "If-Match", lost.etag).want(200).etag()
	editor.post(other.path+"/endpoints", `{"kind":"rss","url":"https://feeds.the-lost.example/rss"}`).want(201)
	a.expectUnchanged()

	for _, c := range []struct {
		name string
		call func(*person) *answer
		code problem.Code
		want createdSource
		who  string
	}{
		{"create", func(p *person) *answer {
			return p.post("/newssources", `{"name":"Another","homepage_url":"http://www.the-daily.example:80/?utm_source=x"}`)
		}, problem.DuplicateSource, existing, "The Daily"},
		{"create with an endpoint of another", func(p *person) *answer {
			return p.post("/newssources",
				`{"name":"Another","homepage_url":"https://another.example","endpoints":[{"kind":"atom","url":"http://the-daily.example/rss/"}]}`)
		}, problem.DuplicateEndpoint, existing, "The Daily"},
		{"patch", func(p *person) *answer {
			return p.patch(other.path, currentETag(into[api.Source](p.get(other.path))),
				`{"homepage_url":"https://the-daily.example/home"}`)
		}, problem.DuplicateSource, existing, "The Daily"},
		{"endpoint", func(p *person) *answer {
			return p.post(other.path+"/endpoints", `{"kind":"rss","url":"https://www.the-daily.example/rss"}`)
		}, problem.DuplicateEndpoint, existing, "The Daily"},
		{"endpoint of the same source", func(p *person) *answer {
			return p.post(existing.path+"/endpoints", `{"kind":"rss","url":"https://the-daily.example/rss"}`)
		}, problem.DuplicateEndpoint, existing, "The Daily"},
		{"patch of an endpoint", func(p *person) *answer {
			return p.patch(endpointPath, `"1"`, `{"url":"https://the-daily.example/rss"}`)
		}, problem.DuplicateEndpoint, existing, "The Daily"},
		{"unarchive", func(p *person) *answer {
			return p.do("POST", archived.path+"/unarchive", nil, "If-Match", archived.etag)
		}, problem.DuplicateSource, again, "The Old, again"},
		{"unarchive with an endpoint of another", func(p *person) *answer {
			return p.do("POST", lost.path+"/unarchive", nil, "If-Match", lost.etag)
		}, problem.DuplicateEndpoint, other, "The Weekly"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got := c.call(editor.in(t)).problem(c.code)
			if got.Existing == nil || got.Existing.Id != c.want.id || got.Existing.Name != c.who {
				t.Errorf("got %+v", got.Existing)
			}
		})
	}
}

func currentETag(s api.Source) string { return convert.ETag(s.Version) }

func TestDistinctAddressesAreNoDuplicates(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	editor := a.editor()
	source := editor.create("The Daily", `"endpoints":[{"kind":"rss","url":"https://the-daily.example/rss"}]`)
	// the same source
	editor.patch(source.path, source.etag, `{"homepage_url":"https://www.the-daily.example/"}`).want(200)
	endpoint := into[api.Source](editor.get(source.path)).Endpoints[0]
	path := source.path + "/endpoints/" + endpoint.Id.String()
	editor.patch(path, `"1"`, `{"url":"http://the-daily.example/rss/"}`).want(200) // the same endpoint
	retired := editor.patch(path, `"2"`, `{"intent":"retired"}`).want(200)
	second := editor.post(source.path+"/endpoints", `{"kind":"rss","url":"https://the-daily.example/rss"}`).want(201)
	editor.patch(path, retired.etag(), `{"intent":"active"}`).problem(problem.DuplicateEndpoint)
	editor.delete(second.header.Get("Location"), second.etag()).want(204)
	editor.patch(path, retired.etag(), `{"intent":"active"}`).want(200)
	// On hosting platforms, the path is part of the outlet's identity.
	for _, home := range []string{"https://medium.com/@ana", "https://medium.com/@ben", "https://ana.blogspot.com",
		"https://ben.blogspot.com"} {
		editor.post("/newssources", `{"name":"Blog","homepage_url":"`+home+`"}`).want(201)
	}
}

// TestConcurrentDuplicatesCreateOneSource checks that one of twenty concurrent requests creates the
// source and that the others get a conflict.
func TestConcurrentDuplicatesCreateOneSource(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	editor := a.editor()
	endpoints := []string{`{"kind":"rss","url":"https://feeds.example/a"}`,
		`{"kind":"rss","url":"https://feeds.example/b"}`}
	var wait sync.WaitGroup
	var mu sync.Mutex
	made := 0
	for i := range 20 {
		wait.Go(func() {
			first, second := endpoints[i%2], endpoints[1-i%2] // opposite orders provoke deadlocks
			domain := []string{"one", "two"}[i%2]
			got := editor.post("/newssources",
				`{"name":"A","homepage_url":"https://`+domain+`.example","tags":["a","b"],"endpoints":[`+first+`,`+second+`]}`)
			if got.status == http.StatusCreated {
				mu.Lock()
				made++
				mu.Unlock()
			} else if got.want(http.StatusConflict); into[api.Problem](got).Existing == nil {
				t.Errorf("doesn't name the existing source: %s", got.body)
			}
		})
	}
	wait.Wait()
	if made != 1 || a.count("sources") != 1 || a.count("endpoints") != 2 || a.count("audit_events") != 3 {
		t.Errorf("%d were created: %v", made, a.fingerprints())
	}
}
