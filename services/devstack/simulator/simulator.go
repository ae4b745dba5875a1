// Package simulator simulates a small internet on loopback: hundreds of fictitious news sites with
// homepages and feeds of all formats and common defects, and a DNS server. The service can be
// developed and tested against it offline.
//
// Host names end in .test (RFC 6761); each site is a registrable domain. Clients resolve names with
// the simulator's DNS server (setting FETCH_LAB of the service).
package simulator

import (
	"context"
	"crypto/x509"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"
)

// Options configures the simulator.
type Options struct {
	Addr    string           // address of the HTTP server; empty = any free port of 127.0.0.1
	Latency time.Duration    // delay before each response
	Now     func() time.Time // clock of the sites; nil = time.Now
	// NoKeepAlive closes each connection after one response, so that each request needs DNS and a new
	// connection.
	NoKeepAlive bool
	// AnnounceEvery is the time after which announces.test publishes and announces another item; 0 =
	// only on request.
	AnnounceEvery time.Duration
	// Platforms adds sites under the real host names of hosting platforms, such as youtube.com.
	// Clients must use the simulator as their proxy to reach them.
	Platforms bool
	// Sites are added to those of the simulator.
	Sites []Site
	// Observe is called with each request when it has been served; may be nil. It is called
	// concurrently.
	Observe func(Request)
}

// Simulator is a running simulated internet.
type Simulator struct {
	DNS  string // host:port of the DNS server
	port string

	options   Options
	http      *http.Server
	https     *http.Server
	authority *authority
	dns       *nameServer
	sites     map[string]*Site
	hub       *hub
	names     []string

	announce       func(path string) (statuses []int) // publishes and announces an item of announces.test
	stopAnnouncing func()

	mu         sync.Mutex
	requests   []*Request
	handshakes map[string]int
}

// Request is a recorded request, for assertions of tests.
type Request struct {
	Host, Path, UserAgent string
	Authorized            bool // it had an Authorization header
	Began, Ended          time.Time
	At                    time.Time // the time of Began by the clock of the sites
}

// maxRequests limits the recorded requests; older ones are dropped.
const maxRequests = 10_000

// Start starts a simulator. Close stops it.
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
	sites := slices.Concat(namedSites(s), publishingSystemSites(s), legacyMarkupSites(s), edgeCaseSites(s), secureSites(s),
		movingSites(s), announcingSites(s), todaysSites(s), sampleSites(s), ordinarySites(s))
	described, err := dataSites(s)
	if err != nil {
		listener.Close()
		return nil, err
	}
	sites = append(sites, described...)
	if options.Platforms {
		sites = append(sites, platformSites(s)...)
	}
	for _, site := range options.Sites {
		sites = append(sites, s.site(site))
	}
	for _, site := range sites {
		s.sites[site.Host] = site
		s.names = append(s.names, site.Host)
	}
	if err = s.certify(); err == nil {
		s.dns, err = startNameServer(s.sites)
	}
	if err != nil {
		listener.Close()
		return nil, err
	}
	s.DNS = s.dns.addr
	s.http = &http.Server{Handler: s, ReadHeaderTimeout: 10 * time.Second, ErrorLog: quiet}
	s.http.SetKeepAlivesEnabled(!options.NoKeepAlive)
	s.https = s.secureServer()
	s.https.SetKeepAlivesEnabled(!options.NoKeepAlive)
	port := split(listener)
	go func() { _ = s.http.Serve(port.plain) }()
	go func() { _ = s.https.ServeTLS(port.secure, "", "") }()
	s.stopAnnouncing = func() {}
	if options.AnnounceEvery > 0 {
		var ctx context.Context
		ctx, s.stopAnnouncing = context.WithCancel(context.Background())
		go s.announceRepeatedly(ctx)
	}
	return s, nil
}

// Close stops the servers.
func (s *Simulator) Close() error {
	s.stopAnnouncing()
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if err := s.http.Shutdown(ctx); err != nil { // handlers of hanging sites are still running
		_ = s.http.Close()
	}
	_ = s.https.Close()
	return s.dns.close()
}

// URL returns the http address of a path of a site, such as URL("elejemplo.test", "/").
func (s *Simulator) URL(host, path string) string { return "http://" + host + ":" + s.port + path }

// ProxyURL returns the address of an HTTP proxy that connects every host and port to the simulator,
// including the standard ports.
func (s *Simulator) ProxyURL() *url.URL { return &url.URL{Scheme: "http", Host: "127.0.0.1:" + s.port} }

// TLSURL returns the https address of a path of a site.
func (s *Simulator) TLSURL(host, path string) string { return "https://" + host + ":" + s.port + path }

// Authority returns the certificate of the authority that issues the certificates of the sites.
func (s *Simulator) Authority() *x509.Certificate { return s.authority.cert }

// Roots returns a pool with the certificate authority of the sites.
func (s *Simulator) Roots() *x509.CertPool {
	pool := x509.NewCertPool()
	pool.AddCert(s.authority.cert)
	return pool
}

// Names returns the host names of all sites, starting with those for manual use.
func (s *Simulator) Names() []string { return s.names }

// Special returns the sites that each demonstrate something specific, without the ordinary outlets.
func (s *Simulator) Special() (list []*Site) {
	for _, name := range s.names {
		if site := s.sites[name]; site.Special {
			list = append(list, site)
		}
	}
	return list
}

// Site returns the site with the host name.
func (s *Simulator) Site(host string) *Site { return s.sites[host] }

// Requests returns the recorded requests to a host, or to all hosts for "", in order.
func (s *Simulator) Requests(host string) []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []Request
	for _, r := range s.requests {
		if host == "" || r.Host == host {
			list = append(list, *r)
		}
	}
	return list
}

// Rounds returns the largest number of recorded requests to a host that were answered one after
// another.
func (s *Simulator) Rounds(host string) (n int) {
	requests := s.Requests(host)
	slices.SortFunc(requests, func(a, b Request) int { return a.Ended.Compare(b.Ended) })
	var end time.Time
	for _, r := range requests {
		if !r.Ended.IsZero() && r.Began.After(end) {
			n, end = n+1, r.Ended
		}
	}
	return n
}

func (s *Simulator) recordEnd(r *Request) {
	s.mu.Lock()
	r.Ended = time.Now()
	ended := *r
	s.mu.Unlock()
	if s.options.Observe != nil {
		s.options.Observe(ended)
	}
}

// ServeHTTP records the request and passes it to the site of its Host header.
func (s *Simulator) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodConnect {
		hijack(s.tunnel)(w, r)
		return
	}
	host := r.Host
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.ToLower(host)
	switch {
	case host == networkSwitch:
		s.toggleNetwork(w, r)
		return
	case s.dns.isDown.Load():
		panic(http.ErrAbortHandler) // closes the connection without a response
	}
	s.mu.Lock()
	if len(s.requests) >= maxRequests {
		s.requests = s.requests[maxRequests/2:]
	}
	request := &Request{Host: host, Path: r.URL.RequestURI(), UserAgent: r.UserAgent(),
		Authorized: r.Header.Get("Authorization") != "", Began: time.Now(), At: s.options.Now()}
	s.requests = append(s.requests, request)
	s.mu.Unlock()
	defer s.recordEnd(request)
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

// tunnel connects a client of the proxy to the simulator's port.
func (s *Simulator) tunnel(client net.Conn) {
	server, err := net.Dial("tcp", "127.0.0.1:"+s.port)
	if err != nil {
		return
	}
	defer server.Close()
	_, _ = io.WriteString(client, "HTTP/1.1 200 Connection established\r\n\r\n")
	go func() {
		_, _ = io.Copy(server, client)
		_ = server.Close()
	}()
	_, _ = io.Copy(client, server)
}
