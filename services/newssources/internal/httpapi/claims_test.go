package httpapi

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/convert"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

// program returns a caller with an API token.
func (p *person) program(scope string) *person {
	made := into[api.ApiTokenCreated](p.post("/newssources/tokens",
		fmt.Sprintf(`{"name":"scraper %s","scopes":[%q],"expires_at":%q}`,
			uuid.NewString()[:4], scope, time.Now().Add(time.Hour).Format(time.RFC3339))).want(http.StatusCreated))
	p.rig.secret(made.Token)
	return p.rig.withToken(made.Token)
}

// addDue creates a source with an endpoint that is due, and returns the id of the endpoint.
func (p *person) addDue(host, kind string) string {
	a := p.rig
	a.t.Helper()
	made := into[api.Source](p.post("/newssources",
		fmt.Sprintf(`{"name":%q,"homepage_url":"https://%s","endpoints":[{"kind":%q,"url":"https://%s/feed"}]}`,
			host, host, kind, host)).want(http.StatusCreated))
	id := made.Endpoints[0].Id.String()
	a.makeDue(id, host)
	return id
}

// makeDue does what a worker does with a new endpoint: it assigns it to the queue of its domain.
func (a *rig) makeDue(id, domain string) {
	a.t.Helper()
	_, err := a.pool.Exec(a.t.Context(), `INSERT INTO check_hosts (domain, ready_at) VALUES ($1, now())
		ON CONFLICT (domain) DO UPDATE SET free_at = '-infinity', ready_at = now(), lease = NULL`, domain)
	must(a.t, err)
	_, err = a.pool.Exec(a.t.Context(), "UPDATE endpoint_states SET domain = $2, next_check_at = now() WHERE "+
		"endpoint_id = $1", id, domain)
	must(a.t, err)
}

func TestClaimsOfPrograms(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	editor := a.editor()
	first, second := editor.program("write"), editor.program("write")
	reader := editor.program("read")
	endpoint := editor.addDue("one.example", "rss")
	editor.addDue("two.example", "json_feed")

	editor.post("/newssources/claims", `{}`).problem(problem.TokenRequired)
	reader.post("/newssources/claims", `{}`).problem(problem.ScopeMissing)
	claims := into[api.ClaimList](first.post("/newssources/claims", `{"kinds":["rss","atom"],"lease_seconds":60}`).
		want(http.StatusOK)).Claims
	if len(claims) != 1 || claims[0].EndpointId.String() != endpoint || claims[0].Url != "https://one.example/feed" ||
		claims[0].Kind != "rss" ||
		time.Until(claims[0].ExpiresAt) > time.Minute {
		t.Fatalf("claims: %+v", claims)
	}
	if again := into[api.ClaimList](second.post("/newssources/claims",
		`{"kinds":["rss"]}`).want(http.StatusOK)).Claims; len(again) != 0 {
		t.Errorf("a claimed endpoint was claimed again: %+v", again)
	}

	attempt := func(fields string) string { return `{"attempts":[{"claim":"` + claims[0].Id + `",` + fields + `}]}` }
	items := `"items":[{"guid":"1","title":"First","url":"https://one.example/1","published_at":"2026-11-20T08:00:00Z"},{"title":"Second","url":"https://one.example/2"}]`
	second.post("/newssources/attempts", attempt(`"outcome":"ok","status":200,`+items)).problem(problem.LeaseEnded)
	for fields, name := range map[string]string{
		`"outcome":"splendid"`:                                                         "/attempts/0/outcome",
		`"outcome":"ok","status":404`:                                                  "/attempts/0/status",
		`"outcome":"not_modified","status":200`:                                        "/attempts/0/status",
		`"outcome":"not_found","status":200`:                                           "/attempts/0/status",
		`"outcome":"gone","status":304`:                                                "/attempts/0/status",
		`"outcome":"ok","final_url":"https://ana:secret@one.example/feed"`:             "/attempts/0/final_url",
		`"outcome":"ok","final_url":"/feed"`:                                           "/attempts/0/final_url",
		`"outcome":"ok","final_url":"data:,rss"`:                                       "/attempts/0/final_url",
		`"outcome":"ok","items":[{"title":"x","published_at":"2099-01-01T00:00:00Z"}]`: "/attempts/0/items/0/published_at",
		`"outcome":"ok","items":[{"title":"x","url":"javascript:alert(1)"}]`:           "/attempts/0/items/0/url",
		`"outcome":"ok","items":[{}]`:                                                  "/attempts/0/items/0",
		`"outcome":"not_found","status":404,"items":[{"title":"x"}]`:                   "/attempts/0/items",
	} {
		got := first.post("/newssources/attempts", attempt(fields)).problem(problem.Invalid)
		if errors := convert.OrZero(got.Errors); len(errors) != 1 || errors[0].Pointer != name {
			t.Errorf("%s: %+v", fields, convert.OrZero(got.Errors))
		}
	}
	first.post("/newssources/attempts", `{"attempts":[{"claim":"`+claims[0].Id[:20]+`","outcome":"ok"}]}`).
		problem(problem.Invalid)
	first.post("/newssources/attempts",
		`{"attempts":[{"claim":"x","outcome":"ok","detail":"`+strings.Repeat("x", testMaxBody)+`"}]}`).
		problem(problem.BodyTooLarge)
	if n := a.count("attempts") + a.count("items"); n != 0 {
		t.Fatalf("%d rows were written by refused reports", n)
	}

	results := into[api.ReportedAttemptList](first.post("/newssources/attempts",
		attempt(`"outcome":"ok","status":200,"etag":"\"v1\"",`+items)).want(http.StatusOK)).Results
	if len(results) != 1 || !results[0].Recorded || convert.OrZero(results[0].ItemsNew) != 2 ||
		convert.OrZero(results[0].Health) != "ok" || results[0].NextCheckAt == nil {
		t.Fatalf("results: %+v", results)
	}
	first.post("/newssources/attempts", attempt(`"outcome":"ok"`)).problem(problem.LeaseEnded)
	if n := a.count("attempts"); n != 1 {
		t.Errorf("%d attempts", n)
	}

	// The validators of the response come with the next claim, and a known item is not new again.
	a.makeDue(endpoint, "one.example")
	claims = into[api.ClaimList](second.post("/newssources/claims", `{"kinds":["rss"]}`).want(http.StatusOK)).Claims
	if len(claims) != 1 || convert.OrZero(claims[0].Etag) != `"v1"` || claims[0].LastSuccessAt == nil {
		t.Fatalf("claims: %+v", claims)
	}
	results = into[api.ReportedAttemptList](second.post("/newssources/attempts",
		attempt(`"outcome":"ok","status":200,`+items)).want(http.StatusOK)).Results
	if !results[0].Recorded || convert.OrZero(results[0].ItemsNew) != 0 {
		t.Errorf("results: %+v", results)
	}
}

// TestReportsOfLostEndpoints covers results of checks that failed because of the program or its
// network.
func TestReportsOfLostEndpoints(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	editor := a.editor()
	program := editor.program("write")
	unreachable, changed := editor.addDue("one.example", "rss"), editor.addDue("two.example", "rss")
	claims := into[api.ClaimList](program.post("/newssources/claims", `{}`).want(http.StatusOK)).Claims
	if len(claims) != 2 {
		t.Fatalf("claims: %+v", claims)
	}
	byEndpoint := map[string]string{claims[0].EndpointId.String(): claims[0].Id,
		claims[1].EndpointId.String(): claims[1].Id}
	_, err := a.pool.Exec(t.Context(), "UPDATE endpoints SET url = 'https://two.example/other', url_key = "+
		"'two.example/other' WHERE id = $1", changed)
	must(t, err)
	results := into[api.ReportedAttemptList](program.post("/newssources/attempts",
		`{"attempts":[{"claim":"`+byEndpoint[unreachable]+`","outcome":"dns"},{"claim":"`+
			byEndpoint[changed]+`","outcome":"timeout"}]}`).want(http.StatusOK)).Results
	for i, want := range []string{"your network may have failed", "was changed"} {
		if results[i].Recorded || !strings.Contains(convert.OrZero(results[i].Reason), want) {
			t.Errorf("result %d: %+v", i, results[i])
		}
	}
	if n := a.count("attempts"); n != 0 {
		t.Errorf("%d attempts were recorded", n)
	}
}

// TestReportsOfAlteredClaims covers a claim whose endpoint was replaced by one of another domain,
// which was not claimed.
func TestReportsOfAlteredClaims(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	editor := a.editor()
	program := editor.program("write")
	editor.addDue("one.example", "rss")
	other := editor.addDue("two.example", "atom")
	claims := into[api.ClaimList](program.post("/newssources/claims", `{"kinds":["rss"]}`).want(http.StatusOK)).Claims
	if len(claims) != 1 {
		t.Fatalf("claims: %+v", claims)
	}
	var revision uint64
	must(t, a.pool.QueryRow(t.Context(), "SELECT revision FROM endpoint_states WHERE endpoint_id = $1", other).
		Scan(&revision))
	id, err := base64.RawURLEncoding.DecodeString(claims[0].Id)
	must(t, err)
	endpoint := uuid.MustParse(other)
	altered := base64.RawURLEncoding.EncodeToString(binary.BigEndian.AppendUint64(append(id[:16:16], endpoint[:]...),
		revision))
	results := into[api.ReportedAttemptList](program.post("/newssources/attempts",
		`{"attempts":[{"claim":"`+altered+`","outcome":"gone","status":410}]}`).want(http.StatusOK)).Results
	if len(results) != 1 || results[0].Recorded {
		t.Errorf("results: %+v", results)
	}
	if n := a.count("attempts"); n != 0 {
		t.Errorf("%d attempts were recorded", n)
	}
}

// TestReportsDuringAnIncident covers failures that programs report while the network of the service
// does not work.
func TestReportsDuringAnIncident(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	editor := a.editor()
	program := editor.program("write")
	failing, working := editor.addDue("one.example", "rss"), editor.addDue("two.example", "rss")
	claims := into[api.ClaimList](program.post("/newssources/claims", `{}`).want(http.StatusOK)).Claims
	if len(claims) != 2 {
		t.Fatalf("claims: %+v", claims)
	}
	byEndpoint := map[string]string{claims[0].EndpointId.String(): claims[0].Id,
		claims[1].EndpointId.String(): claims[1].Id}
	_, err := a.pool.Exec(t.Context(), `INSERT INTO incidents (id, scope, worker, failure, checks, failed, domains,
		started_at) VALUES
		(gen_random_uuid(), 'service', '', 'unreachable', 100, 90, 60, now())`)
	must(t, err)
	results := into[api.ReportedAttemptList](program.post("/newssources/attempts",
		`{"attempts":[{"claim":"`+byEndpoint[failing]+`","outcome":"not_found","status":404},{"claim":"`+
			byEndpoint[working]+`","outcome":"ok","status":200,"items":[{"guid":"1"}]}]}`).want(http.StatusOK)).Results
	if results[0].Recorded || !strings.Contains(convert.OrZero(results[0].Reason), "incident") ||
		convert.OrZero(results[0].Health) != "new" {
		t.Errorf("the failure: %+v", results[0])
	}
	if !results[1].Recorded || convert.OrZero(results[1].ItemsNew) != 1 {
		t.Errorf("the success: %+v", results[1])
	}
}
