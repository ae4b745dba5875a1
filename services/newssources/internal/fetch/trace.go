package fetch

import (
	"context"
	"crypto/tls"
	"net/http/httptrace"
	"net/netip"
	"sync"
	"time"
)

// trace notes when the phases of one request begin and end. Its hooks run on goroutines of net/http, some of them after
// the request is over.
type trace struct {
	mu      sync.Mutex
	now     string // the phase that runs; empty once the request is over
	since   time.Time
	spent   map[string]time.Duration
	address netip.Addr
}

func newTrace() *trace {
	return &trace{now: PhaseConnect, since: time.Now(), spent: map[string]time.Duration{}}
}

// enter ends the phase that runs and begins another.
func (t *trace) enter(phase string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.now == "" {
		return
	}
	now := time.Now()
	t.spent[t.now] += now.Sub(t.since)
	t.now, t.since = phase, now
}

// attach follows a request. A phase that failed goes on, because it is the one that stopped the request.
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
			if to, err := netip.ParseAddrPort(info.Conn.RemoteAddr().String()); err == nil {
				t.mu.Lock()
				defer t.mu.Unlock()
				t.address = to.Addr().Unmap()
			}
		},
	})
}

func (t *trace) phase() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.now
}

func (t *trace) remote() netip.Addr {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.address
}

// into ends the request, adds what it took to the sum over all hops, and returns it.
func (t *trace) into(sum *Timings) (took time.Duration) {
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
