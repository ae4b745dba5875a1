package postgres_test

import (
	"io"
	"net"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
)

func port(number uint16) string            { return strconv.Itoa(int(number)) }
func contains(text, part string) bool      { return strings.Contains(text, part) }
func address(listener net.Listener) string { return listener.Addr().String() }

func listen(t *testing.T, serve func(net.Conn)) net.Listener {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go serve(conn)
		}
	}()
	return listener
}

// silent starts a server that accepts connections and never answers, and returns its address.
func silent(t *testing.T) string {
	return address(listen(t, func(conn net.Conn) {
		_, _ = io.Copy(io.Discard, conn)
		conn.Close()
	}))
}

// closing starts a server that closes each connection at once, and returns its address.
func closing(t *testing.T) string { return address(listen(t, func(conn net.Conn) { conn.Close() })) }

// proxy forwards connections to the database and simulates outages.
type proxy struct {
	t      *testing.T
	url    string
	target string

	mu       sync.Mutex
	down     bool
	accepted int
	stalled  int // the number of the first accepted connections that transfer no more data
	conns    []net.Conn
}

func newProxy(t *testing.T, url string) *proxy {
	t.Helper()
	config, err := pgx.ParseConfig(url)
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{t: t, target: net.JoinHostPort(config.Host, port(config.Port))}
	host, number, _ := net.SplitHostPort(address(listen(t, p.serve)))
	p.url = changeURL(t, url, func(c *pgx.ConnConfig) {
		n, _ := strconv.Atoi(number)
		c.Host, c.Port = host, uint16(n)
	})
	return p
}

func (p *proxy) serve(client net.Conn) {
	p.mu.Lock()
	number := p.accepted
	p.accepted++
	down := p.down
	p.conns = append(p.conns, client)
	p.mu.Unlock()
	defer client.Close()
	if down {
		return
	}
	server, err := net.Dial("tcp", p.target)
	if err != nil {
		return
	}
	defer server.Close()
	go func() { _, _ = io.Copy(stallingWriter{p, number, server}, client); server.Close() }()
	_, _ = io.Copy(client, server)
}

// stop closes all connections and rejects new ones until start is called.
func (p *proxy) stop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.down = true
	for _, conn := range p.conns {
		conn.Close()
	}
}

func (p *proxy) start() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.down = false
}

// stall drops the data of all current connections without closing them; new connections work.
func (p *proxy) stall() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stalled = p.accepted
}

// stallingWriter writes to a connection unless the proxy has stalled it.
type stallingWriter struct {
	*proxy
	number int
	to     io.Writer
}

func (w stallingWriter) Write(data []byte) (int, error) {
	w.mu.Lock()
	stalled := w.number < w.stalled
	w.mu.Unlock()
	if stalled {
		return len(data), nil
	}
	return w.to.Write(data)
}

// count returns the number of accepted connections.
func (p *proxy) count() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.accepted
}

// stopDuring stops the proxy while f waits for a sleeping query.
func (p *proxy) stopDuring(f func() error, db *postgres.DB) error {
	p.t.Helper()
	ended := make(chan error, 1)
	go func() { ended <- f() }()
	eventually(p.t, "the query sleeps", func() bool {
		var sleeps bool
		err := db.Pool.QueryRow(p.t.Context(), `SELECT EXISTS (SELECT FROM pg_stat_activity
			WHERE datname = current_database() AND wait_event = 'PgSleep')`).Scan(&sleeps)
		return err == nil && sleeps
	})
	p.stop()
	return <-ended
}

// eventually waits until holds returns true.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	deadline := time.Now().Add(time.Minute)
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for !holds() {
		if time.Now().After(deadline) {
			t.Fatalf("timed out waiting until %s", what)
		}
		<-tick.C
	}
}
