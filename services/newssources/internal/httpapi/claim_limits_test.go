package httpapi

import (
	"fmt"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

// addDueDomains creates sources with an endpoint each that is due.
func (a *rig) addDueDomains(count int) {
	a.t.Helper()
	a.editor().post("/newssources",
		`{"name":"Model","homepage_url":"https://model.example","endpoints":[{"kind":"rss","url":"https://model.example/feed"}]}`).want(http.StatusCreated)
	for _, statement := range []string{
		`INSERT INTO endpoints
			SELECT (jsonb_populate_record(e,
				jsonb_build_object('id', gen_random_uuid(), 'url', 'https://d' || n || '.example/feed', 'url_key',
				'd' || n || '.example/feed'))).*
			FROM endpoints e, generate_series(1, $1::int) n`,
		`INSERT INTO check_hosts (domain, ready_at) SELECT split_part(url_key, '/', 1), now() FROM endpoints LIMIT $1 + 1`,
		`UPDATE endpoint_states s
			SET domain = split_part(e.url_key, '/', 1), next_check_at = now() - make_interval(secs => least($1::int, 1))
			FROM endpoints e WHERE e.id = s.endpoint_id`,
	} {
		_, err := a.pool.Exec(a.t.Context(), statement, count)
		must(a.t, err)
	}
}

func (p *person) claim() api.ClaimList {
	p.t.Helper()
	return into[api.ClaimList](p.post("/newssources/claims", `{"limit":100,"lease_seconds":600}`).want(http.StatusOK))
}

// TestOneTokenCannotLeaseTheRegister covers the limits of unreported claims of a token and of a
// member, with concurrent claims.
func TestOneTokenCannotLeaseTheRegister(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	a.addDueDomains(600)
	ana := a.member("Ana", identity.Editor)
	programs := []*person{ana.program("write"), ana.program("write"), ana.program("write")}
	total, most := map[*person]int{}, map[*person]int{programs[0]: 200, programs[1]: 200, programs[2]: 0}
	for _, program := range programs {
		var group sync.WaitGroup
		var mu sync.Mutex
		for range 5 {
			group.Go(func() {
				n := len(program.claim().Claims)
				mu.Lock()
				defer mu.Unlock()
				total[program] += n
			})
		}
		group.Wait()
		if total[program] != most[program] {
			t.Errorf("a token has %d claims instead of %d", total[program], most[program])
		}
	}
	if got := programs[0].claim(); got.Reason == nil || got.Reason.Code != "token_limit" {
		t.Errorf("got %+v", got.Reason)
	}
	if got := programs[2].claim(); got.Reason == nil || got.Reason.Code != "member_limit" {
		t.Errorf("got %+v", got.Reason)
	}
	if n := len(a.member("Ben", identity.Editor).program("write").claim().Claims); n != 100 {
		t.Errorf("another member claims %d endpoints", n)
	}
}

// TestLeasesEndWithTheToken covers a token that is revoked, and one whose owner is demoted,
// disabled or removed, or was admitted by an invitation that is withdrawn.
func TestLeasesEndWithTheToken(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	admin := a.member("Ada", identity.Admin)
	a.addDueDomains(3)
	leased := func() int {
		return a.count("check_hosts WHERE lease_token IS NOT NULL AND free_at > now() + interval '1 minute'")
	}
	for name, end := range map[string]func(owner *person, path string){
		"revoked": func(owner *person, _ string) {
			tokens := into[api.ListTokens200JSONResponse](owner.get("/newssources/tokens").want(http.StatusOK))
			owner.do(http.MethodDelete, "/newssources/tokens/"+tokens.Items[0].Id.String(), nil).want(http.StatusNoContent)
		},
		"demoted": func(_ *person, path string) {
			admin.patch(path, admin.get(path).header.Get("ETag"), `{"role":"viewer"}`).want(http.StatusOK)
		},
		"disabled": func(_ *person, path string) {
			admin.patch(path, admin.get(path).header.Get("ETag"), `{"disabled":true}`).want(http.StatusOK)
		},
		"removed": func(_ *person, path string) {
			admin.delete(path, admin.get(path).header.Get("ETag")).want(http.StatusNoContent)
		},
		"uninvited": func(owner *person, _ string) {
			invitation := into[api.Invitation](
				admin.post("/newssources/invitations", `{"domain":"elsewhere.test","role":"editor"}`).
					want(201))
			_, err := a.pool.Exec(t.Context(), "UPDATE members SET email_key = 'owner@elsewhere.test' WHERE id = $1", owner.id)
			must(t, err)
			admin.do(http.MethodDelete, "/newssources/invitations/"+invitation.Id.String(), nil).want(http.StatusNoContent)
		},
	} {
		owner := a.member("Owner-"+name, identity.Editor)
		program := owner.program("write")
		claims := program.claim().Claims
		if len(claims) == 0 || leased() != len(claims) {
			t.Fatalf("%s: %d claims, %d leases", name, len(claims), leased())
		}
		end(owner, "/newssources/people/"+owner.id.String())
		if n := leased(); n != 0 {
			t.Errorf("%s: %d leases remain", name, n)
		}
		_, err := a.pool.Exec(t.Context(), "UPDATE check_hosts SET ready_at = now(), free_at = now()")
		must(t, err)
	}
	owner := a.member("Last", identity.Editor)
	program := owner.program("write")
	_, err := a.pool.Exec(t.Context(),
		"UPDATE api_tokens SET expires_at = now() + interval '1 minute' WHERE owner_id = $1", owner.id)
	must(t, err)
	if claims := program.claim().Claims; len(claims) == 0 || time.Until(claims[0].ExpiresAt) > 90*time.Second {
		t.Errorf("the lease outlasts the token: %+v", claims)
	}
}

// TestReportsNameTheirToken covers the attribution of attempts.
func TestReportsNameTheirToken(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	a.addDueDomains(0)
	ana := a.member("Ana", identity.Editor)
	program := ana.program("write")
	claim := program.claim().Claims[0]
	program.post("/newssources/attempts",
		fmt.Sprintf(`{"attempts":[{"claim":%q,"outcome":"ok","status":200,"items":[{"guid":"1"}]}]}`, claim.Id)).
		want(http.StatusOK)
	attempts := into[api.ListAttempts200JSONResponse](ana.get("/newssources/endpoints/" + claim.EndpointId.String() +
		"/attempts").want(http.StatusOK))
	if len(attempts.Items) != 1 || attempts.Items[0].ReportedBy == nil || attempts.Items[0].ReportedBy.Owner != "Ana" ||
		attempts.Items[0].ReportedBy.TokenId == uuid.Nil {
		t.Errorf("got %+v", attempts.Items)
	}
}

// TestEmptyClaimsHaveAReason covers the states in which a program gets no claims.
func TestEmptyClaimsHaveAReason(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	a.addDueDomains(0)
	program := a.member("Ana", identity.Editor).program("write")
	for _, c := range []struct {
		statement string
		want      api.ClaimReasonCode
	}{
		{`UPDATE check_hosts SET ready_at = now() + interval '1 minute', free_at = now() + interval '1 minute'`, "waiting"},
		{`UPDATE endpoint_states SET domain = NULL`, "unassigned"},
		{`INSERT INTO incidents (id, scope, worker, failure, checks, failed, domains, started_at)
			VALUES (gen_random_uuid(), 'service', '', 'unreachable', 100, 90, 60, now())`, "incident"},
		{`UPDATE incidents SET ended_at = now()`, "unassigned"},
		{`UPDATE endpoint_states SET next_check_at = now() + interval '1 hour'`, "none_due"},
		{`INSERT INTO job_pauses (id, kind, paused_at, paused_by_id) SELECT gen_random_uuid(), 'checks', now(), id
			FROM members LIMIT 1`, "paused"},
	} {
		_, err := a.pool.Exec(t.Context(), c.statement)
		must(t, err)
		got := program.claim()
		if len(got.Claims) != 0 || got.Reason == nil || got.Reason.Code != c.want || len(got.Reason.Text) < 20 {
			t.Errorf("%s: got %+v", c.want, got)
		}
	}
	a.withToken("").post("/newssources/claims", `{}`).problem(problem.Unauthenticated)
}
