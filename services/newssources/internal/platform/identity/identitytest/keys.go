// Package identitytest provides valid sign-ins for tests: a server that publishes keys like
// Google's, and tokens that are signed with them like Firebase's. The real verification runs, in
// production mode and without the auth emulator.
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

// Redirect sends the SDK's key requests to the key server in the request's context and refuses all
// other connections. A package's TestMain must call it: the SDK's key source accepts no client, it
// always uses a copy of http.DefaultTransport.
func Redirect() {
	http.DefaultTransport = &http.Transport{
		DialTLSContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
			keys, ok := ctx.Value(keysKey{}).(*Keys)
			if !ok || addr != "www.googleapis.com:443" {
				return nil, fmt.Errorf("tests must not connect to %s", addr)
			}
			dialer := tls.Dialer{Config: &tls.Config{RootCAs: keys.roots(), ServerName: "example.com"}}
			return dialer.DialContext(ctx, network, keys.server.Listener.Addr().String())
		},
		DialContext: func(_ context.Context, _, addr string) (net.Conn, error) {
			return nil, fmt.Errorf("tests must not connect to %s", addr)
		},
	}
}

type keysKey struct{}

// Keys imitates the server on which Google publishes the certificates of its keys.
type Keys struct {
	server  *httptest.Server
	fetches atomic.Int64
	answer  atomic.Pointer[http.HandlerFunc]
}

// NewKeys starts a key server that publishes the key of Trusted with a max-age in seconds. The
// returned context refers to the server; both end with the test.
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

// Fetches returns the number of key requests.
func (k *Keys) Fetches() int64 { return k.fetches.Load() }

func (k *Keys) respond(h http.HandlerFunc) { k.answer.Store(&h) }

// Publish serves the key of Trusted.
func (k *Keys) Publish(maxAge int) {
	k.respond(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Cache-Control", fmt.Sprintf("public, max-age=%d, must-revalidate", maxAge))
		_ = json.NewEncoder(w).Encode(map[string]string{Trusted().KeyID: Trusted().Certificate})
	})
}

// Fail answers every request with 503.
func (k *Keys) Fail() {
	k.respond(func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, "backend error", http.StatusServiceUnavailable)
	})
}

// Hang never answers a request.
func (k *Keys) Hang() {
	k.respond(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
}
