package visit

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/newsources/newsources/services/devstack/simulator"
	"github.com/newsources/newsources/services/newssources/internal/reading/rightsignal"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// respondWith returns a site with these documents.
func respondWith(documents map[string]string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, ok := documents[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		if r.URL.Path == "/" {
			w.Header().Set("Content-Type", "text/html")
		}
		_, _ = w.Write([]byte(body))
	})
}

// TestVisitsReadRights checks what a visit stores of a homepage and of at most two files, and which files
// it requests.
func TestVisitsReadRights(t *testing.T) {
	t.Parallel()
	const page = `<html lang="en"><head><title>Paper</title><meta name="robots" content="noai"></head><body>News</body></html>`
	const reserved = `[{"location": "/", "tdm-reservation": 1}]`
	sites := []struct {
		host      string
		documents map[string]string
		want      string
		requests  []string // beside the page, its robots.txt and icons
	}{
		{"files.test", map[string]string{"/": page, "/.well-known/tdmrep.json": reserved,
			"/trust.txt": "datatrainingallowed=no"},
			"homepage robots_meta noai, tdmrep tdm_reservation 1, trust trust_file datatrainingallowed=no",
			[]string{"/.well-known/tdmrep.json", "/trust.txt"}},
		{"licence.test", map[string]string{"/": page, "/robots.txt": "License: /license.xml",
			"/trust.txt":   "datatrainingallowed=no",
			"/license.xml": `<rsl><license><prohibits type="usage">ai-train</prohibits></license></rsl>`},
			"homepage robots_meta noai, license rsl prohibits ai-train, robots robots_license /license.xml",
			[]string{"/.well-known/tdmrep.json", "/license.xml"}},
		{"page-licence.test", map[string]string{"/": strings.Replace(page, "</head>",
			`<link rel="license" type="application/rsl+xml" href="/rsl.xml"></head>`, 1),
			"/rsl.xml": `<rsl><content url="/"><license><prohibits type="usage">ai-train</prohibits></license></content></rsl>`},
			"homepage license_file /rsl.xml, homepage robots_meta noai, license rsl prohibits ai-train",
			[]string{"/.well-known/tdmrep.json", "/rsl.xml"}},
		{"secret-licence.test", map[string]string{"/": page, "/robots.txt": "License: http://10.0.0.1/license.xml"},
			"homepage robots_meta noai, robots robots_license http://10.0.0.1/license.xml",
			[]string{"/.well-known/tdmrep.json"}},
		{"large.test", map[string]string{"/": page,
			"/.well-known/tdmrep.json": "[" + strings.Repeat(reserved[1:len(reserved)-1]+",", rightsignal.MaxFileBytes/30)},
			"homepage robots_meta noai", []string{"/.well-known/tdmrep.json", "/trust.txt"}},
		{"feed-licence.test", map[string]string{"/": page, "/trust.txt": "datatrainingallowed=no",
			"/l.xml": `<rsl><license><prohibits type="usage">ai-train</prohibits></license></rsl>`},
			"homepage robots_meta noai, license rsl prohibits ai-train",
			[]string{"/.well-known/tdmrep.json", "/l.xml"}},
	}
	var added []simulator.Site
	for _, site := range sites {
		added = append(added, simulator.Site{Host: site.host, Handler: respondWith(site.documents)})
	}
	h := newHarness(t, added...)
	for _, site := range sites {
		_, err := h.register.Create(t.Context(), h.actor, source.CreateInput{
			Details:   source.Details{Name: site.host, HomepageURL: h.sim.URL(site.host, "/"), Languages: []string{"en"}},
			Endpoints: []source.EndpointDetails{{URL: h.sim.URL(site.host, "/feed"), Kind: "rss"}}})
		if err != nil {
			t.Fatal(err)
		}
	}
	// As a check of its feed stores it.
	h.exec(`INSERT INTO endpoint_rights (endpoint_id, place, signals)
		SELECT id, 'document',
			jsonb_build_array(jsonb_build_object('kind', 'license_file', 'value', $1::text, 'address', url))
		FROM endpoints
		WHERE url = $2`, h.sim.URL("feed-licence.test", "/l.xml"), h.sim.URL("feed-licence.test", "/feed"))
	h.run()
	for _, site := range sites {
		var got string
		err := h.db.Pool.QueryRow(t.Context(), `
			SELECT coalesce(string_agg(place || ' ' || (v->>'kind') || ' ' || (v->>'value'), ', ' ORDER BY place, v->>'kind'), '')
			FROM source_rights r
			JOIN sources s ON s.id = r.source_id, jsonb_array_elements(r.signals) v
			WHERE s.name = $1`, site.host).Scan(&got)
		if got = strings.ReplaceAll(got, h.sim.URL(site.host, ""), ""); err != nil || got != site.want {
			t.Errorf("%s: got %s, want %s, %v", site.host, got, site.want, err)
		}
		var requests []string
		for _, r := range h.sim.Requests(site.host) {
			if r.Path != "/" && r.Path != "/robots.txt" && !strings.Contains(r.Path, "icon") {
				requests = append(requests, r.Path)
			}
		}
		if !slices.Equal(requests, site.requests) {
			t.Errorf("%s: requests %v, want %v", site.host, requests, site.requests)
		}
	}
}

// TestForbiddenSourceIsNotVisitedAgain checks that a source that becomes forbidden gets no further
// request, although its next visit is due.
func TestForbiddenSourceIsNotVisitedAgain(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	created, err := h.register.Create(t.Context(), h.actor, source.CreateInput{
		Details: source.Details{Name: "Paper", HomepageURL: h.sim.URL("elejemplo.test", "/")}})
	if err != nil {
		t.Fatal(err)
	}
	h.run()
	before := len(h.sim.Requests("elejemplo.test"))
	// As an earlier version sets it, which leaves the visit.
	for _, statement := range []string{"UPDATE sources SET rights = 'forbidden'", "UPDATE visits SET due_at = now()"} {
		if _, err := h.db.Pool.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	h.run()
	if after := len(h.sim.Requests("elejemplo.test")); before == 0 || after != before {
		t.Errorf("%d requests, %d before it was forbidden", after, before)
	}
	if _, err := h.visits.Schedule(t.Context(), created.ID); err == nil {
		t.Error("a visit was scheduled")
	}
}

// TestVisitsRequestNothingOfForbiddenSources visits homepages and feeds that name files, images and pages of a
// forbidden source.
func TestVisitsRequestNothingOfForbiddenSources(t *testing.T) {
	t.Parallel()
	const forbidden = "http://forb.test:PORT"
	const page = `<html lang="en"><head><title>Paper</title>HEAD</head><body>News</body></html>`
	heads := map[string]string{
		"robots.test": "",
		"links.test":  `<link rel="license" type="application/rsl+xml" href="` + forbidden + `/l.xml">`,
		"logo.test": `<link rel="apple-touch-icon" href="` + forbidden + `/logo.png"><link rel="icon" href="` + forbidden +
			`/icon.png"><meta property="og:image" content="` + forbidden + `/image.png">`,
		"refresh.test": `<meta http-equiv="refresh" content="0; url=` + forbidden + `/">`,
	}
	var h *harness
	handler := func(host string) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			documents := map[string]string{"/": strings.Replace(page, "HEAD", heads[host], 1)}
			if host == "robots.test" {
				documents["/robots.txt"] = "License: " + forbidden + "/license.xml"
			}
			for path, body := range documents {
				documents[path] = strings.ReplaceAll(body, forbidden, h.sim.URL("forb.test", ""))
			}
			respondWith(documents).ServeHTTP(w, r)
		})
	}
	added := []simulator.Site{{Host: "forb.test", Handler: respondWith(map[string]string{"/": page})}}
	for host := range heads {
		added = append(added, simulator.Site{Host: host, Handler: handler(host)})
	}
	h = newHarness(t, added...)
	create := func(host string, rights source.Rights) {
		t.Helper()
		_, err := h.register.Create(t.Context(), h.actor, source.CreateInput{
			Details: source.Details{Name: host, HomepageURL: h.sim.URL(host, "/"), Rights: rights}})
		if err != nil {
			t.Fatal(err)
		}
	}
	create("forb.test", source.RightsForbidden)
	for host := range heads {
		create(host, source.RightsUnknown)
	}
	h.run()
	if requests := h.sim.Requests("forb.test"); len(requests) != 0 {
		t.Errorf("requests %v", requests)
	}
	for host := range heads {
		if h.requests(host, "/") == 0 {
			t.Errorf("%s was not visited", host)
		}
	}
}
