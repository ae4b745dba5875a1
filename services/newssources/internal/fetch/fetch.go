// Package fetch is the polite HTTP client that can't be turned against us (design §6): it dials public addresses only,
// bounds everything it reads, keeps a distance between requests to one outlet, obeys robots.txt, and says what came of a
// request in a typed outcome instead of an error.
package fetch

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"time"

	"golang.org/x/net/http/httpguts"
)

// The limits of one request. Config may change those that an operator could want otherwise.
const (
	// DefaultConnectTimeout is long for a connection and short for a person who waits.
	DefaultConnectTimeout = 10 * time.Second
	// DefaultTimeout bounds a request with all its hops and its body.
	DefaultTimeout = 20 * time.Second
	// DefaultMaxBytes of a body after decompression: the largest real feeds have about 10 MiB.
	DefaultMaxBytes = 15 << 20
	// DefaultMaxRatio of decompressed to sent bytes: real XML compresses up to about 30 times, bombs 1,000 times.
	DefaultMaxRatio = 150
	// DefaultMaxRedirects: browsers follow 20, real chains have two or three hops.
	DefaultMaxRedirects = 5
	// DefaultHostInterval between two requests to one registrable domain.
	DefaultHostInterval = time.Second
	// DefaultUserAgent says honestly who asks. Operators should set one with an address of theirs.
	DefaultUserAgent = "newsources/1.0 (news source checker)"
	// maxHeaderBytes of an answer. Real ones stay below 16 KiB.
	maxHeaderBytes = 256 << 10
	// receiveBuffer of an HTTP/2 answer, whose bytes come before anybody reads them, and so before there is room for them:
	// enough for 5 MB/s from another continent.
	receiveBuffer = 512 << 10
	// maxIdle connections over all hosts: they only serve a redirect, or the request after robots.txt.
	maxIdle = 100
	// idleTimeout of such a connection: a few paced requests.
	idleTimeout = 10 * time.Second
)

// Config says how to fetch. Zero values mean the defaults.
type Config struct {
	UserAgent      string
	Lab            string        // host:port of a DNS server on loopback; allows loopback and any port, for laptops and tests only
	ExtraPorts     []int         // besides 80 and 443
	Proxy          *url.URL      // of our own network, on the way out; the guard stays with us (proxy.go)
	ConnectTimeout time.Duration // of a name's look-up and the connection, and again of the TLS handshake
	Timeout        time.Duration // of a request with all its hops, but without waiting for our turn and for robots.txt
	MaxBytes       int64
	MaxRatio       int64
	MaxRedirects   int
	HostInterval   time.Duration // negative: none
	HostParallel   int           // requests to one registrable domain at a time; 0 means 1
	TLS            *tls.Config   // whom to trust; nil means the system
	Observe        func(*Result) // is told each result, for metrics; nil means nobody

	resolver *net.Resolver         // tests: answers for names; nil means the system's
	guarded  func(control) control // tests: watches the guard, or stands in for the internet behind it
}

// Client fetches. It is safe for concurrent use.
type Client struct {
	config    Config
	agent     string // the name that robots.txt files know us by
	transport *http.Transport
	pace      *pacer
	robots    *robotsCache
}

// New prepares a client. It fails on a configuration that makes no sense.
func New(config Config) (*Client, error) {
	if err := config.Validate(); err != nil {
		return nil, err
	}
	config = config.withDefaults()
	c := &Client{
		config: config,
		agent:  productOf(config.UserAgent),
		transport: &http.Transport{
			Proxy:                  nil, // a variable in the environment must not send us past the guard
			DialContext:            newDialer(config).DialContext,
			TLSClientConfig:        config.TLS.Clone(),
			TLSHandshakeTimeout:    config.ConnectTimeout,
			ForceAttemptHTTP2:      true,
			DisableCompression:     true, // we count what was sent and what came out of it
			HTTP2:                  &http.HTTP2Config{MaxReceiveBufferPerStream: receiveBuffer},
			MaxResponseHeaderBytes: maxHeaderBytes,
			MaxIdleConns:           maxIdle,
			MaxIdleConnsPerHost:    1,
			IdleConnTimeout:        idleTimeout,
		},
		pace: newPacer(config.HostParallel, config.HostInterval),
	}
	c.robots = newRobotsCache(c.loadRobots)
	return c, nil
}

// Close lets idle connections go.
func (c *Client) Close() { c.transport.CloseIdleConnections() }

func (c Config) withDefaults() Config {
	c.UserAgent = or(c.UserAgent, DefaultUserAgent)
	c.ConnectTimeout = or(c.ConnectTimeout, DefaultConnectTimeout)
	c.Timeout = or(c.Timeout, DefaultTimeout)
	c.MaxBytes = or(c.MaxBytes, DefaultMaxBytes)
	c.MaxRatio = or(c.MaxRatio, DefaultMaxRatio)
	c.MaxRedirects = or(c.MaxRedirects, DefaultMaxRedirects)
	c.HostInterval = or(c.HostInterval, DefaultHostInterval)
	c.HostParallel = or(c.HostParallel, 1)
	return c
}

// Validate names what makes no sense, all at once, and the settings as an operator knows them.
func (c Config) Validate() error {
	c = c.withDefaults()
	var wrong []error
	fail := func(format string, args ...any) { wrong = append(wrong, fmt.Errorf(format, args...)) }
	if !httpguts.ValidHeaderFieldValue(c.UserAgent) || productOf(c.UserAgent) == "" {
		fail("FETCH_USER_AGENT isn't a name that can be sent, such as newsources/1.0 (+https://example.org/bot)")
	}
	if c.Lab != "" {
		if lab, err := netip.ParseAddrPort(c.Lab); err != nil || !lab.Addr().IsLoopback() {
			fail("FETCH_LAB is %q; it takes an address on loopback such as 127.0.0.1:5353", c.Lab)
		}
	}
	for _, port := range c.ExtraPorts {
		if port < 1 || port > 65535 {
			fail("FETCH_EXTRA_PORTS has %d; ports are numbers from 1 to 65535", port)
		}
	}
	if c.Proxy != nil && (c.Proxy.Scheme != "http" && c.Proxy.Scheme != "https" || c.Proxy.Hostname() == "") {
		fail("FETCH_PROXY must look like http://proxy.example.org:3128 or https://…") // its password isn't repeated
	}
	if c.TLS != nil && c.TLS.InsecureSkipVerify {
		fail("certificates are always verified: trust another authority instead")
	}
	if c.ConnectTimeout < 0 || c.Timeout < 0 || c.MaxBytes < 0 || c.MaxRatio < 0 || c.MaxRedirects < 0 || c.HostParallel < 0 {
		fail("a limit of fetching is below zero")
	}
	return errors.Join(wrong...)
}

func or[T comparable](value, preset T) T {
	var zero T
	if value == zero {
		return preset
	}
	return value
}
