package simulator

import (
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"strings"
	"testing"
)

// fetchTLS fetches the homepage over https with the simulator's authority as root, and returns the
// protocol.
func fetchTLS(t *testing.T, s *Simulator, host string, protocols ...string) (string, error) {
	t.Helper()
	client := &http.Client{Transport: &http.Transport{
		TLSClientConfig:   &tls.Config{RootCAs: s.Roots(), NextProtos: protocols},
		ForceAttemptHTTP2: len(protocols) == 0,
		DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, network, "127.0.0.1:"+s.port)
		},
	}}
	t.Cleanup(client.CloseIdleConnections)
	answer, err := client.Get(s.TLSURL(host, "/"))
	if err != nil {
		return "", err
	}
	defer answer.Body.Close()
	return answer.Proto, nil
}

func TestPortServesHTTPAndHTTPS(t *testing.T) {
	t.Parallel()
	s := start(t)
	for host, plain := range map[string]int{secureHost: http.StatusOK, http2Host: http.StatusHTTPVersionNotSupported} {
		if answer, _ := visit(t, s, s.URL(host, "/")); answer.StatusCode != plain {
			t.Errorf("%s over http: %d", host, answer.StatusCode)
		}
		if proto, err := fetchTLS(t, s, host); err != nil || proto != "HTTP/2.0" {
			t.Errorf("%s over https: %s %v", host, proto, err)
		}
	}
	if _, err := fetchTLS(t, s, secureHost, "http/1.1"); err != nil {
		t.Errorf("%s over HTTP/1.1: %v", secureHost, err)
	}
}

func TestInvalidCertificates(t *testing.T) {
	t.Parallel()
	s := start(t)
	for host, want := range map[string]string{
		"expired.test": "expired", "self-signed.test": "unknown authority", "wrong-host.test": "other-host.test",
		"elejemplo.test": "tls: ", // it has no https
	} {
		if _, err := fetchTLS(t, s, host); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", host, err)
		}
	}
}

func TestStatefulFeedsChange(t *testing.T) {
	t.Parallel()
	s := start(t)
	for _, host := range []string{"empty-later.test", "guids-change.test"} {
		_, first := visit(t, s, s.URL(host, "/feed"))
		_, second := visit(t, s, s.URL(host, "/feed"))
		if first == second || !strings.Contains(first, "<item>") {
			t.Errorf("%s: two equal responses:\n%s", host, first)
		}
	}
}

func TestPasswordIsRequired(t *testing.T) {
	t.Parallel()
	s := start(t)
	if answer, _ := visit(t, s, s.URL("password.test", "/rss")); answer.StatusCode != http.StatusUnauthorized {
		t.Errorf("without a password: %d", answer.StatusCode)
	}
	open := strings.Replace(s.URL("password.test", "/rss"), "//", "//"+Username+":"+Password+"@", 1)
	if answer, body := visit(t, s, open); answer.StatusCode != http.StatusOK || !strings.Contains(body, "<rss") {
		t.Errorf("with the password: %d", answer.StatusCode)
	}
}
