package check

import (
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/newsources/newsources/services/devstack/simulator"
	"github.com/newsources/newsources/services/devstack/simulator/papers"
	"github.com/newsources/newsources/services/newssources/internal/checking/record"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/reading/pagelist"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/rules/health"
)

// paper is an endpoint of the simulated site of changing papers.
type paper struct {
	*harness
	source *source.Source
	query  string
}

func (h *harness) addPaper(change, language string) paper {
	h.Helper()
	query := url.Values{"change": {change}, "language": {language}}.Encode()
	s, err := h.register.Create(h.Context(), audit.Actor{}, source.CreateInput{
		Details: source.Details{Name: change, HomepageURL: "https://" + strings.ReplaceAll(strings.NewReplacer(",", "", "-",
			"").Replace(change), " ", "-") + ".example/"},
		Endpoints: []source.EndpointDetails{{Kind: feed.RSS, URL: h.sites.URL("papers.test", "/feed?"+query),
			Intent: source.EndpointActive}},
	})
	if err != nil {
		h.Fatal(err)
	}
	return paper{h, s, query}
}

// send sends a request that changes the paper: POST publishes articles, and PUT makes the change or reverts it.
func (p paper) send(method string) {
	p.Helper()
	client := &http.Client{Transport: &http.Transport{Proxy: http.ProxyURL(p.sites.ProxyURL()), DisableKeepAlives: true}}
	request, err := http.NewRequestWithContext(p.Context(), method, p.sites.URL("papers.test", "/feed?"+p.query), nil)
	if err != nil {
		p.Fatal(err)
	}
	response, err := client.Do(request)
	if err != nil {
		p.Fatal(err)
	}
	response.Body.Close()
}

func (p paper) cause() health.Cause {
	return health.Cause(value[string](p.harness, "SELECT health_cause FROM endpoint_states WHERE endpoint_id = $1",
		endpointID(p.source)))
}

// TestChangesOfPapers plays each change of package papers with the checker: hand-overs are noticed in two
// checks and no item of them is stored; after other changes, the endpoint works and its items are stored.
func TestChangesOfPapers(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	var list []paper
	for i, c := range papers.Changes {
		languages := c.Languages
		if len(languages) == 0 {
			languages = papers.Languages()
		}
		list = append(list, h.addPaper(c.Name, languages[i%len(languages)]))
	}
	h.checkAll()
	for range 2 {
		for _, p := range list {
			p.send(http.MethodPost)
		}
		h.checkAll()
	}
	stored := value[int](h, "SELECT count(*) FROM items")
	if wrong := value[int](h, "SELECT count(*) FROM endpoint_states WHERE health <> 'ok'"); wrong != 0 ||
		stored != len(papers.Changes)*26 {
		t.Fatalf("%d endpoints are not ok, %d items are stored", wrong, stored)
	}
	for _, p := range list {
		p.send(http.MethodPut)
	}
	h.checkAll()
	h.checkAll()
	for i, c := range papers.Changes {
		cause, items := list[i].cause(), value[int](h, "SELECT count(*) FROM items WHERE endpoint_id = $1",
			endpointID(list[i].source))
		isNoticed := cause == health.OtherOutlet || cause == health.Parked
		if isNoticed != c.IsHandOver || isNoticed && items != 26 || !isNoticed && items <= 26 {
			t.Errorf("%s: cause %q, %d items", c.Name, cause, items)
		}
	}
}

// TestDecisionsAboutAnotherOutlet covers how the suspicion of another outlet ends.
func TestDecisionsAboutAnotherOutlet(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	control := NewControl(h.db, nil, time.Second)
	p := h.addPaper("casino in another language", "de")
	h.checkAll()
	p.send(http.MethodPut)
	h.checkAll()
	h.wantHeld(p.source, "the change", health.Suspect, 20, 20)
	h.checkAll() // the same document
	p.send(http.MethodPost)
	h.checkAll()
	h.wantHeld(p.source, "further articles", health.Suspect, 20, 23)
	held, err := control.HeldItems(t.Context(), p.source.ID, endpointID(p.source))
	if err != nil || held == nil || held.Outlet == nil || held.Outlet.Before.Name == held.Outlet.After.Name ||
		len(held.Outlet.Signals) < 3 {
		t.Fatalf("%+v, %v", held, err)
	}
	if _, err := control.DecideHeld(t.Context(), audit.Actor{}, p.source.ID, endpointID(p.source), held.Version,
		record.DiscardHeld); !problem.Is(err, problem.Invalid) {
		t.Errorf("discarding: %v", err)
	}

	p.send(http.MethodPut) // back
	h.checkAll()
	h.wantHeld(p.source, "the earlier outlet", health.OK, 26, 0)

	p.send(http.MethodPut)
	h.checkAll()
	held, err = control.HeldItems(t.Context(), p.source.ID, endpointID(p.source))
	if err != nil || held == nil {
		t.Fatal("no items are held again", err)
	}
	if _, err := control.DecideHeld(t.Context(), audit.Actor{Name: "Edith"}, p.source.ID, endpointID(p.source), held.Version,
		record.ReleaseHeld); err != nil {
		t.Fatal(err)
	}
	stored := 26 + held.Count
	h.wantHeld(p.source, "it is the same outlet", health.OK, stored, 0)
	p.send(http.MethodPost)
	h.checkAll()
	h.wantHeld(p.source, "articles after the decision", health.OK, stored+3, 0)
	p.send(http.MethodPut) // both are known to be the outlet
	h.checkAll()
	if cause := p.cause(); cause != health.None {
		t.Errorf("the earlier outlet after the decision: %s", cause)
	}
}

// TestNewAddressEndsTheSuspicion replaces the address of a paper that has changed hands by that of another paper,
// which is not like the former one either.
func TestNewAddressEndsTheSuspicion(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	p := h.addPaper("casino in another language", "de")
	h.checkAll()
	p.send(http.MethodPut)
	h.checkAll()
	h.wantHeld(p.source, "the change", health.Suspect, 20, 20)
	other := h.addPaper("nothing", "fr")
	_, err := h.register.UpdateEndpoint(t.Context(), audit.Actor{}, p.source.ID, endpointID(p.source), 1,
		func(d *source.EndpointDetails) {
			d.URL = h.sites.URL("papers.test", "/feed?"+other.query+"&replaces=the-other")
		})
	if err != nil {
		t.Fatal(err)
	}
	h.checkAll()
	h.wantHeld(p.source, "the new address", health.OK, 40, 0)
	h.checkAll()
	h.wantHeld(p.source, "the same document", health.OK, 40, 0)
}

// TestNoOtherOutletDuringAnIncident: a proxy of the own network can answer for all sites.
func TestNoOtherOutletDuringAnIncident(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	p := h.addPaper("paper in another language", "fr")
	h.checkAll()
	h.exec(`INSERT INTO incidents (id, scope, worker, failure, checks, failed, domains, started_at)
		VALUES (gen_random_uuid(), 'service', '', 'unreachable', 1, 1, 1, now())`)
	p.send(http.MethodPut)
	h.checkAll()
	h.wantHeld(p.source, "during an incident", health.OK, 20, 0)
	h.exec("UPDATE incidents SET ended_at = now()")
	h.checkAll()
	h.wantHeld(p.source, "after the incident", health.Suspect, 20, 20)
}

// TestPromotionAmongKnownArticles covers a buyer of a lapsed domain who publishes above the old articles, some items
// at a time, and a paper that publishes a few advertisements.
func TestPromotionAmongKnownArticles(t *testing.T) {
	t.Parallel()
	news := []string{"Council approves the bypass", "Fire at the timber yard", "School gets a sports hall",
		"Farmers protest in Dunmarsh", "Hospital opens a ward for children", "Flood closes the high street",
		"Mayor resigns after the audit", "Music festival returns to the castle", "Train derails near Selby",
		"Library opens on Sundays", "Police seek witnesses", "Bakery wins a prize"}
	casino := []string{"Best online casino bonuses", "Free spins without deposit", "Slot machines with high RTP",
		"Live roulette for real money", "Sports betting odds explained", "Poker tournaments with big jackpots",
		"Blackjack bonus codes", "Baccarat casino guide", "New slots this week", "Crypto casino welcome offer",
		"Betting sites compared", "Bingo jackpots"}
	guides := []string{"10 tips for a productive morning", "The best air fryers reviewed", "How to choose a mattress",
		"Benefits of green tea", "Why you need a website", "5 superfoods to eat every day", "Passive income ideas",
		"The ultimate guide to yoga", "Cheap flights: what to know", "Keto diet for beginners", "Best laptops of 2026",
		"How to sleep better"}
	later := []string{"Bridge gets new lights", "Bus fares rise", "Choir sings in the abbey", "Market hall is restored"}
	for name, c := range map[string]struct {
		published []string // after the news, the oldest first
		each      int      // items between two checks
		want      health.Cause
	}{
		"four items": {casino, 4, health.OtherOutlet}, "two items": {casino, 2, health.OtherOutlet},
		"guides":         {guides, 4, health.OtherOutlet},
		"advertisements": {slices.Concat(casino[:2], later, casino[2:4]), 2, health.None},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var titles atomic.Pointer[[]string]
			show := func(list []string) { titles.Store(&list) }
			h := newHarness(t, simulator.Site{Host: "lapsed.test", Name: "Harrowby Gazette", Handler: http.HandlerFunc(
				func(w http.ResponseWriter, _ *http.Request) {
					w.Header().Set("Content-Type", "application/rss+xml")
					list := *titles.Load()
					_, _ = w.Write([]byte("<rss version='2.0'><channel><title>Harrowby Gazette</title>"))
					for _, title := range list[max(0, len(list)-12):] {
						_, _ = w.Write([]byte("<item><title>" + title + "</title><link>https://lapsed.test/" +
							strings.ReplaceAll(title, " ", "-") + "</link></item>"))
					}
					_, _ = w.Write([]byte("</channel></rss>"))
				})})
			show(news[:10])
			s := h.addEndpoint("lapsed.test", "/feed")
			h.checkAll()
			show(news)
			h.checkAll()
			for n := c.each; n <= len(c.published); n += c.each {
				show(slices.Concat(news, c.published[:n]))
				h.checkAll()
			}
			if got := (paper{h, s, ""}).cause(); got != c.want {
				t.Errorf("cause %q, want %q", got, c.want)
			}
			if n := value[int](h, "SELECT count(*) FROM items"); c.want != health.None && n > len(news)+2*c.each {
				t.Errorf("%d items are stored", n)
			}
		})
	}
}

// TestParkedSites covers the pages of domains that are for sale, and pages that are not.
func TestParkedSites(t *testing.T) {
	t.Parallel()
	respond := func(contentType, body string) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", contentType)
			_, _ = w.Write([]byte(body))
		})
	}
	const page = `<html><head><title>%</title></head><body><h1>% is for sale</h1>
		<a href="https://sedo.com/search/details/?domain=%">Make an offer</a></body></html>`
	site := func(host, contentType, body string) simulator.Site {
		return simulator.Site{Host: host, Name: host, Handler: respond(contentType, strings.ReplaceAll(body, "%", host))}
	}
	h := newHarness(t, site("sold-page.test", "text/html", page), site("sold-list.test", "text/html", page),
		site("sold-feed.test", "application/rss+xml", `<rss version="2.0"><channel><title>% - This website is for sale!</title>
			<item><title>Cheap flights</title><link>https://ads.example/1</link></item></channel></rss>`),
		site("robot-check.test", "text/html", `<html><head><title>Just a moment...</title></head>
			<body><h1>Please verify that you are human</h1></body></html>`))
	for _, host := range []string{"sold-page.test", "sold-feed.test", "robot-check.test"} {
		h.addEndpoint(host, "/feed")
	}
	if _, err := h.register.Create(t.Context(), audit.Actor{}, source.CreateInput{
		Details: source.Details{Name: "sold-list.test", HomepageURL: "https://sold-list.test/"},
		Endpoints: []source.EndpointDetails{{Kind: feed.HTMLList, URL: h.sites.URL("sold-list.test", "/"),
			Intent: source.EndpointActive, ReadSettings: source.ReadSettings{Recipe: &pagelist.Recipe{List: "a"}}}},
	}); err != nil {
		t.Fatal(err)
	}
	h.checkAll()
	h.checkAll()
	got := value[[]string](h, `SELECT array_agg(s.name || ' ' || t.health || ' ' || t.health_cause ORDER BY s.name)
		FROM sources s JOIN endpoints e ON e.source_id = s.id JOIN endpoint_states t ON t.endpoint_id = e.id`)
	if want := []string{"robot-check.test degraded challenge", "sold-feed.test suspect parked",
		"sold-list.test suspect parked", "sold-page.test suspect parked"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// TestSiteShowsProgramsAnotherPage covers a site that begins to answer programs with a page or a feed about
// licences, while browsers get the news. Neither is reported as another outlet: the page is one instead of a feed,
// and the notice in the feed is an item like others.
func TestSiteShowsProgramsAnotherPage(t *testing.T) {
	t.Parallel()
	var isHidden atomic.Bool
	articles := papers.New(rand.New(rand.NewPCG(5, 5)), "en")
	news := string(articles.Feed(articles.Articles(100, 20, time.Now().AddDate(0, 0, -10))))
	site := func(host, contentType, licence string) simulator.Site {
		return simulator.Site{Host: host, Name: host, Handler: http.HandlerFunc(
			func(w http.ResponseWriter, r *http.Request) {
				body := news
				w.Header().Set("Content-Type", "application/rss+xml")
				if isHidden.Load() && strings.Contains(r.UserAgent(), "newsources") {
					w.Header().Set("Content-Type", contentType)
					body = licence
				}
				_, _ = w.Write([]byte(body))
			})}
	}
	h := newHarness(t, site("licence-page.test", "text/html", `<html><head><title>Licences</title></head><body>
		<h1>Programs need a licence</h1><p>Write to licences@licence-page.test.</p></body></html>`),
		site("licence-feed.test", "application/rss+xml", `<rss version="2.0"><channel><title>`+articles.Name+`</title>
			<item><title>Programs need a licence</title><link>https://licence-feed.test/licence</link></item></channel></rss>`))
	h.addEndpoint("licence-page.test", "/feed")
	h.addEndpoint("licence-feed.test", "/feed")
	h.checkAll()
	isHidden.Store(true)
	h.checkAll()
	h.checkAll()
	got := value[[]string](h, `
		SELECT array_agg(s.name || ' ' || t.health || ' ' || t.health_cause || ' ' ||
			(SELECT count(*) FROM items i WHERE i.endpoint_id = e.id) ORDER BY s.name)
		FROM sources s JOIN endpoints e ON e.source_id = s.id JOIN endpoint_states t ON t.endpoint_id = e.id`)
	want := []string{"licence-feed.test ok  21", "licence-page.test suspect html_instead_of_feed 20"}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}
