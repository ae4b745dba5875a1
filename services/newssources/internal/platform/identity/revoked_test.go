package identity

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"google.golang.org/api/option"

	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

// accounts serves Firebase's accounts:lookup method.
type accounts struct {
	calls  atomic.Int64
	status int
	user   fields // nil: no such account
}

func (a *accounts) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	a.calls.Add(1)
	body, _ := io.ReadAll(r.Body)
	if !strings.HasSuffix(r.URL.Path, "/projects/"+project+"/accounts:lookup") ||
		!strings.Contains(string(body), "uid-ana") {
		w.WriteHeader(http.StatusTeapot)
		return
	}
	if a.status != 0 {
		w.WriteHeader(a.status)
		return
	}
	answer := fields{}
	if a.user != nil {
		answer["users"] = []fields{a.user}
	}
	_ = json.NewEncoder(w).Encode(answer)
}

// redirectTransport sends the SDK's requests to the test server.
type redirectTransport struct{ to *url.URL }

func (r redirectTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	req = req.Clone(req.Context())
	req.URL.Scheme, req.URL.Host = r.to.Scheme, r.to.Host
	return (&http.Transport{DisableKeepAlives: true}).RoundTrip(req)
}

func newRevokingVerifier(t *testing.T, a *accounts) *Verifier {
	t.Helper()
	server := httptest.NewServer(a)
	t.Cleanup(server.Close)
	to, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	v, err := NewVerifier(t.Context(), Config{
		ProjectID: project, Production: true, CheckRevoked: true, MaxAge: time.Hour, AllowedDomains: []string{"example.org"},
	}, option.WithHTTPClient(&http.Client{Transport: redirectTransport{to}}))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestCheckRevokedRefusesEndedSessionsAndAccounts(t *testing.T) {
	t.Parallel()
	after := strconv.FormatInt(time.Now().Add(time.Minute).Unix(), 10)
	for _, c := range []struct {
		name     string
		accounts *accounts
		want     problem.Code
		status   int
	}{
		{"valid", &accounts{user: fields{"localId": "uid-ana"}}, "", 0},
		{"revoked", &accounts{user: fields{"localId": "uid-ana", "validSince": after}}, problem.TokenRevoked, 401},
		{"disabled", &accounts{user: fields{"localId": "uid-ana", "disabled": true}}, problem.MemberDisabled, 403},
		{"deleted", &accounts{}, problem.TokenRevoked, 401},
		{"no permission", &accounts{status: http.StatusForbidden}, problem.IdentityUnavailable, 503},
		{"broken", &accounts{status: http.StatusInternalServerError}, problem.IdentityUnavailable, 503},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			_, ctx := newKeys(t, 3600)
			v := newRevokingVerifier(t, c.accounts)
			token := trusted().Token(nil)
			if _, err := v.Verify(ctx, token); err != nil {
				t.Fatal(err)
			}
			if n := c.accounts.calls.Load(); n != 0 {
				t.Errorf("Verify called Firebase %d times", n)
			}
			for range 2 {
				err := v.CheckRevoked(ctx, token)
				if c.want == "" && err != nil {
					t.Fatal(err)
				}
				if c.want != "" && (!problem.Is(err, c.want) || problem.As(err).Status() != c.status) {
					t.Fatalf("got %v, want %s", err, c.want)
				}
			}
			n := c.accounts.calls.Load()
			if failed := c.want == problem.IdentityUnavailable; failed && n != 2 || !failed && n != 1 {
				t.Errorf("Firebase was called %d times", n)
			}
			_, err := v.Verify(ctx, token)
			if refused := c.status == 401 || c.status == 403; refused != problem.Is(err, c.want) {
				t.Errorf("Verify after the check: got %v", err)
			}

			v.advanceClock(revocationTTL)
			_ = v.CheckRevoked(ctx, token)
			if c.accounts.calls.Load() <= n {
				t.Error("Firebase was not called again after the TTL")
			}
		})
	}
}

func TestCheckRevokedIsOffWithoutConfiguration(t *testing.T) {
	t.Parallel()
	if err := newTestVerifier(t).CheckRevoked(t.Context(), trusted().Token(nil)); err != nil {
		t.Error(err)
	}
}
