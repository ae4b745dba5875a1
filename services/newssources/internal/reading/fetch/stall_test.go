package fetch

import (
	"context"
	"net"
	"strings"
	"testing"
	"time"
)

// TestStalledBodiesGiveTheirMemoryBack checks bodies above the size from which memory is reserved.
// Only one that stops arriving ends early: a slow one is read to its end.
func TestStalledBodiesGiveTheirMemoryBack(t *testing.T) {
	t.Parallel()
	const stall = 2 * shortTimeout
	large := strings.Repeat("news ", minReservedBytes/4)
	slow := func(conn *net.TCPConn) { // takes longer than the stall time-out, in parts that each arrive in time
		ticker := time.NewTicker(stall / 6)
		defer ticker.Stop()
		for range 12 {
			<-ticker.C
			if _, err := conn.Write([]byte("news ")); err != nil {
				return
			}
		}
		conn.Close()
	}
	for name, test := range map[string]struct {
		answer func(*net.TCPConn)
		want   Outcome
	}{
		"stalls":       {sendThen(head+"\r\n"+large, hang), Timeout},
		"stalls, gzip": {sendThen(head+"Content-Encoding: gzip\r\n\r\n"+pack("gzip", large), hang), Timeout},
		"is slow":      {sendThen(head+"\r\n"+large, slow), OK},
		"ends":         {sendThen(head+"\r\n"+large, func(conn *net.TCPConn) { conn.Close() }), OK},
		// Reserves no memory.
		"stalls, a title": {sendThen(head+"\r\n"+"news", func(conn *net.TCPConn) { time.Sleep(2 * stall); conn.Close() }),
			OK},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			site := raw(t, "stalls.test", test.answer)
			c := newClient(t, Config{StallTimeout: stall, Timeout: generousTimeout})
			var r *Result
			for range 5 { // a busy machine may pause the site for longer than the stall time-out
				if r = c.Get(t.Context(),
					Request{URL: site, SkipRobots: true,
						ReserveMemory: func(context.Context) error { return nil }}); r.Outcome == test.want {
					break
				}
			}
			wantOutcome(t, r, test.want)
			if test.want != Timeout {
				return
			}
			if r.Phase != PhaseBody || r.Detail != "The site stopped sending its response." || r.Body != nil ||
				r.Timings.Total > generousTimeout/2 {
				t.Errorf("%s in phase %s after %s: %s", r.Outcome, r.Phase, r.Timings.Total, r.Detail)
			}
		})
	}
}
