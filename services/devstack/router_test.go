package main

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"
)

// named starts a server that answers with its name, the path and the forwarding headers.
func named(t *testing.T, name string) *url.URL {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "%s %s host=%s for=%s", name, r.URL.RequestURI(), r.Host, r.Header.Get("X-Forwarded-For"))
	}))
	t.Cleanup(server.Close)
	address, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	return address
}

func TestRouterRoutesLikeIngress(t *testing.T) {
	t.Parallel()
	r := &router{}
	r.open(named(t, "api"), forward("web", named(t, "web")))
	for path, want := range map[string]string{
		"/newssources":             "api /newssources",
		"/newssources?q=a%20b":     "api /newssources?q=a%20b",
		"/newssources/":            "api /newssources/",
		"/newssources/a/history":   "api /newssources/a/history",
		"/newssources/a%2Fb":       "api /newssources/a%2Fb",
		"/newssourcesx":            "web /newssourcesx",
		"/newssources.html":        "web /newssources.html",
		"/NewsSources":             "web /NewsSources",
		"/":                        "web /",
		"/assets/newssources/a.js": "web /assets/newssources/a.js",
		"/?next=%2Fnewssources":    "web /?next=%2Fnewssources",
		"/metrics":                 "web /metrics",
		"/readyz":                  "web /readyz",
	} {
		answer := httptest.NewRecorder()
		request := httptest.NewRequest(http.MethodGet, path, nil)
		request.Host, request.RemoteAddr = "localhost:8080", "127.0.0.1:5"
		r.ServeHTTP(answer, request)
		if got := answer.Body.String(); got != want+" host=localhost:8080 for=127.0.0.1" {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}

func TestRouterReportsUnavailableBackends(t *testing.T) {
	t.Parallel()
	r := &router{}
	answer := httptest.NewRecorder()
	r.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/", nil))
	if answer.Code != http.StatusServiceUnavailable {
		t.Errorf("before the start has finished: %d", answer.Code)
	}
	unreachable, err := url.Parse("http://127.0.0.1:1") // nothing listens on port 1
	if err != nil {
		t.Fatal(err)
	}
	r.open(unreachable, http.NotFoundHandler())
	answer = httptest.NewRecorder()
	r.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/newssources", nil))
	if answer.Code != http.StatusBadGateway {
		t.Errorf("without an API: %d", answer.Code)
	}
}

// delayedBody is a request body whose end is read only after the response has begun, as happens on
// a busy machine.
type delayedBody struct {
	io.ReadCloser
	left      int64
	responded <-chan struct{}
}

func (l *delayedBody) Read(p []byte) (int, error) {
	if l.left == 0 {
		<-l.responded
	}
	n, err := l.ReadCloser.Read(p[:min(len(p), max(1, int(l.left)))])
	l.left -= int64(n)
	return n, err
}

func TestRouterDoesNotTruncateEarlyResponse(t *testing.T) {
	t.Parallel()
	responded, proceed := make(chan struct{}), make(chan struct{})
	api := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintln(w, "responded")
		_ = http.NewResponseController(w).Flush()
		<-proceed
		fmt.Fprintln(w, "done")
	}))
	t.Cleanup(api.Close)
	address, err := url.Parse(api.URL)
	if err != nil {
		t.Fatal(err)
	}
	r := &router{}
	r.open(address, http.NotFoundHandler())
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		request.Body = &delayedBody{ReadCloser: request.Body, left: request.ContentLength, responded: responded}
		r.ServeHTTP(w, request)
	}))
	t.Cleanup(front.Close)

	answer, err := front.Client().
		Post(front.URL+apiPrefix, "application/json", strings.NewReader(`{"address":"https://example.org/"}`))
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	lines := bufio.NewReader(answer.Body)
	if line, err := lines.ReadString('\n'); line != "responded\n" {
		t.Fatalf("%q %v", line, err)
	}
	close(responded)
	close(proceed)
	if rest, err := io.ReadAll(lines); err != nil || string(rest) != "done\n" {
		t.Errorf("%q %v", rest, err)
	}
}

func TestRouterForwardsWebSockets(t *testing.T) {
	t.Parallel()
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		conn, buffer, err := http.NewResponseController(w).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		defer conn.Close()
		fmt.Fprintf(conn, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: %s\r\n\r\n",
			r.Header.Get("Upgrade"))
		line, _ := buffer.ReadString('\n')
		_, _ = io.WriteString(conn, "echo: "+line)
	}))
	defer web.Close()
	address, err := url.Parse(web.URL)
	if err != nil {
		t.Fatal(err)
	}
	r := &router{}
	r.open(address, forward("web", address))
	front := httptest.NewServer(r)
	defer front.Close()
	conn, err := net.Dial("tcp", front.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if err := conn.SetDeadline(time.Now().Add(10 * time.Second)); err != nil {
		t.Fatal(err)
	}
	fmt.Fprint(conn, "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n")
	reader := bufio.NewReader(conn)
	answer, err := http.ReadResponse(reader, nil)
	if err != nil || answer.StatusCode != http.StatusSwitchingProtocols {
		t.Fatalf("answer %v, %v", answer, err)
	}
	fmt.Fprint(conn, "hello\n")
	if received, err := io.ReadAll(reader); err != nil || string(received) != "echo: hello\n" {
		t.Errorf("received %q, %v", received, err)
	}
}

func TestListenReportsOwnerOfPort(t *testing.T) {
	t.Parallel()
	for name, address := range map[string]string{"IPv4": "127.0.0.1:0", "IPv6": "[::1]:0"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			occupied, err := net.Listen("tcp", address)
			if err != nil {
				t.Fatal(err)
			}
			defer occupied.Close()
			number := occupied.Addr().(*net.TCPAddr).Port
			_, _, err = listen(number)
			if err == nil {
				t.Fatal("no error")
			}
			for _, want := range []string{fmt.Sprintf("port %d is in use by", number), fmt.Sprintf("(pid %d)", os.Getpid()),
				"PORT="} {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("%q does not contain %q", err, want)
				}
			}
		})
	}
}
