package main

import (
	"io"
	"net"
	"net/url"
	"sync"
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
	p := &proxy{t: t, target: u.Host, addr: "127.0.0.1:0", conns: map[net.Conn]bool{}}
	p.listen()
	t.Cleanup(func() { p.set(refused) })
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
			p.cut(conn)
		}
		clear(p.conns)
	}
	if mode != refused && was == refused {
		p.listen()
	}
}

func (p *proxy) now() outage {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.mode
}

// cut ends a connection with RST while that is the outage, else with FIN.
func (p *proxy) cut(conn net.Conn) {
	if tcp, ok := conn.(*net.TCPConn); ok && p.mode == reset {
		_ = tcp.SetLinger(0)
	}
	_ = conn.Close()
}

func (p *proxy) serve(client net.Conn) {
	database, err := net.Dial("tcp", p.target)
	if err != nil {
		_ = client.Close()
		return
	}
	p.mu.Lock()
	p.conns[client], p.conns[database] = true, true
	p.mu.Unlock()
	go p.carry(database, client)
	p.carry(client, database)
}

// carry copies until either side ends. What arrives during an outage goes nowhere.
func (p *proxy) carry(to, from net.Conn) {
	buffer := make([]byte, 32<<10)
	for {
		n, err := from.Read(buffer)
		mode := p.now()
		if mode == silent && (err == nil || err == io.EOF) {
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
			p.cut(to)
			p.cut(from)
			delete(p.conns, to)
			delete(p.conns, from)
			p.mu.Unlock()
			return
		}
	}
}
