package identity

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

const selectMember = `
SELECT id, email, name, role, disabled_at IS NOT NULL, updated_at,
       coalesce(last_seen_at < now() - $2::interval, true)
  FROM members WHERE uid = $1`

// insertMember copies role and disabled_at from an existing account with the same (verified) e-mail address. Otherwise a
// disabled person could return with a new account, and a removed role would be granted again.
const insertMember = `
INSERT INTO members (id, uid, email, name, role, disabled_at, created_at, updated_at, last_seen_at)
SELECT $1::uuid, $2::text, $3::text, $4::text, coalesce(earlier.role, $5::text), earlier.disabled_at, now(), now(), now()
  FROM (SELECT) AS new_member
  LEFT JOIN LATERAL (
       SELECT role, disabled_at FROM members WHERE lower(email) = lower($3)
        ORDER BY disabled_at NULLS LAST, updated_at DESC LIMIT 1) AS earlier ON true
    ON CONFLICT (uid) DO NOTHING`

const updateMember = `UPDATE members SET email = $2, name = $3, updated_at = now(), last_seen_at = now() WHERE id = $1`

const touchMember = `UPDATE members SET last_seen_at = now() WHERE id = $1`

// load reads the member. It writes only at the first sign-in, after a change of e-mail address or name, and every
// lastSeenInterval.
func (m *Members) load(ctx context.Context, c Claims) (member, error) {
	row, err := m.find(ctx, c.UID)
	if errors.Is(err, pgx.ErrNoRows) {
		id, idErr := uuid.NewV7()
		if idErr != nil {
			return member{}, idErr
		}
		if _, err := m.pool.Exec(ctx, insertMember, id, c.UID, c.Email, c.Name, m.initialRole(c.Email)); err != nil {
			return member{}, err
		}
		return m.find(ctx, c.UID) // another replica may have inserted it first
	}
	switch {
	case err != nil || row.disabled:
		return row, err
	case row.isOutdated(c):
		if _, err := m.pool.Exec(ctx, updateMember, row.id, c.Email, c.Name); err != nil {
			return member{}, err
		}
		return m.find(ctx, c.UID)
	case row.stale:
		_, err = m.pool.Exec(ctx, touchMember, row.id)
	}
	return row, err
}

func (m *Members) find(ctx context.Context, uid string) (member, error) {
	var row member
	err := m.pool.QueryRow(ctx, selectMember, uid, lastSeenInterval).
		Scan(&row.id, &row.email, &row.name, &row.role, &row.disabled, &row.updated, &row.stale)
	if err != nil {
		return member{}, err
	}
	if _, err := ParseRole(string(row.role)); err != nil {
		return member{}, fmt.Errorf("member %s: %w", row.id, err)
	}
	return row, nil
}
