package fetch

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
)

// proxy is a CONNECT proxy that records its targets.
type proxy struct {
	url      *url.URL
	mu       sync.Mutex
	requests []string // "CONNECT 127.0.0.1:1234 Basic …"
	refuses  bool
}

func newProxy(t testing.TB) *proxy {
	p := &proxy{}
	p.url = &url.URL{Scheme: "http", Host: "127.0.0.1:" + rawPort(t, p.serve), User: url.UserPassword("joe", secret)}
	return p
}

func (p *proxy) serve(conn *net.TCPConn) {
	reader := bufio.NewReader(conn)
	request, err := http.ReadRequest(reader)
	if err != nil {
		return
	}
	p.mu.Lock()
	p.requests = append(p.requests, request.Method+" "+request.RequestURI+" "+request.Header.Get("Proxy-Authorization"))
	p.mu.Unlock()
	site, err := net.Dial("tcp", request.Host)
	if p.refuses || err != nil {
		io.WriteString(conn, "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n")
		return
	}
	defer site.Close()
	io.WriteString(conn, "HTTP/1.1 200 OK\r\n\r\n")
	go func() {
		_, _ = io.Copy(site, reader)
		site.(*net.TCPConn).CloseWrite()
	}()
	_, _ = io.Copy(conn, site)
}

func TestProxy(t *testing.T) {
	t.Parallel()
	ours := newIssuer(t)
	for scheme, site := range map[string]string{
		"http":  serve(t, "site.test", page("news")),
		"https": ours.serve(t, "site.test", certificate{}, page("news")),
	} {
		p := newProxy(t)
		c := newClient(t, Config{Proxy: p.url, TLS: ours.trusted()})
		r := get(t, c, Request{URL: site})
		wantOutcome(t, r, OK)
		// The proxy gets the address that passed the guard, not the name; the site receives the request.
		want := "CONNECT 127.0.0.1" + site[strings.LastIndex(site, ":"):] + " Basic am9lOnMzY3JldA=="
		if len(p.requests) != 1 || p.requests[0] != want || string(r.Body) != "news" || !r.Remote.IsLoopback() {
			t.Errorf("%s: requests %q, want %q; %q from %s", scheme, p.requests, want, r.Body, r.Remote)
		}
		if s := r.Timings; s.DNS <= 0 || s.Connect <= 0 {
			t.Errorf("%s: %+v", scheme, s)
		}
	}
}

func TestGuardAppliesWithProxy(t *testing.T) {
	t.Parallel()
	for what, ip := range forbidden {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			names, p := newDNSServer(t), newProxy(t)
			names.set("inside.test", ips(ip))
			c := newClient(t, Config{resolver: names.resolver(), Proxy: p.url})
			for _, scheme := range []string{"http", "https"} {
				wantOutcome(t, get(t, c, Request{URL: scheme + "://inside.test/"}), Blocked)
			}
			if len(p.requests) > 0 {
				t.Errorf("the proxy received %v", p.requests)
			}
		})
	}
}

func TestProxyFailures(t *testing.T) {
	t.Parallel()
	names := newDNSServer(t)
	site := serve(t, "site.test", page("news"))
	refuses := newProxy(t)
	refuses.refuses = true
	at := func(port string) *url.URL { return &url.URL{Scheme: "http", Host: "127.0.0.1:" + port} }
	for name, test := range map[string]struct {
		proxy *url.URL
		want  Outcome
	}{
		"refuses":               {refuses.url, Refused},
		"closes the connection": {at(rawPort(t, send())), Refused},
		"another protocol":      {at(rawPort(t, send("SSH-2.0\r\n"))), Refused},
		"huge response headers": {at(rawPort(t, sendThen("HTTP/1.1 200 OK\r\n"+lines(40_000), hang))), Refused},
		"hangs":                 {at(rawPort(t, hang)), Timeout},
		"not listening":         {at("1"), Refused},
		"no TLS": {&url.URL{Scheme: "https", Host: at(rawPort(t, send("HTTP/1.1 200 OK\r\n\r\n"))).Host},
			Refused},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			config := Config{Lab: names.addr, Proxy: test.proxy}
			if test.want == Timeout {
				config.ConnectTimeout = shortTimeout
			}
			r := get(t, newClient(t, config), Request{URL: site})
			wantOutcome(t, r, test.want)
			if test.want == Refused && !strings.Contains(r.Detail, "proxy") || strings.Contains(r.Detail, secret) {
				t.Errorf("detail %q", r.Detail)
			}
		})
	}
	r := get(t, newClient(t, Config{Lab: names.addr, Proxy: refuses.url}), Request{URL: "http://nowhere.example/"})
	wantOutcome(t, r, DNS)
}
