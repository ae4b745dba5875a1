package main

import (
	"context"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity/identitytest"
)

// service is a running `newssources serve`. It accepts the unsigned tokens of the auth emulator;
// the tests of httpapi use signed ones.
type service struct {
	*process
	api, probes string
	client      *http.Client
	token, xsrf string
}

// laptopEnv returns a development configuration with changes.
func laptopEnv(database string, changes map[string]string) map[string]string {
	all := map[string]string{
		"DATABASE_URL": database, "LISTEN_ADDR": "127.0.0.1:0", "METRICS_ADDR": "127.0.0.1:0", "PRODUCTION": "false",
		"FIREBASE_PROJECT_ID": identitytest.Project, "FIREBASE_AUTH_EMULATOR_HOST": "127.0.0.1:9099",
		"ALLOWED_EMAIL_DOMAINS": "example.org",
		"DEFAULT_ROLE":          "editor", "XSRF_SECRET": testXSRF, "SHUTDOWN_DELAY": "0",
	}
	maps.Copy(all, changes)
	return all
}

// startService starts the service and waits until it listens.
func startService(t *testing.T, database string, changes map[string]string) *service {
	t.Helper()
	return startServiceBinary(t, currentBinary(t), database, changes)
}

// startServiceBinary starts the service with the program at the path file, as startService does.
func startServiceBinary(t *testing.T, file, database string, changes map[string]string) *service {
	t.Helper()
	environment := laptopEnv(database, changes)
	environment["FIREBASE_AUTH_EMULATOR_HOST"] = identitytest.NewEmulator(t)
	s := &service{process: startBinary(t, file, environment, "serve"), token: identitytest.Unsigned("none", nil)}
	line := s.waitForLog("listening")
	s.api, s.probes = "http://"+line["api"].(string), "http://"+line["probes"].(string)
	s.client = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 16}}
	t.Cleanup(func() {
		s.client.CloseIdleConnections()
		for _, secret := range []string{s.token, testXSRF, testPassword, s.xsrf} {
			if secret != "" && strings.Contains(s.out.String()+s.err.String(), secret) {
				t.Errorf("output contains a secret: %.40s", secret)
			}
		}
	})
	return s
}

// response is an HTTP response with its body.
type response struct {
	status int
	header http.Header
	body   []byte
	took   time.Duration
	err    error
}

func (r response) problem() (code string) {
	var body struct{ Code string }
	_ = json.Unmarshal(r.body, &body)
	return body.Code
}

// call sends an authenticated request, with the anti-forgery token unless the method is GET. It is
// safe for concurrent use.
func (s *service) call(ctx context.Context, method, path, body string, header ...string) (out response) {
	r, err := http.NewRequestWithContext(ctx, method, s.api+path, strings.NewReader(body))
	if err != nil {
		return response{err: err}
	}
	r.Header.Set("Accept", "application/json")
	r.Header.Set("Authorization", "Bearer "+s.token)
	if method != http.MethodGet {
		r.Header.Set(identity.XSRFHeader, s.xsrf)
		r.AddCookie(&http.Cookie{Name: identity.XSRFCookie, Value: s.xsrf})
		r.Header.Set("Content-Type", map[string]string{"PATCH": "application/merge-patch+json"}[method])
	}
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	return s.send(r)
}

func (s *service) send(r *http.Request) (out response) {
	started := time.Now()
	received, err := s.client.Do(r)
	if err != nil {
		return response{err: err, took: time.Since(started)}
	}
	defer received.Body.Close()
	out = response{status: received.StatusCode, header: received.Header}
	out.body, out.err = io.ReadAll(received.Body)
	out.took = time.Since(started)
	return out
}

func (s *service) get(path string) response { return s.call(s.t.Context(), http.MethodGet, path, "") }

// probe sends a request to the port of the probes and metrics.
func (s *service) probe(path string) response {
	r, err := http.NewRequestWithContext(s.t.Context(), http.MethodGet, s.probes+path, nil)
	if err != nil {
		return response{err: err}
	}
	return s.send(r)
}

// signIn fetches the anti-forgery token.
func (s *service) signIn() {
	s.t.Helper()
	got := s.get("/newssources/session")
	if got.status != http.StatusOK {
		s.t.Fatalf("got %d %s %v", got.status, got.body, got.err)
	}
	cookie, err := http.ParseSetCookie(got.header.Get("Set-Cookie"))
	must(s.t, err)
	s.xsrf = cookie.Value
}

// createSource creates a source and returns its path.
func (s *service) createSource(name string) (path string) {
	s.t.Helper()
	got := s.call(s.t.Context(), "POST", "/newssources", `{"name":"`+name+`","homepage_url":"https://`+name+`.example"}`,
		"Content-Type", "application/json")
	if got.status != http.StatusCreated {
		s.t.Fatalf("got %d %s %v", got.status, got.body, got.err)
	}
	return got.header.Get("Location")
}
