package main

import (
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity/identitytest"
)

const (
	// strangers is the number of parallel requests of each anonymous kind.
	strangers = 2000
	// readers is the number of parallel costly reads of one member.
	readers = 100
)

// anonymousJobs are the kinds of requests without valid credentials, and of a member without the
// anti-forgery token.
func (a *attack) anonymousJobs() []job {
	get := func(name string, header ...string) job {
		return newJob(name, http.MethodGet, "/newssources", header...)
	}
	bearer := func(name, token string) job { return get(name, "Authorization", "Bearer "+token) }
	invented := func(name, kind string) job {
		j := get(name)
		j.Invent = kind
		return j
	}
	from := func(j job, addresses int) job {
		j.Sources = addresses
		return j
	}
	sized := func(j job, size int) job {
		j.Body = size
		return j
	}
	slow := func(j job, mode string) job {
		j.Mode = mode
		return j
	}
	every := func(j job, pause time.Duration) job {
		j.Pause = pause
		return j
	}
	trusted := identitytest.Trusted()
	upload := newJob("", http.MethodPost, "/newssources/imports", "Content-Type", "application/octet-stream")
	named := func(j job, name string) job {
		j.Name = name
		return j
	}
	forged := newJob("changes with a wrong anti-forgery token", http.MethodPost, "/newssources", "Authorization",
		"Bearer "+a.attacker.Token, "Content-Type", "application/json",
		identity.XSRFHeader, "invented", "Cookie", identity.XSRFCookie+"=invented")
	return []job{
		get("without credentials"), from(get("without credentials from 200 addresses"), 200),
		invented("with API tokens with a wrong checksum", "checksum"),
		invented("with API tokens with the right checksum", "valid"),
		invented("with API tokens of the first version", "first"),
		from(invented("with API tokens from 200 addresses", "valid"), 200),
		bearer("with ID tokens with a wrong signature", identitytest.Untrusted().Token(nil)),
		bearer("with ID tokens of an unknown key",
			trusted.Sign(identitytest.Fields{"alg": "RS256", "kid": "unknown", "typ": "JWT"}, identitytest.Claims(nil))),
		bearer("with expired ID tokens", trusted.Token(identitytest.Fields{"exp": 1})),
		bearer("with ID tokens of another audience", trusted.Token(identitytest.Fields{"aud": "other"})),
		bearer("with unsigned ID tokens", identitytest.Unsigned("none", nil)),
		bearer("with ID tokens of 40 KB", strings.Repeat("x", 40_000)),
		get("with headers of 200 KB", "X-Large", strings.Repeat("x", 200_000)),
		get("that are navigations", "Sec-Fetch-Mode", "navigate", "Accept", "text/html"),
		newJob("to callbacks with invented ids", http.MethodPost, "/newssources/websub/{uuid}"),
		newJob("to confirmations with invented ids", http.MethodGet,
			"/newssources/websub/{uuid}?hub.mode=subscribe&hub.topic=x&hub.challenge=y"),
		sized(newJob("to callbacks with 100 KB", http.MethodPost, "/newssources/websub/{uuid}"), 100_000),
		newJob("that are preflights", http.MethodOptions, "/newssources", "Origin", "https://evil.example",
			"Access-Control-Request-Method", "PUT"),
		newJob("with HEAD", http.MethodHead, "/newssources"), newJob("with an unknown method", "BREW", "/newssources"),
		newJob("to unknown routes", http.MethodGet, "/newssources/x/y/{uuid}"),
		newJob("to a path of 8 KB", http.MethodGet, "/newssources/"+strings.Repeat("x", 8000)),
		sized(named(upload, "that are uploads of 1 KB"), 1000), sized(named(upload, "that are uploads of 1 MB"), 1_000_000),
		slow(get("with slow headers"), slowHeaders), slow(named(upload, "with slow bodies"), slowBody),
		every(slow(get("that are only connections, one per second and client"), connections), time.Second),
		forged,
	}
}

// memberJobs are the costly reads of one member, each with words that occur often and the largest
// pages.
func (a *attack) memberJobs() []job {
	words := "q=" + url.QueryEscape("e a o r s t n i")
	var jobs []job
	for _, path := range []string{
		"/newssources?q=" + url.QueryEscape(strings.Join(strings.Split("abcdefghijklmnopqrstuvwxyz0123456789", ""), " ")),
		"/newssources?facets=true&" + words, "/newssources?limit=500&" + words, "/newssources?limit=500&sort=-updated",
		"/newssources?limit=500&health=ok&language=es&sort=name",
		"/newssources/endpoints?limit=500", "/newssources/endpoints?limit=500&host=example", "/newssources/items?limit=1000",
		"/newssources/endpoints/" + a.endpoint + "/items?limit=500&" + words,
		"/newssources/endpoints/" + a.endpoint + "/attempts?limit=500",
		"/newssources/history?target_type=source&limit=500",
		"/newssources/history?action=source.updated&since=2020-01-01T00:00:00Z&limit=500",
		"/newssources/overview", "/newssources/summary", "/newssources/tags", "/newssources/work",
		"/newssources/suggestions?limit=500", "/newssources/suggestions?kind=field&limit=500",
		"/newssources/suggestions/summary", "/newssources/visits?limit=500",
		"/newssources/checks", "/newssources/alerts/deliveries?limit=500",
		"/newssources/" + uuid.NewString() + "/history?limit=500",
		"/newssources/lookup?address=" + url.QueryEscape("https://example.org/feed"),
	} {
		j := newJob(path, http.MethodGet, path, "Authorization", "Bearer "+a.attacker.Token)
		j.Clients = readers
		jobs = append(jobs, j)
	}
	return jobs
}
