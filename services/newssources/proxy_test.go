package main

import (
	"net"
	"net/url"
	"sync"
	"sync/atomic"
	"testing"
)

// proxy is a TCP proxy between the service and its database that simulates network failures.
type proxy struct {
	t      *testing.T
	target string
	addr   string

	mu       sync.Mutex
	listener net.Listener
	mode     outage
	conns    map[net.Conn]bool
	lost     map[net.Conn]bool // no longer forwarded, in any mode
	onSend   func()            // called for each message from the service
}

type outage int

const (
	healthy outage = iota
	refused        // not listening, open connections closed: the database has stopped
	silent         // packets are dropped: the machine has crashed, or a firewall drops them
	reset          // connections are reset at the first byte
)

// newProxy starts a proxy for the database of a URL and returns it with the URL that goes through
// it.
func newProxy(t *testing.T, database string) (*proxy, string) {
	t.Helper()
	u, err := url.Parse(database)
	must(t, err)
	p := &proxy{t: t, target: u.Host, addr: "127.0.0.1:0", conns: map[net.Conn]bool{}, lost: map[net.Conn]bool{},
		onSend: func() {}}
	p.listen()
	t.Cleanup(func() { p.setMode(refused); p.closeLost() })
	u.Host = p.addr
	return p, u.String()
}

func (p *proxy) listen() {
	listener, err := net.Listen("tcp", p.addr)
	must(p.t, err)
	p.listener, p.addr = listener, listener.Addr().String()
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go p.serve(conn)
		}
	}()
}

// setMode changes the mode, for open connections too.
func (p *proxy) setMode(mode outage) {
	p.mu.Lock()
	defer p.mu.Unlock()
	previous := p.mode
	p.mode = mode
	if mode == refused {
		_ = p.listener.Close()
	}
	if mode != silent {
		for conn := range p.conns {
			p.closeConn(conn)
		}
		clear(p.conns)
	}
	if mode != refused && previous == refused {
		p.listen()
	}
}

// afterMessages calls event once the service has sent that many messages. Call it before the
// service starts.
func (p *proxy) afterMessages(messages int, event func()) (happened <-chan struct{}) {
	done := make(chan struct{})
	var sent atomic.Int64
	p.onSend = func() {
		if sent.Add(1) == int64(messages)+1 {
			event()
			close(done)
		}
	}
	return done
}

// cut closes every open connection and accepts new ones, as a restarted database does.
func (p *proxy) cut() { p.setMode(healthy) }

// lose makes every open connection silent without closing it and accepts new ones, as after a
// failover to another machine.
func (p *proxy) lose() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for conn := range p.conns {
		p.lost[conn] = true
		if conn.RemoteAddr().String() == p.target {
			_ = conn.Close()
		}
	}
	clear(p.conns)
}

// closeLost closes the lost connections.
func (p *proxy) closeLost() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for conn := range p.lost {
		_ = conn.Close()
	}
}

// modeOf returns the mode of a connection.
func (p *proxy) modeOf(conn net.Conn) outage {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.lost[conn] {
		return silent
	}
	return p.mode
}

// closeConn closes a connection, with RST in the mode reset and with FIN otherwise.
func (p *proxy) closeConn(conn net.Conn) {
	if tcp, ok := conn.(*net.TCPConn); ok && p.mode == reset {
		_ = tcp.SetLinger(0)
	}
	_ = conn.Close()
}

func (p *proxy) serve(client net.Conn) {
	p.mu.Lock() // so that an outage affects this connection too
	database, err := net.Dial("tcp", p.target)
	if err == nil {
		p.conns[client], p.conns[database] = true, true
	}
	p.mu.Unlock()
	if err != nil {
		_ = client.Close()
		return
	}
	go p.copy(database, client, p.onSend)
	p.copy(client, database, func() {})
}

// copy forwards messages until either side closes, and calls onMessage for each. Messages during an
// outage are dropped.
func (p *proxy) copy(to, from net.Conn, onMessage func()) {
	buffer := make([]byte, 32<<10)
	for {
		n, err := from.Read(buffer)
		onMessage()
		mode := p.modeOf(from)
		if mode == silent {
			if err != nil {
				return // leaves the other side open
			}
			continue
		}
		if err == nil && mode == healthy {
			_, err = to.Write(buffer[:n])
		}
		if err != nil || mode != healthy {
			p.mu.Lock()
			p.closeConn(to)
			p.closeConn(from)
			delete(p.conns, to)
			delete(p.conns, from)
			p.mu.Unlock()
			return
		}
	}
}
