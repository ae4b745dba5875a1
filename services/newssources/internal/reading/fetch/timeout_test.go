package fetch

import (
	"context"
	"errors"
	"net"
	"net/http"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
)

func TestTimeouts(t *testing.T) {
	t.Parallel()
	names := newDNSServer(t)
	names.set("mute.test", reply{silent: true})
	hole := blackHole(t)
	tests := map[string]struct {
		url   func(t *testing.T) string
		phase string
		part  func(Timings) time.Duration // the phase that took the time
	}{
		"look-up": {func(*testing.T) string { return "http://mute.test/" }, PhaseDNS,
			func(s Timings) time.Duration { return s.DNS }},
		"connection": {func(*testing.T) string { return "http://hole.test:" + hole }, PhaseConnect,
			func(s Timings) time.Duration { return s.Connect }},
		"TLS": {func(t *testing.T) string { return "https://shy.test:" + rawPort(t, hang) }, PhaseTLS,
			func(s Timings) time.Duration { return s.TLS }},
		"headers": {func(t *testing.T) string { return raw(t, "slow.test", hang) }, PhaseHeaders,
			func(s Timings) time.Duration { return s.FirstByte }},
		"half a header": {func(t *testing.T) string { return raw(t, "half.test", sendThen(head, hang)) }, PhaseHeaders,
			func(s Timings) time.Duration { return s.FirstByte }},
		"body": {func(t *testing.T) string { return raw(t, "body.test", sendThen(head+"\r\nnews", hang)) }, PhaseBody,
			func(s Timings) time.Duration { return s.Body }},
		"body, a length": {func(t *testing.T) string {
			return raw(t, "len.test", sendThen(head+"Content-Length: 9\r\n\r\nnews", hang))
		}, PhaseBody, func(s Timings) time.Duration { return s.Body }},
		"byte by byte": {func(t *testing.T) string { return raw(t, "drip.test", sendThen(head+"\r\n", drip)) }, PhaseBody,
			func(s Timings) time.Duration { return s.Body }},
		"packed body": {func(t *testing.T) string {
			return raw(t, "packed.test", sendThen(head+"Content-Encoding: gzip\r\n\r\n"+pack("gzip", feed)[:30], hang))
		}, PhaseBody, func(s Timings) time.Duration { return s.Body }},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			url := test.url(t)
			for limit, config := range map[string]func(time.Duration) Config{
				"whole":   func(d time.Duration) Config { return Config{Lab: names.addr, Timeout: d} },
				"connect": func(d time.Duration) Config { return Config{Lab: names.addr, ConnectTimeout: d} },
			} {
				if limit == "connect" && (test.phase == PhaseHeaders || test.phase == PhaseBody) {
					continue
				}
				r := withShortTimeout(t, test.phase, func(d time.Duration) *Result {
					return get(t, newClient(t, config(d)), Request{URL: url})
				})
				wantOutcome(t, r, Timeout)
				if r.Phase != test.phase {
					t.Errorf("%s: in phase %s, want %s", limit, r.Phase, test.phase)
				}
				if spent := test.part(r.Timings); spent <= 0 || spent > r.Timings.Total {
					t.Errorf("%s: %s of %+v in its phase", limit, spent, r.Timings)
				}
			}
		})
	}
}

// withShortTimeout runs with a short time-out and increases it while a slow machine spends it
// before the expected phase.
func withShortTimeout(t *testing.T, phase string, try func(time.Duration) *Result) (r *Result) {
	for d := shortTimeout; d < generousTimeout; d *= 2 {
		if r = try(d); r.Phase == phase {
			return r
		}
		t.Logf("%s ended %s in phase %s", d, r.Outcome, r.Phase)
	}
	return r
}

// TestRefusalWithEndlessBody checks that a refused request keeps its outcome even if the body never
// ends.
func TestRefusalWithEndlessBody(t *testing.T) {
	t.Parallel()
	for status, want := range map[string]Outcome{"404 Not Found": NotFound, "403 Forbidden": Forbidden} {
		site := raw(t, "refusal.test", sendThen("HTTP/1.1 "+status+"\r\n\r\nno", hang))
		r := withShortTimeout(t, "",
			func(d time.Duration) *Result { return get(t, newClient(t, Config{Timeout: d}), Request{URL: site}) })
		wantOutcome(t, r, want)
	}
}

// TestHopsShareOneTimeout checks that the time-out covers all hops of a redirect chain together.
func TestHopsShareOneTimeout(t *testing.T) {
	t.Parallel()
	v := &visit{Client: newClient(t, Config{}), result: &Result{}, request: Request{SkipRobots: true},
		remaining: generousTimeout}
	v.request.URL = serve(t, "share.test", redirects) + "/302/302/302/ok"
	v.follow(t.Context())
	wantOutcome(t, v.result, OK)
	s := v.result.Timings
	if spent := s.DNS + s.Connect + s.TLS + s.FirstByte + s.Body; v.remaining != generousTimeout-spent || spent <= 0 {
		t.Errorf("%s of %s are left after %s", v.remaining, generousTimeout, spent)
	}
	v.remaining = 0
	v.follow(t.Context())
	wantOutcome(t, v.result, Timeout)
}

func TestCancelled(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(context.Context) (context.Context, func()){
		"plain": func(ctx context.Context) (context.Context, func()) { return context.WithCancel(ctx) },
		"cause": func(ctx context.Context) (context.Context, func()) {
			ctx, cancel := context.WithCancelCause(ctx)
			return ctx, func() { cancel(errors.New("the client has disconnected")) }
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := end(t.Context())
			arrived := func(before string) func(*net.TCPConn) {
				return sendThen(before, func(conn *net.TCPConn) { cancel(); hang(conn) })
			}
			c := newClient(t, Config{})
			wantOutcome(t, c.Get(ctx, Request{URL: raw(t, "cancel.test", arrived("")), SkipRobots: true}), Cancelled)
			wantOutcome(t, c.Get(ctx, Request{URL: "http://cancel.test/"}), Cancelled) // before it began

			ctx, cancel = end(t.Context())
			wantOutcome(t, c.Get(ctx, Request{URL: raw(t, "cancel2.test", arrived(head+"\r\nnews")), SkipRobots: true}),
				Cancelled)
			ctx, cancel = end(t.Context())
			// While robots.txt is fetched.
			wantOutcome(t, c.Get(ctx, Request{URL: raw(t, "cancel3.test", arrived(""))}), Cancelled)
		})
	}
}

func sendThen(text string, next func(*net.TCPConn)) func(*net.TCPConn) {
	return func(conn *net.TCPConn) {
		conn.Write([]byte(text))
		next(conn)
	}
}

// drip sends single bytes at intervals, so that the connection is never idle for long.
func drip(conn *net.TCPConn) {
	ticker := time.NewTicker(shortTimeout / 15)
	defer ticker.Stop()
	for range ticker.C {
		if _, err := conn.Write([]byte("x")); err != nil {
			return
		}
	}
}

// blackHole returns the port of a server whose accept queue is full, so that connecting times out.
func blackHole(t *testing.T) (port string) {
	fd, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_STREAM, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { syscall.Close(fd) })
	if err := errors.Join(syscall.Bind(fd, &syscall.SockaddrInet4{Addr: [4]byte{127, 0, 0, 1}}),
		syscall.Listen(fd, 0)); err != nil {
		t.Fatal(err)
	}
	name, err := syscall.Getsockname(fd)
	if err != nil {
		t.Fatal(err)
	}
	address := net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: name.(*syscall.SockaddrInet4).Port}
	for {
		conn, err := net.DialTimeout("tcp4", address.String(), shortTimeout/3)
		if err != nil {
			break
		}
		t.Cleanup(func() { conn.Close() })
	}
	_, port, _ = net.SplitHostPort(address.String())
	return port
}

func TestTimings(t *testing.T) {
	t.Parallel()
	ours := newIssuer(t)
	site := ours.serve(t, "timings.test", certificate{}, func(w http.ResponseWriter, r *http.Request) {
		w.Write([]byte(strings.Repeat("news ", 1000)))
	})
	c := newClient(t, Config{TLS: ours.trusted()})
	first := get(t, c, Request{URL: site})
	wantOutcome(t, first, OK)
	s := first.Timings
	for phase, took := range map[string]time.Duration{"dns": s.DNS, "connect": s.Connect, "tls": s.TLS,
		"headers": s.FirstByte, "body": s.Body} {
		if took <= 0 {
			t.Errorf("%s took %s", phase, took)
		}
	}
	if sum := s.Queue + s.DNS + s.Connect + s.TLS + s.FirstByte + s.Body; sum > s.Total {
		t.Errorf("the phases of %+v exceed the total", s)
	}
	for { // until the idle connection is reused
		again := get(t, c, Request{URL: site})
		wantOutcome(t, again, OK)
		if again.Timings.DNS == 0 && again.Timings.TLS == 0 && again.Remote == first.Remote {
			return
		}
		runtime.Gosched()
	}
}
