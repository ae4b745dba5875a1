package fetch

import (
	"net"
	"strconv"
	"sync"
	"syscall"
	"testing"
)

// canary listens on loopback (IPv4, and IPv6 if available) and must never be contacted.
type canary struct {
	port     int
	contacts chan string // the remote address of each connection
}

func newCanary(t testing.TB) *canary {
	listener4, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c := &canary{port: listener4.Addr().(*net.TCPAddr).Port, contacts: make(chan string, 100)}
	listeners := []net.Listener{listener4}
	if listener6, err := net.Listen("tcp6", net.JoinHostPort("::1", c.text())); err == nil {
		listeners = append(listeners, listener6)
	}
	var running sync.WaitGroup
	for _, listener := range listeners {
		running.Go(func() {
			for {
				conn, err := listener.Accept()
				if err != nil {
					return
				}
				c.contacts <- conn.RemoteAddr().String()
				conn.Close()
			}
		})
	}
	t.Cleanup(func() {
		for _, listener := range listeners {
			listener.Close()
		}
		running.Wait()
	})
	return c
}

func (c *canary) text() string { return strconv.Itoa(c.port) }

// wantNoContact fails if the canary was contacted. Connections are accepted in order, so the test's
// own must be the first.
func (c *canary) wantNoContact(t testing.TB) {
	t.Helper()
	for _, host := range []string{"127.0.0.1", "::1"} {
		conn, err := net.Dial("tcp", net.JoinHostPort(host, c.text()))
		if err != nil {
			if host == "127.0.0.1" {
				t.Error(err)
			}
			continue
		}
		if remote := <-c.contacts; remote != conn.LocalAddr().String() {
			t.Errorf("the canary was contacted on %s", host)
		}
		conn.Close()
	}
}

// guardRecorder records the guard's decisions.
type guardRecorder struct {
	mu             sync.Mutex
	allowed        []string
	refused        []string
	allowedAddress string // is dialled as if it were a public server
	dialError      error  // returned for allowed addresses instead of dialling; nil means ECONNREFUSED
}

func (w *guardRecorder) guarded(guard control) control {
	return func(network, address string, raw syscall.RawConn) error {
		w.mu.Lock()
		defer w.mu.Unlock()
		if address == w.allowedAddress {
			return nil
		}
		if err := guard(network, address, raw); err != nil {
			w.refused = append(w.refused, address)
			return err
		}
		w.allowed = append(w.allowed, address)
		if w.dialError != nil {
			return w.dialError
		}
		return syscall.ECONNREFUSED
	}
}

func (w *guardRecorder) wantOnlyRefused(t testing.TB) {
	t.Helper()
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.allowed) > 0 || len(w.refused) == 0 {
		t.Errorf("the guard allowed %v and refused %v", w.allowed, w.refused)
	}
}

func (w *guardRecorder) wantNoDial(t testing.TB) {
	t.Helper()
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.allowed)+len(w.refused) > 0 {
		t.Errorf("an address was dialled: allowed %v, refused %v", w.allowed, w.refused)
	}
}
