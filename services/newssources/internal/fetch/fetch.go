// Package fetch is the polite HTTP client that can't be turned against us (design §6): it dials public addresses only,
// bounds everything it reads, keeps a distance between requests to one outlet, obeys robots.txt, and says what came of a
// request in a typed outcome instead of an error.
package fetch

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"code.dny.dev/ssrf"
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
	// maxHeaderBytes of an answer. Real ones stay below 16 KiB.
	maxHeaderBytes = 256 << 10
	// ratioFrom is the size from which on the ratio counts: small bodies of zeros are harmless.
	ratioFrom = 1 << 20
	// DefaultUserAgent says honestly who asks. Operators should set one with an address of theirs.
	DefaultUserAgent = "newsources/1.0 (news source checker)"
)

// azureWireServer answers on a public address to every machine of one cloud; no list of special addresses has it.
var azureWireServer = netip.MustParsePrefix("168.63.129.16/32")

// Config says how to fetch. Zero values mean the defaults.
type Config struct {
	UserAgent      string
	Lab            string // host:port of a DNS server on loopback; allows loopback and any port, for laptops and tests only
	ExtraPorts     []int  // besides 80 and 443
	ConnectTimeout time.Duration
	Timeout        time.Duration
	MaxBytes       int64
	MaxRatio       int64
	MaxRedirects   int
	HostInterval   time.Duration // negative: none
	HostParallel   int           // requests to one registrable domain at a time; 0 means 1
	TLS            *tls.Config   // whom to trust; nil means the system
}

// Client fetches. It is safe for concurrent use.
type Client struct {
	config    Config
	transport *http.Transport
	pace      *pacer
	robots    *robotsCache
}

// New prepares a client. It fails on a configuration that makes no sense.
func New(config Config) (*Client, error) {
	config = config.withDefaults()
	dialer := &net.Dialer{Timeout: config.ConnectTimeout}
	options := []ssrf.Option{
		ssrf.WithDeniedV4Prefixes(azureWireServer),
		ssrf.WithPorts(ports(config.ExtraPorts)...),
	}
	if config.Lab != "" {
		lab, err := netip.ParseAddrPort(config.Lab)
		if err != nil || !lab.Addr().IsLoopback() {
			return nil, fmt.Errorf("FETCH_LAB is %q; it takes an address on loopback such as 127.0.0.1:5353", config.Lab)
		}
		dialer.Resolver = &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return (&net.Dialer{}).DialContext(ctx, network, config.Lab)
		}}
		options = append(options, ssrf.WithAnyPort(), ssrf.WithAllowedV4Prefixes(netip.MustParsePrefix("127.0.0.0/8")))
	}
	dialer.Control = ssrf.New(options...).Safe
	if strings.ContainsAny(config.UserAgent, "\r\n") {
		return nil, errors.New("FETCH_USER_AGENT holds a line break")
	}
	c := &Client{
		config: config,
		transport: &http.Transport{
			Proxy:                  nil, // a variable in the environment must not send us past the guard
			DialContext:            dialer.DialContext,
			TLSClientConfig:        config.TLS.Clone(),
			TLSHandshakeTimeout:    config.ConnectTimeout,
			ForceAttemptHTTP2:      true,
			DisableCompression:     true, // we count what was sent and what came out of it
			MaxResponseHeaderBytes: maxHeaderBytes,
			MaxIdleConnsPerHost:    1,
			IdleConnTimeout:        10 * time.Second,
		},
		pace: newPacer(config.HostParallel, config.HostInterval),
	}
	c.robots = newRobotsCache(c)
	return c, nil
}

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

func or[T comparable](value, preset T) T {
	var zero T
	if value == zero {
		return preset
	}
	return value
}

func ports(extra []int) []uint16 {
	list := []uint16{80, 443}
	for _, port := range extra {
		list = append(list, uint16(port))
	}
	return list
}

// Close lets idle connections go.
func (c *Client) Close() { c.transport.CloseIdleConnections() }
