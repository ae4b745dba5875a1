package identity

import (
	"context"
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

const (
	project = "newsources-test"
	issuer  = "https://securetoken.google.com/" + project
)

// The SDK's key source takes no client of ours: it always fetches www.googleapis.com through a copy of
// http.DefaultTransport. So the copy's way out leads to the key server that the test's context names, and nowhere else.
func TestMain(m *testing.M) {
	http.DefaultTransport = &http.Transport{
		DialTLSContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
			keys, ok := ctx.Value(keyServerKey{}).(*keyServer)
			if !ok || addr != "www.googleapis.com:443" {
				return nil, fmt.Errorf("these tests don't reach %s", addr)
			}
			dialer := tls.Dialer{Config: &tls.Config{RootCAs: keys.roots(), ServerName: "example.com"}}
			return dialer.DialContext(ctx, network, keys.Listener.Addr().String())
		},
		DialContext: func(_ context.Context, _, addr string) (net.Conn, error) {
			return nil, fmt.Errorf("these tests don't reach %s", addr)
		},
	}
	os.Exit(m.Run())
}

type keyServerKey struct{}

// keyServer stands where Google publishes the certificates of its keys.
type keyServer struct {
	*httptest.Server
	fetches atomic.Int64
	answer  atomic.Pointer[http.HandlerFunc]
}

// newKeyServer serves the genuine key, to be kept for maxAge seconds, until the test says otherwise. The context leads
// to it.
func newKeyServer(t *testing.T, maxAge int) (*keyServer, context.Context) {
	t.Helper()
	keys := &keyServer{}
	keys.publish(maxAge)
	keys.Server = httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		keys.fetches.Add(1)
		(*keys.answer.Load())(w, r)
	}))
	t.Cleanup(keys.Close)
	return keys, context.WithValue(t.Context(), keyServerKey{}, keys)
}

func (k *keyServer) roots() *x509.CertPool {
	pool := x509.NewCertPool()
	pool.AddCert(k.Certificate())
	return pool
}

func (k *keyServer) respond(h http.HandlerFunc) { k.answer.Store(&h) }

func (k *keyServer) publish(maxAge int) {
	k.respond(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Cache-Control", fmt.Sprintf("public, max-age=%d, must-revalidate", maxAge))
		_ = json.NewEncoder(w).Encode(map[string]string{genuine().kid: genuine().certificate})
	})
}

func (k *keyServer) fail() {
	k.respond(func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, "backend error", http.StatusServiceUnavailable)
	})
}

// hang keeps every fetch waiting until its client gives up.
func (k *keyServer) hang() {
	k.respond(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
}

// signer has a key like Google's, and the certificate that is published for it.
type signer struct {
	kid         string
	key         *rsa.PrivateKey
	certificate string
}

var (
	genuine = sync.OnceValue(func() signer { return makeSigner("key-1") })
	rogue   = sync.OnceValue(func() signer { return makeSigner("key-1") })
)

func makeSigner(kid string) signer {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		panic(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour)}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		panic(err)
	}
	return signer{kid, key, string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}))}
}

type fields map[string]any

// claims are those of an admitted person who signed in a moment ago, with changes; nil takes a claim away.
func claims(changes fields) fields {
	now := time.Now().Unix()
	c := fields{
		"iss": issuer, "aud": project, "sub": "uid-ana", "iat": now - 10, "exp": now + 3600, "auth_time": now - 10,
		"email": "ana@example.org", "email_verified": true, "name": "Ana Ruiz",
		"firebase": fields{"sign_in_provider": "password"},
	}
	maps.Copy(c, changes)
	maps.DeleteFunc(c, func(_ string, v any) bool { return v == nil })
	return c
}

func encode(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return base64.RawURLEncoding.EncodeToString(text)
}

func (s signer) sign(header, payload fields) string {
	content := encode(header) + "." + encode(payload)
	digest := sha256.Sum256([]byte(content))
	signature, err := rsa.SignPKCS1v15(rand.Reader, s.key, crypto.SHA256, digest[:])
	if err != nil {
		panic(err)
	}
	return content + "." + base64.RawURLEncoding.EncodeToString(signature)
}

// token is a token as Firebase issues it.
func (s signer) token(changes fields) string {
	return s.sign(fields{"alg": "RS256", "kid": s.kid, "typ": "JWT"}, claims(changes))
}

func newTestVerifier(t *testing.T) *Verifier {
	t.Helper()
	v, err := NewVerifier(t.Context(), Config{
		ProjectID: project, Production: true, MaxAge: 24 * time.Hour,
		AllowedDomains: []string{"example.org"}, AllowedEmails: []string{"Guest@Elsewhere.test"},
	})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// in sets the verifier's clock ahead.
func (v *Verifier) in(d time.Duration) { v.now = func() time.Time { return time.Now().Add(d) } }

var errNone = errors.New("no error")

// mustErr keeps nil errors out of the way of Error().
func mustErr(err error) error {
	if err == nil {
		return errNone
	}
	return err
}
