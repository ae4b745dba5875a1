package httpapi

import (
	"net/http"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
)

func TestMatchesETag(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		header, tag string
		want        bool
	}{
		{`"1"`, `"1"`, true},
		{` "1" `, `"1"`, true},
		{`W/"1"`, `"1"`, true},
		{`"1"`, `W/"1"`, true},
		{`W/"1"`, `W/"1"`, true},
		{`*`, `"1"`, true},
		{`"0", W/"x" ,"1"`, `"1"`, true},
		{`, ,"1",`, `"1"`, true},
		{`"a,b", "1"`, `"a,b"`, true},
		{`"a,b"`, `"b"`, false},
		{`"a, "1", b"`, `"1"`, false},
		{`""`, `""`, true},
		{`"2"`, `"1"`, false},
		{`1`, `"1"`, false},
		{`w/"1"`, `"1"`, false},
		{`"1" "2"`, `"1"`, false},
		{`"0", *`, `"1"`, false},
		{`"10"`, `"1"`, false},
		{``, `"1"`, false},
	} {
		if got := matchesETag(c.header, c.tag); got != c.want {
			t.Errorf("If-None-Match: %s with %s: %v, want %v", c.header, c.tag, got, c.want)
		}
	}
}

func TestIfNoneMatch(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	admin := a.member("Ada", identity.Admin)
	source := admin.create("The Daily", `"logo":"`+redLogo+`"`)
	endpoint := admin.post(source.path+"/endpoints", `{"kind":"rss","url":"https://the-daily.example/rss"}`).want(201).
		header.Get("Location")
	for _, path := range []string{source.path, endpoint, "/newssources/people/" + admin.id.String(),
		source.path + "/logo"} {
		tag := admin.get(path).want(200).etag()
		if tag == "" {
			t.Fatalf("%s: no ETag", path)
		}
		for _, held := range []string{tag, "W/" + tag, `"other", ` + tag, "*"} {
			for _, method := range []string{http.MethodGet, http.MethodHead} {
				got := admin.do(method, path, nil, "If-None-Match", held).want(http.StatusNotModified)
				if got.etag() != tag || len(got.body) > 0 || got.header.Get("Content-Type") != "" {
					t.Errorf("%s %s, %s: %q, %v", method, path, held, got.body, got.header)
				}
			}
		}
		if got := admin.get(path, "If-None-Match", `"other"`).want(200); len(got.body) == 0 {
			t.Errorf("%s: no body", path)
		}
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, a.url+path, nil)
		must(t, err)
		r.Header["If-None-Match"] = []string{`"other"`, tag}
		admin.send(r).want(http.StatusNotModified)
	}
	tag := admin.get(source.path).etag()
	admin.patch(endpoint, `"1"`, `{"name":"All news"}`).want(200)
	admin.get(source.path, "If-None-Match", tag).want(200)
	admin.get("/newssources", "If-None-Match", "*").want(200) // a page has no ETag
	admin.get(source.path+"0", "If-None-Match", "*").want(404)
	admin.patch(source.path, admin.get(source.path).etag(), `{"notes":"x"}`, "If-None-Match", `"x"`).want(200)
}
