package fetch

import (
	"crypto/tls"
	"net/url"
	"reflect"
	"strings"
	"testing"
)

func TestInvalidConfigurationIsRefused(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		config  Config
		setting string // in the error
	}{
		"agent with a line break": {Config{UserAgent: "a/1\r\nX: y"}, "FETCH_USER_AGENT"},
		"agent without a name":    {Config{UserAgent: " (bot)"}, "FETCH_USER_AGENT"},
		"lab by name":             {Config{Lab: "localhost:53"}, "FETCH_LAB"},
		"lab not on loopback":     {Config{Lab: "8.8.8.8:53"}, "FETCH_LAB"},
		"lab without a port":      {Config{Lab: "127.0.0.1"}, "FETCH_LAB"},
		"port above 65535":        {Config{ExtraPorts: []int{65536 + 22}}, "FETCH_EXTRA_PORTS"},
		"negative port":           {Config{ExtraPorts: []int{-1}}, "FETCH_EXTRA_PORTS"},
		"proxy with another scheme": {Config{Proxy: &url.URL{Scheme: "socks5", Host: "a:1",
			User: url.UserPassword("joe", secret)}}, "FETCH_PROXY"},
		"proxy without a host":     {Config{Proxy: &url.URL{Scheme: "http"}}, "FETCH_PROXY"},
		"certificates not checked": {Config{TLS: &tls.Config{InsecureSkipVerify: true}}, "certificates"},
		"negative time-out":        {Config{Timeout: -1}, "negative"},
	}
	for name, test := range tests {
		if _, err := New(test.config); err == nil || !strings.Contains(err.Error(), test.setting) ||
			strings.Contains(err.Error(), secret) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestDefaults(t *testing.T) {
	t.Parallel()
	if _, err := New(Config{}); err == nil {
		t.Error("a client without a database spaces requests")
	}
	c, err := New(Config{HostInterval: -1})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if c.transport.Proxy != nil || c.agent != "newsources" ||
		(Config{}).withDefaults().HostInterval != DefaultHostInterval {
		t.Errorf("%+v", c)
	}
	for i := range reflect.TypeFor[Config]().NumField() {
		field := reflect.TypeFor[Config]().Field(i)
		limit := strings.HasPrefix(field.Name, "Max") || strings.HasSuffix(field.Name, "Timeout")
		if limit && reflect.ValueOf(c.config).Field(i).IsZero() {
			t.Errorf("%s has no default", field.Name)
		}
	}
}

// TestLabAllowsOnlyLoopback verifies that Config.Lab allows loopback and no other special address.
func TestLabAllowsOnlyLoopback(t *testing.T) {
	t.Parallel()
	guard := newDialer(Config{Lab: "127.0.0.1:53"}).Control
	for address, open := range map[string]bool{
		"127.0.0.1:80": true, "127.1.2.3:6379": true,
		"10.0.0.1:80": false, "169.254.169.254:80": false, "[::1]:80": false, "[::ffff:127.0.0.1]:80": false,
		"0.0.0.0:80": false, "168.63.129.16:80": false,
	} {
		if err := guard("tcp4", address, nil); (err == nil) != open {
			t.Errorf("%s: %v", address, err)
		}
	}
}
