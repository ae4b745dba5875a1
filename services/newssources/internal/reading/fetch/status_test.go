package fetch

import (
	"fmt"
	"net/http"
	"testing"
	"time"
)

func TestStatuses(t *testing.T) {
	t.Parallel()
	names := newDNSServer(t)
	tests := []struct {
		name   string
		status int
		header map[string]string
		body   string
		want   Outcome
	}{
		{"fine", 200, nil, "<rss/>", OK},
		{"empty", 200, nil, "", OK},
		{"no content", 204, nil, "", OK},
		{"unauthorized", 401, nil, "", Unauthorized},
		{"forbidden", 403, nil, "no", Forbidden},
		{"forbidden challenge", 403, map[string]string{"Cf-Mitigated": "challenge"}, "", Challenge},
		{"forbidden challenge by its page", 403, nil, "<script>window._cf_chl_opt={}</script>", Challenge},
		{"forbidden DataDome", 403, map[string]string{"X-Datadome": "protected"}, "", Challenge},
		{"DataDome header of an allowed request", 200, map[string]string{"X-Datadome": "protected"}, "<rss/>", OK},
		{"AWS challenge", 202, map[string]string{"X-Amzn-Waf-Action": "challenge"}, "", Challenge},
		{"Vercel challenge", 429, map[string]string{"X-Vercel-Mitigated": "challenge"}, "", Challenge},
		{"HUMAN as JSON", 403, nil, `{"appId":"PX1","jsClientSrc":"/a/init.js","blockScript":"/a/captcha.js"}`, Challenge},
		{"Akamai as JSON", 428, nil, `{"sec-cp-challenge":"true","provider":"crypto"}`, Challenge},
		{"Qrator with status 401", 401, nil, `<html><script src="/__qrator/qauth_utm_v2.js"></script>`, Challenge},
		{"captcha with status 403", 403, nil, `<html><div class="cf-turnstile" data-sitekey="x"></div>`, Challenge},
		{"phrase of an unknown vendor", 403, nil, `<html><title>Verify</title><h1>Please verify you are human</h1>`,
			Challenge},
		{"rate limit that mentions traffic", 429, nil, `<html><p>We noticed unusual traffic from your network</p>`,
			RateLimited},
		{"page that asks for a password", 401, nil, `<html><title>Members</title><p>Please sign in.</p>`, Unauthorized},
		{"challenge with status 503", 503, nil, `<form action="/cdn-cgi/challenge-platform/x">`, Challenge},
		{"article about challenges", 200, nil, "<p>_cf_chl_opt</p>", OK},
		{"not found", 404, nil, "", NotFound},
		{"not found challenge mark", 404, nil, "_cf_chl_opt", NotFound},
		{"gone", 410, nil, "", Gone},
		{"teapot", 418, nil, "", ClientError},
		{"legal", 451, nil, "", ClientError},
		{"rate limited", 429, nil, "", RateLimited},
		{"broken", 500, nil, "", ServerError},
		{"bad gateway", 502, nil, "", ServerError},
		{"unavailable", 503, nil, "", Unavailable},
		{"odd", 999, nil, "", BadResponse},
		{"redirect without an address", 301, nil, "", BadRedirect},
		{"refusal with an unknown coding", 404, map[string]string{"Content-Encoding": "zstd"}, "x", NotFound},
		{"refusal with a wrong coding", 403, map[string]string{"Content-Encoding": "zstd"}, "x", Forbidden},
		{"page instead of a feed", 200, map[string]string{"Content-Type": "text/html"}, "<html>", OK}, // the caller decides
		{"wrong type", 200, map[string]string{"Content-Type": "image/gif; charset=\"\""}, "<rss/>", OK},
		{"invalid content type", 200, map[string]string{"Content-Type": ";;;\xff"}, "<rss/>", OK},
	}
	for i, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			site := serve(t, fmt.Sprintf("status%d.test", i), func(w http.ResponseWriter, _ *http.Request) {
				for name, value := range test.header {
					w.Header().Set(name, value)
				}
				w.WriteHeader(test.status)
				w.Write([]byte(test.body))
			})
			r := get(t, newClient(t, Config{Lab: names.addr}), Request{URL: site})
			wantOutcome(t, r, test.want)
			if r.Status != test.status || r.Proto != "HTTP/1.1" || !r.Remote.IsLoopback() {
				t.Errorf("status %d, %s, %s", r.Status, r.Proto, r.Remote)
			}
			if want := test.header["Content-Type"]; want != "" && r.ContentType != want {
				t.Errorf("type %q, want %q", r.ContentType, want)
			}
			if r.Outcome == OK && string(r.Body) != test.body {
				t.Errorf("body %q", r.Body)
			}
		})
	}
}

func TestRetryAfter(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	tests := map[string]time.Duration{
		"":                                  0,
		"120":                               2 * time.Minute,
		" 120 ":                             2 * time.Minute,
		"0":                                 0,
		"00060":                             time.Minute,
		"1.9":                               time.Second,
		"-5":                                0,
		"+5":                                0,
		"NaN":                               0,
		"inf":                               0,
		"1e3":                               0,
		"0x10":                              0,
		"soon":                              0,
		"86401":                             86401 * time.Second,
		"31536000":                          365 * 24 * time.Hour,
		"99999999999999999999999999999999":  maxRetryAfter,
		"9223372036854775808":               maxRetryAfter,
		"Sun, 01 Mar 2026 12:30:00 GMT":     30 * time.Minute,
		"Sun, 01 Mar 2026 12:30:00 +0000":   30 * time.Minute,
		"Sunday, 01-Mar-26 12:30:00 GMT":    30 * time.Minute,
		"Sun Mar  1 12:30:00 2026":          30 * time.Minute,
		"Sun, 01 Mar 2026 11:00:00 GMT":     0,
		"Fri, 31 Dec 9999 23:59:59 GMT":     maxRetryAfter,
		"Thu, 01 Jan 1970 00:00:00 GMT":     0,
		"Sun, 99 Mar 2026 12:30:00 GMT":     0,
		"120, 60":                           0,
		"1.2.3.4.5.6.7.8":                   time.Second,
		"Sun, 01 Mar 2026 12:30:00 GMT\x00": 0,
	}
	for header, want := range tests {
		if got := parseRetryAfter(header, now); got != want {
			t.Errorf("%q: %s, want %s", header, got, want)
		}
	}
}

func TestResultHasRetryAfter(t *testing.T) {
	t.Parallel()
	for status, want := range map[int]Outcome{429: RateLimited, 503: Unavailable} {
		site := serve(t, fmt.Sprintf("retry%d.test", status), func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", "90")
			w.WriteHeader(status)
		})
		r := get(t, newClient(t, Config{}), Request{URL: site})
		wantOutcome(t, r, want)
		if r.RetryAfter != 90*time.Second {
			t.Errorf("%d: after %s", status, r.RetryAfter)
		}
	}
}

// TestRetryAfterUsesTheClockOfTheServer covers a date in Retry-After when the clocks of the server
// and this machine differ by an hour.
func TestRetryAfterUsesTheClockOfTheServer(t *testing.T) {
	t.Parallel()
	for name, skew := range map[string]time.Duration{"ahead": time.Hour, "behind": -time.Hour} {
		site := serve(t, "clock-"+name+".test", func(w http.ResponseWriter, _ *http.Request) {
			now := time.Now().Add(skew).UTC().Truncate(time.Second)
			w.Header().Set("Date", now.Format(http.TimeFormat))
			w.Header().Set("Retry-After", now.Add(90*time.Second).Format(http.TimeFormat))
			w.WriteHeader(http.StatusTooManyRequests)
		})
		if r := get(t, newClient(t, Config{}), Request{URL: site}); r.RetryAfter != 90*time.Second {
			t.Errorf("%s: after %s", name, r.RetryAfter)
		}
	}
}

func TestConditionalRequests(t *testing.T) {
	t.Parallel()
	const etag, modified = `W/"weak, and ""odd"""`, "Wed, 06 Nov 2041 08:49:37 GMT"
	site := serve(t, "conditional.test", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("ETag", etag)
		w.Header().Set("Last-Modified", modified)
		w.Header().Set("Expires", "0")
		if r.Header.Get("If-None-Match") == etag || r.Header.Get("If-Modified-Since") == modified || r.URL.Path == "/lies" {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		w.Write([]byte("news"))
	})
	c := newClient(t, Config{})
	first := get(t, c, Request{URL: site})
	wantOutcome(t, first, OK)
	if first.ETag != etag || first.LastModified != modified {
		t.Errorf("validators %q %q", first.ETag, first.LastModified)
	}
	for _, request := range []Request{
		{ETag: first.ETag, LastModified: first.LastModified}, {ETag: first.ETag}, {LastModified: first.LastModified},
		{ETag: "\"other\"", LastModified: modified},
	} {
		request.URL = site
		again := get(t, c, request)
		wantOutcome(t, again, NotModified)
		if again.ETag != etag || again.Status != http.StatusNotModified {
			t.Errorf("%+v", again)
		}
	}
	wantOutcome(t, get(t, c, Request{URL: site, ETag: "\"other\""}), OK)
	wantOutcome(t, get(t, c, Request{URL: site, ETag: "broken\r\nX-Injected: 1"}), OK) // isn't sent
	wantOutcome(t, get(t, c, Request{URL: site + "/lies"}), BadResponse)
}

func TestStartOfTheBody(t *testing.T) {
	t.Parallel()
	tests := []struct {
		status, bytes int
		body, want    string
	}{
		{200, 5, "<rss/> and more", "<rss/"},
		{404, 5, "not here", "not h"},
		{403, 5, "forbidden", "forbi"},
		{500, 50, "short", "short"},
		{404, 0, "not here", ""},
		{304, 5, "", ""},
	}
	for i, test := range tests {
		site := serve(t, fmt.Sprintf("start%d.test", i), func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(test.status)
			_, _ = w.Write([]byte(test.body))
		})
		r := get(t, newClient(t, Config{}), Request{URL: site, StartBytes: test.bytes})
		if string(r.Start) != test.want || r.Status != test.status {
			t.Errorf("%d: %q, %d", test.status, r.Start, r.Status)
		}
	}
}

// TestStalledErrorPage expects that the body of a refused request does not delay its outcome.
func TestStalledErrorPage(t *testing.T) {
	t.Parallel()
	site := serve(t, "stalled-error.test", func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusNotFound)
		_, _ = w.Write([]byte("beginning"))
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
	})
	r := get(t, newClient(t, Config{StallTimeout: shortTimeout}), Request{URL: site, StartBytes: 100})
	wantOutcome(t, r, NotFound)
	if string(r.Start) != "beginning" || r.Timings.Total > generousTimeout/2 {
		t.Errorf("%q after %s", r.Start, r.Timings.Total)
	}
}
