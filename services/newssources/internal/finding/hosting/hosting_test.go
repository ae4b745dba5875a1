package hosting

import (
	"net/http"
	"net/netip"
	"strings"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
)

func TestHostingOfResponses(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		result fetch.Result
		want   Hosting
	}{
		"IPv4": {fetch.Result{Remote: netip.MustParseAddr("192.0.2.7"),
			Certificate: fetch.Certificate{Issuer: "Let's Encrypt"},
			Header:      http.Header{"Server": {"nginx/1.24.0 (Ubuntu)"}}},
			Hosting{"192.0.0.0/16", "nginx", "Let's Encrypt"}},
		"IPv6": {fetch.Result{Remote: netip.MustParseAddr("2001:db8:1::7"), Header: http.Header{"Server": {"Cloudflare"}}},
			Hosting{"2001:db8::/32", "cloudflare", ""}},
		"nothing": {fetch.Result{}, Hosting{}},
		"long server": {fetch.Result{Header: http.Header{"Server": {strings.Repeat("x", 500)}}},
			Hosting{"", strings.Repeat("x", 100), ""}},
	} {
		if got := Of(&c.result); got != c.want {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestHostingChangesWithTwoProperties(t *testing.T) {
	t.Parallel()
	before := Hosting{"192.0.0.0/16", "nginx", "Let's Encrypt"}
	for name, c := range map[string]struct {
		after Hosting
		want  bool
	}{
		"same":                              {before, false},
		"another network of the provider":   {Hosting{"198.51.0.0/16", "nginx", "Let's Encrypt"}, false},
		"another certificate authority":     {Hosting{"192.0.0.0/16", "nginx", "DigiCert Inc"}, false},
		"another server program":            {Hosting{"192.0.0.0/16", "apache", "Let's Encrypt"}, false},
		"content delivery network":          {Hosting{"203.0.0.0/16", "cloudflare", "Google Trust Services"}, true},
		"another provider":                  {Hosting{"198.51.0.0/16", "apache", "Let's Encrypt"}, true},
		"other network, the rest is hidden": {Hosting{"198.51.0.0/16", "", ""}, false},
		"nothing known":                     {Hosting{}, false},
	} {
		if got := before.isOther(c.after); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
