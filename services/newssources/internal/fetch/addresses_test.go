package fetch

import (
	"errors"
	"net"
	"net/http"
	"testing"
	"time"

	"code.dny.dev/ssrf"
)

// TestKnownAddressesAreUsedAgain checks the number of lookups of a host whose server closes each connection.
func TestKnownAddressesAreUsedAgain(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		time    time.Duration
		lookups int
	}{"without a cache": {0, 3}, "within the time": {time.Hour, 1}, "after the time": {time.Nanosecond, 3}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			names := newDNSServer(t)
			site := serve(t, "site.test", func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("Connection", "close") })
			client := newClient(t, Config{Lab: names.addr, AddressTime: test.time})
			for range 3 {
				wantOutcome(t, get(t, client, Request{URL: site, SkipRobots: true}), OK)
			}
			if n := names.queryCount("site.test"); n != test.lookups {
				t.Errorf("%d lookups, want %d", n, test.lookups)
			}
		})
	}
}

// TestMovedHostIsLookedUpAgain checks that a site whose IP address changes is still fetched.
func TestMovedHostIsLookedUpAgain(t *testing.T) {
	t.Parallel()
	names := newDNSServer(t)
	names.set("moves.test", ips("127.0.0.1"), ips("127.0.0.2"))
	client := newClient(t, Config{Lab: names.addr, AddressTime: time.Hour})
	before := serve(t, "moves.test", func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("Connection", "close") })
	wantOutcome(t, get(t, client, Request{URL: before, SkipRobots: true}), OK)

	after, err := net.Listen("tcp", "127.0.0.2:0")
	if err != nil {
		t.Fatal(err)
	}
	server := &http.Server{Handler: page("news")}
	go server.Serve(after) //nolint:errcheck // fails when the test closes the server
	t.Cleanup(func() { server.Close() })
	moved := "http://moves.test:" + portOf(after)
	wantOutcome(t, get(t, client, Request{URL: moved, SkipRobots: true}), OK)
}

// TestGuardChecksKnownAddresses checks that the guard refuses a private address from the cache, and also the result of the next lookup.
func TestGuardChecksKnownAddresses(t *testing.T) {
	t.Parallel()
	names := newDNSServer(t)
	d := newDialer(Config{resolver: names.resolver(), AddressTime: time.Hour, ConnectTimeout: generousTimeout})
	now := time.Now()
	d.addresses.addresses.Put("site.test.", "10.0.0.1", now, now.Add(time.Hour))
	conn, err := d.DialContext(t.Context(), "tcp", "site.test:80")
	if conn != nil || !errors.Is(err, ssrf.ErrProhibitedIP) || names.queryCount("site.test") != 1 {
		t.Errorf("%v, %v, %d lookups", conn, err, names.queryCount("site.test"))
	}
}
