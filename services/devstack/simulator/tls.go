package simulator

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"errors"
	"math/big"
	"net/http"
	"strings"
	"time"
)

const (
	secureHost = "https-twin.test"
	http2Host  = "http2-only.test"
)

// certificateDefects lists the hosts with https and the defects of their certificates. All other
// hosts abort the handshake.
var certificateDefects = map[string]string{
	secureHost: "", http2Host: "", "expired.test": "expired", "self-signed.test": "self-signed",
	"wrong-host.test": "wrong-host",
}

// certificateSpan is the validity of certificates before and after the start, because a stack may
// run for days.
const certificateSpan = 30 * 24 * time.Hour

// authority is the certificate authority of the sites.
type authority struct {
	key  *ecdsa.PrivateKey
	cert *x509.Certificate
	made map[string]*tls.Certificate // by host, or by host and defect of sites whose certificate changes
	// defectOf returns the present defect of the certificate of a host.
	defectOf func(host string) string
}

func newAuthority() (*authority, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "Simulated Authority"}, IsCA: true,
		BasicConstraintsValid: true,
		NotBefore:             time.Now().Add(-certificateSpan), NotAfter: time.Now().Add(certificateSpan),
		KeyUsage: x509.KeyUsageCertSign,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		return nil, err
	}
	a := &authority{key: key, made: map[string]*tls.Certificate{}}
	a.cert, err = x509.ParseCertificate(der)
	return a, err
}

// certify creates the certificates of all sites with https.
func (s *Simulator) certify() (err error) {
	for host, site := range s.sites {
		if defect, listed := certificateDefects[host]; listed || site.Secure {
			if s.authority.made[host], err = s.authority.certificate(host, defect); err != nil {
				return err
			}
		}
		if site.CertificateDefect == nil {
			continue
		}
		for _, defect := range []string{"expired", "wrong-host", "self-signed"} {
			if s.authority.made[host+" "+defect], err = s.authority.certificate(host, defect); err != nil {
				return err
			}
		}
	}
	s.authority.defectOf = func(host string) string {
		if site := s.sites[host]; site != nil && site.CertificateDefect != nil {
			return site.CertificateDefect()
		}
		return ""
	}
	return nil
}

func (a *authority) certificate(host, defect string) (*tls.Certificate, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: host}, DNSNames: []string{host, "www." + host},
		KeyUsage:  x509.KeyUsageDigitalSignature,
		NotBefore: time.Now().Add(-certificateSpan), NotAfter: time.Now().Add(certificateSpan),
	}
	parent, signer := a.cert, a.key
	switch defect {
	case "expired":
		template.NotAfter = time.Now().Add(-24 * time.Hour)
	case "wrong-host":
		template.DNSNames = []string{"other-host.test"}
	case "self-signed":
		parent, signer = template, key
	}
	der, err := x509.CreateCertificate(rand.Reader, template, parent, &key.PublicKey, signer)
	return &tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, err
}

// config returns the TLS configuration of the server, and calls onHandshake with the host of each
// handshake.
func (a *authority) config(onHandshake func(host string)) *tls.Config {
	return &tls.Config{
		MinVersion: tls.VersionTLS12,
		GetConfigForClient: func(hello *tls.ClientHelloInfo) (*tls.Config, error) {
			onHandshake(hello.ServerName)
			host := strings.TrimPrefix(hello.ServerName, "www.")
			certificate := a.made[host]
			if defect := a.defectOf(host); defect != "" {
				certificate = a.made[host+" "+defect]
			}
			if certificate == nil {
				return nil, errors.New("no https at " + hello.ServerName)
			}
			config := &tls.Config{MinVersion: tls.VersionTLS12, Certificates: []tls.Certificate{*certificate},
				NextProtos: []string{"h2", "http/1.1"}}
			if hello.ServerName == http2Host {
				config.NextProtos = []string{"h2"}
			}
			return config, nil
		},
	}
}

// secureServer returns the https server of the sites.
func (s *Simulator) secureServer() *http.Server {
	onHandshake := func(host string) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.handshakes[host]++
	}
	return &http.Server{Handler: s, TLSConfig: s.authority.config(onHandshake), ReadHeaderTimeout: 10 * time.Second,
		ErrorLog: quiet}
}

// Handshakes returns the number of TLS handshakes with a host.
func (s *Simulator) Handshakes(host string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.handshakes[host]
}

// secureSites returns sites that demonstrate TLS errors and HTTP/2.
func secureSites(s *Simulator) []*Site {
	var sites []*Site
	for _, o := range []endpointCase{
		{"expired.test", "https with an expired certificate", nil},
		{"self-signed.test", "https with a self-signed certificate", nil},
		{"wrong-host.test", "https with the certificate of another host", nil},
		{http2Host, "https, and HTTP/2 only", nil},
	} {
		site := s.site(Site{Host: o.host, Name: o.host, Language: "en", Country: "GB", About: o.about, Feeds: []Feed{
			{Path: "/feed", Title: "Feed", Kind: "rss", Interval: time.Hour},
		}})
		site.base, site.http2 = s.TLSURL(o.host, ""), o.host == http2Host
		sites = append(sites, site)
	}
	return sites
}
