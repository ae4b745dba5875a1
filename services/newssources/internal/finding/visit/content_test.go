package visit

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/newsources/newsources/services/devstack/simulator"
	"github.com/newsources/newsources/services/devstack/simulator/papers"
	"github.com/newsources/newsources/services/newssources/internal/finding/suggestion"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// homepageIn returns a homepage that declares English and has headlines in a language.
func homepageIn(language, head string) string {
	var links strings.Builder
	for i, a := range papers.New(rand.New(rand.NewPCG(1, 1)), language).Articles(100, 40, time.Now()) {
		fmt.Fprintf(&links, `<a href="/%d">%s</a>`, i, a.Title)
	}
	return `<html lang="en"><head><title>Paper</title>` + head + `</head><body>` + links.String() + `</body></html>`
}

// TestVisitsCompareFieldsWithContent checks the suggestions for languages and paywalls that follow from
// the content of homepages, and that accepting them changes the source.
func TestVisitsCompareFieldsWithContent(t *testing.T) {
	t.Parallel()
	const paid = `<script type="application/ld+json">{"@type":"NewsArticle","isAccessibleForFree":false}</script>`
	cases := map[string]struct {
		page      string
		languages []string
		paywall   source.Paywall
		want      string // language
		origin    string
		wall      string
	}{
		"declared.test":  {homepageIn("de", paid), []string{"fr"}, "", "de", "headlines of the homepage", "metered"},
		"empty.test":     {homepageIn("de", paid), nil, "", "de", "headlines of the homepage", "metered"},
		"bilingual.test": {homepageIn("de", paid), []string{"de", "fr"}, "none", "", "", ""},
		"english.test":   {homepageIn("en", ""), []string{"en"}, "", "", "", ""},
		// The feed is that of another outlet.
		"other.test": {homepageIn("de", paid), []string{"fr"}, "", "", "", ""},
		// Few headlines; a feed has items.
		"few.test":  {`<html lang="en"><body>News</body></html>`, []string{"en"}, "", "de", "titles of items", ""},
		"same.test": {homepageIn("en", ""), nil, "", "en", "language of the homepage", ""},
	}
	var sites []simulator.Site
	for host, c := range cases {
		sites = append(sites, simulator.Site{Host: host, Handler: respondWith(map[string]string{"/": c.page})})
	}
	h := newHarness(t, sites...)
	for host, c := range cases {
		if _, err := h.register.Create(t.Context(), h.actor, source.CreateInput{Details: source.Details{Name: "Paper",
			HomepageURL: h.sim.URL(host, "/"), Languages: c.languages, Paywall: c.paywall}}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := h.register.AddEndpoint(t.Context(), h.actor, h.sourceOf("other.test").ID, source.EndpointDetails{
		Kind: feed.RSS, URL: h.sim.URL("other.test", "/feed"), Intent: source.EndpointActive}); err != nil {
		t.Fatal(err)
	}
	h.exec("UPDATE endpoint_states SET health = 'suspect', health_cause = 'other_outlet'")
	few := h.sourceOf("few.test")
	added, err := h.register.AddEndpoint(t.Context(), h.actor, few.ID, source.EndpointDetails{Kind: feed.RSS,
		URL: h.sim.URL("few.test", "/feed"), Intent: source.EndpointActive})
	if err != nil {
		t.Fatal(err)
	}
	for i, a := range papers.New(rand.New(rand.NewPCG(1, 1)), "de").Articles(100, 40, time.Now()) {
		h.exec("INSERT INTO items (endpoint_id, first_seen_at, identity, title, url) VALUES ($1, now(), $2, $3, '')",
			added.ID, []byte{byte(i)}, a.Title)
	}
	h.run()
	for host, c := range cases {
		id := h.sourceOf(host).ID
		if found := h.values(id); found[suggestion.LanguagesField] != c.want || found[suggestion.PaywallField] != c.wall {
			t.Errorf("%s: %v", host, found)
			continue
		}
		if c.want != "" {
			g := h.only(id, suggestion.LanguagesField)
			if !strings.HasSuffix(g.Evidence.Origin, c.origin) {
				t.Errorf("%s: found in %s", host, g.Evidence.Origin)
			}
			h.decide(suggestion.Accept, g.ID)
			if got := h.get(id).Languages; len(got) != 1 || got[0] != c.want {
				t.Errorf("%s: accepted, got %v", host, got)
			}
		}
		if c.wall != "" {
			h.decide(suggestion.Accept, h.only(id, suggestion.PaywallField).ID)
			if got := h.get(id).Paywall; string(got) != c.wall {
				t.Errorf("%s: accepted, got the paywall %s", host, got)
			}
		}
	}
}
