package identity

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

// Scope is a permission of an API token. A token never has more permissions than the role of its
// owner.
type Scope string

// The scopes. Write includes Read.
const (
	Read  Scope = "read"
	Write Scope = "write"
)

const (
	// tokenPrefix starts every API token, so that secret scanners and people recognise one.
	tokenPrefix = "nws_"
	// tokenEntropy is the number of random bytes of a token. A fast hash is sufficient, because 256
	// bits cannot be guessed.
	tokenEntropy = 32
	// secretLength and checksumLength are the numbers of characters of the random bytes and of their
	// CRC-32. The checksum of a mistyped or invented token is wrong, which is found without the
	// database. Tokens of the first version have no checksum.
	secretLength, checksumLength = 43, 6
	// hintLength is the number of characters that are stored in the clear: the prefix and 24 of the
	// 256 bits.
	hintLength = len(tokenPrefix) + 4
	// lastUsedInterval is the precision of last_used_at. Without it, every request would write.
	lastUsedInterval = time.Minute
)

// TokenRef names the API token of a request.
type TokenRef struct {
	ID     uuid.UUID
	Name   string
	Scopes []Scope
}

// Allows reports whether the token has a scope.
func (t *TokenRef) Allows(scope Scope) bool {
	return slices.Contains(t.Scopes, scope) || scope == Read && slices.Contains(t.Scopes, Write)
}

// NewAPIToken returns a new token, the hash that is stored, and the hint by which people recognise
// the token.
func NewAPIToken() (token string, hash []byte, hint string) { return NewSecret(tokenPrefix) }

// NewSecret returns a new secret with a prefix of four characters, the hash that is stored, and the
// hint by which people recognise the secret.
func NewSecret(prefix string) (secret string, hash []byte, hint string) {
	random := make([]byte, tokenEntropy)
	_, _ = rand.Read(random) // never fails (crypto/rand)
	secret = prefix + base64.RawURLEncoding.EncodeToString(random)
	secret += checksum(secret)
	sum := sha256.Sum256([]byte(secret))
	return secret, sum[:], secret[:hintLength]
}

// IsSecret reports whether a text has the form and the checksum of a secret with a prefix.
func IsSecret(prefix, text string) bool {
	length := len(prefix) + secretLength
	return len(text) == length+checksumLength && strings.HasPrefix(text, prefix) &&
		checksum(text[:length]) == text[length:]
}

// IsAPIToken reports whether a bearer token is an API token rather than an ID token.
func IsAPIToken(token string) bool { return strings.HasPrefix(token, tokenPrefix) }

// checksum returns the checksum of the prefix and the random part of a token.
func checksum(text string) string {
	return base64.RawURLEncoding.EncodeToString(binary.BigEndian.AppendUint32(nil, crc32.ChecksumIEEE([]byte(text))))
}

// CheckAPIToken returns an unauthenticated problem (401) for a token that has not the form of an
// API token or a wrong checksum.
func CheckAPIToken(token string) error {
	const length = len(tokenPrefix) + secretLength
	switch len(token) {
	case length:
		return nil
	case length + checksumLength:
		if checksum(token[:length]) == token[length:] {
			return nil
		}
	}
	return invalidToken()
}

func invalidToken() error {
	return problem.New(problem.Unauthenticated, "This API token is not valid. Check that it was copied completely, or "+
		"create a new one.")
}

// apiToken is a row of api_tokens with its owner.
type apiToken struct {
	ref     TokenRef
	expires time.Time
	revoked bool
	owner   member
}

const selectToken = `
SELECT ` + memberColumns + `, t.id, t.name, t.scopes, t.expires_at, t.revoked_at IS NOT NULL
  FROM api_tokens t JOIN members m ON m.id = t.owner_id WHERE t.hash = $1`

// selectTokenHashes also reads revoked and recently expired tokens, whose problems name the reason.
const selectTokenHashes = `SELECT hash FROM api_tokens WHERE expires_at > now() - interval '90 days'`

// touchToken updates last_used_at. Its condition on the interval makes several replicas write once
// per interval.
const touchToken = `
UPDATE api_tokens SET last_used_at = now()
 WHERE id = $1 AND revoked_at IS NULL AND coalesce(last_used_at < now() - $2::interval, true)`

// ResolveToken returns the owner of an API token, with the token. The result is cached for
// memberTTL. Its problems are unauthenticated, token_expired and token_revoked (401),
// member_disabled and not_allowed (403). The caller checks that the owner is still admitted
// (Verifier.Admits).
func (m *Members) ResolveToken(ctx context.Context, token string) (Person, error) {
	key := tokenKey(sha256.Sum256([]byte(token)))
	row, cached := m.tokens.Get(key, m.now())
	if !cached {
		var err error
		if row, err = m.loadToken(ctx, key); err != nil {
			return Person{}, err
		}
		now := m.now()
		m.tokens.Put(key, row, now, now.Add(memberTTL))
	}
	switch {
	case row.revoked:
		return Person{}, problem.New(problem.TokenRevoked, "The API token “%s” was revoked. Create a new one on the page "+
			"API tokens.", row.ref.Name)
	case !m.now().Before(row.expires):
		return Person{}, problem.New(problem.TokenExpired, "The API token “%s” expired on %s. Create a new one on the page "+
			"API tokens.",
			row.ref.Name, row.expires.UTC().Format("2 January 2006"))
	}
	person, err := row.owner.person()
	person.Token = &row.ref
	return person, err
}

func (m *Members) loadToken(ctx context.Context, key tokenKey) (apiToken, error) {
	var row apiToken
	exists, err := m.hashes.Contains(ctx, key)
	if err != nil {
		return row, err
	}
	if !exists {
		return row, invalidToken()
	}
	ctx, cancel := context.WithTimeout(ctx, m.timeout)
	defer cancel()
	var scopes []byte
	err = scanMember(m.pool.QueryRow(ctx, selectToken, key[:], lastSeenInterval), &row.owner,
		&row.ref.ID, &row.ref.Name, &scopes, &row.expires, &row.revoked)
	if errors.Is(err, pgx.ErrNoRows) {
		return row, invalidToken()
	}
	if err != nil {
		return row, err
	}
	if err := json.Unmarshal(scopes, &row.ref.Scopes); err != nil {
		return row, fmt.Errorf("token %s: %w", row.ref.ID, err)
	}
	_, err = m.pool.Exec(ctx, touchToken, row.ref.ID, lastUsedInterval)
	return row, err
}

func readTokenHashes(pool *pgxpool.Pool) func(context.Context) ([]tokenKey, error) {
	return func(ctx context.Context) ([]tokenKey, error) {
		rows, err := pool.Query(ctx, selectTokenHashes)
		if err != nil {
			return nil, err
		}
		return pgx.CollectRows(rows, func(row pgx.CollectableRow) (key tokenKey, err error) {
			var hash []byte
			err = row.Scan(&hash)
			copy(key[:], hash)
			return key, err
		})
	}
}
