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

// azureWireServer is a public address that every Azure virtual machine can reach; no list of
// special addresses contains it.
var azureWireServer = netip.MustParsePrefix("168.63.129.16/32")

// loopback is allowed when Config.Lab is set.
var loopback = netip.MustParsePrefix("127.0.0.0/8")

// nat64 is the prefix of IPv4 addresses behind NAT64 (RFC 6052 §2.1), through which hosts with only
// an IPv6 address reach IPv4 sites.
var nat64 = netip.MustParsePrefix("64:ff9b::/96")

// control is called with each IP address before it is dialled, after DNS (net.Dialer.Control). A
// later DNS answer therefore cannot bypass it.
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
	guard := throughNAT64(ssrf.New(options...).Safe)
	if config.wrapGuard != nil {
		guard = config.wrapGuard(guard)
	}
	return &dialer{
		Dialer: net.Dialer{Timeout: config.ConnectTimeout, Resolver: resolver, Control: guard},
		proxy:  config.Proxy,
	}
}

// throughNAT64 returns a guard that checks an address behind NAT64 as the IPv4 address that it
// contains. Other addresses are checked unchanged.
func throughNAT64(guard control) control {
	return func(network, address string, raw syscall.RawConn) error {
		target, err := netip.ParseAddrPort(address)
		if err != nil || network != "tcp6" || !nat64.Contains(target.Addr()) {
			return guard(network, address, raw)
		}
		bytes := target.Addr().As16()
		inside := netip.AddrPortFrom(netip.AddrFrom4([4]byte(bytes[12:])), target.Port())
		return guard("tcp4", inside.String(), raw)
	}
}

// DialContext connects to host:port if the guard allows it.
func (d *dialer) DialContext(ctx context.Context, network, address string) (net.Conn, error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	// The trailing dot disables the search domains of resolv.conf: a public name never resolves to a
	// service of the cluster, and a lookup needs one query instead of five.
	host = strings.TrimSuffix(host, ".") + "."
	if d.proxy != nil {
		return d.dialThroughProxy(ctx, host, port)
	}
	return d.Dialer.DialContext(ctx, network, net.JoinHostPort(host, port))
}
