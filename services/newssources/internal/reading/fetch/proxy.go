package fetch

import (
	"bufio"
	"cmp"
	"context"
	"crypto/tls"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
)

// errProxy is a failure of the outbound proxy, rather than of the site.
var errProxy = errors.New("outbound proxy")

// dialThroughProxy connects to a site through the outbound proxy. The name is resolved and the
// guard called in this process, and the proxy receives the IP address: a proxy that resolves names
// would bypass the guard. It must allow CONNECT to ports 80 and 443.
func (d *dialer) dialThroughProxy(ctx context.Context, host, port string) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, d.Timeout)
	defer cancel()
	number, err := strconv.ParseUint(port, 10, 16)
	if err != nil {
		return nil, err
	}
	resolver := d.Resolver
	if resolver == nil {
		resolver = net.DefaultResolver
	}
	found, err := resolver.LookupNetIP(ctx, "ip", host)
	if err != nil {
		return nil, err
	}
	var firstErr error
	for _, ip := range found {
		to, network := netip.AddrPortFrom(ip.Unmap(), uint16(number)), "tcp4"
		if to.Addr().Is6() {
			network = "tcp6"
		}
		err := d.Control(network, to.String(), nil)
		if err == nil {
			var conn net.Conn
			if conn, err = d.openTunnel(ctx, to); err == nil {
				return conn, nil
			}
		}
		if firstErr == nil {
			firstErr = err
		}
	}
	return nil, firstErr
}

// openTunnel opens a connection to an address through the proxy.
func (d *dialer) openTunnel(ctx context.Context, to netip.AddrPort) (net.Conn, error) {
	conn, err := new(net.Dialer).DialContext(ctx, "tcp", proxyAddress(d.proxy))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errProxy, err)
	}
	if d.proxy.Scheme == "https" {
		conn = tls.Client(conn, &tls.Config{ServerName: d.proxy.Hostname()})
	}
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	err = d.sendConnect(conn, to)
	if !stop() || err != nil {
		conn.Close()
		return nil, fmt.Errorf("%w: %w", errProxy, errors.Join(err, ctx.Err()))
	}
	return tunnelConn{conn, net.TCPAddrFromAddrPort(to)}, nil
}

// sendConnect sends the CONNECT request and reads the proxy's response.
func (d *dialer) sendConnect(conn net.Conn, to netip.AddrPort) error {
	request := &http.Request{Method: http.MethodConnect, URL: &url.URL{Opaque: to.String()}, Host: to.String(),
		Header: http.Header{}}
	if user := d.proxy.User; user != nil {
		password, _ := user.Password()
		request.Header.Set("Proxy-Authorization",
			"Basic "+base64.StdEncoding.EncodeToString([]byte(user.Username()+":"+password)))
	}
	if err := request.Write(conn); err != nil {
		return err
	}
	// The buffer contains no bytes of the site, because the site sends nothing before the client does.
	//nolint:bodyclose // the connection follows the headers
	response, err := http.ReadResponse(bufio.NewReader(io.LimitReader(conn, maxHeaderBytes)), request)
	if err != nil {
		return err
	}
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("status %d", response.StatusCode)
	}
	return nil
}

// tunnelConn is a connection through the proxy. Its remote address is the site's.
type tunnelConn struct {
	net.Conn
	remote net.Addr
}

func (t tunnelConn) RemoteAddr() net.Addr { return t.remote }

func proxyAddress(proxy *url.URL) string {
	defaultPort := "80"
	if proxy.Scheme == "https" {
		defaultPort = "443"
	}
	return net.JoinHostPort(proxy.Hostname(), cmp.Or(proxy.Port(), defaultPort))
}
