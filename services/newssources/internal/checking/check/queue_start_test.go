package check

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/checking/queue"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
)

// addToken inserts an API token of a new member, and returns its id.
func (h *harness) addToken() uuid.UUID {
	h.Helper()
	token := uuid.New()
	h.exec(`INSERT INTO members (id, uid, email, email_key, name, role, created_at, updated_at, version)
		VALUES ($1, 'program', 'program@example.org', 'program@example.org', 'Program', 'editor', now(), now(), 1)`, token)
	h.exec(`INSERT INTO api_tokens (id, name, scopes, hash, hint, created_at, expires_at, owner_id)
		VALUES ($1, 'program', '[]', '', '', now(), now() + interval '1 hour', $1)`, token)
	return token
}

// TestClaimsSkipDomainsThatLeftTheQueue verifies that a claim does not read the index entries of
// finished checks, which a held snapshot keeps.
func TestClaimsSkipDomainsThatLeftTheQueue(t *testing.T) {
	t.Parallel()
	const count = 2000
	h := newHarness(t)
	h.addMany(count, "http://site-#.example/feed")
	h.assignAll()
	h.exec("UPDATE endpoint_states SET next_check_at = now() - interval '1 hour'")
	h.exec("UPDATE check_hosts SET ready_at = now() - interval '1 hour'")
	h.exec("VACUUM (ANALYZE) check_hosts")
	token := h.addToken()
	snapshot, err := h.db.Pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = snapshot.Rollback(context.Background()) })
	if _, err := snapshot.Exec(t.Context(), "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"); err != nil {
		t.Fatal(err)
	}
	if _, err := snapshot.Exec(t.Context(), "SELECT FROM sources"); err != nil {
		t.Fatal(err)
	}
	h.exec("UPDATE check_hosts SET ready_at = now() - interval '1 minute' WHERE domain < 'site-11'")
	h.exec(`UPDATE check_hosts
		SET lease = gen_random_uuid(), lease_token = $1, queued_at = now() - interval '30 minutes'
		WHERE domain >= 'site-11'`, token)
	h.exec(`UPDATE check_hosts
		SET lease = NULL, lease_token = NULL, ready_at = now() + interval '1 hour'
		WHERE lease IS NOT NULL`)
	start, err := h.queueStarts.get(t.Context(), h.db, nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, read := range map[string]func(start time.Time) int{
		"worker": func(start time.Time) int {
			return h.pagesOf(claimDue, 1, queue.LeaseTime, uuid.New(), h.id, time.Second, fetch.MaxWait, start)
		},
		"program": func(start time.Time) int {
			return h.pagesOf(claimKinds, 1, queue.LeaseTime, []feed.Kind{feed.RSS}, token, maxTokenClaims, maxMemberClaims,
				time.Second, start)
		},
	} {
		if all, pages := read(time.Time{}), read(start); 3*pages > 2*all {
			t.Errorf("%s: a claim accesses %d pages, and %d from the first entry of the index", name, pages, all)
		}
	}
}

// TestClaimsSkipDomainsOfOtherKinds verifies that a claim of a program does not read the domains
// before the first one with an endpoint that it accepts, and that an endpoint before it which
// becomes due is found by the next search.
func TestClaimsSkipDomainsOfOtherKinds(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	h.addMany(2000, "http://site-#.example/feed")
	h.exec("UPDATE endpoints SET kind = 'sitemap' WHERE url < 'http://site-8'")
	h.assignAll()
	h.exec("UPDATE endpoint_states SET next_check_at = now() - interval '1 hour'")
	h.exec("UPDATE check_hosts SET ready_at = now() - interval '1 hour' * (CASE WHEN domain < 'site-8' THEN 2 ELSE 1 END)")
	h.exec("VACUUM (ANALYZE) check_hosts, endpoint_states, endpoints")
	kinds, token := []feed.Kind{feed.RSS}, h.addToken()
	start, err := h.queueStarts.get(t.Context(), h.db, kinds)
	if err != nil {
		t.Fatal(err)
	}
	read := func(start time.Time) int {
		return h.pagesOf(claimKinds, 1, queue.LeaseTime, kinds, token, maxTokenClaims, maxMemberClaims, time.Second, start)
	}
	if all, pages := read(time.Time{}), read(start); 10*pages > all {
		t.Errorf("a claim accesses %d pages, and %d from the first domain", pages, all)
	}
	h.exec("UPDATE endpoints SET kind = 'rss' WHERE url = 'http://site-17.example/feed'")
	h.assignAll()
	h.exec("UPDATE endpoint_states SET next_check_at = now() - interval '1 hour' WHERE domain = 'site-17.example'")
	h.exec("UPDATE check_hosts SET ready_at = now() - interval '2 hours' WHERE domain = 'site-17.example'")
	h.queueStarts.forget()
	if earlier, err := h.queueStarts.get(t.Context(), h.db, kinds); err != nil || !earlier.Before(start) {
		t.Errorf("the start is %v, and was %v before: %v", earlier, start, err)
	}
}

// pagesOf returns the number of page accesses of a claim, which is rolled back.
func (h *harness) pagesOf(statement string, args ...any) int {
	h.Helper()
	var plans []struct {
		Plan struct {
			Hit  int `json:"Shared Hit Blocks"`
			Read int `json:"Shared Read Blocks"`
		}
	}
	tx, err := h.db.Pool.Begin(h.Context())
	if err != nil {
		h.Fatal(err)
	}
	defer func() { _ = tx.Rollback(h.Context()) }()
	for _, options := range []string{queue.UseIndexes, useNestedLoops} {
		if _, err := tx.Exec(h.Context(), options); err != nil {
			h.Fatal(err)
		}
	}
	var text []byte
	err = tx.QueryRow(h.Context(), "EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) "+statement, args...).Scan(&text)
	if err != nil {
		h.Fatal(err)
	}
	if err := json.Unmarshal(text, &plans); err != nil {
		h.Fatal(err)
	}
	return plans[0].Plan.Hit + plans[0].Plan.Read
}

// TestDomainBeforeTheStartIsClaimed verifies that a worker overlooks a domain that gets into the
// queue before its start no longer than until it searches for the start again, that other workers and
// programs claim it, and that a returned endpoint is claimed at once.
func TestDomainBeforeTheStartIsClaimed(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	h.addMany(4, "http://site-#.example/feed")
	h.assignAll()
	if first := h.claimSome(1); len(first) != 1 {
		t.Fatalf("claimed %d", len(first))
	}
	h.exec("UPDATE endpoint_states SET next_check_at = now() - interval '1 hour'")
	h.exec("UPDATE check_hosts SET ready_at = now() - interval '1 hour' WHERE lease IS NULL")
	if again := h.claimSome(1); len(again) != 0 {
		t.Errorf("claimed %d before the start of the queue", len(again))
	}
	other := h.newWorker(h.db)
	found, err := other.claim(t.Context(), 1)
	if err != nil || len(found) != 1 {
		t.Errorf("another worker claimed %d, %v", len(found), err)
	}
	claims := NewClaims(h.db, h.config)
	if found, err := claims.Claim(t.Context(), h.addToken(), []feed.Kind{feed.RSS}, 1, time.Minute); err != nil ||
		len(found) != 1 {
		t.Errorf("a program claimed %d, %v", len(found), err)
	}
	h.queueStarts.starts["[]"] = queueStart{at: h.queueStarts.starts["[]"].at, searchedAt: time.Now()}
	if early := h.claimSome(4); len(early) != 0 {
		t.Errorf("claimed %d before the start was searched for again", len(early))
	}
	h.queueStarts.starts["[]"] = queueStart{at: h.queueStarts.starts["[]"].at}
	late := h.claimSome(4)
	if len(late) != 1 {
		t.Errorf("claimed %d after the start was searched for again", len(late))
	}
	if err := h.release(t.Context(), late); err != nil {
		t.Fatal(err)
	}
	if again := h.claimSome(4); len(again) != 1 {
		t.Errorf("claimed %d after the endpoint was returned", len(again))
	}
}
