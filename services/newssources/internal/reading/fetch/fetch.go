// Package fetch is an HTTP client for untrusted sites: it connects to public addresses only (SSRF
// guard), limits everything that it reads, spaces requests to one registrable domain, obeys
// robots.txt, and returns a typed outcome instead of an error.
package fetch

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/net/http/httpguts"

	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/reading/robotstxt"
)

// Limits of one request. Config overrides those that operators may need to change.
const (
	// defaultConnectTimeout is generous for a connection, and acceptable for a person who waits.
	defaultConnectTimeout = 10 * time.Second
	// defaultTimeout bounds a request including redirects and body.
	defaultTimeout = 20 * time.Second
	// defaultStallTimeout ends a body for which memory is reserved when no byte arrives for this long,
	// so that a site that stalls does not keep memory that others wait for. A body that arrives slowly
	// is read up to the time-out.
	defaultStallTimeout = 2 * time.Second
	// DefaultMaxBytes of a decompressed body: the largest real feeds have about 10 MiB.
	DefaultMaxBytes = 15 << 20
	// defaultMaxRatio of decompressed to compressed bytes: XML reaches about 30, decompression bombs
	// 1,000.
	defaultMaxRatio = 150
	// defaultMaxRedirects: browsers follow 20, redirect chains of feeds have two or three hops.
	defaultMaxRedirects = 5
	// DefaultHostInterval between two requests to one registrable domain.
	DefaultHostInterval = time.Second
	// DefaultUserAgent identifies the tool. Operators should configure one with a contact address.
	DefaultUserAgent = "newsources/1.0 (news source checker)"
	// maxHeaderBytes of a response. Typical headers are below 16 KiB.
	maxHeaderBytes = 256 << 10
	// receiveBuffer of an HTTP/2 stream, which is filled before memory is reserved for the body. It
	// allows 5 MB/s at intercontinental latency.
	receiveBuffer = 512 << 10
	// maxIdle is the maximum number of idle connections to all hosts: at 100 requests a second, those
	// of the last idleTimeout. The next request to a domain, which follows a second later, then needs
	// no DNS lookup and no handshake. Requests to one host are spaced, so that few overlap.
	maxIdle, maxIdlePerHost = 1000, 2
	// readBuffer and writeBuffer are the sizes in bytes of the buffers of a connection, which also an
	// idle connection has. The headers of most responses have less than 2 KB, a request has a few
	// hundred bytes, and large reads of a body bypass the buffer.
	readBuffer, writeBuffer = 2 << 10, 1 << 10
	// idleTimeout of a connection: enough for a few paced requests.
	idleTimeout = 10 * time.Second
)

// Config configures a Client. Zero values mean the defaults.
type Config struct {
	UserAgent string
	// host:port of a DNS server on loopback; allows loopback and any port, for laptops and tests only
	Lab            string
	ExtraPorts     []int         // allowed in addition to 80 and 443
	Proxy          *url.URL      // outbound proxy; the guard still runs in this process (proxy.go)
	ConnectTimeout time.Duration // of DNS lookup and connection together, and of the TLS handshake
	Timeout        time.Duration // of a request including redirects, without the host's queue and robots.txt
	StallTimeout   time.Duration // without a byte of a body for which memory is reserved
	MaxBytes       int64
	MaxRatio       int64
	MaxRedirects   int
	// Between requests to one registrable domain, of all processes that share Database; negative means
	// none.
	HostInterval time.Duration
	RobotsTTL    time.Duration // the maximum age of a robots.txt; 0 means robotsTTL
	// Shares the pauses between requests, the waits that sites ask for, and robots.txt files; nil only
	// if HostInterval is negative.
	Database *pgxpool.Pool
	Now      func() time.Time // the clock by which robots.txt files expire; nil means time.Now
	TLS      *tls.Config      // trusted certificate authorities; nil means the system's
	Observe  func(*Result)    // is called with each result, for metrics; may be nil
	// Refuse returns why an address must not be requested, or "". It is called for each address, except for those
	// that Request.Entered and Request.SkipRefuse exempt. Nil refuses nothing.
	Refuse func(ctx context.Context, address weburl.URL) (reason string, err error)

	resolver  *net.Resolver         // for tests; nil means the system's
	wrapGuard func(control) control // for tests: observes or replaces the guard
}

// Client fetches addresses. It is safe for concurrent use.
type Client struct {
	config    Config
	agent     string // product name of the user agent, for robots.txt
	transport *http.Transport
	pacer     *pacer // nil without a database
	robots    *robotsCache
}

// New returns a client. It fails if the configuration is invalid.
func New(config Config) (*Client, error) {
	if err := config.Validate(); err != nil {
		return nil, err
	}
	config = config.withDefaults()
	if config.HostInterval > 0 && config.Database == nil {
		return nil, errors.New("requests can only be spaced with a database")
	}
	c := &Client{
		config: config,
		agent:  robotstxt.Product(config.UserAgent),
		transport: &http.Transport{
			Proxy:                  nil, // HTTP_PROXY would bypass the guard
			DialContext:            newDialer(config).DialContext,
			TLSClientConfig:        config.TLS.Clone(),
			TLSHandshakeTimeout:    config.ConnectTimeout,
			ForceAttemptHTTP2:      true,
			DisableCompression:     true, // readBody decompresses and counts both sizes
			HTTP2:                  &http.HTTP2Config{MaxReceiveBufferPerStream: receiveBuffer},
			MaxResponseHeaderBytes: maxHeaderBytes,
			MaxIdleConns:           maxIdle,
			MaxIdleConnsPerHost:    maxIdlePerHost,
			IdleConnTimeout:        idleTimeout,
			ReadBufferSize:         readBuffer,
			WriteBufferSize:        writeBuffer,
		},
	}
	if config.Database != nil {
		c.pacer = &pacer{db: config.Database, interval: max(config.HostInterval, 0), queues: map[callerKey]*callerQueue{}}
	}
	c.robots = newRobotsCache(c.loadRobots, config.Now)
	return c, nil
}

// Close closes idle connections.
func (c *Client) Close() { c.transport.CloseIdleConnections() }

func (c Config) withDefaults() Config {
	c.UserAgent = cmp.Or(c.UserAgent, DefaultUserAgent)
	c.ConnectTimeout = cmp.Or(c.ConnectTimeout, defaultConnectTimeout)
	c.Timeout = cmp.Or(c.Timeout, defaultTimeout)
	c.StallTimeout = cmp.Or(c.StallTimeout, defaultStallTimeout)
	c.MaxBytes = cmp.Or(c.MaxBytes, DefaultMaxBytes)
	c.MaxRatio = cmp.Or(c.MaxRatio, defaultMaxRatio)
	c.MaxRedirects = cmp.Or(c.MaxRedirects, defaultMaxRedirects)
	c.HostInterval = cmp.Or(c.HostInterval, DefaultHostInterval)
	c.RobotsTTL = cmp.Or(c.RobotsTTL, robotsTTL)
	if c.Now == nil {
		c.Now = time.Now
	}
	return c
}

// Validate returns all errors of the configuration, with the names of the operator's settings.
func (c Config) Validate() error {
	c = c.withDefaults()
	var errs []error
	fail := func(format string, args ...any) { errs = append(errs, fmt.Errorf(format, args...)) }
	if !httpguts.ValidHeaderFieldValue(c.UserAgent) || robotstxt.Product(c.UserAgent) == "" {
		fail("FETCH_USER_AGENT is not a valid user agent such as newsources/1.0 (+https://example.org/bot)")
	}
	if c.Lab != "" {
		if lab, err := netip.ParseAddrPort(c.Lab); err != nil || !lab.Addr().IsLoopback() {
			fail("FETCH_LAB is %q; it must be a loopback address such as 127.0.0.1:5353", c.Lab)
		}
	}
	for _, port := range c.ExtraPorts {
		if port < 1 || port > 65535 {
			fail("FETCH_EXTRA_PORTS contains %d; ports are numbers from 1 to 65535", port)
		}
	}
	if c.Proxy != nil && (c.Proxy.Scheme != "http" && c.Proxy.Scheme != "https" || c.Proxy.Hostname() == "") {
		fail("FETCH_PROXY must have the form http://proxy.example.org:3128 or https://…") // the value may contain a password
	}
	if c.TLS != nil && c.TLS.InsecureSkipVerify {
		fail("certificates are always verified: add a trusted authority instead")
	}
	if c.ConnectTimeout < 0 || c.Timeout < 0 || c.StallTimeout < 0 || c.MaxBytes < 0 || c.MaxRatio < 0 ||
		c.MaxRedirects < 0 {
		fail("a limit of fetching is negative")
	}
	return errors.Join(errs...)
}
