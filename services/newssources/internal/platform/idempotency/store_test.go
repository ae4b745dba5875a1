package idempotency

import (
	"errors"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/testdb"
)

// newStore returns a store and a member.
func newStore(t *testing.T) (*Store, *pgxpool.Pool, uuid.UUID) {
	t.Helper()
	pool := testdb.New(t)
	member := uuid.Must(uuid.NewV7())
	_, err := pool.Exec(t.Context(), `INSERT INTO members (id, uid, email, email_key, name, role, created_at, updated_at)
		VALUES ($1, 'uid-ana', 'ana@example.org', 'ana@example.org', 'Ana', 'editor', now(), now())`, member)
	if err != nil {
		t.Fatal(err)
	}
	return NewStore(postgres.FromPool(pool)), pool, member
}

func TestReservationAndResponse(t *testing.T) {
	t.Parallel()
	s, pool, member := newStore(t)
	key := NewKey(member, "k")
	begin := func(lease time.Duration) (*Response, *Reservation) {
		t.Helper()
		stored, reservation, err := s.Begin(t.Context(), key, lease)
		if err != nil {
			t.Fatal(err)
		}
		return stored, reservation
	}
	done := Response{Fingerprint: []byte{1}, Status: 201, Header: map[string]string{"ETag": `"1"`}, Body: []byte("{}")}

	_, died := begin(0) // its process died
	_, second := begin(time.Minute)
	if err := died.Finish(t.Context(), Response{Status: 200}); err != nil {
		t.Fatal(err)
	}
	if _, _, err := s.Begin(t.Context(), key, time.Minute); !errors.Is(err, ErrInProgress) {
		t.Fatalf("got %v", err)
	}
	if died.objectID != second.objectID || died.isRepeated || !second.isRepeated {
		t.Errorf("the first attempt is %+v, the second %+v", died, second)
	}
	if err := second.Release(t.Context()); err != nil {
		t.Fatal(err)
	}
	_, third := begin(time.Minute)
	if err := third.Finish(t.Context(), done); err != nil {
		t.Fatal(err)
	}
	stored, reservation := begin(time.Minute)
	if reservation != nil || stored.Status != 201 || stored.Header["ETag"] != `"1"` || string(stored.Body) != "{}" ||
		string(stored.Fingerprint) != "\x01" {
		t.Errorf("got %+v", stored)
	}
	if _, err := pool.Exec(t.Context(), "UPDATE idempotency_keys SET expires_at = now()"); err != nil {
		t.Fatal(err)
	}
	if stored, reservation := begin(time.Minute); stored != nil || reservation == nil || reservation.isRepeated ||
		reservation.objectID == third.objectID {
		t.Errorf("an expired response is sent: %+v, or its object is found: %+v", stored, reservation)
	}
}

func TestPurge(t *testing.T) {
	t.Parallel()
	s, pool, member := newStore(t)
	for _, text := range []string{"a", "b", "c", "d"} {
		if _, _, err := s.Begin(t.Context(), NewKey(member, text), time.Minute); err != nil {
			t.Fatal(err)
		}
	}
	oldest := NewKey(member, "d")
	if _, err := pool.Exec(t.Context(), "UPDATE idempotency_keys SET expires_at = now() WHERE key_hash = $1",
		oldest.hash[:]); err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct{ perMember, want int }{{maxKeys, 3}, {2, 2}} {
		if err := s.purge(t.Context(), step.perMember); err != nil {
			t.Fatal(err)
		}
		var n int
		if err := pool.QueryRow(t.Context(), "SELECT count(*) FROM idempotency_keys").Scan(&n); err != nil || n != step.want {
			t.Errorf("%d keys, want %d, %v", n, step.want, err)
		}
	}
	if _, _, err := s.Begin(t.Context(), NewKey(member, "c"), time.Minute); !errors.Is(err, ErrInProgress) {
		t.Errorf("the newest key was deleted: %v", err)
	}
}
