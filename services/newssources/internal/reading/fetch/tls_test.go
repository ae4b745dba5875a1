package fetch

import (
	"cmp"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// issuer signs certificates that a test trusts.
type issuer struct {
	key  *ecdsa.PrivateKey
	cert *x509.Certificate
}

// certificate describes a test certificate and its defects.
type certificate struct {
	name       string        // instead of the name of the site
	ended      time.Duration // ago
	selfSigned bool
	protocols  []string
	maxVersion uint16
}

func newIssuer(t testing.TB) *issuer {
	key, _ := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "Test Authority"}, IsCA: true,
		BasicConstraintsValid: true,
		NotBefore:             time.Now().Add(-240 * time.Hour), NotAfter: time.Now().Add(time.Hour),
		KeyUsage: x509.KeyUsageCertSign,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	cert, _ := x509.ParseCertificate(der)
	return &issuer{key, cert}
}

func (a *issuer) trusted() *tls.Config {
	pool := x509.NewCertPool()
	pool.AddCert(a.cert)
	return &tls.Config{RootCAs: pool}
}

// sign issues a certificate for a site.
func (a *issuer) sign(t testing.TB, name string, with certificate) tls.Certificate {
	key, _ := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(2), DNSNames: []string{cmp.Or(with.name, name)}, KeyUsage: x509.KeyUsageDigitalSignature,
		NotBefore: time.Now().Add(-48 * time.Hour), NotAfter: time.Now().Add(time.Hour),
	}
	if with.ended > 0 {
		template.NotAfter = time.Now().Add(-with.ended)
	}
	parent, signer := a.cert, a.key
	if with.selfSigned {
		parent, signer = template, key
	}
	der, err := x509.CreateCertificate(rand.Reader, template, parent, &key.PublicKey, signer)
	if err != nil {
		t.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
}

// serve starts a site with a certificate and returns "https://NAME:PORT".
func (a *issuer) serve(t testing.TB, name string, with certificate, handler http.HandlerFunc) string {
	server := httptest.NewUnstartedServer(handler)
	server.EnableHTTP2 = true
	server.Config.ErrorLog = quiet
	server.TLS = &tls.Config{
		Certificates: []tls.Certificate{a.sign(t, name, with)}, NextProtos: with.protocols, MaxVersion: with.maxVersion,
		MinVersion: tls.VersionTLS10,
	}
	server.StartTLS()
	if with.protocols != nil {
		server.TLS.NextProtos = with.protocols
	}
	t.Cleanup(server.Close)
	return "https://" + name + ":" + portOf(server.Listener)
}

func TestCertificates(t *testing.T) {
	t.Parallel()
	ours, other := newIssuer(t), newIssuer(t)
	tests := map[string]struct {
		by     *issuer
		with   certificate
		want   Outcome
		detail string
	}{
		"valid":          {ours, certificate{}, OK, ""},
		"expired":        {ours, certificate{ended: time.Hour}, TLS, "expired"},
		"self-signed":    {ours, certificate{selfSigned: true}, TLS, "not issued by a trusted authority"},
		"unknown issuer": {other, certificate{}, TLS, "not issued by a trusted authority"},
		"wrong host":     {ours, certificate{name: "other.test"}, TLS, "another host name"},
		"old TLS":        {ours, certificate{maxVersion: tls.VersionTLS11}, TLS, "TLS handshake"},
		"only HTTP/1.1":  {ours, certificate{protocols: []string{"http/1.1"}}, OK, ""},
		"only HTTP/2":    {ours, certificate{protocols: []string{"h2"}}, OK, ""},
		"other protocol": {ours, certificate{protocols: []string{"xmpp"}}, TLS, "TLS handshake"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			site := test.by.serve(t, "secure.test", test.with, page("news"))
			r := get(t, newClient(t, Config{TLS: ours.trusted()}), Request{URL: site})
			wantOutcome(t, r, test.want)
			if !strings.Contains(r.Detail, test.detail) {
				t.Errorf("detail %q", r.Detail)
			}
			if name == "only HTTP/2" && r.Proto != "HTTP/2.0" || name == "only HTTP/1.1" && r.Proto != "HTTP/1.1" {
				t.Errorf("protocol %s", r.Proto)
			}
		})
	}
}

func TestServersWithoutTLS(t *testing.T) {
	t.Parallel()
	secure := func(site string) string { return strings.Replace(site, "http://", "https://", 1) }
	tests := map[string]struct {
		site func(t *testing.T) string
		want Outcome
	}{
		"plain HTTP": {func(t *testing.T) string { return secure(serve(t, "plain.test", page("news"))) }, TLS},
		"another": {func(t *testing.T) string { return "https://ssh.test:" + rawPort(t, send("SSH-2.0-OpenSSH_9.6\r\n")) },
			TLS},
		"closed": {func(t *testing.T) string { return "https://bye.test:" + rawPort(t, oneRead(nil)) }, TLS},
		"alert": {func(t *testing.T) string {
			return "https://alert.test:" + rawPort(t, oneRead([]byte("\x15\x03\x03\x00\x02\x02\x28")))
		}, TLS},
		"TLS on http": {func(t *testing.T) string {
			return strings.Replace(newIssuer(t).serve(t, "s.test", certificate{}, page("x")), "https", "http", 1)
		}, ClientError},
		"resets at TLS": {func(t *testing.T) string { return "https://reset.test:" + rawPort(t, resetAfterRead) }, Reset},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			wantOutcome(t, get(t, newClient(t, Config{}), Request{URL: test.site(t)}), test.want)
		})
	}
}

func TestHTTP2Failures(t *testing.T) {
	t.Parallel()
	ours := newIssuer(t)
	site := ours.serve(t, "h2.test", certificate{}, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/panic":
			panic(http.ErrAbortHandler)
		case "/headers":
			for i := range 100 {
				w.Header().Set("X-"+strings.Repeat("a", i), strings.Repeat("x", 4000))
			}
		case "/body":
			w.Write(make([]byte, 100_000))
			panic(http.ErrAbortHandler)
		}
	})
	c := newClient(t, Config{TLS: ours.trusted()})
	wantOutcome(t, get(t, c, Request{URL: site + "/panic"}), Reset)
	wantOutcome(t, get(t, c, Request{URL: site + "/body"}), Reset)
	wantOutcome(t, get(t, c, Request{URL: site + "/headers"}), BadResponse)
	wantOutcome(t, get(t, c, Request{URL: site + "/fine"}), OK)
}

func oneRead(answer []byte) func(*net.TCPConn) {
	return func(conn *net.TCPConn) {
		_, _ = conn.Read(make([]byte, 4096))
		conn.Write(answer)
	}
}

func resetAfterRead(conn *net.TCPConn) {
	_, _ = conn.Read(make([]byte, 64))
	_ = conn.SetLinger(0)
}
