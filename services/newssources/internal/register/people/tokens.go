package people

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
)

const (
	// maxTokens is the maximum number of valid tokens of a member: one per program and environment.
	maxTokens = 50
	// maxTokenAge bounds how long a lost token can be used. A program needs a new token once a year.
	maxTokenAge = 366 * 24 * time.Hour
	// maxTokenName is the maximum length of a token's name in characters, which fits into a column of
	// the list.
	maxTokenName = 100
	// maxListedTokens bounds the list of tokens, which is not split into pages.
	maxListedTokens = 1000
)

// Token is an API token without its secret.
type Token struct {
	ID         uuid.UUID
	Owner      Member // only the id, the e-mail address and the name
	Name       string
	Scopes     []identity.Scope
	Hint       string
	CreatedAt  time.Time
	ExpiresAt  time.Time
	LastUsedAt *time.Time
	RevokedAt  *time.Time
}

// Tokens returns the tokens of a member, or of all members if owner is nil, newest first, including
// revoked and expired ones.
func (d *Directory) Tokens(ctx context.Context, owner *uuid.UUID) ([]Token, error) {
	rows, err := d.db.Pool.Query(ctx, `
		SELECT t.id, t.name, t.scopes, t.hint, t.created_at, t.expires_at, t.last_used_at, t.revoked_at, m.id, m.email, m.name
		  FROM api_tokens t JOIN members m ON m.id = t.owner_id
		 WHERE $1::uuid IS NULL OR t.owner_id = $1 ORDER BY t.id DESC LIMIT $2`, owner, maxListedTokens)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (t Token, err error) {
		return t, row.Scan(&t.ID, &t.Name, &t.Scopes, &t.Hint, &t.CreatedAt, &t.ExpiresAt, &t.LastUsedAt, &t.RevokedAt,
			&t.Owner.ID, &t.Owner.Email, &t.Owner.Name)
	})
}

// TokenInput holds the values of a new token.
type TokenInput struct {
	Owner     uuid.UUID
	Name      string
	Scopes    []identity.Scope
	ExpiresAt time.Time
}

func (in *TokenInput) validate(now time.Time, role identity.Role) error {
	var invalid problem.Fields
	in.Name = strings.Join(strings.Fields(in.Name), " ")
	if n := utf8.RuneCountInString(in.Name); n == 0 || n > maxTokenName {
		invalid.Add("/name", "length", "Enter a name of 1 to %d characters that says which program uses the token.",
			maxTokenName)
	} else if strings.ContainsFunc(in.Name, unicode.IsControl) {
		invalid.Add("/name", "characters", "Remove the control characters from this text.")
	}
	slices.Sort(in.Scopes)
	in.Scopes = slices.Compact(in.Scopes)
	if len(in.Scopes) == 0 {
		invalid.Add("/scopes", "required", "Choose at least one scope: read or write.")
	}
	for _, scope := range in.Scopes {
		if scope != identity.Read && scope != identity.Write {
			invalid.Add("/scopes", "enum", "“%s” is not a scope. Use read or write.", scope)
		}
		if scope == identity.Write && !role.Allows(identity.Contributor) {
			invalid.Add("/scopes", "role", "The role %s can't change sources, so its tokens can't either. Use the scope read.",
				role)
		}
	}
	if age := in.ExpiresAt.Sub(now); age <= 0 || age > maxTokenAge {
		invalid.Add("/expires_at", "range", "Choose an expiry date between now and %s.",
			now.Add(maxTokenAge).UTC().Format("2 January 2006"))
	}
	return invalid.Err()
}

// CreateToken creates a token and returns it with its secret, which is not stored.
func (d *Directory) CreateToken(ctx context.Context, actor audit.Actor, in TokenInput) (*Token, string, error) {
	owner, err := d.Get(ctx, in.Owner)
	if err != nil {
		return nil, "", err
	}
	if err := in.validate(time.Now(), owner.Role); err != nil {
		return nil, "", err
	}
	secret, hash, hint := identity.NewAPIToken()
	t := Token{ID: uuid.Must(uuid.NewV7()), Owner: *owner, Name: in.Name, Scopes: in.Scopes, Hint: hint,
		CreatedAt: time.Now(), ExpiresAt: in.ExpiresAt}
	scopes, err := json.Marshal(in.Scopes)
	if err != nil {
		return nil, "", err
	}
	err = d.db.Tx(ctx, func(tx postgres.Tx) error {
		// The lock on the owner serializes concurrent creations, so that they cannot exceed maxTokens.
		if _, err := tx.Exec(ctx, `SELECT FROM members WHERE id = $1 FOR UPDATE`, owner.ID); err != nil {
			return err
		}
		count, err := queryOne[int](ctx, tx, `SELECT count(*) FROM api_tokens
			WHERE owner_id = $1 AND revoked_at IS NULL AND expires_at > now()`, owner.ID)
		if err != nil {
			return err
		}
		if count >= maxTokens {
			return problem.New(problem.LimitReached, "%s has %d valid API tokens, which is the maximum. Revoke one first.",
				identity.DisplayName(owner.Name, owner.Email), count)
		}
		_, err = tx.Exec(ctx, `INSERT INTO api_tokens (id, owner_id, name, scopes, hash, hint, created_at, expires_at)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
			t.ID, owner.ID, t.Name, string(scopes), hash, hint, t.CreatedAt, t.ExpiresAt)
		if err != nil {
			return err
		}
		return record(ctx, tx, actor, t.event("token.created"), nil, t.fields())
	})
	if err == nil {
		d.changed()
	}
	return &t, secret, err
}

// RevokeToken revokes a token. If owner is not nil, it must be the token's owner. Revoking a
// revoked token has no effect.
func (d *Directory) RevokeToken(ctx context.Context, actor audit.Actor, id uuid.UUID, owner *uuid.UUID) error {
	err := d.db.Tx(ctx, func(tx postgres.Tx) error {
		exists, err := queryOne[bool](ctx, tx, `SELECT EXISTS (SELECT FROM api_tokens
			WHERE id = $1 AND ($2::uuid IS NULL OR owner_id = $2))`, id, owner)
		if err != nil {
			return err
		}
		if !exists {
			return problem.New(problem.NotFound, "There is no API token with this id. Reload the list of tokens.")
		}
		return revoke(ctx, tx, actor, `t.id = $1`, id)
	})
	if err == nil {
		d.changed()
	}
	return err
}

// revokeTokens revokes all valid tokens of a member.
func revokeTokens(ctx context.Context, tx postgres.Tx, actor audit.Actor, owner uuid.UUID) error {
	return revoke(ctx, tx, actor, `t.owner_id = $1`, owner)
}

// revoke revokes the valid tokens that match an SQL condition, and records each in the history.
func revoke(ctx context.Context, tx postgres.Tx, actor audit.Actor, condition string, arg any) error {
	revoked, err := queryAll(ctx, tx, func(row pgx.CollectableRow) (t Token, err error) {
		var scopes []byte
		if err = row.Scan(&t.ID, &t.Name, &scopes, &t.Hint, &t.ExpiresAt, &t.Owner.ID, &t.Owner.Email,
			&t.Owner.Name); err == nil {
			err = json.Unmarshal(scopes, &t.Scopes)
		}
		return t, err
	}, `UPDATE api_tokens t SET revoked_at = now() FROM members m WHERE m.id = t.owner_id AND t.revoked_at IS NULL AND `+
		condition+`
		RETURNING t.id, t.name, t.scopes, t.hint, t.expires_at, m.id, m.email, m.name`, arg)
	if err != nil {
		return err
	}
	for _, t := range revoked {
		if err := endLeases(ctx, tx, `t.id = $1`, t.ID); err != nil {
			return err
		}
		if err := record(ctx, tx, actor, t.event("token.revoked"), t.fields(), nil); err != nil {
			return err
		}
	}
	return nil
}

// endLeases ends the leases of the tokens that match an SQL condition, so that workers make the
// claimed checks. The workers wait for the longest request that the program may still be sending to
// the site, and until the end of a hold.
func endLeases(ctx context.Context, tx postgres.Tx, condition string, args ...any) error {
	_, err := tx.Exec(ctx, `
		WITH leased AS (
			SELECT domain, greatest(now() + interval '10 seconds', held_until) AS free_at
			FROM check_hosts
			WHERE lease_token = ANY(ARRAY(SELECT t.id FROM api_tokens t WHERE `+condition+`)) AND lease IS NOT NULL
			ORDER BY domain
			FOR UPDATE
		)
		UPDATE check_hosts h
		SET lease = NULL, lease_token = NULL, free_at = l.free_at, ready_at = l.free_at
		FROM leased l
		WHERE h.domain = l.domain`, args...)
	return err
}

func (t Token) fields() fields {
	return fields{"owner": t.Owner.Email, "scopes": t.Scopes, "expires_at": t.ExpiresAt.UTC().Truncate(time.Second)}
}

func (t Token) event(action string) audit.Event {
	return audit.Event{Action: action, TargetType: audit.TargetToken, TargetID: t.ID, TargetName: t.Name}
}
