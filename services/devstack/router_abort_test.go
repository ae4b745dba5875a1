package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"
)

// syncLog is a log that is safe for concurrent use.
type syncLog struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *syncLog) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *syncLog) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// newFront starts the router in front of an API and returns its address. At the end of the test,
// its log must have no panic.
func newFront(t *testing.T, api http.HandlerFunc) (address string) {
	t.Helper()
	back := httptest.NewServer(api)
	t.Cleanup(back.Close)
	to, err := url.Parse(back.URL)
	if err != nil {
		t.Fatal(err)
	}
	r := &router{}
	r.open(to, http.NotFoundHandler())
	errors := &syncLog{}
	t.Cleanup(func() { // after the front has closed, which waits for its handlers
		if text := errors.String(); strings.Contains(text, "panic") {
			t.Errorf("the router panicked: %.2000s", text)
		}
	})
	front := httptest.NewUnstartedServer(r)
	front.Config.ErrorLog = slog.NewLogLogger(slog.NewTextHandler(errors, nil), slog.LevelError)
	front.Start()
	t.Cleanup(front.Close)
	return front.Listener.Addr().String()
}

// TestRouterSurvivesBrokenConnections checks that neither side can make the router panic or keep a
// handler waiting.
func TestRouterSurvivesBrokenConnections(t *testing.T) {
	t.Parallel()
	const half = "POST /newssources HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: " +
		"1000\r\n\r\n{\"name\":"
	refuse := func(w http.ResponseWriter, r *http.Request) { // as the API does after its deadline
		_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(10 * time.Millisecond))
		if _, err := io.Copy(io.Discard, r.Body); err == nil {
			return
		}
		w.Header().Set("Content-Type", "application/problem+json")
		w.WriteHeader(http.StatusRequestTimeout)
		fmt.Fprint(w, `{"code":"request_timeout"}`)
	}
	for name, test := range map[string]struct {
		request string
		api     http.HandlerFunc
		after   func(t *testing.T, client net.Conn)
	}{
		"the client leaves after an early response": {half, refuse, func(t *testing.T, client net.Conn) {
			wantResponse(t, client, http.StatusRequestTimeout)
		}},
		"the client sends the rest after an early response": {half, refuse, func(t *testing.T, client net.Conn) {
			wantResponse(t, client, http.StatusRequestTimeout)
			fmt.Fprint(client, strings.Repeat("x", 992)+"GET /newssources HTTP/1.1\r\nHost: localhost\r\n\r\n")
			_, _ = io.Copy(io.Discard, client)
		}},
		"the client leaves in the middle of its body": {half,
			func(_ http.ResponseWriter, r *http.Request) { _, _ = io.Copy(io.Discard, r.Body) }, nil},
		"the client leaves in the middle of the response": {"GET /newssources HTTP/1.1\r\nHost: localhost\r\n\r\n",
			func(w http.ResponseWriter, r *http.Request) {
				for r.Context().Err() == nil {
					fmt.Fprintln(w, strings.Repeat("x", 1<<16))
					_ = http.NewResponseController(w).Flush()
				}
			}, func(t *testing.T, client net.Conn) {
				if _, err := io.ReadFull(client, make([]byte, 1<<16)); err != nil {
					t.Error(err)
				}
			}},
		"the API leaves before the response": {"GET /newssources HTTP/1.1\r\nHost: localhost\r\n\r\n",
			func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, func(t *testing.T, client net.Conn) {
				wantResponse(t, client, http.StatusBadGateway)
			}},
		"the API leaves in the middle of the response": {"GET /newssources HTTP/1.1\r\nHost: localhost\r\n\r\n",
			func(w http.ResponseWriter, _ *http.Request) {
				fmt.Fprint(w, "begun")
				_ = http.NewResponseController(w).Flush()
				panic(http.ErrAbortHandler)
			}, func(_ *testing.T, client net.Conn) { _, _ = io.Copy(io.Discard, client) }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			address := newFront(t, test.api)
			for range 20 {
				client, err := net.Dial("tcp", address)
				if err != nil {
					t.Fatal(err)
				}
				if err := client.SetDeadline(time.Now().Add(10 * time.Second)); err != nil {
					t.Fatal(err)
				}
				fmt.Fprint(client, test.request)
				if test.after != nil {
					test.after(t, client)
				}
				client.Close()
			}
			if response, err := http.Get("http://" + address + "/"); err != nil || response.StatusCode != http.StatusNotFound {
				t.Errorf("the router does not answer any more: %v %v", response, err)
			}
		})
	}
}

// wantResponse reads a complete response.
func wantResponse(t *testing.T, client net.Conn, status int) {
	t.Helper()
	response, err := http.ReadResponse(bufio.NewReader(client), nil)
	if err != nil {
		t.Error(err)
		return
	}
	defer response.Body.Close()
	if _, err := io.Copy(io.Discard, response.Body); err != nil || response.StatusCode != status {
		t.Errorf("got %d, want %d, %v", response.StatusCode, status, err)
	}
}
