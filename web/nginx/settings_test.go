package nginx_test

import (
	"net"
	"net/http"
	"os"
	"strings"
	"testing"
)

// TestRefusedSettings checks that an invalid setting stops the start with an error message that
// names it.
func TestRefusedSettings(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		env  map[string]string
		want string
	}{
		"emulator in production": {map[string]string{"WEB_AUTH_EMULATOR": "http://127.0.0.1:9099"},
			"WEB_AUTH_EMULATOR is for tests only"},
		"demo in production": {map[string]string{"WEB_DEMO_JSON": "{}"}, "WEB_DEMO_JSON is for development only"},
		"host over http": {map[string]string{"WEB_HOST": "http://api.example.org"},
			"WEB_HOST is not encrypted: use https://"},
		"production misspelt": {map[string]string{"WEB_PRODUCTION": "yes"}, "WEB_PRODUCTION must be true or false"},
		"demo not JSON": {map[string]string{"WEB_PRODUCTION": "false", "WEB_DEMO_JSON": "demo"},
			"WEB_DEMO_JSON must be null or a JSON object"},
		"host with a path":      {map[string]string{"WEB_HOST": "https://api.example.org/"}, "WEB_HOST must be an origin"},
		"host without scheme":   {map[string]string{"WEB_HOST": "api.example.org"}, "WEB_HOST must be an origin"},
		"host with a directive": {map[string]string{"WEB_HOST": "https://a; script-src *"}, "WEB_HOST must be an origin"},
		"auth domain with scheme": {map[string]string{"FIREBASE_AUTH_DOMAIN": "https://a.b"},
			"FIREBASE_AUTH_DOMAIN must be a host name"},
		"quote in a source": {map[string]string{"WEB_CSP_CONNECT": `https://a"`}, "WEB_CSP_CONNECT must not contain"},
		"semicolon in a source": {map[string]string{"WEB_CSP_FRAME": "https://a;script-src *"},
			"WEB_CSP_FRAME must not contain"},
		"variable in a source":  {map[string]string{"WEB_CSP_SCRIPT": "$host"}, "WEB_CSP_SCRIPT must not contain"},
		"backslash in the root": {map[string]string{"NGINX_ROOT": `/a\b`}, "NGINX_ROOT must not contain"},
		"line break in the key": {map[string]string{"FIREBASE_API_KEY": "a\nb"},
			"FIREBASE_API_KEY must not contain line breaks"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			log, err := render(t, folder, test.env)
			if err == nil || !strings.Contains(log, test.want) || strings.Count(strings.TrimSpace(log), "\n") != 0 {
				t.Errorf("err %v, output %q, want one line with %q", err, log, test.want)
			}
			if written, _ := os.ReadDir(folder); len(written) != 0 {
				t.Errorf("wrote %v despite the error", written)
			}
		})
	}
}

// TestListensOnIPv4AndIPv6 checks that a port is opened for both, so that pods with only an IPv6
// address can be reached.
func TestListensOnIPv4AndIPv6(t *testing.T) {
	t.Parallel()
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_, port, err := net.SplitHostPort(free.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	if err := free.Close(); err != nil {
		t.Fatal(err)
	}
	start(t, map[string]string{"NGINX_LISTEN": port})
	addresses := []string{"127.0.0.1"}
	if families, err := os.ReadFile("/proc/net/if_inet6"); err == nil && len(families) != 0 {
		addresses = append(addresses, "::1")
	}
	for _, address := range addresses {
		response, err := http.Get("http://" + net.JoinHostPort(address, port) + "/web-healthz")
		if err != nil {
			t.Errorf("%s: %v", address, err)
			continue
		}
		_ = response.Body.Close()
		if response.StatusCode != http.StatusOK {
			t.Errorf("%s: the status is %d", address, response.StatusCode)
		}
	}
}
