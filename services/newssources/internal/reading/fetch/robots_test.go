package fetch

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func TestRobots(t *testing.T) {
	t.Parallel()
	names := newDNSServer(t)
	tests := map[string]struct {
		status        int
		body          string
		allowed       bool
		outcome       Outcome
		hasRetryAfter bool
	}{
		"none":              {404, "", true, NotFound, false},
		"gone":              {410, "", true, Gone, false},
		"forbidden":         {403, "User-agent: *\nDisallow: /", true, Forbidden, false},
		"unauthorized":      {401, "", true, Unauthorized, false},
		"challenge":         {503, "_cf_chl_opt", true, Challenge, false},
		"empty":             {200, "", true, OK, false},
		"no content":        {204, "", true, OK, false},
		"allows":            {200, "User-agent: *\nDisallow: /private", true, OK, false},
		"forbids":           {200, "User-agent: *\nDisallow: /", false, OK, false},
		"forbids the agent": {200, "User-agent: *\nDisallow:\n\nUser-agent: newsources\nDisallow: /feed", false, OK, false},
		"forbids others":    {200, "User-agent: GPTBot\nDisallow: /", true, OK, false},
		"page":              {200, "<html><body>User-agent: nobody</body></html>", true, OK, false},
		"broken":            {500, "", false, ServerError, true},
		"bad gateway":       {502, "User-agent: *\nAllow: /", false, ServerError, true},
		"overloaded":        {503, "", false, Unavailable, true},
		"too many requests": {429, "", false, RateLimited, true},
		"huge": {200, strings.Repeat("# long\n", robotsMaxBytes/7) + "User-agent: *\nDisallow: /", true,
			TooLarge, false},
		"huge, forbids": {200, "User-agent: *\nDisallow: /feed\n" + strings.Repeat("Disallow: /private\n", robotsMaxBytes/10),
			false, TooLarge, false},
	}
	i := 0
	for name, test := range tests {
		i++
		host := fmt.Sprintf("robots%d.test", i)
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var fetches atomic.Int32
			site := serve(t, host, func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path == "/robots.txt" {
					fetches.Add(1)
					w.WriteHeader(test.status)
					w.Write([]byte(test.body))
				}
			})
			c := newClient(t, Config{Lab: names.addr})
			v := c.Robots(t.Context(), Request{URL: site + "/feed"})
			if v.Allowed != test.allowed || v.Outcome != test.outcome || (v.RetryAfter > 0) != test.hasRetryAfter ||
				v.Allowed != (v.Detail == "") {
				t.Errorf("%+v", v)
			}
			want := OK
			if !test.allowed {
				want = Robots
			}
			if test.outcome == RateLimited {
				want = RateLimited
			}
			r := c.Get(t.Context(), Request{URL: site + "/feed"})
			wantOutcome(t, r, want)
			if (r.RetryAfter > 0) != test.hasRetryAfter {
				t.Errorf("retry after %s", r.RetryAfter)
			}
			wantOutcome(t, get(t, c, Request{URL: site + "/feed"}), OK)
			if fetches.Load() != 1 {
				t.Errorf("robots.txt was fetched %d times", fetches.Load())
			}
		})
	}
}

func TestRobotsVerdictHasSitemapsAndCrawlDelay(t *testing.T) {
	t.Parallel()
	site := serve(t, "tells.test", page("Sitemap: https://tells.test/news.xml\nUser-agent: *\nCrawl-delay: "+
		"30\nDisallow: /*?page=\nsitemap: /relative.xml # old\nSitemap: http://10.0.0.1/\nSitemap:\n"))
	c := newClient(t, Config{UserAgent: "NewSources/2.0 (+https://example.org)"})
	v := c.Robots(t.Context(), Request{URL: site + "/list?page=2"})
	if want := []string{"https://tells.test/news.xml", site + "/relative.xml"}; v.Allowed ||
		v.CrawlDelay != 30*time.Second || !slices.Equal(v.Sitemaps, want) {
		t.Errorf("%+v", v)
	}
	if !c.Robots(t.Context(), Request{URL: site + "/list"}).Allowed || !c.Robots(t.Context(), Request{URL: "no address"}).Allowed {
		t.Error("an allowed address is forbidden")
	}
	if r := c.Get(t.Context(), Request{URL: site + "/list"}); r.Outcome != OK || r.CrawlDelay != 30*time.Second ||
		r.Agent != "newsources" {
		t.Errorf("%s, crawl delay %s, agent %q", r.Outcome, r.CrawlDelay, r.Agent)
	}
}

// TestRobotsRedirects checks that a redirected robots.txt applies to the requested site.
func TestRobotsRedirects(t *testing.T) {
	t.Parallel()
	names := newDNSServer(t)
	elsewhere := serve(t, "elsewhere.test", page("User-agent: *\nDisallow: /"))
	for to, allowed := range map[string]bool{
		elsewhere + "/moved":       false,
		"/robots.txt":              true, // a redirect loop counts as missing
		"http://10.0.0.1/":         true, // a blocked address counts as missing
		"javascript:alert(1)":      true,
		"http://nowhere.example/x": true,
	} {
		site := serve(t, "here.test", func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/robots.txt" {
				w.Header().Set("Location", to)
				w.WriteHeader(http.StatusFound)
			}
		})
		c := newClient(t, Config{Lab: names.addr})
		if v := c.Robots(t.Context(), Request{URL: site + "/feed"}); v.Allowed != allowed {
			t.Errorf("redirected to %s: %+v", to, v)
		}
	}
}

// TestRobotsOfEachHop checks that each hop obeys the robots.txt of its own site.
func TestRobotsOfEachHop(t *testing.T) {
	t.Parallel()
	forbidden := serve(t, "forbidden.test", func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/robots.txt" {
			t.Errorf("%s was fetched", r.URL)
		}
		w.Write([]byte("User-agent: *\nDisallow: /"))
	})
	site := serve(t, "start.test", func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			http.NotFound(w, r)
			return
		}
		http.Redirect(w, r, forbidden+"/feed", http.StatusMovedPermanently)
	})
	r := newClient(t, Config{}).Get(t.Context(), Request{URL: site})
	wantOutcome(t, r, Robots)
	if len(r.Hops) != 1 || r.FinalURL != forbidden+"/feed" || r.Status != 0 {
		t.Errorf("%+v", r)
	}
}

// TestUnavailableRobots checks that a hanging robots.txt leaves time for the request, and that an
// unreachable one lets the request report the failure.
func TestUnavailableRobots(t *testing.T) {
	t.Parallel()
	site := serve(t, "hangs.test", func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			w.(http.Flusher).Flush()
			<-r.Context().Done()
		}
	})
	c := newClient(t, Config{})
	c.robots.load = func(ctx context.Context, site string, request Request) (robotsFile, error) {
		c := *c
		c.config.Timeout = shortTimeout
		return c.loadRobots(ctx, site, request)
	}
	r := c.Get(t.Context(), Request{URL: site})
	wantOutcome(t, r, OK)
	if v := c.Robots(t.Context(), Request{URL: site}); v.Outcome != Timeout || !v.Allowed {
		t.Errorf("%+v", v)
	}
	wantOutcome(t, c.Get(t.Context(), Request{URL: "http://nowhere.example/"}), DNS)
	wantOutcome(t, c.Get(t.Context(), Request{URL: raw(t, "resets.test", reset(""))}), Reset)
}

// TestRobotsIsFetchedOnce checks that concurrent requests to a site fetch robots.txt once, and that
// another request fetches it if the fetching one is cancelled.
func TestRobotsIsFetchedOnce(t *testing.T) {
	t.Parallel()
	var fetches atomic.Int32
	first := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/robots.txt" {
			return
		}
		if fetches.Add(1) == 1 {
			close(first)
			<-r.Context().Done()
			return
		}
		w.Write([]byte("User-agent: *\nDisallow: /private"))
	}))
	t.Cleanup(server.Close)
	_, port, _ := net.SplitHostPort(server.Listener.Addr().String())
	site := "http://once.test:" + port
	c := newClient(t, Config{})
	var visits sync.WaitGroup
	ctx, cancel := context.WithCancel(t.Context())
	visits.Go(func() { wantOutcome(t, c.Get(ctx, Request{URL: site}), Cancelled) })
	<-first
	for range 10 {
		visits.Go(func() { wantOutcome(t, c.Get(t.Context(), Request{URL: site + "/private"}), Robots) })
	}
	cancel()
	visits.Wait()
	if fetches.Load() != 2 {
		t.Errorf("robots.txt was fetched %d times", fetches.Load())
	}
}

// TestRobotsSignals checks that a result has what robots.txt declares, and whether it is known.
func TestRobotsSignals(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		host    string
		status  int
		signals int
		isKnown bool
	}{{"declares.test", 200, 1, true}, {"silent.test", 404, 0, true}, {"overloaded.test", 503, 0, false}} {
		site := serve(t, c.host, func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/robots.txt" {
				w.WriteHeader(c.status)
				w.Write([]byte("User-agent: GPTBot\nDisallow: /"))
			}
		})
		r := newClient(t, Config{}).Get(t.Context(), Request{URL: site + "/feed"})
		want := ""
		if c.isKnown {
			want = site + "/robots.txt"
		}
		if len(r.RobotsSignals) != c.signals || r.RobotsURL != want {
			t.Errorf("%s: %v of %q", c.host, r.RobotsSignals, r.RobotsURL)
		}
		for _, signal := range r.RobotsSignals {
			if signal.Address != site+"/robots.txt" || signal.Value != "GPTBot" {
				t.Errorf("%+v", signal)
			}
		}
	}
}
