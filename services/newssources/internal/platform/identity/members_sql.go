package identity

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// memberColumns are the columns that scanMember reads. $2 is lastSeenInterval.
const memberColumns = `m.id, m.uid, m.email, m.name, m.role, m.disabled_at IS NOT NULL, m.removed_at IS NOT NULL,
       m.updated_at, coalesce(m.last_seen_at < now() - $2::interval, true)`

const selectMember = `SELECT ` + memberColumns + ` FROM members m WHERE m.uid = $1`

// insertMember copies role, disabled_at and removed_at from an existing account with the same
// (verified) e-mail address. Otherwise a new account would give access to a disabled person, or a
// role that was taken away. A person without an earlier account gets the configured role ($6), else
// that of the invitation, else the default role ($7).
const insertMember = `
INSERT INTO members (id, uid, email, email_key, name, role, disabled_at, removed_at, created_at, updated_at,
	last_seen_at)
SELECT $1::uuid, $2::text, $3::text, $4::text, $5::text,
       coalesce(earlier.role, nullif($6::text, ''), invited.role, $7::text),
       earlier.disabled_at, earlier.removed_at, now(), now(), now()
  FROM (SELECT) AS new_member
  LEFT JOIN LATERAL (
       SELECT role, disabled_at, removed_at FROM members WHERE email_key = $4
        ORDER BY removed_at NULLS LAST, disabled_at NULLS LAST, updated_at DESC LIMIT 1) AS earlier ON true
  LEFT JOIN LATERAL (
       SELECT role FROM invitations WHERE kind = 'email' AND value = $4 OR kind = 'domain' AND value = $8
        ORDER BY kind DESC LIMIT 1) AS invited ON true -- the address before the domain
    ON CONFLICT (uid) DO NOTHING`

const updateMember = `
UPDATE members SET email = $2, email_key = $3, name = $4, updated_at = now(), last_seen_at = now() WHERE id = $1`

const touchMember = `UPDATE members SET last_seen_at = now() WHERE id = $1`

const selectInvited = `
SELECT EXISTS (SELECT FROM invitations WHERE kind = 'email' AND value = $1 OR kind = 'domain' AND value = $2)`

// load reads the member. It writes only at the first sign-in, after a change of e-mail address or
// name, and every lastSeenInterval.
func (m *Members) load(ctx context.Context, c Claims) (member, error) {
	row, err := m.find(ctx, c.UID)
	if errors.Is(err, pgx.ErrNoRows) {
		id, idErr := uuid.NewV7()
		if idErr != nil {
			return member{}, idErr
		}
		key := FoldEmail(c.Email)
		_, domain, _ := splitEmail(key)
		_, err := m.pool.Exec(ctx, insertMember, id, c.UID, c.Email, key, c.Name, m.configuredRole(c.Email), m.defaultRole,
			domain)
		if err != nil {
			return member{}, err
		}
		return m.find(ctx, c.UID) // another replica may have inserted it first
	}
	switch {
	case err != nil || row.disabled || row.removed:
		return row, err
	case row.isOutdated(c):
		if _, err := m.pool.Exec(ctx, updateMember, row.id, c.Email, FoldEmail(c.Email), c.Name); err != nil {
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
	err := scanMember(m.pool.QueryRow(ctx, selectMember, uid, lastSeenInterval), &row)
	return row, err
}

// scanMember reads memberColumns, followed by other columns.
func scanMember(from pgx.Row, row *member, other ...any) error {
	err := from.Scan(append([]any{&row.id, &row.uid, &row.email, &row.name, &row.role, &row.disabled, &row.removed,
		&row.updated, &row.stale}, other...)...)
	if err != nil {
		return err
	}
	if _, err := ParseRole(string(row.role)); err != nil {
		return fmt.Errorf("member %s: %w", row.id, err)
	}
	return nil
}
