// Package idempotency stores the responses to requests with an Idempotency-Key, so that a repeated
// request is not executed again.
package idempotency

import (
	"context"
	"crypto/sha256"
	"errors"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
)

const (
	// Lifetime is the time for which a response is stored.
	Lifetime = 24 * time.Hour
	// MaxBody is the maximum size of a stored body in bytes. The largest response is a source that was
	// created from a body of 1 MiB.
	MaxBody = 2 << 20
	// maxKeys is the number of keys of a member that Purge keeps: a script that creates one source per
	// second for a day.
	maxKeys = 100_000
	// purgeBatch is the number of rows that one statement deletes, so that it ends within the
	// statement timeout.
	purgeBatch = 10_000
)

// Key identifies a request of a member. Only a hash of the text that the client sent is stored.
type Key struct {
	member uuid.UUID
	hash   [sha256.Size]byte
}

// NewKey returns the key of a member.
func NewKey(member uuid.UUID, text string) Key { return Key{member, sha256.Sum256([]byte(text))} }

// Response is a stored response. Fingerprint identifies the request that it answered.
type Response struct {
	Fingerprint []byte
	Status      int
	Header      map[string]string
	Body        []byte
}

// ErrInProgress means that another request with the same key is running.
var ErrInProgress = errors.New("a request with this idempotency key is in progress")

// Store stores responses in the database.
type Store struct{ db *postgres.DB }

// NewStore returns the store of a database.
func NewStore(db *postgres.DB) *Store { return &Store{db} }

// Reservation is the right to execute the request with a key.
type Reservation struct {
	store   *Store
	key     Key
	attempt uuid.UUID
	// objectID is the id of the object that the request creates. If the process of an attempt died,
	// the next attempt has the same id.
	objectID   uuid.UUID
	isRepeated bool
}

// Begin returns the stored response of a key. If there is none, it reserves the key for at most
// lease, in which the request must end, and returns the reservation.
func (s *Store) Begin(ctx context.Context, key Key, lease time.Duration) (*Response, *Reservation, error) {
	for {
		r := &Reservation{store: s, key: key, attempt: uuid.Must(uuid.NewV7())}
		newID := uuid.Must(uuid.NewV7())
		err := s.db.Pool.QueryRow(ctx, `
			INSERT INTO idempotency_keys AS k (member_id, key_hash, attempt, object_id, locked_until, expires_at)
			VALUES ($1, $2, $3, $4, now() + $5, now() + $6)
			ON CONFLICT (member_id, key_hash) DO UPDATE SET attempt = $3, locked_until = now() + $5, expires_at = now() + $6,
				object_id = CASE WHEN k.expires_at > now() THEN coalesce(k.object_id, $4) ELSE $4 END,
				fingerprint = NULL, status = NULL, header = NULL, body = NULL
			WHERE k.expires_at <= now() OR k.status IS NULL AND k.locked_until <= now()
			RETURNING object_id`, key.member, key.hash[:], r.attempt, newID, lease, Lifetime).Scan(&r.objectID)
		if r.isRepeated = r.objectID != newID; !postgres.IsNoRows(err) {
			return nil, r, err
		}
		stored, err := s.find(ctx, key)
		if !postgres.IsNoRows(err) { // otherwise the other request failed and released the key
			return stored, nil, err
		}
	}
}

func (s *Store) find(ctx context.Context, key Key) (*Response, error) {
	var response Response
	var status *int
	err := s.db.Pool.QueryRow(ctx, `SELECT fingerprint, status, header, body FROM idempotency_keys
		WHERE member_id = $1 AND key_hash = $2`,
		key.member, key.hash[:]).Scan(&response.Fingerprint, &status, &response.Header, &response.Body)
	switch {
	case err != nil:
		return nil, err
	case status == nil:
		return nil, ErrInProgress
	}
	response.Status = *status
	return &response, nil
}

// Finish stores the response. It has no effect if the lease ended and another request has reserved
// the key.
func (r *Reservation) Finish(ctx context.Context, response Response) error {
	_, err := r.store.db.Pool.Exec(ctx, `UPDATE idempotency_keys SET fingerprint = $4, status = $5, header = $6, body = $7
		WHERE member_id = $1 AND key_hash = $2 AND attempt = $3`,
		r.key.member, r.key.hash[:], r.attempt, response.Fingerprint, response.Status, response.Header, response.Body)
	return err
}

// Release allows another request with the key.
func (r *Reservation) Release(ctx context.Context) error {
	_, err := r.store.db.Pool.Exec(ctx, `DELETE FROM idempotency_keys
		WHERE member_id = $1 AND key_hash = $2 AND attempt = $3`,
		r.key.member, r.key.hash[:], r.attempt)
	return err
}

// Purge deletes expired responses, and the oldest of members with more than maxKeys.
func (s *Store) Purge(ctx context.Context) error { return s.purge(ctx, maxKeys) }

func (s *Store) purge(ctx context.Context, perMember int) error {
	const expired = `SELECT ctid FROM idempotency_keys WHERE expires_at <= now() LIMIT $1`
	const surplus = `SELECT ctid
		FROM (SELECT ctid, row_number() OVER (PARTITION BY member_id ORDER BY expires_at DESC) AS n FROM idempotency_keys) k
		WHERE n > $2 LIMIT $1`
	return errors.Join(s.deleteAll(ctx, expired), s.deleteAll(ctx, surplus, perMember))
}

// deleteAll deletes the selected rows in batches.
func (s *Store) deleteAll(ctx context.Context, selected string, args ...any) error {
	return postgres.InSteps(ctx, purgeBatch, func(limit int) (int, error) {
		tag, err := s.db.Pool.Exec(ctx, "DELETE FROM idempotency_keys WHERE ctid = ANY (ARRAY("+selected+"))",
			append([]any{limit}, args...)...)
		return int(tag.RowsAffected()), err
	})
}
