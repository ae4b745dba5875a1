package fetch

import (
	"context"
	"crypto/tls"
	"net/http/httptrace"
	"net/netip"
	"sync"
	"time"
)

// trace measures the phases of one request. Its hooks run on goroutines of net/http, some of them
// after the request has ended.
type trace struct {
	mu      sync.Mutex
	phase   string // the current phase; empty after the request
	since   time.Time
	spent   map[string]time.Duration
	address netip.Addr
	reused  bool // the connection was already open
}

func newTrace() *trace {
	return &trace{phase: PhaseConnect, since: time.Now(), spent: map[string]time.Duration{}}
}

// enter ends the current phase and starts another.
func (t *trace) enter(phase string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.phase == "" {
		return
	}
	now := time.Now()
	t.spent[t.phase] += now.Sub(t.since)
	t.phase, t.since = phase, now
}

// attach returns a context that reports the phases of a request. A failed phase stays current,
// because the request's error belongs to it.
func (t *trace) attach(ctx context.Context) context.Context {
	return httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		DNSStart: func(httptrace.DNSStartInfo) { t.enter(PhaseDNS) },
		DNSDone: func(info httptrace.DNSDoneInfo) {
			if info.Err == nil {
				t.enter(PhaseConnect)
			}
		},
		TLSHandshakeStart: func() { t.enter(PhaseTLS) },
		TLSHandshakeDone: func(_ tls.ConnectionState, err error) {
			if err == nil {
				t.enter(PhaseHeaders)
			}
		},
		GotConn: func(info httptrace.GotConnInfo) {
			t.enter(PhaseHeaders)
			to, err := netip.ParseAddrPort(info.Conn.RemoteAddr().String())
			t.mu.Lock()
			defer t.mu.Unlock()
			t.reused = info.Reused
			if err == nil {
				t.address = to.Addr().Unmap()
			}
		},
	})
}

func (t *trace) currentPhase() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.phase
}

func (t *trace) remoteAddr() netip.Addr {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.address
}

func (t *trace) isReused() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.reused
}

// addTo ends the trace, adds its phases to the sum over all hops, and returns the time of this
// request.
func (t *trace) addTo(sum *Timings) (took time.Duration) {
	t.enter("")
	t.mu.Lock()
	defer t.mu.Unlock()
	sum.Queue += t.spent[PhaseQueue]
	sum.DNS += t.spent[PhaseDNS]
	sum.Connect += t.spent[PhaseConnect]
	sum.TLS += t.spent[PhaseTLS]
	sum.FirstByte += t.spent[PhaseHeaders]
	sum.Body += t.spent[PhaseBody]
	for _, phase := range t.spent {
		took += phase
	}
	return took
}
