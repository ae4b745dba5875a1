package identity

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/sync/singleflight"

	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/platform/ttlcache"
)

const (
	// memberTTL is the maximum delay until a changed role or a disabled account takes effect.
	memberTTL = 10 * time.Second
	// lastSeenInterval is the precision of last_seen_at. Without it, every request would write.
	lastSeenInterval = 5 * time.Minute
	// maxMembers bounds the cache. Like maxTokens, it is far above the number of members.
	maxMembers = 10_000
	// memberTimeout bounds a query for a member, so that a request is answered within two seconds
	// during a database outage.
	memberTimeout = 1500 * time.Millisecond
)

// Members resolves people to members and their roles, from the members table.
type Members struct {
	pool        *pgxpool.Pool
	admins      map[string]bool
	defaultRole Role
	now         func() time.Time
	timeout     time.Duration
	cache       *ttlcache.Cache[string, member]
	invitations *ttlcache.Cache[string, bool]
	tokens      *ttlcache.Cache[tokenKey, apiToken]
	hashes      *ttlcache.KeySet[tokenKey] // of all API tokens
	loads       singleflight.Group
}

// member is the part of a row that every request needs.
type member struct {
	id       uuid.UUID
	uid      string
	email    string
	name     string
	role     Role
	disabled bool
	removed  bool
	updated  time.Time // last change of e-mail, name, role or disabled_at, but not of last_seen_at
	stale    bool      // last_seen_at is older than lastSeenInterval
}

// ValidateRoles returns all errors in the configuration of roles.
func ValidateRoles(defaultRole string, admins []string) error {
	_, roleErr := ParseRole(defaultRole)
	if roleErr != nil {
		roleErr = fmt.Errorf("DEFAULT_ROLE: %w", roleErr)
	}
	_, adminsErr := emailSet("ADMIN_EMAILS", admins)
	return errors.Join(roleErr, adminsErr)
}

// NewMembers returns the members of a database. At the first sign-in, a person gets the role Admin
// if the address is in admins, else the role of an invitation, else the default role. Later
// sign-ins use the role in the table: a role that was changed there is not restored.
func NewMembers(pool *pgxpool.Pool, defaultRole string, admins []string) (*Members, error) {
	if err := ValidateRoles(defaultRole, admins); err != nil {
		return nil, err
	}
	set, err := emailSet("ADMIN_EMAILS", admins)
	if err != nil {
		return nil, err
	}
	return &Members{
		pool: pool, admins: set, defaultRole: Role(defaultRole), now: time.Now, timeout: memberTimeout,
		cache: ttlcache.New[string, member](maxMembers), invitations: ttlcache.New[string, bool](maxMembers),
		tokens: ttlcache.New[tokenKey, apiToken](maxMembers),
		hashes: ttlcache.NewKeySet(memberTimeout, readTokenHashes(pool)),
	}, nil
}

// Resolve returns the member of the claims and creates it at the first sign-in. The result is
// cached for memberTTL. It returns a member_disabled or not_allowed problem (403); database errors
// are returned unchanged.
func (m *Members) Resolve(ctx context.Context, c Claims) (Person, error) {
	row, cached := m.cache.Get(c.UID, m.now())
	if !cached || row.isOutdated(c) {
		var err error
		row, err = ttlcache.Share(ctx, &m.loads, c.UID, m.timeout, func(ctx context.Context) (member, error) {
			row, err := m.load(ctx, c)
			if err == nil {
				now := m.now()
				m.cache.Put(c.UID, row, now, now.Add(memberTTL))
			}
			return row, err
		})
		if err != nil {
			return Person{}, err
		}
	}
	person, err := row.person()
	person.AuthTime = c.AuthTime
	return person, err
}

// person returns the member as the author of a request, or the problem of a member without access.
func (row member) person() (Person, error) {
	switch {
	case row.removed:
		return Person{}, notAdmitted(row.email)
	case row.disabled:
		return Person{}, tokenProblem(problem.MemberDisabled, nil)
	}
	return Person{ID: row.id, UID: row.uid, Email: row.email, Name: row.name, Role: row.role}, nil
}

// Invited reports whether an invitation admits an e-mail address or its domain. The result is
// cached for memberTTL.
func (m *Members) Invited(ctx context.Context, email string) (bool, error) {
	key := FoldEmail(email)
	if invited, cached := m.invitations.Get(key, m.now()); cached {
		return invited, nil
	}
	_, domain, ok := splitEmail(key)
	if !ok {
		return false, nil
	}
	ctx, cancel := context.WithTimeout(ctx, m.timeout)
	defer cancel()
	var invited bool
	if err := m.pool.QueryRow(ctx, selectInvited, key, domain).Scan(&invited); err != nil {
		return false, err
	}
	now := m.now()
	m.invitations.Put(key, invited, now, now.Add(memberTTL))
	return invited, nil
}

// Forget empties the caches of this process after a change of members, invitations or tokens. Other
// replicas apply the change within memberTTL.
func (m *Members) Forget() {
	m.cache.Clear()
	m.invitations.Clear()
	m.tokens.Clear()
	m.hashes.Expire()
}

// isOutdated reports whether the claims have a newer e-mail address or name. Tokens that were
// issued before the last change, such as one in another browser, are ignored, because they would
// revert the change.
func (row member) isOutdated(c Claims) bool {
	return (row.email != c.Email || row.name != c.Name) && c.IssuedAt.After(row.updated)
}

// configuredRole returns Admin for a configured administrator, otherwise "".
func (m *Members) configuredRole(email string) Role {
	if m.admins[FoldEmail(email)] {
		return Admin
	}
	return ""
}
