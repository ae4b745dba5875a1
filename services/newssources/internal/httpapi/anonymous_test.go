package httpapi

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity/identitytest"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/platform/ratelimit"
)

func TestNetworkOfAClient(t *testing.T) {
	t.Parallel()
	for client, want := range map[string]string{
		"192.0.2.1": "192.0.2.1/32", "::ffff:192.0.2.1": "192.0.2.1/32", "2001:db8:0:1::5": "2001:db8:0:1::/64",
		"fe80::1%eth0": "fe80::/64", "": "invalid Prefix",
	} {
		if got := networkOf(client).String(); got != want {
			t.Errorf("%q is in %s, want %s", client, got, want)
		}
	}
}

// TestRefusedRequestsAreDelayed covers an address that has used up its burst.
func TestRefusedRequestsAreDelayed(t *testing.T) {
	gin.SetMode(gin.ReleaseMode)
	person := identity.NewContext(t.Context(), identity.Person{ID: uuid.New()})
	for _, c := range []struct {
		name    string
		status  int
		member  bool
		address string
		isFlood bool // of requests from many addresses
		want    time.Duration
	}{
		{"no credentials", http.StatusUnauthorized, false, "192.0.2.1", false, anonymousDelay},
		{"a navigation", http.StatusFound, false, "192.0.2.1", false, anonymousDelay},
		{"an outage", http.StatusServiceUnavailable, false, "192.0.2.1", false, 0},
		{"a member", http.StatusForbidden, true, "192.0.2.1", false, 0},
		{"another address", http.StatusUnauthorized, false, "192.0.2.2", false, 0},
		{"another address among many", http.StatusUnauthorized, false, "192.0.2.2", true, anonymousDelay},
		{"a member above the limits", http.StatusTooManyRequests, true, "192.0.2.1", false, anonymousDelay},
		{"a member among many addresses", http.StatusOK, true, "192.0.2.2", true, 0},
	} {
		synctest.Test(t, func(t *testing.T) {
			s := &server{anonymous: ratelimit.New[netip.Prefix](anonymousPerSecond, anonymousBurst, maxLimiters),
				strangers: ratelimit.New[struct{}](strangersPerSecond, strangersBurst, 1)}
			for s.anonymous.Delay(networkOf("192.0.2.1"), anonymousDelay) < anonymousDelay {
			}
			for c.isFlood && s.strangers.Delay(struct{}{}, anonymousDelay) < anonymousDelay {
			}
			engine := gin.New()
			engine.Use(s.delayRefused)
			engine.GET("/", func(g *gin.Context) {
				if c.member {
					g.Request = g.Request.WithContext(person)
				}
				g.Status(c.status)
			})
			r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil)
			r.RemoteAddr = c.address + ":1234"
			began := time.Now()
			engine.ServeHTTP(httptest.NewRecorder(), r)
			if got := time.Since(began); got < c.want || got > 2*c.want {
				t.Errorf("%s: delayed by %s", c.name, got)
			}
		})
	}
}

// TestInventedTokensCauseNoQueries counts the queries that read tokens. Only tokens with the right
// checksum cause any, at most one a second.
func TestInventedTokensCauseNoQueries(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	ana := a.member("Ana", identity.Editor)
	program := ana.program("read")
	program.get("/newssources/session").want(http.StatusOK)

	wrong := program.token[:len(program.token)-1] + "x"
	if wrong == program.token {
		wrong = program.token[:len(program.token)-1] + "y"
	}
	before := a.pool.Stat().AcquireCount()
	for _, token := range []string{wrong, program.token[:40], program.token + "x", "nws_",
		identitytest.Untrusted().Token(nil)} {
		a.withToken(token).get("/newssources").problem(problem.Unauthenticated)
	}
	a.withToken("").get("/newssources").problem(problem.Unauthenticated)
	if n := a.pool.Stat().AcquireCount() - before; n != 0 {
		t.Errorf("%d queries", n)
	}

	began, before := time.Now(), a.pool.Stat().AcquireCount()
	var group sync.WaitGroup
	for range 100 {
		group.Go(func() {
			token, _, _ := identity.NewAPIToken()
			a.withToken(token).get("/newssources").problem(problem.Unauthenticated)
		})
	}
	group.Wait()
	if n, most := a.pool.Stat().AcquireCount()-before, int64(time.Since(began)/time.Second)+2; n > most {
		t.Errorf("%d queries, at most %d are expected", n, most)
	}
	program.get("/newssources/session").want(http.StatusOK)
}

// TestTokensOfTheFirstVersionAreAccepted covers tokens without a checksum.
func TestTokensOfTheFirstVersionAreAccepted(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	ana := a.member("Ana", identity.Editor)
	made := ana.program("read")
	old := made.token[:len(made.token)-6]
	_, err := a.pool.Exec(t.Context(), "UPDATE api_tokens SET hash = sha256(convert_to($1, 'UTF8'))", old)
	must(t, err)
	a.withToken(old).get("/newssources/session").want(http.StatusOK)
	made.get("/newssources/session").problem(problem.Unauthenticated)
}
