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

// public is a public address. No packet is sent to it: the recorder aborts allowed dials.
const public = "93.184.216.34"

// guardedClient is a client with the production guard, which additionally allows one local server
// as a public site.
type guardedClient struct {
	client   *Client
	names    *dnsServer
	recorder *guardRecorder
	canary   *canary
	site     string // answers with a redirect to the parameter "to", and 404 to everything else
}

func newGuardedClient(t testing.TB) *guardedClient {
	o := &guardedClient{names: newDNSServer(t), canary: newCanary(t), recorder: &guardRecorder{}}
	o.site = serve(t, "outside.test", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Connection", "close") // each request opens a connection, for which the guard is called
		if to := r.FormValue("to"); to != "" {
			w.Header()["Location"] = []string{to}
			w.WriteHeader(http.StatusFound)
			return
		}
		http.NotFound(w, r)
	})
	o.recorder.allowedAddress = "127.0.0.1" + strings.TrimPrefix(o.site, "http://outside.test")
	port, _ := strconv.Atoi(strings.TrimPrefix(o.site, "http://outside.test:"))
	o.client = newClient(t, Config{resolver: o.names.resolver(), ExtraPorts: []int{port, o.canary.port},
		wrapGuard: o.recorder.guarded})
	return o
}

func TestRebindingNames(t *testing.T) {
	t.Parallel()
	rig := newGuardedClient(t)
	rig.names.set("flips.test", ips(public), ips("127.0.0.1"))
	address := "http://flips.test:" + rig.canary.text() + "/"

	wantOutcome(t, get(t, rig.client, Request{URL: address}), Refused) // by the recorder, instead of a public server
	wantOutcome(t, get(t, rig.client, Request{URL: address}), Blocked)
	if want := []string{public + ":" + rig.canary.text()}; len(rig.recorder.allowed) != 1 ||
		rig.recorder.allowed[0] != want[0] {
		t.Errorf("the guard allowed %v, want %v", rig.recorder.allowed, want)
	}
	rig.canary.wantNoContact(t)
}

// TestOneLookupPerDial checks that the guard sees the IP address that is dialled, so that the name
// cannot change between check and use.
func TestOneLookupPerDial(t *testing.T) {
	t.Parallel()
	rig := newGuardedClient(t)
	rig.names.set("once.test", ips("10.0.0.1"), ips("127.0.0.1"))
	wantOutcome(t, get(t, rig.client, Request{URL: "http://once.test:" + rig.canary.text() + "/"}), Blocked)
	if n := rig.names.queryCount("once.test"); n != 1 {
		t.Errorf("%d lookups for one dial", n)
	}
	if len(rig.recorder.refused) != 1 || !strings.HasPrefix(rig.recorder.refused[0], "10.0.0.1:") {
		t.Errorf("the guard refused %v", rig.recorder.refused)
	}
	rig.canary.wantNoContact(t)
}

func TestNamesWithPublicAndPrivateAddresses(t *testing.T) {
	t.Parallel()
	rig := newGuardedClient(t)
	rig.names.set("both.test", ips(public, "127.0.0.1", "::1", "10.0.0.1"))
	r := get(t, rig.client, Request{URL: "http://both.test:" + rig.canary.text() + "/"})
	if r.Outcome != Blocked && r.Outcome != Refused {
		t.Errorf("outcome %s", r.Outcome)
	}
	for _, passed := range rig.recorder.allowed {
		if netip.MustParseAddrPort(passed).Addr() != netip.MustParseAddr(public) {
			t.Errorf("the guard allowed %s", passed)
		}
	}
	rig.canary.wantNoContact(t)
}

// TestRebindingAfterRobots covers a name that resolves to a public address for robots.txt and to a
// private one afterwards.
func TestRebindingAfterRobots(t *testing.T) {
	t.Parallel()
	rig := newGuardedClient(t)
	rig.names.set("outside.test", ips("127.0.0.1"), ips("127.0.0.2"))
	r := rig.client.Get(t.Context(), Request{URL: rig.site + "/feed"})
	wantOutcome(t, r, Blocked)
	if len(rig.recorder.refused) != 1 || !strings.HasPrefix(rig.recorder.refused[0], "127.0.0.2:") {
		t.Errorf("the guard refused %v", rig.recorder.refused)
	}
}

// TestNamesAreAbsolute checks that search domains of resolv.conf cannot resolve a public name to an
// internal service.
func TestNamesAreAbsolute(t *testing.T) {
	t.Parallel()
	for _, proxy := range []*url.URL{nil, {Scheme: "http", Host: "127.0.0.1:1"}} {
		var lookups []string
		ctx := httptrace.WithClientTrace(t.Context(), &httptrace.ClientTrace{
			DNSStart: func(info httptrace.DNSStartInfo) { lookups = append(lookups, info.Host) },
		})
		d := newDialer(Config{resolver: newDNSServer(t).resolver(), Proxy: proxy, ConnectTimeout: generousTimeout})
		for _, name := range []string{"gone.example", "gone.example."} {
			if _, err := d.DialContext(ctx, "tcp", name+":80"); err == nil {
				t.Error("the name resolves")
			}
		}
		if want := []string{"gone.example.", "gone.example."}; !slices.Equal(lookups, want) {
			t.Errorf("queried %q", lookups)
		}
	}
}

// TestCanaryIsReachableInLab verifies that the canary works when the guard allows loopback.
func TestCanaryIsReachableInLab(t *testing.T) {
	t.Parallel()
	canary := newCanary(t)
	r := get(t, newClient(t, Config{}), Request{URL: "http://inside.test:" + canary.text() + "/"})
	if remote := <-canary.contacts; remote == "" || r.Outcome == Blocked {
		t.Errorf("outcome %s", r.Outcome)
	}
}

// TestProxyVariablesAreIgnored checks that a proxy from the environment cannot bypass the guard.
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
	canary.wantNoContact(t)
}
