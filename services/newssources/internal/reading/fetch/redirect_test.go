package fetch

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
)

// redirects answers "/301/302/ok" with a 301 to "/302/ok" and so on, and "ok" with a body.
func redirects(w http.ResponseWriter, r *http.Request) {
	status, rest, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	code, err := strconv.Atoi(status)
	if err != nil {
		w.Write([]byte("arrived at " + r.URL.RequestURI()))
		return
	}
	w.Header().Set("Location", "/"+rest)
	w.WriteHeader(code)
}

func TestNoRedirectsStopsAtRedirect(t *testing.T) {
	t.Parallel()
	site := serve(t, "guess.test", redirects)
	client := newClient(t, Config{Lab: newDNSServer(t).addr})
	r := get(t, client, Request{URL: site + "/301/ok", NoRedirects: true})
	wantOutcome(t, r, BadRedirect)
	if len(r.Hops) != 1 || r.FinalURL != site+"/301/ok" || len(r.Body) > 0 {
		t.Errorf("%+v, at %s", r.Hops, r.FinalURL)
	}
	wantOutcome(t, get(t, client, Request{URL: site + "/ok", NoRedirects: true}), OK)
}

func TestRedirectChains(t *testing.T) {
	t.Parallel()
	names := newDNSServer(t)
	tests := []struct {
		path      string
		want      Outcome
		hops      []int
		permanent bool
	}{
		{"/ok", OK, nil, false},
		{"/301/ok", OK, []int{301}, true},
		{"/301/308/ok", OK, []int{301, 308}, true},
		{"/302/ok", OK, []int{302}, false},
		{"/303/ok", OK, []int{303}, false},
		{"/307/ok", OK, []int{307}, false},
		{"/301/302/ok", OK, []int{301, 302}, false},
		{"/307/308/ok", OK, []int{307, 308}, false},
		{"/301/301/301/301/301/ok", OK, []int{301, 301, 301, 301, 301}, true},
		{"/301/301/301/301/301/301/ok", TooManyRedirects, []int{301, 301, 301, 301, 301, 301}, true},
		{"/300/ok", BadRedirect, nil, false},
		{"/305/ok", BadRedirect, nil, false},
	}
	for i, test := range tests {
		t.Run(test.path, func(t *testing.T) {
			t.Parallel()
			site := serve(t, fmt.Sprintf("chain%d.test", i), redirects)
			r := get(t, newClient(t, Config{Lab: names.addr}), Request{URL: site + test.path})
			wantOutcome(t, r, test.want)
			var hops []int
			for _, hop := range r.Hops {
				hops = append(hops, hop.Status)
			}
			if !slices.Equal(hops, test.hops) || r.Permanent != test.permanent {
				t.Errorf("hops %v, permanent %v", hops, r.Permanent)
			}
			if r.Outcome == OK && (r.FinalURL != site+"/ok" || string(r.Body) != "arrived at /ok") {
				t.Errorf("final address %s, body %q", r.FinalURL, r.Body)
			}
		})
	}
}

func TestLocations(t *testing.T) {
	t.Parallel()
	names := newDNSServer(t)
	tests := map[string]struct {
		location   string
		want       Outcome
		requestURI string // of the last request
	}{
		"none":                   {"", BadRedirect, ""},
		"absolute":               {"http://locations.test:PORT/a", OK, "/a"},
		"without a scheme":       {"//locations.test:PORT/a", OK, "/a"},
		"relative":               {"b?c=d", OK, "/from/b?c=d"},
		"up":                     {"../b", OK, "/b"},
		"only a query":           {"?page=2", OK, "/from/here?page=2"},
		"fragment":               {"/a#top", OK, "/a"},
		"blanks around":          {"  /a  ", OK, "/a"},
		"blank inside":           {"/a b?c=d e", OK, "/a%20b?c=d%20e"},
		"raw UTF-8":              {"/é?q=é", OK, "/%C3%A9?q=%C3%A9"},
		"raw Latin-1":            {"/\xe9?q=\xe9", OK, "/%E9?q=%E9"},
		"tracking parameters":    {"/a?utm_source=x", OK, "/a?utm_source=x"},
		"encoded slash":          {"/a%2Fb", OK, "/a%2Fb"},
		"upper-case host":        {"HTTP://LOCATIONS.TEST:PORT/a", OK, "/a"},
		"trailing dot":           {"http://locations.test.:PORT/a", OK, "/a"},
		"no path":                {"http://locations.test:PORT", OK, "/"},
		"itself":                 {"/from/here", TooManyRedirects, ""},
		"itself with a fragment": {"/from/here#again", TooManyRedirects, ""},
		"script":                 {"javascript:alert(1)", BadRedirect, ""},
		"ftp":                    {"ftp://locations.test/a", BadRedirect, ""},
		"mail":                   {"mailto:somebody@example.org", BadRedirect, ""},
		"data":                   {"data:text/xml,<rss/>", BadRedirect, ""},
		"app":                    {"feed://locations.test:PORT/a", BadRedirect, ""},
		"no host":                {"http:///a", BadRedirect, ""},
		"opaque":                 {"http:a", BadRedirect, ""},
		"backslash":              {`/\evil.test/`, BadRedirect, ""},
		"damaged percent":        {"/100%?q=%zz", OK, "/100%25?q=%25zz"},
		"port out of range":      {"http://locations.test:99999/", BadRedirect, ""},
		"too long":               {"/" + strings.Repeat("a", 3000), BadRedirect, ""},
		"too long by its dots":   {strings.Repeat("./", 3000) + "a", BadRedirect, ""},
		"long and padded":        {strings.Repeat(" ", 3000) + "/a", OK, "/a"},
		"credentials":            {"http://user:secret@locations.test:PORT/a", BadRedirect, ""},
		"private":                {"http://10.0.0.1/", Blocked, ""},
		"unknown name":           {"http://nowhere.example/", DNS, ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var site string
			site = serve(t, "locations.test", func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path != "/from/here" || r.URL.RawQuery != "" {
					w.Write([]byte(r.RequestURI))
					return
				}
				if test.location != "" {
					_, port, _ := strings.Cut(strings.TrimPrefix(site, "http://"), ":")
					w.Header()["Location"] = []string{strings.ReplaceAll(test.location, "PORT", port)}
				}
				w.WriteHeader(http.StatusMovedPermanently)
			})
			r := get(t, newClient(t, Config{Lab: names.addr}), Request{URL: site + "/from/here"})
			wantOutcome(t, r, test.want)
			if string(r.Body) != test.requestURI {
				t.Errorf("requested %q, want %q", r.Body, test.requestURI)
			}
			if printed := fmt.Sprint(r.Hops, r.Header, r.Detail, r.FinalURL); strings.Contains(printed, "secret") {
				t.Errorf("credentials in %s", printed)
			}
			for _, hop := range r.Hops {
				if len(hop.Location) > weburl.MaxLength+len("…") {
					t.Errorf("a location of %d bytes is stored", len(hop.Location))
				}
			}
			if r.Outcome == BadRedirect && test.location != "" && len(r.Hops) != 1 {
				t.Errorf("hops %v", r.Hops)
			}
		})
	}
}

func TestRedirectLoops(t *testing.T) {
	t.Parallel()
	var requests atomic.Int32
	site := serve(t, "circle.test", func(w http.ResponseWriter, r *http.Request) {
		requests.Add(1)
		http.Redirect(w, r, map[string]string{"/a": "/b", "/b": "/a#again"}[r.URL.Path], http.StatusFound)
	})
	r := get(t, newClient(t, Config{}), Request{URL: site + "/a"})
	wantOutcome(t, r, TooManyRedirects)
	if requests.Load() != 2 || len(r.Hops) != 2 {
		t.Errorf("%d requests, hops %v", requests.Load(), r.Hops)
	}
}

// TestHeadersOfThePreviousHopAreCleared verifies that headers of a previous hop are cleared.
func TestHeadersOfThePreviousHopAreCleared(t *testing.T) {
	t.Parallel()
	site := serve(t, "hops.test", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("ETag", `"of the redirect"`)
		w.Header().Set("Retry-After", "60")
		http.Redirect(w, r, "http://gone.example/", http.StatusFound)
	})
	r := get(t, newClient(t, Config{}), Request{URL: site})
	wantOutcome(t, r, DNS)
	if r.Status != 0 || r.ETag != "" || r.RetryAfter != 0 || r.Header != nil || r.Proto != "" || len(r.Hops) != 1 {
		t.Errorf("%+v", r)
	}
}

// TestRefuse checks which addresses Config.Refuse decides about: all except those that a member enters and those of
// endpoints whose checks succeed, but also redirects of these.
func TestRefuse(t *testing.T) {
	t.Parallel()
	var requests atomic.Int64
	handler := func(w http.ResponseWriter, r *http.Request) {
		requests.Add(1)
		to := r.URL.Query().Get("to")
		if r.URL.Path == "/www" && !strings.HasPrefix(r.Host, "www.") {
			to = "http://www." + r.Host + "/www"
		}
		if to != "" {
			http.Redirect(w, r, to, http.StatusFound)
			return
		}
		w.Write([]byte("x"))
	}
	forbidden := serve(t, "forbidden.test", handler)
	names := newDNSServer(t)
	other := serve(t, "other.test", handler)
	client := newClient(t, Config{Lab: names.addr, Refuse: func(_ context.Context, address weburl.URL) (string, error) {
		if strings.HasSuffix(address.Host(), "forbidden.test") || strings.HasPrefix(address.Path(), "/part") {
			return "It is forbidden.", nil
		}
		return "", nil
	}})
	member := uuid.New()
	parse := func(text string) weburl.URL {
		address, err := weburl.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		return address
	}
	for name, c := range map[string]struct {
		request Request
		want    int64 // requests that are sent
	}{
		"address":                   {Request{URL: forbidden + "/"}, 0},
		"robots.txt of the address": {Request{URL: forbidden + "/a"}, 0},
		"for a member":              {Request{URL: forbidden + "/a", Caller: member, Entered: parse(other)}, 0},
		"entered":                   {Request{URL: forbidden + "/", Caller: member, Entered: parse(forbidden), SkipRobots: true}, 1},
		"redirect":                  {Request{URL: other + "/?to=" + forbidden, SkipRobots: true}, 1},
		"redirect of an entered one": {Request{URL: other + "/?to=" + forbidden, SkipRobots: true, Caller: member,
			Entered: parse(other)}, 1},
		"redirect within the domain":   {Request{URL: other + "/?to=/part/a", SkipRobots: true}, 1},
		"address whose checks succeed": {Request{URL: forbidden + "/", SkipRobots: true, SkipRefuse: true}, 1},
		"its redirect to www":          {Request{URL: forbidden + "/www", SkipRobots: true, SkipRefuse: true}, 2},
		"its redirect to another page": {Request{URL: other + "/part?to=/part/b", SkipRobots: true, SkipRefuse: true}, 1},
	} {
		requests.Store(0)
		r := client.Get(t.Context(), c.request)
		if got := requests.Load(); got != c.want || (r.Outcome == OK) == (r.Outcome == ForbiddenSource && r.Detail == "It is forbidden.") {
			t.Errorf("%s: %d requests, want %d; %s %s", name, got, c.want, r.Outcome, r.Detail)
		}
	}
	requests.Store(0)
	if r := client.Post(t.Context(), Post{URL: forbidden + "/hub"}); r.Outcome != ForbiddenSource || requests.Load() != 0 {
		t.Errorf("post: %s %s", r.Outcome, r.Detail)
	}
	v := client.Robots(t.Context(), Request{URL: forbidden + "/", Caller: member})
	if v.Outcome != ForbiddenSource || requests.Load() != 0 {
		t.Errorf("robots.txt: %s", v.Outcome)
	}
}
