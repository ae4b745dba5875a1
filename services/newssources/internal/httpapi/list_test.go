package httpapi

import (
	"encoding/base64"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

func TestInvalidListParametersAreRejected(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	editor := a.editor()
	for name, query := range map[string]string{
		"unknown": "colour=red", "unknown and known": "q=x&page=2", "another case": "Q=x", "brackets": "tag[]=x",
		"empty name": "=x",
		"limit 0":    "limit=0", "limit too high": "limit=501", "limit below 0": "limit=-1",
		"limit that is a word":  "limit=many",
		"limit with a fraction": "limit=1.5", "limit without end": "limit=99999999999999999999",
		"limit twice":  "limit=1&limit=2",
		"unknown sort": "sort=tier", "SQL as a sort": "sort=name;DROP+TABLE+sources", "empty sort": "sort=",
		"unknown lifecycle":     "lifecycle=deleted",
		"country in lower case": "country=es", "country by name": "country=Spain", "unknown kind": "kind=gopher",
		"facets":     "facets=perhaps",
		"q too long": "q=" + strings.Repeat("x", 201), "q with NUL": "q=a%00b", "q with a line break": "q=a%0ab",
		"q that isn't UTF-8": "q=%ff%fe",
		"tag with NUL":       "tag=%00", "language with NUL": "language=e%00n", "broken escape": "q=%zz",
		"semicolon": "q=a;b", "empty tag": "tag=",
		"too many tags": strings.TrimPrefix(strings.Repeat("&tag=x", 51), "&"),
		"cursor":        "cursor=x", "cursor of nothing": "cursor=e30",
		"cursor too long":          "cursor=" + strings.Repeat("x", 601),
		"cursor with another sort": "sort=-name&cursor=" + cursorOf(`{"s":"name","k":"a","i":"%s"}`),
		"cursor with NUL":          "cursor=" + cursorOf(`{"s":"name","k":"a\u0000","i":"%s"}`),
		"cursor with another id":   "cursor=" + cursorOf(`{"s":"name","k":"a","i":"urn:uuid:%s"}`),
		"cursor with a bad time":   "sort=created&cursor=" + cursorOf(`{"s":"created","t":"2026","i":"%s"}`),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			// A valid mark, so that the cursor itself is what the API rejects.
			if before, cursor, found := strings.Cut(query, "cursor="); found && strings.HasPrefix(name, "cursor with") {
				query = before + "cursor=" + MarkCursor(&url.URL{Path: "/newssources", RawQuery: before}, cursor)
			}
			got := editor.in(t).get("/newssources?" + query).want(400)
			p := into[api.Problem](got)
			switch {
			case strings.HasPrefix(name, "cursor"):
				got.problem(problem.InvalidCursor)
			case p.Code != string(problem.UnknownParameter) && p.Code != string(problem.BadRequest):
				t.Errorf("got %s", got.body)
			}
		})
	}
	for _, path := range []string{"/newssources/tags", "/newssources/summary", "/newssources/session",
		"/newssources/" + uuid.NewString()} {
		editor.get(path + "?limit=1").problem(problem.UnknownParameter)
	}
	editor.get("/newssources/" + uuid.NewString() + "/history?cursor=x").problem(problem.InvalidCursor)
	editor.get("/newssources/imports?cursor=x").problem(problem.InvalidCursor)
}

func cursorOf(format string) string {
	return base64.RawURLEncoding.EncodeToString(fmt.Appendf(nil, format, uuid.NewString()))
}

func TestPagingForwardAndBackward(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	editor := a.editor()
	var names []string
	for i := range 7 {
		name := fmt.Sprintf("Paper %d", i)
		names = append(names, name)
		editor.create(name)
	}
	for _, sort := range []string{"name", "-name", "created", "-created", "updated", "-updated"} {
		want := slices.Clone(names)
		if strings.HasPrefix(sort, "-") {
			slices.Reverse(want)
		}
		var got, back []string
		var page api.SourcePage
		for cursor := ""; ; cursor = *page.NextCursor {
			page = into[api.SourcePage](editor.get("/newssources?limit=3&sort=" + sort + "&cursor=" + url.QueryEscape(cursor)).
				want(200))
			for _, row := range page.Items {
				got = append(got, row.Name)
			}
			if page.Total != 7 {
				t.Errorf("%s: total %d", sort, page.Total)
			}
			if page.NextCursor == nil {
				break
			}
		}
		for page.PrevCursor != nil {
			page = into[api.SourcePage](editor.get("/newssources?limit=3&sort=" + sort + "&cursor=" +
				url.QueryEscape(*page.PrevCursor)).want(200))
			for i := len(page.Items) - 1; i >= 0; i-- {
				back = append(back, page.Items[i].Name)
			}
		}
		slices.Reverse(back)
		if !slices.Equal(got, want) || !slices.Equal(back, want[:6]) {
			t.Errorf("%s: forward %v, backward %v", sort, got, back)
		}
	}
}

func TestFiltersAndFacetCounts(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	editor := a.editor()
	editor.create("El País", `"homepage_url":"https://elpais.example"`,
		`"country":"ES","languages":["es"],"tags":["daily"],"endpoints":[{"kind":"rss","url":"https://elpais.example/portada"}]`)
	editor.create("Le Monde",
		`"country":"FR","languages":["fr","en"],"tags":["daily","world"],"endpoints":[{"kind":"sitemap","url":"https://lemonde.example/sitemap.xml"}]`)
	editor.create("Unknown", `"lifecycle":"draft"`)
	for query, want := range map[string]int{
		"": 3, "q=pais": 1, "q=EL+PA%C3%8DS": 1, "q=portada": 1, "q=le+monde": 1, "q=monde+portada": 0, "q=%25": 0, "q=_": 0,
		`q=%5C`:      0,
		"country=ES": 1, "country=ES&country=FR": 2, "country=none": 1, "language=en": 1, "language=none": 1, "tag=DAILY": 2,
		"tag=world&tag=daily": 2,
		"kind=rss":            1, "kind=none": 1, "kind=rss&kind=none": 2, "lifecycle=draft": 1,
		"lifecycle=draft&lifecycle=active": 3, "lifecycle=archived": 0,
		"tag=daily&country=FR": 1, "tag=daily&country=none": 0,
		"tag=none": 1, "tag=none&tag=world": 2, "language=EN": 1, "media_type=none": 3, "tier=none": 3, "tier=1": 0,
		"paywall=none": 0, "paywall=unknown": 3,
		"rights=unknown": 3, "scope=none": 3, "scope=local": 0, "owner=none": 3, "owner=Ada": 0,
	} {
		page := into[api.SourcePage](editor.get("/newssources?" + query).want(200))
		if page.Total != want || len(page.Items) != want || page.Facets != nil {
			t.Errorf("%s: %d", query, page.Total)
		}
	}
	facets := into[api.SourcePage](editor.get("/newssources?country=ES&facets=true").want(200)).Facets
	if got := *facets.Country; len(got) != 3 { // counted without its own filter
		t.Errorf("countries %+v", got)
	}
	if got := *facets.Kind; len(got) != 1 || got[0].Value != "rss" || *got[0].Count != 1 {
		t.Errorf("kinds %+v", got)
	}
	if only := into[api.SourcePage](
		editor.get("/newssources?facets=true&facet=kind").want(200)).Facets; only.Country != nil ||
		only.Kind == nil {
		t.Errorf("only kinds: %+v", only)
	}
	editor.get("/newssources?language=xx-unknown-tag").problem(problem.UnknownParameter)
	editor.get("/newssources?country=ZZ").problem(problem.UnknownParameter)
	editor.get("/newssources?q=a+b+c+d+e+f+g+h+i").problem(problem.UnknownParameter)
	tags := into[struct{ Items []api.Tag }](editor.get("/newssources/tags").want(200))
	if !slices.Equal(tags.Items, []api.Tag{{Name: "daily", Count: 2}, {Name: "world", Count: 1}}) {
		t.Errorf("tags %+v", tags)
	}
}
