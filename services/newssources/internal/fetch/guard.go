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

// azureWireServer is a public address that every Azure virtual machine can reach; no list of special addresses contains it.
var azureWireServer = netip.MustParsePrefix("168.63.129.16/32")

// loopback is allowed when Config.Lab is set.
var loopback = netip.MustParsePrefix("127.0.0.0/8")

// control is called with each IP address before it is dialled, after DNS (net.Dialer.Control). A later DNS answer therefore
// cannot bypass it.
type control = func(network, address string, raw syscall.RawConn) error

// dialer opens connections to addresses that the guard allows.
type dialer struct {
	net.Dialer // Control is the guard
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
	if config.wrapGuard != nil {
		guard = config.wrapGuard(guard)
	}
	return &dialer{
		Dialer: net.Dialer{Timeout: config.ConnectTimeout, Resolver: resolver, Control: guard},
		proxy:  config.Proxy,
	}
}

// DialContext connects to host:port if the guard allows it.
func (d *dialer) DialContext(ctx context.Context, network, address string) (net.Conn, error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	// The trailing dot disables the search domains of resolv.conf: a public name never resolves to a service of the
	// cluster, and a lookup needs one query instead of five.
	host = strings.TrimSuffix(host, ".") + "."
	if d.proxy != nil {
		return d.dialThroughProxy(ctx, host, port)
	}
	return d.Dialer.DialContext(ctx, network, net.JoinHostPort(host, port))
}
