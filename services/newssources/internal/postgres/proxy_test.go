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

	"github.com/newsources/newsources/services/newssources/internal/postgres"
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

// silent is a server that takes connections and never says anything.
func silent(t *testing.T) string {
	return address(listen(t, func(conn net.Conn) {
		_, _ = io.Copy(io.Discard, conn)
		conn.Close()
	}))
}

// hangsUp is a server that ends each connection at once.
func hangsUp(t *testing.T) string { return address(listen(t, func(conn net.Conn) { conn.Close() })) }

// proxy stands between the product and its database, and can take it away.
type proxy struct {
	t      *testing.T
	url    string
	target string

	mu     sync.Mutex
	dead   bool
	dialed int
	lost   int // of those that were dialed, how many carry nothing any more
	conns  []net.Conn
}

func newProxy(t *testing.T, url string) *proxy {
	t.Helper()
	config, err := pgx.ParseConfig(url)
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{t: t, target: net.JoinHostPort(config.Host, port(config.Port))}
	host, number, _ := net.SplitHostPort(address(listen(t, p.serve)))
	p.url = changed(t, url, func(c *pgx.ConnConfig) {
		n, _ := strconv.Atoi(number)
		c.Host, c.Port = host, uint16(n)
	})
	return p
}

func (p *proxy) serve(client net.Conn) {
	p.mu.Lock()
	number := p.dialed
	p.dialed++
	dead := p.dead
	p.conns = append(p.conns, client)
	p.mu.Unlock()
	defer client.Close()
	if dead {
		return
	}
	server, err := net.Dial("tcp", p.target)
	if err != nil {
		return
	}
	defer server.Close()
	go func() { _, _ = io.Copy(unlessLost{p, number, server}, client); server.Close() }()
	_, _ = io.Copy(client, server)
}

// die ends all connections, and lets no new one through; live takes that back.
func (p *proxy) die() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.dead = true
	for _, conn := range p.conns {
		conn.Close()
	}
}

func (p *proxy) live() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.dead = false
}

// lose makes all connections carry nothing from now on, without ending them; new ones are fine.
func (p *proxy) lose() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.lost = p.dialed
}

type unlessLost struct {
	*proxy
	number int
	to     io.Writer
}

func (u unlessLost) Write(data []byte) (int, error) {
	u.mu.Lock()
	lost := u.number < u.lost
	u.mu.Unlock()
	if lost {
		return len(data), nil
	}
	return u.to.Write(data)
}

func (p *proxy) count() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.dialed
}

// cutDuring hangs up while f waits for a sleeping query.
func (p *proxy) cutDuring(f func() error, db *postgres.DB) error {
	p.t.Helper()
	ended := make(chan error, 1)
	go func() { ended <- f() }()
	eventually(p.t, "the query sleeps", func() bool {
		var sleeps bool
		err := db.Pool.QueryRow(p.t.Context(), `SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep')`).Scan(&sleeps)
		return err == nil && sleeps
	})
	p.die()
	return <-ended
}

func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	deadline := time.Now().Add(time.Minute)
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for !holds() {
		if time.Now().After(deadline) {
			t.Fatalf("waited in vain until %s", what)
		}
		<-tick.C
	}
}
