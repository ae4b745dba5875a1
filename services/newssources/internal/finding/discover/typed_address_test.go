package discover

import (
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
)

func TestAlternativeOfTypedAddress(t *testing.T) {
	t.Parallel()
	redirected := []fetch.Hop{{URL: "https://example.org/", Status: 301}}
	for _, c := range []struct {
		name, address string
		result        fetch.Result
		want          string
	}{
		{"apex without an address record", "https://example.org/a?b=c", fetch.Result{Outcome: fetch.DNS},
			"https://www.example.org/a?b=c"},
		{"www without an address record", "https://www.example.org/", fetch.Result{Outcome: fetch.DNS},
			"https://example.org/"},
		{"public suffix of two labels", "https://example.co.uk/", fetch.Result{Outcome: fetch.DNS},
			"https://www.example.co.uk/"},
		{"subdomain without an address record", "https://feeds.example.org/", fetch.Result{Outcome: fetch.DNS}, ""},
		{"host without TLS", "https://example.org/", fetch.Result{Outcome: fetch.TLS}, "http://example.org/"},
		{"host that refuses https", "https://example.org/", fetch.Result{Outcome: fetch.Refused}, "http://example.org/"},
		{"time-out of the connection", "https://example.org/",
			fetch.Result{Outcome: fetch.Timeout, Phase: fetch.PhaseConnect}, "http://example.org/"},
		{"host that refuses http", "http://example.org/", fetch.Result{Outcome: fetch.Refused}, "https://example.org/"},
		{"host that closes connections of http", "http://example.org/", fetch.Result{Outcome: fetch.Reset},
			"https://example.org/"},
		{"empty reply", "http://example.org/", fetch.Result{Outcome: fetch.BadResponse}, "https://example.org/"},
		{"response that is broken", "http://example.org/", fetch.Result{Outcome: fetch.BadResponse, Status: 200}, ""},
		{"address with a port", "https://example.org:8443/", fetch.Result{Outcome: fetch.TLS}, ""},
		{"slow response", "https://example.org/", fetch.Result{Outcome: fetch.Timeout, Phase: fetch.PhaseHeaders}, ""},
		{"private address", "https://example.org/", fetch.Result{Outcome: fetch.Blocked}, ""},
		{"page that is not found", "https://example.org/", fetch.Result{Outcome: fetch.NotFound, Status: 404}, ""},
		{"failure after a redirect", "https://example.org/", fetch.Result{Outcome: fetch.TLS, Hops: redirected}, ""},
	} {
		address, err := weburl.Parse(c.address)
		if err != nil {
			t.Fatal(err)
		}
		if got := alternativeOf(address, &c.result).String(); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
