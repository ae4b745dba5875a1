// Package simulator is a small internet on loopback: hundreds of made-up news sites with homepages, feeds of every
// format and every defect that the wild has, and the DNS that names them. The whole way from an address to a source runs
// on it without the real one.
//
// Its names end in .test (RFC 6761), each site a registrable domain of its own. Whoever fetches from it resolves names at
// its DNS (FETCH_LAB), and everything else is as on the real internet.
package simulator

import (
	"context"
	"crypto/x509"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
)

// Options say how the simulator behaves.
type Options struct {
	Addr    string           // of the HTTP server; empty: any free port on 127.0.0.1
	Latency time.Duration    // before each answer
	Now     func() time.Time // what the time is on the sites; nil: the real one
}

// Simulator is the running internet.
type Simulator struct {
	DNS  string // host:port of its name server
	port string

	options   Options
	http      *http.Server
	https     *http.Server
	authority *authority
	dns       *nameServer
	sites     map[string]*Site
	names     []string

	mu         sync.Mutex
	requests   []Request
	handshakes map[string]int
}

// Request is one that came in, for tests that ask what was fetched.
type Request struct {
	Host, Path, UserAgent string
	Authorized            bool // it carried a password, right or wrong
}

// maxRequests are remembered, the latest.
const maxRequests = 10_000

// Start starts it. Close stops it.
func Start(options Options) (*Simulator, error) {
	if options.Now == nil {
		options.Now = time.Now
	}
	if options.Addr == "" {
		options.Addr = "127.0.0.1:0"
	}
	s := &Simulator{options: options, sites: map[string]*Site{}, handshakes: map[string]int{}}
	listener, err := net.Listen("tcp", options.Addr)
	if err != nil {
		return nil, err
	}
	_, s.port, _ = net.SplitHostPort(listener.Addr().String())
	if s.authority, err = newAuthority(); err != nil {
		listener.Close()
		return nil, err
	}
	for _, site := range slices.Concat(namedSites(s), publisherSites(s), sloppySites(s), oddSites(s), secureSites(s), ordinarySites(s)) {
		s.sites[site.Host] = site
		s.names = append(s.names, site.Host)
	}
	if s.dns, err = startNameServer(); err != nil {
		listener.Close()
		return nil, err
	}
	s.DNS = s.dns.addr
	s.http = &http.Server{Handler: s, ReadHeaderTimeout: 10 * time.Second, ErrorLog: quiet}
	s.https = s.secureServer()
	port := split(listener)
	go func() { _ = s.http.Serve(port.plain) }()
	go func() { _ = s.https.ServeTLS(port.secure, "", "") }()
	return s, nil
}

// Close stops everything.
func (s *Simulator) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if err := s.http.Shutdown(ctx); err != nil { // some of the sites hang on purpose
		_ = s.http.Close()
	}
	_ = s.https.Close()
	return s.dns.close()
}

// URL is the address of a path of a site, such as URL("elejemplo.test", "/").
func (s *Simulator) URL(host, path string) string { return "http://" + host + ":" + s.port + path }

// TLSURL is the https address of a path of a site.
func (s *Simulator) TLSURL(host, path string) string { return "https://" + host + ":" + s.port + path }

// Roots are the authorities that sign the simulated internet's certificates.
func (s *Simulator) Roots() *x509.CertPool {
	pool := x509.NewCertPool()
	pool.AddCert(s.authority.cert)
	return pool
}

// Names lists the sites, first those that people try by hand.
func (s *Simulator) Names() []string { return s.names }

// Special lists the sites that each show something of their own.
func (s *Simulator) Special() (list []*Site) {
	for _, name := range s.names {
		if site := s.sites[name]; site.Special {
			list = append(list, site)
		}
	}
	return list
}

// Site describes one of them.
func (s *Simulator) Site(host string) *Site { return s.sites[host] }

// Requests are those that came in for a host, in their order; for "" all.
func (s *Simulator) Requests(host string) []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []Request
	for _, r := range s.requests {
		if host == "" || r.Host == host {
			list = append(list, r)
		}
	}
	return list
}

// ServeHTTP answers for the site that the request names.
func (s *Simulator) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	host := r.Host
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.ToLower(host)
	s.mu.Lock()
	if len(s.requests) >= maxRequests {
		s.requests = s.requests[maxRequests/2:]
	}
	s.requests = append(s.requests, Request{host, r.URL.RequestURI(), r.UserAgent(), r.Header.Get("Authorization") != ""})
	s.mu.Unlock()
	if s.options.Latency > 0 {
		select {
		case <-time.After(s.options.Latency):
		case <-r.Context().Done():
			return
		}
	}
	site := s.sites[strings.TrimPrefix(host, "www.")]
	if site == nil {
		http.NotFound(w, r)
		return
	}
	site.ServeHTTP(w, r)
}
