package httpapi

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/newsources/newsources/services/devstack/simulator"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
)

const exampleFeed = `<rss version="2.0"><channel><title>Site</title><item><guid>1</guid><title>First</title><link>https://site.example/1</link></item>
	<item><title>Second</title><link>https://site.example/2</link></item></channel></rss>`

// hangingSites are more than a scraper that fetches one site after the other can wait for within
// its leases.
const hangingSites = 12

// exampleSites are the sites that the example programs check, by host, with the causes that they
// must report ("" = the check succeeds).
var exampleSites = map[string]struct {
	cause   string
	handler http.HandlerFunc
}{
	"working.test": {"", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, exampleFeed) }},
	"latin.test": {"", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, "<?xml version=\"1.0\" "+
			"encoding=\"windows-1252\"?><rss><channel><item><title>Ma\xf1ana</title><guid>1</guid></item></channel></rss>")
	}},
	"missing.test": {"not_found", http.NotFound},
	"refuses.test": {"forbidden", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusForbidden) }},
	"limits.test": {"rate_limited", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "7200")
		w.WriteHeader(http.StatusTooManyRequests)
	}},
	"unchanged.test": {"", func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("If-None-Match") != `"v1"` {
			http.Error(w, "a conditional request was expected", http.StatusInternalServerError)
			return
		}
		w.WriteHeader(http.StatusNotModified)
	}},
	"drops.test": {"reset", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }},
	// Responses of which the API does not accept every value
	"links.test": {"", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "<rss><channel><item/><item><guid>1</guid><link>\n /1 \n</link></item>"+
			"<item><title>Half</title><link>https://site.example/50%-off</link></item>"+
			"<item><title>None</title><link>http://[</link></item></channel></rss>")
	}},
	"extreme.test": {"server_error", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "Fri, 31 Dec 9999 23:59:59 GMT")
		w.Header().Set("ETag", `"`+strings.Repeat("x", 2000)+`"`)
		w.WriteHeader(999)
	}},
	"nothing.test": {"bad_response", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) }},
	"redirects.test": {"", func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/feed" {
			w.Header().Set("Location", "/other")
			w.WriteHeader(http.StatusFound)
			return
		}
		fmt.Fprint(w, exampleFeed)
	}},
	"encoding.test": {"unreadable", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, `<?xml version="1.0" encoding="x-unknown"?><rss><channel/></rss>`)
	}},
}

// robotsOfExamples are the robots.txt of sites that allow the feed; others have none.
var robotsOfExamples = map[string]string{
	"working.test": "User-agent: *\nDisallow: /archiv\xe9\nDisallow: /" + strings.Repeat("*e", 200) + "x\n",
	"latin.test":   "\ufeffUser-agent: *\nDisallow: /\n\nUser-agent: example-scraper\nDisallow:\n",
	"links.test":   "\ufeffUser-agent: *\nAllow: /feed\nDisallow: /\n",
}

// TestExampleScrapers runs the example programs, which people copy, against the API and sites that
// hang, refuse, limit or forbid requests.
func TestExampleScrapers(t *testing.T) {
	t.Parallel()
	for name, command := range map[string][]string{"Go": {"go", "run", "scraper.go"},
		"Python": {"python3", "scraper.py"}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			requireProgram(t, command[0])
			e := newExampleRig(t)
			e.runScraper(command)
			for host, site := range exampleSites {
				e.checkSite(host, site.cause)
			}
			e.checkSite("forbidding.test", "robots")
			if requests := e.sites.Requests("forbidding.test"); len(requests) != 1 || requests[0].Path != "/robots.txt" {
				t.Errorf("a site that forbids the feed was requested: %+v", requests)
			}
			for i := range hangingSites {
				e.checkSite(fmt.Sprintf("hangs-%d.test", i), "timeout")
			}
			if n := e.count("items WHERE endpoint_id = $1", e.endpoints["working.test"]); n != 2 {
				t.Errorf("%d items", n)
			}
			if n := e.count("items WHERE endpoint_id = $1 AND (url = '' OR url ~ '^https?://[^/]+/(1|50%25-off)$')",
				e.endpoints["links.test"]); n != 3 {
				t.Errorf("%d items with the expected links", n)
			}
			if n := e.count("endpoint_states WHERE endpoint_id = $1 AND next_check_at > now() + interval '110 minutes'",
				e.endpoints["limits.test"]); n != 1 {
				t.Error("the Retry-After of a site was not reported")
			}
		})
	}
}

// requireProgram fails the test if a program is not installed.
func requireProgram(t *testing.T, name string) {
	t.Helper()
	if _, err := exec.LookPath(name); err != nil {
		t.Fatal("this test needs ", name, ": run make test-go, which installs it")
	}
}

// checkedPattern matches the last line of a program.
var checkedPattern = regexp.MustCompile(`(\d+) endpoints checked`)

// exampleRig is an API whose due endpoints are at simulated sites.
type exampleRig struct {
	*rig
	program   *person
	sites     *simulator.Simulator
	endpoints map[string]string // id by host
}

func newExampleRig(t *testing.T) *exampleRig {
	t.Helper()
	ended := make(chan struct{}) // releases the requests at sites that hang
	e := &exampleRig{rig: newRig(t), endpoints: map[string]string{}}
	sites := []simulator.Site{{Host: "forbidding.test",
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			fmt.Fprint(w, "User-agent: *\nDisallow:\n\nUser-agent: other\nUser-agent: example-scraper\nDisallow: /f*d$\n")
		})}}
	for i := range hangingSites {
		sites = append(sites, simulator.Site{Host: fmt.Sprintf("hangs-%d.test", i),
			Handler: withRobots("", func(_ http.ResponseWriter, r *http.Request) {
				select {
				case <-ended:
				case <-r.Context().Done():
				}
			})})
	}
	// The sites that hang are first, so that none of the batches has hanging sites only: failures
	// without any response are not recorded.
	for host, site := range exampleSites {
		sites = append(sites, simulator.Site{Host: host, Handler: withRobots(robotsOfExamples[host], site.handler)})
	}
	var err error
	e.sites, err = simulator.Start(simulator.Options{Sites: sites})
	must(t, err)
	t.Cleanup(func() { _ = e.sites.Close() })
	t.Cleanup(sync.OnceFunc(func() { close(ended) }))
	admin := e.member("Adam", identity.Admin)
	e.program = admin.program("write")
	for _, site := range sites {
		id := admin.addDue(strings.TrimSuffix(site.Host, ".test")+".example", "rss") // the register refuses simulated hosts
		_, err := e.pool.Exec(t.Context(), "UPDATE endpoints SET url = $2 WHERE id = $1", id, e.sites.URL(site.Host, "/feed"))
		must(t, err)
		e.makeDue(id, site.Host)
		e.endpoints[site.Host] = id
	}
	_, err = e.pool.Exec(t.Context(), `UPDATE endpoint_states SET etag = '"v1"' WHERE endpoint_id = $1`,
		e.endpoints["unchanged.test"])
	must(t, err)
	return e
}

// withRobots serves a robots.txt, or answers 404 if it is empty, which allows everything.
func withRobots(robots string, handler http.HandlerFunc) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path != "/robots.txt":
			handler(w, r)
		case robots == "":
			http.NotFound(w, r)
		default:
			fmt.Fprint(w, robots)
		}
	})
}

// runScraper runs a program until it has checked all sites, a batch at a time.
func (e *exampleRig) runScraper(command []string) {
	e.t.Helper()
	for checked := 0; checked < len(e.endpoints); {
		run := exec.CommandContext(e.t.Context(), command[0], command[1:]...)
		run.Dir = "../../../../.github/examples"
		run.Env = append(os.Environ(), "NEWSSOURCES_URL="+e.url, "NEWSSOURCES_TOKEN="+e.program.token, "FETCH_SECONDS=2",
			"http_proxy="+e.sites.ProxyURL().String(), "no_proxy=127.0.0.1")
		out, err := run.CombinedOutput()
		found := checkedPattern.FindSubmatch(out)
		if err != nil || found == nil || strings.Contains(string(out), "not recorded") {
			e.t.Fatalf("%v\n%s", err, out)
		}
		count, err := strconv.Atoi(string(found[1]))
		if err != nil || count == 0 {
			e.t.Fatalf("%d of %d endpoints were checked: %v\n%s", checked, len(e.endpoints), err, out)
		}
		checked += count
	}
}

// checkSite checks that the last attempt at a site has a cause, and that the site saw the program's
// User-Agent.
func (e *exampleRig) checkSite(host, cause string) {
	e.t.Helper()
	var got string
	err := e.pool.QueryRow(e.t.Context(), "SELECT cause FROM attempts WHERE endpoint_id = $1 ORDER BY started_at DESC "+
		"LIMIT 1", e.endpoints[host]).Scan(&got)
	if err != nil || got != cause {
		e.t.Errorf("%s: the cause is %q, want %q (%v)", host, got, cause, err)
	}
	for _, request := range e.sites.Requests(host) {
		if !strings.HasPrefix(request.UserAgent, "example-scraper/") {
			e.t.Errorf("%s saw the user agent %q", host, request.UserAgent)
		}
	}
}
