package identity

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/platform/testdb"
	"github.com/newsources/newsources/services/newssources/internal/platform/ttlcache"
)

func newTestMembers(t *testing.T, pool *pgxpool.Pool) *Members {
	t.Helper()
	m, err := NewMembers(pool, "editor", []string{"Admin@example.org"})
	if err != nil {
		t.Fatal(err)
	}
	m.timeout = time.Minute // test machines may be slow; the time-out has its own test
	return m
}

// clearCache empties the cache, as if memberTTL had passed.
func (m *Members) clearCache() { m.cache = ttlcache.New[string, member](maxMembers) }

func claimsFor(uid, email string) Claims {
	return Claims{UID: uid, Email: email, Name: "Name of " + uid, AuthTime: time.Unix(1_700_000_000, 0),
		IssuedAt: time.Now()}
}

func resolve(t *testing.T, m *Members, c Claims) Person {
	t.Helper()
	p, err := m.Resolve(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func exec(t *testing.T, pool *pgxpool.Pool, sql string, args ...any) {
	t.Helper()
	if _, err := pool.Exec(t.Context(), sql, args...); err != nil {
		t.Fatal(err)
	}
}

func query[T any](t *testing.T, pool *pgxpool.Pool, sql string, args ...any) (value T) {
	t.Helper()
	if err := pool.QueryRow(t.Context(), sql, args...).Scan(&value); err != nil {
		t.Fatal(err)
	}
	return value
}

func TestFirstSignInCreatesMember(t *testing.T) {
	t.Parallel()
	pool := testdb.New(t)
	m := newTestMembers(t, pool)

	ana := claimsFor("uid-ana", "ana@example.org")
	first := resolve(t, m, ana)
	want := Person{ID: first.ID, UID: "uid-ana", Email: ana.Email, Name: ana.Name, Role: Editor, AuthTime: ana.AuthTime}
	if first != want || first.ID.Version() != 7 {
		t.Errorf("got %+v", first)
	}
	if admin := resolve(t, m, claimsFor("uid-admin", "ADMIN@Example.org")); admin.Role != Admin {
		t.Errorf("the configured admin is %s", admin.Role)
	}
	m.clearCache()
	if again := resolve(t, m, ana); again != first {
		t.Errorf("got %+v, then %+v", first, again)
	}
}

func TestChangedRoleTakesEffectWithinTTL(t *testing.T) {
	t.Parallel()
	pool := testdb.New(t)
	m := newTestMembers(t, pool)
	admin := claimsFor("uid-admin", "admin@example.org")
	resolve(t, m, admin)

	exec(t, pool, "UPDATE members SET role = 'viewer', updated_at = now()")
	m.now = func() time.Time { return time.Now().Add(memberTTL) }
	if p := resolve(t, m, admin); p.Role != Viewer {
		t.Errorf("after ten seconds: %s", p.Role)
	}
	if p := resolve(t, newTestMembers(t, pool), admin); p.Role != Viewer {
		t.Errorf("after a restart: %s", p.Role)
	}
}

func TestDisabledMemberIsRefused(t *testing.T) {
	t.Parallel()
	pool := testdb.New(t)
	m := newTestMembers(t, pool)
	ana := claimsFor("uid-ana", "ana@example.org")
	resolve(t, m, ana)

	exec(t, pool, "UPDATE members SET disabled_at = now()")
	m.clearCache()
	for range 2 { // from the database, then from the cache
		if _, err := m.Resolve(t.Context(), ana); !problem.Is(err, problem.MemberDisabled) {
			t.Fatalf("got %v", err)
		}
	}
	if _, err := m.Resolve(t.Context(), claimsFor("uid-ana-2", "Ana@example.org")); !problem.Is(err,
		problem.MemberDisabled) {
		t.Errorf("a new account of the same address: got %v", err)
	}
	exec(t, pool, "UPDATE members SET disabled_at = NULL")
	m.clearCache()
	resolve(t, m, ana)
}

func TestSecondAccountInheritsRole(t *testing.T) {
	t.Parallel()
	pool := testdb.New(t)
	m := newTestMembers(t, pool)
	resolve(t, m, claimsFor("uid-admin", "admin@example.org"))
	exec(t, pool, "UPDATE members SET role = 'viewer'")
	if p := resolve(t, m, claimsFor("uid-admin-2", "ADMIN@example.org")); p.Role != Viewer {
		t.Errorf("got %s", p.Role)
	}
}

func TestNewerTokenUpdatesAddressAndName(t *testing.T) {
	t.Parallel()
	pool := testdb.New(t)
	m := newTestMembers(t, pool)
	old := claimsFor("uid-ana", "ana@example.org")
	first := resolve(t, m, old)

	fresh := claimsFor("uid-ana", "ana.ruiz@example.org")
	fresh.Name, fresh.IssuedAt = "Ana Ruiz", time.Now().Add(time.Minute)
	if p := resolve(t, m, fresh); p.ID != first.ID || p.Email != fresh.Email || p.Name != fresh.Name {
		t.Errorf("got %+v", p)
	}
	m.clearCache()
	old.IssuedAt = time.Now().Add(-time.Minute)
	if p := resolve(t, m, old); p.Email != fresh.Email {
		t.Errorf("an older token changed the address back: %+v", p)
	}
}

func TestLastSeenIsUpdatedAtIntervals(t *testing.T) {
	t.Parallel()
	pool := testdb.New(t)
	m := newTestMembers(t, pool)
	ana := claimsFor("uid-ana", "ana@example.org")
	resolve(t, m, ana)
	writer := func() string { return query[string](t, pool, "SELECT xmin::text FROM members") }
	before := writer()
	for range 3 {
		m.clearCache()
		resolve(t, m, ana)
	}
	if writer() != before {
		t.Error("a request within the interval updated the row")
	}

	exec(t, pool, "UPDATE members SET last_seen_at = now() - interval '6 minutes', updated_at = '2026-01-01Z'")
	m.clearCache()
	resolve(t, m, ana)
	if !query[bool](t, pool, "SELECT last_seen_at > now() - interval '1 minute' FROM members") {
		t.Error("last_seen_at is stale")
	}
	if !query[bool](t, pool, "SELECT updated_at = '2026-01-01Z' FROM members") {
		t.Error("updating last_seen_at changed updated_at")
	}
}

func TestConcurrentFirstSignInsCreateOneMember(t *testing.T) {
	t.Parallel()
	pool := testdb.New(t)
	replicas := []*Members{newTestMembers(t, pool), newTestMembers(t, pool)}
	var wait sync.WaitGroup
	for i := range 20 {
		wait.Go(func() {
			if _, err := replicas[i%2].Resolve(t.Context(), claimsFor("uid-ana", "ana@example.org")); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	if n := query[int](t, pool, "SELECT count(*) FROM members"); n != 1 {
		t.Errorf("%d members", n)
	}
}

func TestUnknownRoleInTableIsInternalError(t *testing.T) {
	t.Parallel()
	pool := testdb.New(t)
	m := newTestMembers(t, pool)
	ana := claimsFor("uid-ana", "ana@example.org")
	resolve(t, m, ana)
	exec(t, pool, "UPDATE members SET role = 'owner'")
	m.clearCache()
	if _, err := m.Resolve(t.Context(), ana); problem.As(err).Code != problem.Internal {
		t.Errorf("got %v", err)
	}
}

func TestUnreachableDatabaseIsReportedUnchanged(t *testing.T) {
	t.Parallel()
	pool, err := pgxpool.New(t.Context(), "postgres://newsources@127.0.0.1:1/newsources?sslmode=disable")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	_, err = newTestMembers(t, pool).Resolve(t.Context(), claimsFor("uid-ana", "ana@example.org"))
	if _, ok := errors.AsType[*pgconn.ConnectError](err); !ok {
		t.Errorf("got %T %v", err, err)
	}
}

func TestHangingDatabaseTimesOut(t *testing.T) {
	t.Parallel()
	pool := testdb.New(t)
	m := newTestMembers(t, pool)
	lock, err := pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Rollback(context.WithoutCancel(t.Context())) //nolint:errcheck // the test has ended
	if _, err := lock.Exec(t.Context(), "LOCK TABLE members"); err != nil {
		t.Fatal(err)
	}
	m.timeout = 200 * time.Millisecond
	started := time.Now()
	_, err = m.Resolve(t.Context(), claimsFor("uid-ana", "ana@example.org"))
	// Long enough for a busy machine; without a time-out, it would not end.
	if took := time.Since(started); !errors.Is(err, context.DeadlineExceeded) || took > 30*time.Second {
		t.Errorf("after %s: %v", took, err)
	}
}

func TestNewMembersReportsConfigurationErrors(t *testing.T) {
	t.Parallel()
	if _, err := NewMembers(nil, "owner", nil); err == nil {
		t.Error("an unknown role is accepted")
	}
	if _, err := NewMembers(nil, "viewer", []string{"admin"}); err == nil {
		t.Error("an administrator without a valid address is accepted")
	}
}

// TestAddressesAreComparedByASCIICase covers U+212A, the Kelvin sign, which Unicode folds to k
// although its mailbox is another.
func TestAddressesAreComparedByASCIICase(t *testing.T) {
	t.Parallel()
	pool := testdb.New(t)
	m := newTestMembers(t, pool)
	resolve(t, m, claimsFor("uid-kim", "kim@example.org"))
	exec(t, pool, "UPDATE members SET role = 'admin'")
	if p := resolve(t, m, claimsFor("uid-other", "\u212aim@example.org")); p.Role != Editor {
		t.Errorf("the Kelvin sign received the role %s of k", p.Role)
	}
	if p := resolve(t, m, claimsFor("uid-kim-2", "KIM@Example.org")); p.Role != Admin {
		t.Errorf("another account of the address is %s", p.Role)
	}
}
