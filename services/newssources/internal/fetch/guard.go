package fetch

import (
	"context"
	"net"
	"net/netip"
	"net/url"
	"strings"
	"syscall"

	"code.dny.dev/ssrf"
)

// azureWireServer answers on a public address to every machine of one cloud; no list of special addresses has it.
var azureWireServer = netip.MustParsePrefix("168.63.129.16/32")

// loopback is what a lab opens.
var loopback = netip.MustParsePrefix("127.0.0.0/8")

// control is asked with each IP address that is about to be dialled, after DNS and before the first packet
// (net.Dialer.Control). Nothing that is looked up later can differ from what it saw.
type control = func(network, address string, raw syscall.RawConn) error

// dialer opens connections that passed the guard.
type dialer struct {
	net.Dialer // its Control is the guard
	proxy      *url.URL
}

func newDialer(config Config) *dialer {
	ports := []uint16{80, 443}
	for _, port := range config.ExtraPorts {
		ports = append(ports, uint16(port))
	}
	options := []ssrf.Option{ssrf.WithDeniedV4Prefixes(azureWireServer), ssrf.WithPorts(ports...)}
	resolver := config.resolver
	if config.Lab != "" {
		resolver = &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, network, config.Lab)
		}}
		options = append(options, ssrf.WithAnyPort(), ssrf.WithAllowedV4Prefixes(loopback))
	}
	guard := ssrf.New(options...).Safe
	if config.guarded != nil {
		guard = config.guarded(guard)
	}
	return &dialer{
		Dialer: net.Dialer{Timeout: config.ConnectTimeout, Resolver: resolver, Control: guard},
		proxy:  config.Proxy,
	}
}

// DialContext connects to host:port, if the guard lets it.
func (d *dialer) DialContext(ctx context.Context, network, address string) (net.Conn, error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	// The trailing dot keeps the search domains of resolv.conf out: a public name never means a service of our cluster,
	// and a look-up costs one question instead of five.
	host = strings.TrimSuffix(host, ".") + "."
	if d.proxy != nil {
		return d.throughProxy(ctx, host, port)
	}
	return d.Dialer.DialContext(ctx, network, net.JoinHostPort(host, port))
}
