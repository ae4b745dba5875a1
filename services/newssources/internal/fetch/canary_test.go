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
	port  int
	comes chan string // the other side of each connection
}

func newCanary(t testing.TB) *canary {
	four, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c := &canary{port: four.Addr().(*net.TCPAddr).Port, comes: make(chan string, 100)}
	listeners := []net.Listener{four}
	if six, err := net.Listen("tcp6", net.JoinHostPort("::1", c.text())); err == nil {
		listeners = append(listeners, six)
	}
	var running sync.WaitGroup
	for _, listener := range listeners {
		running.Go(func() {
			for {
				conn, err := listener.Accept()
				if err != nil {
					return
				}
				c.comes <- conn.RemoteAddr().String()
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

// silent fails if the canary was contacted. Connections are accepted in order, so the test's own must be the first.
func (c *canary) silent(t testing.TB) {
	t.Helper()
	for _, host := range []string{"127.0.0.1", "::1"} {
		conn, err := net.Dial("tcp", net.JoinHostPort(host, c.text()))
		if err != nil {
			if host == "127.0.0.1" {
				t.Error(err)
			}
			continue
		}
		if who := <-c.comes; who != conn.LocalAddr().String() {
			t.Errorf("the canary was contacted on %s", host)
		}
		conn.Close()
	}
}

// watch records the guard's decisions.
type watch struct {
	mu       sync.Mutex
	passed   []string
	refused  []string
	let      string // this one address is let through, as if it were a public server
	standing error  // what stands in for the internet: nothing that passed leaves this machine
}

func (w *watch) guarded(guard control) control {
	return func(network, address string, raw syscall.RawConn) error {
		w.mu.Lock()
		defer w.mu.Unlock()
		if address == w.let {
			return nil
		}
		if err := guard(network, address, raw); err != nil {
			w.refused = append(w.refused, address)
			return err
		}
		w.passed = append(w.passed, address)
		if w.standing != nil {
			return w.standing
		}
		return syscall.ECONNREFUSED
	}
}

func (w *watch) onlyRefused(t testing.TB) {
	t.Helper()
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.passed) > 0 || len(w.refused) == 0 {
		t.Errorf("the guard allowed %v and refused %v", w.passed, w.refused)
	}
}

func (w *watch) neverAsked(t testing.TB) {
	t.Helper()
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.passed)+len(w.refused) > 0 {
		t.Errorf("an address was dialled: allowed %v, refused %v", w.passed, w.refused)
	}
}
