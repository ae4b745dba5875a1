package discover

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/newsources/newsources/services/devstack/simulator"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/platform/seal"
	"github.com/newsources/newsources/services/newssources/internal/platform/testdb"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
	"github.com/newsources/newsources/services/newssources/internal/reading/pagelist"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/credential"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

func (w world) previewWith(t *testing.T, request PreviewRequest) *Preview {
	t.Helper()
	p, err := w.finder.Preview(context.Background(), request)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestPreviewWarnings checks details and warnings of sites with one defect each.
func TestPreviewWarnings(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{})
	later := newWorld(t, simulator.Options{})
	later.finder.now = func() time.Time { return time.Now().AddDate(0, 0, 241) }
	for _, test := range []struct {
		w                        world
		address, kind, says, not string
	}{
		{w, w.URL("no-dates.test", "/feed"), "", "No item has a date.", "10 items"},
		{w, w.URL("midnight.test", "/feed"), "", "have no time zone", "No item has"},
		{w, w.URL("local-dates.test", "/feed"), "", "have no time zone", ""},
		{w, w.URL("future.test", "/feed"), "", "5 dates are more than 24 hours in the future", ""},
		{w, w.URL("duplicates.test", "/feed"), "", "40 % of the items are duplicates.", "8 items are"},
		{w, w.URL("moved-301.test", "/feed"), "", "has moved permanently to " + w.URL("elejemplo.test", "/rss/portada.xml"),
			"temporarily"},
		{w, w.URL("chain.test", "/feed"), "", "has moved permanently to ", ""},
		{w, w.URL("temporary-307.test", "/feed"), "", "redirects temporarily", "permanently"},
		{w, w.URL("found-302.test", "/feed"), "", "redirects temporarily", "permanently"},
		{w, w.URL("malformed.test", "/feed"), "", "The markup is malformed", ""},
		{w, w.URL("wrong-charset.test", "/feed"), "", "not in the encoding that it declares", ""},
		{w, w.URL("empty.test", "/feed"), "", "There are no items.", "has a date"},
		{w, w.URL("endless.test", "/feed"), "", "Only its beginning was read.", "ended early"},
		{w, w.URL("elejemplo.test", "/rss/portada.xml"), "atom", "The endpoint is saved as an Atom feed, but the address " +
			"returns an RSS feed.", ""},
		{w, w.URL("elejemplo.test", "/rss/portada.xml"), "rss", "", "The endpoint is saved as"},
		{w, w.URL("https-twin.test", "/rss"), "", "The same feed is available by https. Use https://https-twin.test", ""},
		{later, later.URL("links.test", "/feed"), "", "no link", "No new items"},
		{later, later.URL("local-dates.test", "/feed"), "", "No new items for 8 months.", ""},
		// failures are explained in detail
		{w, w.URL("html-feed.test", "/feed"), "", "This address returns a web page, not a feed. Add a source", ""},
		{w, w.URL("html-feed.test", "/feed"), "html_list", "Add a recipe that says where its items are.", ""},
		{w, w.URL("robots-forbid.test", "/feed"), "", "robots.txt", ""},
		{w, w.URL("robots-broken.test", "/feed"), "", "robots.txt", ""},
		{w, w.URL("status-304.test", "/feed"), "", "unconditional request", ""},
		{w, w.URL("status-429.test", "/feed"), "", "limits the number of requests", ""},
	} {
		t.Run(strings.TrimPrefix(test.address, "http://")+" "+test.kind, func(t *testing.T) {
			t.Parallel()
			p := test.w.previewWith(t, PreviewRequest{URL: test.address, Kind: &test.kind})
			said := strings.Join(append(p.Warnings, p.Detail), "\n")
			if !strings.Contains(said, test.says) || test.not != "" && strings.Contains(said, test.not) {
				t.Errorf("want %q and not %q:\n%s", test.says, test.not, said)
			}
		})
	}
	if p := w.previewWith(t, PreviewRequest{URL: w.URL("elejemplo.test", "/rss/portada.xml")}); len(p.Warnings) != 0 {
		t.Errorf("warnings of a good feed: %q", p.Warnings)
	}
}

func TestPreviewItems(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{})
	p := w.previewWith(t, PreviewRequest{URL: w.URL("elejemplo.test", "/rss/portada.xml")})
	for _, item := range p.Preview {
		if item.Title == "" || item.URL == "" || item.Published == nil || len(item.Identity) != 32 || item.Summary == "" ||
			len([]rune(item.Summary)) > maxSummary {
			t.Fatalf("%+v", item)
		}
	}
	address, policy := w.URL("guids-change.test", "/feed"), string(feed.IdentityLink)
	first, second := w.previewWith(t, PreviewRequest{URL: address, Identity: &policy}),
		w.previewWith(t, PreviewRequest{URL: address, Identity: &policy})
	if first.Preview[0].Identity != second.Preview[0].Identity {
		t.Error("the identity policy is not applied")
	}
}

func TestPreviewAppliesReadSettings(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{})
	address, zone, charset := w.URL("local-dates.test", "/feed"), "America/New_York", "koi8-r"
	utc, newYork := w.previewWith(t, PreviewRequest{URL: address}),
		w.previewWith(t, PreviewRequest{URL: address, Zone: &zone})
	// The clocks change on the first of November.
	if later := newYork.Preview[0].Published.Sub(*utc.Preview[0].Published); later != 5*time.Hour {
		t.Errorf("a local time in New York is %s after the same time in UTC", later)
	}
	saved := w.save(t, source.EndpointDetails{Kind: "rss", URL: address,
		ReadSettings: source.ReadSettings{DefaultZone: zone}})
	p := w.previewWith(t, PreviewRequest{EndpointID: &saved.ID})
	if !p.Preview[0].Published.Equal(*newYork.Preview[0].Published) {
		t.Errorf("the saved zone is not used: %s", p.Preview[0].Published)
	}
	cyrillic := w.URL("windows-1251.test", "/feed")
	if p := w.previewWith(t, PreviewRequest{URL: cyrillic}); p.Charset != "windows-1251" || p.Title != "Новости" {
		t.Errorf("%s in %s", p.Title, p.Charset)
	}
	if p := w.previewWith(t, PreviewRequest{URL: cyrillic, Charset: &charset}); p.Charset != charset ||
		p.Title == "Новости" {
		t.Errorf("overridden: %s in %s", p.Title, p.Charset)
	}
}

// save creates a source with one endpoint.
func (w world) save(t *testing.T, e source.EndpointDetails) source.Endpoint {
	t.Helper()
	made, err := w.register.Create(context.Background(), audit.Actor{Name: "Test"}, source.CreateInput{
		Details: source.Details{Name: "Saved", HomepageURL: e.URL}, Endpoints: []source.EndpointDetails{e},
	})
	if err != nil {
		t.Fatal(err)
	}
	return made.Endpoints[0]
}

func TestPreviewOfSavedEndpoint(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{})
	saved := w.save(t, source.EndpointDetails{Kind: "html_list", URL: w.URL("list-only.test", "/"),
		ReadSettings: source.ReadSettings{Charset: "utf-8", Recipe: &pagelist.Recipe{List: "li, article"}}})
	p := w.previewWith(t, PreviewRequest{EndpointID: &saved.ID})
	if p.Kind != "html_list" || len(p.Preview) == 0 || p.Preview[0].URL == "" || p.Charset != "utf-8" {
		t.Fatalf("with the saved recipe: %+v", p)
	}
	items := len(p.Preview)

	nothing, rss, none := &pagelist.Recipe{List: ".nothing"}, "rss", ""
	if p = w.previewWith(t, PreviewRequest{EndpointID: &saved.ID, Recipe: nothing}); p.Items != 0 ||
		!slices.ContainsFunc(p.Warnings, func(w string) bool { return strings.HasPrefix(w, "The recipe finds no items") }) {
		t.Errorf("with another recipe: %+v", p.Candidate)
	}
	if p = w.previewWith(t, PreviewRequest{EndpointID: &saved.ID, Kind: &rss}); p.Outcome != "html_instead_of_feed" {
		t.Errorf("as a feed: %+v", p.Candidate)
	}
	if p = w.previewWith(t, PreviewRequest{EndpointID: &saved.ID, Charset: &none}); len(p.Preview) != items {
		t.Errorf("without the charset: %+v", p.Candidate)
	}
	other := w.URL("elejemplo.test", "/rss/portada.xml")
	if p = w.previewWith(t, PreviewRequest{EndpointID: &saved.ID, URL: other}); p.Kind != "rss" ||
		!strings.Contains(strings.Join(p.Warnings, " "), "The endpoint is saved as a page list") {
		t.Errorf("at another address: %+v", p.Candidate)
	}
}

// withKeys returns w with a register that encrypts credentials with a key of these letters; no
// letters mean no key.
func (w world) withKeys(t *testing.T, letters ...string) world {
	t.Helper()
	var secrets []string
	for _, letter := range letters {
		secrets = append(secrets, strings.Repeat(letter, seal.MinSecret))
	}
	keys, err := seal.New(secrets...)
	if err != nil {
		t.Fatal(err)
	}
	w.register = source.NewRegister(w.db, keys)
	w.finder = w.newFinder(t, siteTimeout)
	return w
}

func TestPreviewSendsCredentialsToTheirServerOnly(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{}).withKeys(t, "k")
	given := &credential.Credentials{Username: simulator.Username, Password: simulator.Password}
	details := source.EndpointDetails{Kind: "rss", URL: w.URL("password.test", "/rss")}
	details.SetCredentials(given)
	saved := w.save(t, details)
	open := w.save(t, source.EndpointDetails{Kind: "rss", URL: w.URL("elejemplo.test", "/rss/portada.xml")})
	elsewhere := w.URL("elejemplo.test", "/rss/portada.xml")
	for _, test := range []struct {
		name    string
		request PreviewRequest
		outcome string
		warns   bool
	}{
		{"saved", PreviewRequest{EndpointID: &saved.ID}, "ok", false},
		{"other path on the server", PreviewRequest{EndpointID: &saved.ID, URL: w.URL("password.test", "/")},
			"html_instead_of_feed", false},
		{"other server", PreviewRequest{EndpointID: &saved.ID, URL: elsewhere}, "ok", true},
		{"wrong credentials", PreviewRequest{EndpointID: &saved.ID, Credentials: &credential.Credentials{Username: "x"}},
			"unauthorized", false},
		{"no credentials", PreviewRequest{URL: saved.URL}, "unauthorized", false},
		{"credentials of another endpoint", PreviewRequest{EndpointID: &open.ID, URL: saved.URL}, "unauthorized", false},
		{"given in the request", PreviewRequest{EndpointID: &open.ID, URL: saved.URL, Credentials: given}, "ok", false},
		{"given in the address", PreviewRequest{URL: withCredentials(saved.URL)}, "ok", false},
	} {
		p := w.previewWith(t, test.request)
		if p.Outcome != test.outcome || slices.Contains(p.Warnings, otherServerWarning) != test.warns ||
			strings.Contains(p.URL+p.FinalURL, simulator.Password) {
			t.Errorf("%s: %s, %q", test.name, p.Outcome, p.Warnings)
		}
	}
}

func TestPreviewWithLostKey(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{}).withKeys(t, "k")
	details := source.EndpointDetails{Kind: "rss", URL: w.URL("password.test", "/rss")}
	details.SetCredentials(&credential.Credentials{Username: simulator.Username, Password: simulator.Password})
	saved := w.save(t, details)
	w = w.withKeys(t)
	if p := w.previewWith(t, PreviewRequest{EndpointID: &saved.ID}); p.Outcome != "unauthorized" ||
		!slices.Contains(p.Warnings, lostKeyWarning) {
		t.Errorf("%s, %q", p.Outcome, p.Warnings)
	}
}

func TestPreviewRejectsInvalidRequests(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{})
	address, text := w.URL("elejemplo.test", "/rss/portada.xml"), func(s string) *string { return &s }
	for pointer, request := range map[string]PreviewRequest{
		"/url":             {URL: "javascript:alert(1)"},
		"/charset":         {URL: address, Charset: text("klingon")},
		"/default_zone":    {URL: address, Zone: text("Mars/Olympus")},
		"/identity_policy": {URL: address, Identity: text("guess")},
		"/recipe/title":    {URL: address, Recipe: &pagelist.Recipe{List: "li", Title: "[["}},
	} {
		_, err := w.finder.Preview(context.Background(), request)
		if p := problem.As(err); p.Code != problem.Invalid || len(p.Fields) != 1 || p.Fields[0].Pointer != pointer {
			t.Errorf("%s: %v", pointer, err)
		}
	}
	if _, err := w.finder.Preview(context.Background(), PreviewRequest{}); problem.As(err).Code != problem.Invalid {
		t.Errorf("no address: %v", err)
	}
}

// TestPreviewThatWaitsTooLongIsNoFailureOfTheSite previews a second address of a site whose
// robots.txt asks for a long pause.
func TestPreviewThatWaitsTooLongIsNoFailureOfTheSite(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{})
	client, err := fetch.New(fetch.Config{Lab: w.DNS, HostInterval: time.Millisecond, Database: testdb.New(t),
		Timeout: siteTimeout})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	w.finder = New(client, w.register)
	if p := w.previewWith(t, PreviewRequest{URL: w.URL("crawl-delay.test", "/feed/a")}); p.Outcome != string(fetch.OK) {
		t.Fatalf("%s: %s", p.Outcome, p.Detail)
	}
	_, err = w.finder.Preview(t.Context(), PreviewRequest{URL: w.URL("crawl-delay.test", "/feed/b")})
	if refused, ok := errors.AsType[*problem.Error](err); !ok || refused.Code != problem.TooManySearches ||
		refused.RetryAfter < 30*time.Second {
		t.Errorf("%v", err)
	}
}
