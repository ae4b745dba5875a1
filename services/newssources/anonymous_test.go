package main

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity/identitytest"
	"github.com/newsources/newsources/services/newssources/internal/platform/testdb"
)

// TestAnonymousRequestsLeaveReplicasReady sends parallel requests without valid credentials, and
// probes meanwhile.
func TestAnonymousRequestsLeaveReplicasReady(t *testing.T) {
	t.Parallel()
	const parallel = 200
	s := startService(t, testdb.URL(t), nil)
	waitUntil(t, "not ready", func() bool {
		return s.anonymousStatus(t.Context(), http.MethodGet, s.probes+"/readyz", "") == http.StatusOK
	})
	invented, _, _ := identity.NewAPIToken()
	for name, c := range map[string]struct{ method, path, token string }{
		"no credentials":    {"GET", "/newssources", ""},
		"wrong checksum":    {"GET", "/newssources", invented[:len(invented)-1] + "!"},
		"right checksum":    {"GET", "/newssources", invented},
		"first version":     {"GET", "/newssources", invented[:47]},
		"forged ID token":   {"GET", "/newssources", identitytest.Untrusted().Token(nil)},
		"huge token":        {"GET", "/newssources", strings.Repeat("x", 40_000)},
		"upload":            {"POST", "/newssources/imports", ""},
		"callback":          {"POST", "/newssources/websub/0190c2a0-0000-7000-8000-000000000000", ""},
		"preflight":         {"OPTIONS", "/newssources", ""},
		"unknown route":     {"GET", "/newssources/x/y/z", ""},
		"another method":    {"PATCH", "/newssources", ""},
		"headers too large": {"GET", "/newssources", strings.Repeat("x", 70_000)},
	} {
		var group sync.WaitGroup
		for range parallel {
			group.Go(func() {
				if got := s.anonymousStatus(t.Context(), c.method, s.api+c.path, c.token); got >= 500 {
					t.Errorf("%s: %d", name, got)
				}
			})
		}
		for range 5 {
			if got := s.anonymousStatus(t.Context(), http.MethodGet, s.probes+"/readyz", ""); got != http.StatusOK {
				t.Errorf("%s: readiness is %d", name, got)
			}
		}
		group.Wait()
	}
}

// anonymousStatus returns the status of a response, or 0 if the connection was closed.
func (s *service) anonymousStatus(ctx context.Context, method, address, token string) int {
	r, err := http.NewRequestWithContext(ctx, method, address, http.NoBody)
	if err != nil {
		return 0
	}
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	response, err := s.client.Do(r)
	if err != nil {
		return 0
	}
	defer response.Body.Close()
	return response.StatusCode
}
