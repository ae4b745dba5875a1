// Package identitytest gives tests genuine sign-ins: a server that publishes keys as Google does, and tokens signed with
// them as Firebase signs them. So the real verification runs, in production mode and without the auth emulator.
package identitytest

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
)

// Redirect leads the SDK's fetching of keys to the key server that the request's context names, and every other way out
// to nowhere. The SDK's key source takes no client of ours: it always fetches www.googleapis.com through a copy of
// http.DefaultTransport. So a package's TestMain calls this before its tests.
func Redirect() {
	http.DefaultTransport = &http.Transport{
		DialTLSContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
			keys, ok := ctx.Value(keysKey{}).(*Keys)
			if !ok || addr != "www.googleapis.com:443" {
				return nil, fmt.Errorf("these tests don't reach %s", addr)
			}
			dialer := tls.Dialer{Config: &tls.Config{RootCAs: keys.roots(), ServerName: "example.com"}}
			return dialer.DialContext(ctx, network, keys.server.Listener.Addr().String())
		},
		DialContext: func(_ context.Context, _, addr string) (net.Conn, error) {
			return nil, fmt.Errorf("these tests don't reach %s", addr)
		},
	}
}

type keysKey struct{}

// Keys stands where Google publishes the certificates of its keys.
type Keys struct {
	server  *httptest.Server
	fetches atomic.Int64
	answer  atomic.Pointer[http.HandlerFunc]
}

// NewKeys publishes the genuine key, to be kept for maxAge seconds, until the test says otherwise. The context leads to
// it; it ends with the test.
func NewKeys(t testing.TB, maxAge int) (*Keys, context.Context) {
	t.Helper()
	keys := &Keys{}
	keys.Publish(maxAge)
	keys.server = httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		keys.fetches.Add(1)
		(*keys.answer.Load())(w, r)
	}))
	t.Cleanup(keys.server.Close)
	return keys, context.WithValue(t.Context(), keysKey{}, keys)
}

func (k *Keys) roots() *x509.CertPool {
	pool := x509.NewCertPool()
	pool.AddCert(k.server.Certificate())
	return pool
}

// Fetches is how often the keys were asked for.
func (k *Keys) Fetches() int64 { return k.fetches.Load() }

func (k *Keys) respond(h http.HandlerFunc) { k.answer.Store(&h) }

// Publish serves the genuine key.
func (k *Keys) Publish(maxAge int) {
	k.respond(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Cache-Control", fmt.Sprintf("public, max-age=%d, must-revalidate", maxAge))
		_ = json.NewEncoder(w).Encode(map[string]string{Genuine().KeyID: Genuine().Certificate})
	})
}

// Fail answers every fetch with an error.
func (k *Keys) Fail() {
	k.respond(func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, "backend error", http.StatusServiceUnavailable)
	})
}

// Hang keeps every fetch waiting until its client gives up.
func (k *Keys) Hang() {
	k.respond(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
}
