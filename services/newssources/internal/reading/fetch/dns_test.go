package fetch

import (
	"net/http"
	"testing"

	"golang.org/x/net/dns/dnsmessage"
)

func TestDNSFailures(t *testing.T) {
	t.Parallel()
	names := newDNSServer(t)
	names.set("nothing.test", noSuchName)
	names.set("empty.test", reply{})
	names.set("broken.test", reply{code: dnsmessage.RCodeServerFailure})
	names.set("refused.test", reply{code: dnsmessage.RCodeRefused})
	tests := map[string]string{
		"nothing.test":      "This host name does not exist.",
		"empty.test":        "This host name does not exist.",
		"xn--bcher-kva.org": "This host name does not exist.",
		"broken.test":       "The DNS lookup of the host name failed.",
		"refused.test":      "The DNS lookup of the host name failed.",
	}
	for name, detail := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := get(t, newClient(t, Config{Lab: names.addr}), Request{URL: "http://" + name + "/"})
			wantOutcome(t, r, DNS)
			if r.Detail != detail || r.Timings.DNS <= 0 || r.Timings.Connect > r.Timings.Total {
				t.Errorf("%q, %+v", r.Detail, r.Timings)
			}
		})
	}
}

func TestInternationalNames(t *testing.T) {
	t.Parallel()
	site := serve(t, "bücher.test", page("news"))
	r := get(t, newClient(t, Config{}), Request{URL: site + "/größe?q=ä"})
	wantOutcome(t, r, OK)
	if want := "http://xn--bcher-kva.test" + site[len("http://bücher.test"):] +
		"/gr%C3%B6%C3%9Fe?q=%C3%A4"; r.FinalURL != want {
		t.Errorf("final address %s, want %s", r.FinalURL, want)
	}
	from := serve(t, "from.test", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Location", site+"/größe")
		w.WriteHeader(http.StatusMovedPermanently)
	})
	r = get(t, newClient(t, Config{}), Request{URL: from + "/"})
	wantOutcome(t, r, OK)
	if want := "http://xn--bcher-kva.test" + site[len("http://bücher.test"):] + "/gr%C3%B6%C3%9Fe"; r.FinalURL != want {
		t.Errorf("redirected to %s, want %s", r.FinalURL, want)
	}
}
