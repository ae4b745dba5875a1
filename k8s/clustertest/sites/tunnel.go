package main

import (
	"bufio"
	"net"
	"net/http"
	"sync"
)

// tunnelListener is a proxy that accepts CONNECT to any address, and a net.Listener that returns
// the tunnels as connections.
type tunnelListener struct {
	isOffline func(client string) bool // whether the proxy drops the connections of a client, an address with port
	tunnels   chan net.Conn
	closed    chan struct{}
	once      sync.Once
}

func newTunnelListener(isOffline func(client string) bool) *tunnelListener {
	return &tunnelListener{isOffline: isOffline, tunnels: make(chan net.Conn), closed: make(chan struct{})}
}

func (l *tunnelListener) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodConnect {
		http.Error(w, "only CONNECT", http.StatusMethodNotAllowed)
		return
	}
	if l.isOffline(r.RemoteAddr) {
		panic(http.ErrAbortHandler)
	}
	conn, buffered, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return
	}
	if _, err := conn.Write([]byte("HTTP/1.1 200 OK\r\n\r\n")); err != nil {
		_ = conn.Close()
		return
	}
	select {
	case l.tunnels <- bufferedConn{conn, buffered.Reader}:
	case <-l.closed:
		_ = conn.Close()
	}
}

// Accept implements net.Listener.
func (l *tunnelListener) Accept() (net.Conn, error) {
	select {
	case conn := <-l.tunnels:
		return conn, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

// Close implements net.Listener.
func (l *tunnelListener) Close() error {
	l.once.Do(func() { close(l.closed) })
	return nil
}

// Addr implements net.Listener.
func (l *tunnelListener) Addr() net.Addr { return &net.TCPAddr{} }

// bufferedConn is a hijacked connection. The HTTP server may have buffered its first bytes.
type bufferedConn struct {
	net.Conn
	buffered *bufio.Reader
}

func (c bufferedConn) Read(p []byte) (int, error) { return c.buffered.Read(p) }
