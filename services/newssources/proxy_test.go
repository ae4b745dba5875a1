package main

import (
	"net"
	"net/url"
	"sync"
	"sync/atomic"
	"testing"
)

// proxy stands between the service and its database, and can fail in the ways that networks do.
type proxy struct {
	t      *testing.T
	target string
	addr   string

	mu       sync.Mutex
	listener net.Listener
	mode     outage
	conns    map[net.Conn]bool
	lost     map[net.Conn]bool // carry nothing any more, whatever the mode
	sent     func()            // is told of each message of the service
}

type outage int

const (
	healthy outage = iota
	refused        // nobody listens any more, and what was open is closed: a database that stopped
	silent         // packets vanish: a machine that died, a firewall that drops
	reset          // connections are cut as soon as they carry something
)

// newProxy leads to the database of the URL, and returns itself with the URL that leads through it.
func newProxy(t *testing.T, database string) (*proxy, string) {
	t.Helper()
	u, err := url.Parse(database)
	must(t, err)
	p := &proxy{t: t, target: u.Host, addr: "127.0.0.1:0", conns: map[net.Conn]bool{}, lost: map[net.Conn]bool{}, sent: func() {}}
	p.listen()
	t.Cleanup(func() { p.set(refused); p.forget() })
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

// set changes how the network is, for open connections too.
func (p *proxy) set(mode outage) {
	p.mu.Lock()
	defer p.mu.Unlock()
	was := p.mode
	p.mode = mode
	if mode == refused {
		_ = p.listener.Close()
	}
	if mode != silent {
		for conn := range p.conns {
			p.end(conn)
		}
		clear(p.conns)
	}
	if mode != refused && was == refused {
		p.listen()
	}
}

// when has something happen once the service has sent that many messages. It has to be called before there is a service.
func (p *proxy) when(messages int, event func()) (happened <-chan struct{}) {
	done := make(chan struct{})
	var sent atomic.Int64
	p.sent = func() {
		if sent.Add(1) == int64(messages)+1 {
			event()
			close(done)
		}
	}
	return done
}

// cut ends every open connection, while new ones are fine: a database that restarts.
func (p *proxy) cut() { p.set(healthy) }

// lose makes every open connection carry nothing from now on, without closing it, while new ones are fine: another
// machine has taken the database over, and nobody is left who would say so on the old connections.
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

// forget closes what was lost.
func (p *proxy) forget() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for conn := range p.lost {
		_ = conn.Close()
	}
}

// now is how the network is for this connection.
func (p *proxy) now(conn net.Conn) outage {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.lost[conn] {
		return silent
	}
	return p.mode
}

// end closes a connection, with RST while that is the outage, else with FIN.
func (p *proxy) end(conn net.Conn) {
	if tcp, ok := conn.(*net.TCPConn); ok && p.mode == reset {
		_ = tcp.SetLinger(0)
	}
	_ = conn.Close()
}

func (p *proxy) serve(client net.Conn) {
	p.mu.Lock() // so that an outage finds every connection that there is
	database, err := net.Dial("tcp", p.target)
	if err == nil {
		p.conns[client], p.conns[database] = true, true
	}
	p.mu.Unlock()
	if err != nil {
		_ = client.Close()
		return
	}
	go p.carry(database, client, p.sent)
	p.carry(client, database, func() {})
}

// carry copies until either side ends, and tells of each message. What arrives during an outage goes nowhere.
func (p *proxy) carry(to, from net.Conn, seen func()) {
	buffer := make([]byte, 32<<10)
	for {
		n, err := from.Read(buffer)
		seen()
		mode := p.now(from)
		if mode == silent {
			if err != nil {
				return // the other side isn't told
			}
			continue
		}
		if err == nil && mode == healthy {
			_, err = to.Write(buffer[:n])
		}
		if err != nil || mode != healthy {
			p.mu.Lock()
			p.end(to)
			p.end(from)
			delete(p.conns, to)
			delete(p.conns, from)
			p.mu.Unlock()
			return
		}
	}
}
