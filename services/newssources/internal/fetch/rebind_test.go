package fetch

import (
	"net/http"
	"net/http/httptrace"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// public is a public address. No packet is sent to it: the watch aborts allowed dials.
const public = "93.184.216.34"

// outside is a client with the production guard, which additionally allows one local server as a public site.
type outside struct {
	client *Client
	names  *names
	watch  *watch
	canary *canary
	site   string // answers with a redirect to the parameter "to", and 404 to everything else
}

func newOutside(t testing.TB) *outside {
	o := &outside{names: newNames(t), canary: newCanary(t), watch: &watch{}}
	o.site = serve(t, "outside.test", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Connection", "close") // each request dials, and so asks the guard
		if to := r.FormValue("to"); to != "" {
			w.Header()["Location"] = []string{to}
			w.WriteHeader(http.StatusFound)
			return
		}
		http.NotFound(w, r)
	})
	o.watch.let = "127.0.0.1" + strings.TrimPrefix(o.site, "http://outside.test")
	port, _ := strconv.Atoi(strings.TrimPrefix(o.site, "http://outside.test:"))
	o.client = newClient(t, Config{resolver: o.names.resolver(), ExtraPorts: []int{port, o.canary.port}, wrapGuard: o.watch.guarded})
	return o
}

func TestRebindingNames(t *testing.T) {
	t.Parallel()
	rig := newOutside(t)
	rig.names.set("flips.test", ips(public), ips("127.0.0.1"))
	address := "http://flips.test:" + rig.canary.text() + "/"

	wantOutcome(t, get(t, rig.client, Request{URL: address}), Refused) // by what stands for the internet
	wantOutcome(t, get(t, rig.client, Request{URL: address}), Blocked)
	if want := []string{public + ":" + rig.canary.text()}; len(rig.watch.passed) != 1 || rig.watch.passed[0] != want[0] {
		t.Errorf("the guard let %v through, want %v", rig.watch.passed, want)
	}
	rig.canary.silent(t)
}

// The guard sees the IP address that is dialled, so there is no gap between check and use.
func TestOneLookupPerDial(t *testing.T) {
	t.Parallel()
	rig := newOutside(t)
	rig.names.set("once.test", ips("10.0.0.1"), ips("127.0.0.1"))
	wantOutcome(t, get(t, rig.client, Request{URL: "http://once.test:" + rig.canary.text() + "/"}), Blocked)
	if n := rig.names.questions("once.test"); n != 1 {
		t.Errorf("%d lookups for one dial", n)
	}
	if len(rig.watch.refused) != 1 || !strings.HasPrefix(rig.watch.refused[0], "10.0.0.1:") {
		t.Errorf("the guard saw %v", rig.watch.refused)
	}
	rig.canary.silent(t)
}

func TestNamesWithPublicAndPrivateAddresses(t *testing.T) {
	t.Parallel()
	rig := newOutside(t)
	rig.names.set("both.test", ips(public, "127.0.0.1", "::1", "10.0.0.1"))
	r := get(t, rig.client, Request{URL: "http://both.test:" + rig.canary.text() + "/"})
	if r.Outcome != Blocked && r.Outcome != Refused {
		t.Errorf("outcome %s", r.Outcome)
	}
	for _, passed := range rig.watch.passed {
		if netip.MustParseAddrPort(passed).Addr() != netip.MustParseAddr(public) {
			t.Errorf("the guard allowed %s", passed)
		}
	}
	rig.canary.silent(t)
}

// The name resolves to a public address for robots.txt and to a private one afterwards.
func TestRebindingAfterRobots(t *testing.T) {
	t.Parallel()
	rig := newOutside(t)
	rig.names.set("outside.test", ips("127.0.0.1"), ips("127.0.0.2"))
	r := rig.client.Get(t.Context(), Request{URL: rig.site + "/feed"})
	wantOutcome(t, r, Blocked)
	if len(rig.watch.refused) != 1 || !strings.HasPrefix(rig.watch.refused[0], "127.0.0.2:") {
		t.Errorf("the guard refused %v", rig.watch.refused)
	}
}

// Search domains of resolv.conf could resolve a public name to an internal service.
func TestNamesAreAbsolute(t *testing.T) {
	t.Parallel()
	for _, proxy := range []*url.URL{nil, {Scheme: "http", Host: "127.0.0.1:1"}} {
		var asked []string
		ctx := httptrace.WithClientTrace(t.Context(), &httptrace.ClientTrace{
			DNSStart: func(info httptrace.DNSStartInfo) { asked = append(asked, info.Host) },
		})
		d := newDialer(Config{resolver: newNames(t).resolver(), Proxy: proxy, ConnectTimeout: generousTimeout})
		for _, name := range []string{"gone.example", "gone.example."} {
			if _, err := d.DialContext(ctx, "tcp", name+":80"); err == nil {
				t.Error("there is such a name")
			}
		}
		if want := []string{"gone.example.", "gone.example."}; !slices.Equal(asked, want) {
			t.Errorf("queried %q", asked)
		}
	}
}

// TestCanaryIsReachableInLab verifies that the canary works when the guard allows loopback.
func TestCanaryIsReachableInLab(t *testing.T) {
	t.Parallel()
	canary := newCanary(t)
	r := get(t, newClient(t, Config{}), Request{URL: "http://inside.test:" + canary.text() + "/"})
	if who := <-canary.comes; who == "" || r.Outcome == Blocked {
		t.Errorf("outcome %s", r.Outcome)
	}
}

// A proxy from the environment would bypass the guard.
func TestProxyVariablesAreIgnored(t *testing.T) {
	canary := newCanary(t)
	for _, name := range []string{"HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"} {
		t.Setenv(name, "http://127.0.0.1:"+canary.text())
	}
	t.Setenv("NO_PROXY", "")
	t.Setenv("no_proxy", "")
	c := newClient(t, Config{})
	site := serve(t, "site.test", page("hello"))
	wantOutcome(t, get(t, c, Request{URL: site}), OK)
	wantOutcome(t, get(t, c, Request{URL: "https" + strings.TrimPrefix(site, "http")}), TLS)
	canary.silent(t)
}
