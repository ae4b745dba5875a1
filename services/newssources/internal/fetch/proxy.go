package fetch

import (
	"bufio"
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

// errProxy says that our own proxy failed, which says nothing about the site.
var errProxy = errors.New("the proxy on our way out")

// throughProxy reaches a site over the proxy of our own network. The name is looked up and the guard asked here, and the
// proxy gets the address that passed: a proxy that looks names up itself would be a way around the guard. It has to
// allow CONNECT to ports 80 and 443.
func (d *dialer) throughProxy(ctx context.Context, host, port string) (net.Conn, error) {
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
	var first error
	for _, ip := range found {
		to, network := netip.AddrPortFrom(ip.Unmap(), uint16(number)), "tcp4"
		if to.Addr().Is6() {
			network = "tcp6"
		}
		err := d.Control(network, to.String(), nil)
		if err == nil {
			var conn net.Conn
			if conn, err = d.tunnel(ctx, to); err == nil {
				return conn, nil
			}
		}
		if first == nil {
			first = err
		}
	}
	return nil, first
}

// tunnel asks the proxy to connect us.
func (d *dialer) tunnel(ctx context.Context, to netip.AddrPort) (net.Conn, error) {
	conn, err := new(net.Dialer).DialContext(ctx, "tcp", proxyAddress(d.proxy))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errProxy, err)
	}
	if d.proxy.Scheme == "https" {
		conn = tls.Client(conn, &tls.Config{ServerName: d.proxy.Hostname()})
	}
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	err = d.connect(conn, to)
	if !stop() || err != nil {
		conn.Close()
		return nil, fmt.Errorf("%w: %w", errProxy, errors.Join(err, ctx.Err()))
	}
	return tunnelled{conn, net.TCPAddrFromAddrPort(to)}, nil
}

func (d *dialer) connect(conn net.Conn, to netip.AddrPort) error {
	ask := &http.Request{Method: http.MethodConnect, URL: &url.URL{Opaque: to.String()}, Host: to.String(), Header: http.Header{}}
	if user := d.proxy.User; user != nil {
		password, _ := user.Password()
		ask.Header.Set("Proxy-Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(user.Username()+":"+password)))
	}
	if err := ask.Write(conn); err != nil {
		return err
	}
	// Nothing of the site's is lost in the buffer: it is silent until we speak.
	//nolint:bodyclose // what follows the headers is the connection itself
	answer, err := http.ReadResponse(bufio.NewReader(io.LimitReader(conn, maxHeaderBytes)), ask)
	if err != nil {
		return err
	}
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("it answers %d", answer.StatusCode)
	}
	return nil
}

// tunnelled is a connection over the proxy, whose other end is the site.
type tunnelled struct {
	net.Conn
	remote net.Addr
}

func (t tunnelled) RemoteAddr() net.Addr { return t.remote }

func proxyAddress(proxy *url.URL) string {
	preset := "80"
	if proxy.Scheme == "https" {
		preset = "443"
	}
	return net.JoinHostPort(proxy.Hostname(), or(proxy.Port(), preset))
}
