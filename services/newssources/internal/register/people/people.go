// Package people administers members, invitations and API tokens. Each change is recorded in the
// history, in the transaction of the change.
package people

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
)

// State says whether a member can use the tool.
type State string

// The states of a member. A removed member is not listed.
const (
	Active      State = "active"
	Disabled    State = "disabled"
	NotAdmitted State = "not_admitted" // no longer admitted by the configuration or an invitation
)

// Directory administers the members, invitations and API tokens of a database.
type Directory struct {
	db      *postgres.DB
	allowed identity.AllowList
	changed func()
}

// New returns a directory. allowed is the configured allow-list; changed is called after each
// committed change.
func New(db *postgres.DB, allowed identity.AllowList, changed func()) *Directory {
	return &Directory{db: db, allowed: allowed, changed: changed}
}

// Member is a person who has signed in.
type Member struct {
	ID         uuid.UUID
	Email      string
	Name       string
	Role       identity.Role
	State      State
	CreatedAt  time.Time
	LastSeenAt *time.Time
	Version    int
	emailKey   string
}

// memberColumns are the columns that scan reads. $1 and $2 are the configured domains and e-mail
// addresses.
const memberColumns = `m.id, m.email, m.email_key, m.name, m.role, m.created_at, m.last_seen_at, m.version,
       CASE WHEN m.disabled_at IS NOT NULL THEN 'disabled' WHEN ` + admitted + ` THEN 'active' ELSE 'not_admitted' END`

// admitted is the SQL condition for members m whom the configuration or an invitation admits.
const admitted = `(m.email_key = ANY($2) OR substring(m.email_key FROM '[^@]*$') = ANY($1) OR EXISTS (
       SELECT FROM invitations i WHERE i.kind = 'email' AND i.value = m.email_key
           OR i.kind = 'domain' AND i.value = substring(m.email_key FROM '[^@]*$')))`

func scan(row pgx.Row) (m Member, err error) {
	err = row.Scan(&m.ID, &m.Email, &m.emailKey, &m.Name, &m.Role, &m.CreatedAt, &m.LastSeenAt, &m.Version, &m.State)
	return m, err
}

func scanCollected(row pgx.CollectableRow) (Member, error) { return scan(row) }

// change runs f in a transaction. An advisory lock serializes the changes of members and
// invitations, so that checkAdministrators sees the result of concurrent changes.
func (d *Directory) change(ctx context.Context, f func(tx postgres.Tx) error) error {
	err := d.db.Tx(ctx, func(tx postgres.Tx) error {
		if _, err := tx.Exec(ctx, postgres.LockNamed, postgres.PeopleLock); err != nil {
			return err
		}
		return f(tx)
	})
	if err == nil {
		d.changed()
	}
	return err
}

// checkAdministrators returns a last_administrator problem unless an administrator can still sign
// in.
func (d *Directory) checkAdministrators(ctx context.Context, tx postgres.Tx) error {
	exists, err := queryOne[bool](ctx, tx, `
		SELECT EXISTS (SELECT FROM members m
		 WHERE m.role = 'admin' AND m.disabled_at IS NULL AND m.removed_at IS NULL AND `+admitted+`)`,
		d.allowed.Domains(), d.allowed.Emails())
	if err == nil && !exists {
		err = problem.New(problem.LastAdministrator, "After this change, no administrator could sign in. Make another "+
			"active member an administrator first.")
	}
	return err
}

// queryOne returns the value of a query that selects one row.
func queryOne[T any](ctx context.Context, tx postgres.Tx, query string, args ...any) (value T, err error) {
	err = tx.QueryRow(ctx, query, args...).Scan(&value)
	return value, err
}

func queryAll[T any](ctx context.Context, tx postgres.Tx, read pgx.RowToFunc[T], query string, args ...any) ([]T,
	error) {
	rows, err := tx.Query(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, read)
}

// fields holds the values of an object by name, for the history.
type fields map[string]any

// record writes an event to the history with the difference between before and after.
func record(ctx context.Context, tx postgres.Tx, actor audit.Actor, event audit.Event, before, after fields) error {
	changes, err := audit.Diff(before, after)
	if err != nil {
		return err
	}
	event.Changes = changes
	return audit.Record(ctx, tx, actor, event)
}
