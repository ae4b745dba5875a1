package fetch

import (
	"bufio"
	"cmp"
	"context"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

// generousTimeout is used where no time-out is expected, because test machines may be slow.
const generousTimeout = 20 * time.Second

// shortTimeout is used where a time-out is expected.
const shortTimeout = 150 * time.Millisecond

// newClient returns a client in a lab, without spacing between requests.
func newClient(t testing.TB, config Config) *Client {
	if config.Lab == "" && config.resolver == nil {
		config.Lab = newDNSServer(t).addr
	}
	config.HostInterval = cmp.Or(config.HostInterval, -1)
	config.Timeout = cmp.Or(config.Timeout, generousTimeout)
	c, err := New(config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// serve starts a site and returns "http://NAME:PORT".
func serve(t testing.TB, name string, handler http.HandlerFunc) string {
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return "http://" + name + ":" + portOf(server.Listener)
}

// page returns a handler that answers 200 with the text.
func page(text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte(text)) }
}

// raw starts a TCP server for responses that net/http cannot send and returns "http://NAME:PORT".
// answer receives each connection after the request headers; the connection is closed when answer
// returns or the test ends.
func raw(t testing.TB, name string, answer func(conn *net.TCPConn)) string {
	return "http://" + name + ":" + rawPort(t, func(conn *net.TCPConn) {
		reader := bufio.NewReader(conn)
		for line := "-"; line != "\r\n"; {
			var err error
			if line, err = reader.ReadString('\n'); err != nil {
				return
			}
		}
		answer(conn)
	})
}

func rawPort(t testing.TB, accept func(conn *net.TCPConn)) string {
	listener, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			running.Go(func() {
				defer conn.Close()
				defer context.AfterFunc(ctx, func() { conn.Close() })()
				accept(conn.(*net.TCPConn))
			})
		}
	})
	t.Cleanup(func() { listener.Close(); cancel(); running.Wait() })
	return portOf(listener)
}

// send sends these bytes and closes the connection.
func send(parts ...string) func(conn *net.TCPConn) {
	return func(conn *net.TCPConn) { conn.Write([]byte(strings.Join(parts, ""))) }
}

// hang keeps a connection open until the client closes it.
func hang(conn *net.TCPConn) {
	for buffer := make([]byte, 1024); ; {
		if _, err := conn.Read(buffer); err != nil {
			return
		}
	}
}

func portOf(listener net.Listener) string {
	_, port, _ := net.SplitHostPort(listener.Addr().String())
	return port
}

// get fetches without robots.txt.
func get(t testing.TB, c *Client, request Request) *Result {
	request.SkipRobots = true
	return c.Get(t.Context(), request)
}

// wantOutcome checks the outcome and the invariants of every result.
func wantOutcome(t testing.TB, r *Result, want Outcome) {
	t.Helper()
	if r.Outcome != want {
		t.Errorf("outcome %s (%s %q, status %d, hops %v), want %s", r.Outcome, r.Phase, r.Detail, r.Status, r.Hops, want)
	}
	if silent := r.Outcome == OK || r.Outcome == NotModified; silent != (r.Detail == "") {
		t.Errorf("outcome %s with the text %q", r.Outcome, r.Detail)
	}
	if (r.Outcome == Timeout) != (r.Phase != "") {
		t.Errorf("outcome %s in phase %q", r.Outcome, r.Phase)
	}
	if len(r.Body) > 0 && r.Outcome != OK && r.Outcome != TooLarge {
		t.Errorf("outcome %s has a body", r.Outcome)
	}
	if r.Truncated != (r.Outcome == TooLarge) {
		t.Errorf("outcome %s, truncated %v", r.Outcome, r.Truncated)
	}
}

// quiet discards the log of servers whose clients fail deliberately.
var quiet = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)
