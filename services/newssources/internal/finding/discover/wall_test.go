package discover

import (
	"net/url"
	"strings"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
)

func TestWallsOnOtherHosts(t *testing.T) {
	t.Parallel()
	const (
		password = `<form><input type="password" name="p"></form>`
		banner   = `<div id="cookie-banner">We and our 300 partners use cookies. <button>Accept all</button></div>`
	)
	for _, c := range []struct {
		name, landed, html string
		want               fetch.Outcome
	}{
		{"consent in the path, English", "https://gate.example/v2/collectConsent?sessionId=3", `<h1>Before you continue</h1>`,
			consentWall},
		{"consent in the host, German", "https://zustimmung.example/", `<button>Einwilligen und weiter</button>`,
			consentWall},
		{"privacy gate, Dutch", "https://myprivacy.example/consent?siteKey=x&callbackUrl=https%3A%2F%2Fpaper.test%2F",
			`<p>Alles accepteren</p>`, consentWall},
		{"consent, French", "https://cmp.editeur.example/paper",
			`<p>Avec votre accord, nos partenaires et nous…</p><button>Tout accepter</button>`, consentWall},
		{"consent, Italian", "https://consenso.example/paper", `<button>Accetta</button>`, consentWall},
		{"consent, Polish", "https://zgoda.example/x", `<button>Zgadzam się</button>`, consentWall},
		{"consent, Japanese", "https://privacy.example/x", `<button>同意する</button>`, consentWall},
		{"consent on a subdomain of the outlet", "https://consent.paper.test/?continue=https%3A%2F%2Fpaper.test%2F",
			`<p>Accept all</p>`, consentWall},
		{"consent page that cannot be read", "https://consent.example/collectConsent?return=x", "", consentWall},
		{"sign-in in the path", "https://reader-id.example/login?continue=x", password, signInPage},
		{"sign-in, Spanish", "https://cuenta.example/entrar", password, signInPage},
		{"sign-in, German", "https://konto.example/anmelden", `<h1>Anmelden</h1>`, signInPage},
		{"sign-in by a script", "https://id.publisher.example/authorize?client_id=7&redirect_uri=https%3A%2F%2Fpaper.test%2F",
			`<div id="app"></div>`, signInPage},
		{"sign-in that robots.txt forbids", "https://sso.example/login", "", signInPage},
		{"sign-in, Finnish", "https://tunnus.example/kirjautuminen/aloita?palaa=https%3A%2F%2Fpaper.test%2F", password,
			signInPage},
		{"consent without a word in the address, Polish", "https://vendor.example/start?u=https%3A%2F%2Fpaper.test%2F",
			`<p>pliki cookies</p><button>Zgadzam się</button>`, consentWall},
		{"sign-in without a word in the address", "https://vendor.example/start?u=https%3A%2F%2Fpaper.test%2F", password,
			signInPage},

		{"outlet that has moved, with the old address", "https://new-paper.example/?from=https%3A%2F%2Fpaper.test%2F",
			`<h1>The paper has moved</h1>`, fetch.OK},
		{"outlet that has moved", "https://new-paper.example/", banner + password, fetch.OK},
		{"outlet that has moved, with a page named privacy", "https://new-paper.example/",
			banner + `<a href="/privacy">Privacy</a>`, fetch.OK},
		{"edition on another host", "https://edition.paper.test/us", banner + password, fetch.OK},
		{"wall that announces feeds", "https://login.example/login",
			`<link rel="alternate" type="application/rss+xml" href="/feed">` + password, fetch.OK},
		{"front page with many links", "https://members.example/login", strings.Repeat(`<a href="/a">A</a>`, 41) + password,
			fetch.OK},
		{"article about consent", "https://new-paper.example/2026/consent-and-the-law", `<article>Accept all</article>`,
			fetch.OK},
		{"author's page", "https://author.example/story", `<h1>A story</h1>`, fetch.OK},
		{"same host", "https://www.paper.test/login", password, fetch.OK},
	} {
		requested, err := weburl.Parse("https://paper.test/")
		if err != nil {
			t.Fatal(err)
		}
		result := &fetch.Result{Outcome: fetch.OK, FinalURL: c.landed, ContentType: "text/html",
			Body: []byte("<!doctype html>" + c.html),
			Hops: []fetch.Hop{{URL: requested.String(), Status: 302, Location: c.landed}}}
		if c.html == "" {
			result.Outcome, result.Body = fetch.Robots, nil
		}
		markWall(requested, result)
		if result.Outcome != c.want {
			t.Errorf("%s: outcome %s, want %s", c.name, result.Outcome, c.want)
		}
		if landed, _ := url.Parse(c.landed); isWall(result) &&
			(result.Body != nil || !strings.Contains(result.Detail, landed.Hostname())) {
			t.Errorf("%s: body %q, detail %q", c.name, result.Body, result.Detail)
		}
	}
}
