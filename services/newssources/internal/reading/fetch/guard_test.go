package fetch

import (
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"testing"
)

// forbidden lists special addresses by kind. None may be dialled directly, by name, by redirect or
// by proxy.
var forbidden = map[string]string{
	"loopback": "127.0.0.1", "loopback elsewhere": "127.200.3.4", "loopback v6": "::1",
	"this network": "0.0.0.0", "this network elsewhere": "0.1.2.3", "unspecified v6": "::",
	"private 10": "10.0.0.1", "private 172": "172.16.0.1", "private 172 end": "172.31.255.254",
	"private 192":  "192.168.1.1",
	"shared CGNAT": "100.64.0.1", "link-local": "169.254.1.1", "link-local v6": "fe80::1",
	"benchmarking": "198.18.0.1", "documentation": "192.0.2.1", "protocol assignments": "192.0.0.192",
	"relay 6to4": "192.88.99.1",
	"multicast":  "224.0.0.1", "multicast v6": "ff02::1", "reserved": "240.0.0.1", "broadcast": "255.255.255.255",
	"mapped loopback": "::ffff:127.0.0.1", "mapped private": "::ffff:10.0.0.1", "compatible loopback": "::127.0.0.1",
	"NAT64": "64:ff9b::7f00:1", "NAT64 local": "64:ff9b:1::a9fe:a9fe", "6to4": "2002:7f00:1::1", "Teredo": "2001::7f00:1",
	"unique local": "fd00::1", "unique local fc": "fc00::1", "site-local": "fec0::1", "discard": "100::1",
	"documentation v6": "2001:db8::1",
	"metadata":         "169.254.169.254", "metadata v6": "fd00:ec2::254", "metadata Alibaba": "100.100.100.200",
	"wire server Azure": "168.63.129.16",
}

// literals are hosts that are refused before a DNS lookup. PORT is replaced by the canary's port.
var literals = map[string]string{
	"dotted": "http://127.0.0.1:PORT/", "short": "http://127.1:PORT/", "decimal": "http://2130706433:PORT/",
	"octal":      "http://0177.0.0.1:PORT/",
	"octal long": "http://017700000001:PORT/", "hex": "http://0x7f000001:PORT/", "hex dotted": "http://0x7f.0.0.1:PORT/",
	"zero":     "http://0:PORT/",
	"metadata": "http://169.254.169.254/latest/meta-data/", "public by number": "http://93.184.216.34/",
	"v6": "http://[::1]:PORT/", "mapped": "http://[::ffff:127.0.0.1]:PORT/", "v6 without brackets": "http://::1/",
	"v6 scoped": "http://[fe80::1%25lo]:PORT/", "v6 loopback scoped": "http://[::1%25lo]:PORT/",
	"wide digits": "http://１２７.０.０.１:PORT/", "circled digits": "http://①②⑦.⓪.⓪.①:PORT/",
	"ideographic dots": "http://127。0。0。1:PORT/",
	"localhost":        "http://localhost:PORT/", "below localhost": "http://a.localhost:PORT/",
	"trailing dot": "http://localhost.:PORT/",
	"cluster":      "http://kubernetes.default.svc.cluster.local/", "without a dot": "http://redis:6379/",
	"internal": "http://metadata.google.internal/",
	"user":     "http://example.org@127.0.0.1:PORT/", "user and password": "http://user:secret@site.test:PORT/",
	"user encoded": "http://example.org%40127.0.0.1:PORT/",
	"backslash":    `http://example.org\@127.0.0.1:PORT/`, "backslash path": `http:\\127.0.0.1:PORT\`,
	"backslash later": `http://127.0.0.1:PORT\.example.org/`,
	"line break":      "http://127.0.0.1:PORT/\r\nHost: example.org", "tab in the host": "http://127.0.0\t.1:PORT/",
	"percent": "http://%31%32%37.0.0.1:PORT/",
	"file":    "file:///etc/passwd", "ftp": "ftp://127.0.0.1:PORT/", "gopher": "gopher://127.0.0.1:PORT/_x",
	"javascript": "javascript:alert(1)", "data": "data:text/xml,<rss/>",
	"one slash": "http:/127.0.0.1:PORT/", "three slashes": "http:///127.0.0.1:PORT/", "empty": "", "no host": "http://",
}

// dangerousPorts belong to internal services.
var dangerousPorts = []string{"22", "25", "6379", "8080", "10250", "0", "65536"}

func TestGuardRefusesSpecialAddresses(t *testing.T) {
	t.Parallel()
	guard := newDialer(Config{}).Control
	for what, ip := range forbidden {
		addr := netip.MustParseAddr(ip)
		for _, a := range []netip.Addr{addr, addr.Unmap(), addr.WithZone("lo")} {
			for _, network := range []string{"tcp4", "tcp6"} {
				if guard(network, netip.AddrPortFrom(a, 443).String(), nil) == nil {
					t.Errorf("%s: %s %s is allowed", what, network, a)
				}
			}
		}
	}
	for _, address := range []string{"93.184.216.34:80", "[2606:4700::1111]:443", "168.63.129.17:443"} {
		if err := guard("tcp4", address, nil); err != nil {
			t.Errorf("%s is refused: %v", address, err)
		}
	}
	for _, network := range []string{"udp4", "unix", "ip4:icmp", ""} {
		if guard(network, "93.184.216.34:80", nil) == nil {
			t.Errorf("network %q is allowed", network)
		}
	}
}

// TestGuardChecksAddressesBehindNAT64 checks that an IPv4 address behind NAT64 is allowed only if
// the address itself is allowed.
func TestGuardChecksAddressesBehindNAT64(t *testing.T) {
	t.Parallel()
	guard := newDialer(Config{}).Control
	behind := func(ip netip.Addr) string {
		prefix, inside := nat64.Addr().As16(), ip.As4()
		copy(prefix[12:], inside[:])
		return netip.AddrPortFrom(netip.AddrFrom16(prefix), 443).String()
	}
	for what, text := range forbidden {
		if ip := netip.MustParseAddr(text); ip.Is4() && guard("tcp6", behind(ip), nil) == nil {
			t.Errorf("%s: %s is allowed behind NAT64", what, text)
		}
	}
	public := behind(netip.MustParseAddr("93.184.216.34"))
	if err := guard("tcp6", public, nil); err != nil {
		t.Errorf("%s is refused: %v", public, err)
	}
	for _, refused := range []struct{ network, address string }{
		{"udp6", public}, {"tcp6", strings.Replace(public, ":443", ":6379", 1)}, {"tcp6", "[64:ff9b:1::5db8:d822]:443"},
	} {
		if guard(refused.network, refused.address, nil) == nil {
			t.Errorf("%+v is allowed", refused)
		}
	}
}

func TestNamesThatResolveToForbiddenAddresses(t *testing.T) {
	t.Parallel()
	for what, ip := range forbidden {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			canary, names, w := newCanary(t), newDNSServer(t), &guardRecorder{}
			names.set("inside.test", ips(ip))
			c := newClient(t, Config{resolver: names.resolver(), ExtraPorts: []int{canary.port}, wrapGuard: w.guarded})
			// The request for robots.txt passes the guard, too.
			r := c.Get(t.Context(), Request{URL: "http://inside.test:" + canary.text() + "/"})
			wantOutcome(t, r, Blocked)
			w.wantOnlyRefused(t)
			canary.wantNoContact(t)
		})
	}
}

func TestRedirectsToForbiddenAddresses(t *testing.T) {
	t.Parallel()
	for what, ip := range forbidden {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			rig := newGuardedClient(t)
			rig.names.set("inside.test", ips(ip))
			r := get(t, rig.client, Request{URL: rig.site + "/?to=" +
				url.QueryEscape("http://inside.test:"+rig.canary.text()+"/")})
			wantOutcome(t, r, Blocked)
			if len(r.Hops) != 1 || r.Hops[0].Status != http.StatusFound || r.Status != 0 || r.Remote.IsValid() {
				t.Errorf("hops %v, status %d, remote %v", r.Hops, r.Status, r.Remote)
			}
			rig.recorder.wantOnlyRefused(t)
			rig.canary.wantNoContact(t)
		})
	}
}

func TestAddressLiteralsAreRefused(t *testing.T) {
	t.Parallel()
	for what, address := range literals {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			rig := newGuardedClient(t)
			address := strings.ReplaceAll(address, "PORT", rig.canary.text())
			r := rig.client.Get(t.Context(), Request{URL: address})
			if r.Outcome != Blocked && r.Outcome != InvalidAddress {
				t.Errorf("requested directly: %s %q", r.Outcome, r.Detail)
			}
			if r.FinalURL != "" || strings.Contains(r.Detail, "secret") {
				t.Errorf("final address %q, detail %q", r.FinalURL, r.Detail)
			}
			r = get(t, rig.client, Request{URL: rig.site + "/?to=" + url.QueryEscape(address)})
			// 404 if the location is a path on the same site
			if r.Outcome != Blocked && r.Outcome != BadRedirect && r.Outcome != NotFound {
				t.Errorf("redirected: %s %q", r.Outcome, r.Detail)
			}
			rig.recorder.wantNoDial(t)
			rig.canary.wantNoContact(t)
		})
	}
}

func TestPorts(t *testing.T) {
	t.Parallel()
	for _, port := range dangerousPorts {
		t.Run(port, func(t *testing.T) {
			t.Parallel()
			rig := newGuardedClient(t)
			rig.names.set("public.test", ips("93.184.216.34"))
			address := "http://public.test:" + port + "/"
			r := rig.client.Get(t.Context(), Request{URL: address})
			if r.Outcome != Blocked && r.Outcome != InvalidAddress {
				t.Errorf("requested directly: %s %q", r.Outcome, r.Detail)
			}
			r = get(t, rig.client, Request{URL: rig.site + "/?to=" + url.QueryEscape(address)})
			if r.Outcome != Blocked && r.Outcome != BadRedirect {
				t.Errorf("redirected: %s %q", r.Outcome, r.Detail)
			}
			if len(rig.recorder.allowed) > 0 {
				t.Errorf("the guard allowed %v", rig.recorder.allowed)
			}
		})
	}
}
