package simulator

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"math/big"
	"net"
	"net/http"
	"time"
)

// tlsKinds are the sites with a certificate that nobody should trust, and what is wrong with it.
var tlsKinds = []string{"expired", "self-signed", "wrong-host"}

type tlsSite struct {
	kind, port string
	server     *http.Server
}

func startTLSSites() ([]*tlsSite, error) {
	var sites []*tlsSite
	for _, kind := range tlsKinds {
		certificate, err := certificateOf(kind)
		if err != nil {
			return sites, err
		}
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return sites, err
		}
		_, port, _ := net.SplitHostPort(listener.Addr().String())
		server := &http.Server{
			Handler:           http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("never trusted")) }),
			TLSConfig:         &tls.Config{Certificates: []tls.Certificate{certificate}},
			ReadHeaderTimeout: 10 * time.Second,
			ErrorLog:          quiet,
		}
		go func() { _ = server.ServeTLS(listener, "", "") }()
		sites = append(sites, &tlsSite{kind, port, server})
	}
	return sites, nil
}

func (t *tlsSite) close() { _ = t.server.Close() }

func certificateOf(kind string) (tls.Certificate, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return tls.Certificate{}, err
	}
	now := time.Now()
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: kind + ".test"}, DNSNames: []string{kind + ".test"},
		NotBefore: now.Add(-48 * time.Hour), NotAfter: now.Add(48 * time.Hour),
	}
	switch kind {
	case "expired":
		template.NotAfter = now.Add(-24 * time.Hour)
	case "wrong-host":
		template.DNSNames = []string{"somebody-else.test"}
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, err
}
