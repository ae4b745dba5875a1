package bench

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"io"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/platform/identity/identitytest"
)

// keysHost is where the service reads the public keys of tokens.
const keysHost = "www.googleapis.com"

// keyServer is a proxy for the service's outgoing requests. It answers those to keysHost with the
// key of identitytest.Trusted and refuses all others.
type keyServer struct {
	proxy       string // host:port
	certificate string // file of the certificate for keysHost
	listeners   []net.Listener
}

func startKeyServer(folder string) (*keyServer, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), DNSNames: []string{keysHost},
		NotAfter: time.Now().Add(24 * time.Hour), IsCA: true, BasicConstraintsValid: true}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		return nil, err
	}
	k := &keyServer{certificate: filepath.Join(folder, "keys.pem")}
	if err := os.WriteFile(k.certificate, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}),
		0o600); err != nil {
		return nil, err
	}
	keys, err := k.listen()
	if err != nil {
		return nil, err
	}
	certificate := tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
	go http.Serve(tls.NewListener(keys, &tls.Config{Certificates: []tls.Certificate{certificate}}), http.HandlerFunc(publishKey)) //nolint:errcheck // ends with stop
	proxy, err := k.listen()
	if err != nil {
		k.stop()
		return nil, err
	}
	k.proxy = proxy.Addr().String()
	go http.Serve(proxy, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { connect(w, r, keys.Addr().String()) })) //nolint:errcheck // ends with stop
	return k, nil
}

func (k *keyServer) listen() (net.Listener, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err == nil {
		k.listeners = append(k.listeners, listener)
	}
	return listener, err
}

func (k *keyServer) stop() {
	for _, listener := range k.listeners {
		listener.Close()
	}
}

func publishKey(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Cache-Control", "public, max-age=86400")
	_ = json.NewEncoder(w).Encode(map[string]string{identitytest.Trusted().KeyID: identitytest.Trusted().Certificate})
}

// connect handles a CONNECT request to keysHost with a connection to address.
func connect(w http.ResponseWriter, r *http.Request, address string) {
	if r.Method != http.MethodConnect || r.Host != keysHost+":443" {
		http.Error(w, "only "+keysHost, http.StatusForbidden)
		return
	}
	upstream, err := net.Dial("tcp", address)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	defer upstream.Close()
	w.WriteHeader(http.StatusOK)
	client, buffered, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return
	}
	defer client.Close()
	go func() {
		_, _ = io.Copy(upstream, buffered)
		upstream.Close()
	}()
	_, _ = io.Copy(client, upstream)
}
