package fetch

import (
	"context"
	"crypto/tls"
	"io"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/net/http2"
)

func TestOnlyLargeBodiesReserveMemory(t *testing.T) {
	t.Parallel()
	site := serve(t, "sizes.test", func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/small":
			w.Write(make([]byte, minReservedBytes-1))
		case "/large":
			w.Write(make([]byte, 3*minReservedBytes))
		case "/packed":
			io.WriteString(w, pack("gzip", strings.Repeat("\x00", 3*minReservedBytes)))
		case "/refusal":
			w.WriteHeader(http.StatusNotFound)
			w.Write(make([]byte, 3*minReservedBytes))
		}
	})
	c := newClient(t, Config{})
	for path, want := range map[string]int32{"/small": 0, "/large": 1, "/packed": 1, "/refusal": 0} {
		var reservations atomic.Int32
		r := get(t, c, Request{URL: site + path, ReserveMemory: func(context.Context) error {
			reservations.Add(1)
			return nil
		}})
		if reservations.Load() != want || r.Outcome == OK && len(r.Body) == 0 {
			t.Errorf("%s: %s of %d bytes made %d reservations, want %d", path, r.Outcome, len(r.Body), reservations.Load(), want)
		}
	}
}

// TestStallingSitesReserveNoMemory checks that a site that stalls before 64 KiB reserves no memory.
func TestStallingSitesReserveNoMemory(t *testing.T) {
	t.Parallel()
	for name, answer := range map[string]func(*net.TCPConn){
		"headers":      hang,
		"body":         sendThen(head+"\r\nnews", hang),
		"byte by byte": sendThen(head+"\r\n", drip),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := get(t, newClient(t, Config{Timeout: shortTimeout}),
				Request{URL: raw(t, "hangs.test", answer), ReserveMemory: func(context.Context) error {
					t.Error("memory was reserved")
					return nil
				}})
			wantOutcome(t, r, Timeout)
		})
	}
}

func TestTimeoutWhileReservingMemory(t *testing.T) {
	t.Parallel()
	site := raw(t, "full.test", func(conn *net.TCPConn) {
		conn.Write([]byte(head + "\r\n"))
		for chunk := make([]byte, 1<<16); ; {
			if _, err := conn.Write(chunk); err != nil {
				return
			}
		}
	})
	r := withShortTimeout(t, PhaseQueue, func(d time.Duration) *Result {
		return get(t, newClient(t, Config{Timeout: d}), Request{URL: site, ReserveMemory: func(ctx context.Context) error {
			<-ctx.Done()
			return ctx.Err()
		}})
	})
	wantOutcome(t, r, Timeout)
	if r.Phase != PhaseQueue || r.Timings.Queue <= 0 || r.WireBytes > 2*minReservedBytes {
		t.Errorf("in phase %q after %+v, with %d bytes read", r.Phase, r.Timings, r.WireBytes)
	}

	ctx, cancel := context.WithCancel(t.Context())
	r = newClient(t, Config{}).Get(ctx, Request{URL: site, SkipRobots: true, ReserveMemory: func(context.Context) error {
		cancel()
		return ctx.Err()
	}})
	wantOutcome(t, r, Cancelled)
}

// TestHTTP2WindowIsLimited checks the window that the client announces, up to which HTTP/2 buffers
// a stream before it is read.
func TestHTTP2WindowIsLimited(t *testing.T) {
	t.Parallel()
	ours := newIssuer(t)
	windows := make(chan uint32, 1)
	identity := &tls.Config{Certificates: []tls.Certificate{ours.sign(t, "window.test", certificate{})},
		NextProtos: []string{"h2"}}
	port := rawPort(t, func(plain *net.TCPConn) {
		conn := tls.Server(plain, identity)
		_, _ = io.CopyN(io.Discard, conn, int64(len(http2.ClientPreface)))
		if frame, err := http2.NewFramer(nil, conn).ReadFrame(); err == nil {
			if settings, ok := frame.(*http2.SettingsFrame); ok {
				window, _ := settings.Value(http2.SettingInitialWindowSize)
				windows <- window
			}
		}
	})
	get(t, newClient(t, Config{TLS: ours.trusted()}), Request{URL: "https://window.test:" + port})
	select {
	case window := <-windows:
		if window != receiveBuffer {
			t.Errorf("the stream window is %d bytes", window)
		}
	default:
		t.Error("the client announced no window")
	}
}
