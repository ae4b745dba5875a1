package identity

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/sync/singleflight"

	"github.com/newsources/newsources/services/newssources/internal/problem"
)

const (
	// memberFor is how long a change of a member's role may take to arrive, and a disabled member may go on.
	memberFor = 10 * time.Second
	// seenEvery is how exact last_seen_at is; more would be a write for each request.
	seenEvery = 5 * time.Minute
	// maxMembers bounds the memory; like maxTokens, far more than there are people.
	maxMembers = 10_000
	// memberLimit leaves time to answer within two seconds when the database is down.
	memberLimit = 1500 * time.Millisecond
)

// Members gives people their roles, from the members table.
type Members struct {
	pool    *pgxpool.Pool
	admins  map[string]bool
	newcome Role
	now     func() time.Time
	limit   time.Duration
	known   *recent[string, member]
	loads   singleflight.Group
}

// member is a row of the table, as far as it is needed for each request.
type member struct {
	id       uuid.UUID
	email    string
	name     string
	role     Role
	disabled bool
	updated  time.Time // of e-mail, name, role or disabling; not of last_seen_at
	unseen   bool      // last_seen_at is older than seenEvery
}

// CheckRoles names everything that is wrong with the configuration of roles.
func CheckRoles(defaultRole string, admins []string) error {
	_, wrongRole := ParseRole(defaultRole)
	if wrongRole != nil {
		wrongRole = fmt.Errorf("DEFAULT_ROLE: %w", wrongRole)
	}
	_, wrongAdmins := emailSet("ADMIN_EMAILS", admins)
	return errors.Join(wrongRole, wrongAdmins)
}

// NewMembers prepares the table's use. A person gets the default role at first sight, or admin with an e-mail address
// of admins: so the first admin comes from configuration. From then on only the table counts, and taking the role away
// there lasts.
func NewMembers(pool *pgxpool.Pool, defaultRole string, admins []string) (*Members, error) {
	if err := CheckRoles(defaultRole, admins); err != nil {
		return nil, err
	}
	set, err := emailSet("ADMIN_EMAILS", admins)
	if err != nil {
		return nil, err
	}
	return &Members{
		pool: pool, admins: set, newcome: Role(defaultRole), now: time.Now, limit: memberLimit,
		known: newRecent[string, member](maxMembers),
	}, nil
}

// Resolve returns the member whom the claims name, made at first sight. It is remembered for memberFor, so a role that
// changes in the table takes at most ten seconds to arrive in each replica. It answers member_disabled (403); errors of
// the database are returned as they are.
func (m *Members) Resolve(ctx context.Context, c Claims) (Person, error) {
	row, known := m.known.get(c.UID, m.now())
	if !known || row.outdatedBy(c) {
		var err error
		row, err = share(ctx, &m.loads, c.UID, m.limit, func(ctx context.Context) (member, error) {
			row, err := m.load(ctx, c)
			if err == nil {
				now := m.now()
				m.known.put(c.UID, row, now, now.Add(memberFor))
			}
			return row, err
		})
		if err != nil {
			return Person{}, err
		}
	}
	if row.disabled {
		return Person{}, refused(problem.MemberDisabled, nil)
	}
	return Person{
		ID: row.id, UID: c.UID, Email: row.email, Name: row.name, Role: row.role, AuthTime: c.AuthTime,
	}, nil
}

// outdatedBy reports whether the claims bring a new e-mail address or name. A token from before the last change, such as
// one in another browser, brings none: it would turn the change back until it expires.
func (row member) outdatedBy(c Claims) bool {
	return (row.email != c.Email || row.name != c.Name) && c.IssuedAt.After(row.updated)
}

// firstRole is for somebody whose e-mail address the table doesn't know either.
func (m *Members) firstRole(email string) Role {
	if m.admins[foldEmail(email)] {
		return Admin
	}
	return m.newcome
}
