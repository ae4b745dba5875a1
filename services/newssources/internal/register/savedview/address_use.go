package savedview

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/listfile"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcelist"
)

const (
	// hashesTimeout bounds the reading of the hashes of all addresses.
	hashesTimeout = 2 * time.Second
	// lastUsedInterval is the precision of last_used_at. Without it, each request would write.
	lastUsedInterval = time.Minute
)

type secretHash [sha256.Size]byte

func readHashes(db *postgres.DB) func(context.Context) ([]secretHash, error) {
	return func(ctx context.Context) ([]secretHash, error) {
		rows, err := db.Pool.Query(ctx, "SELECT hash FROM view_addresses")
		if err != nil {
			return nil, err
		}
		return pgx.CollectRows(rows, func(row pgx.CollectableRow) (hash secretHash, err error) {
			var bytes []byte
			err = row.Scan(&bytes)
			copy(hash[:], bytes)
			return hash, err
		})
	}
}

// Published is what an address shows.
type Published struct {
	AddressID      uuid.UUID
	Owner          uuid.UUID
	Name           string // of the view
	Query          sourcelist.Query
	Format         listfile.Format
	OmitsForbidden bool
}

// Open returns what the address with an id and a secret shows. It returns a not_found problem, without
// a query if the secret is invented, or address_revoked, also if the owner has lost access to the view
// or to the product.
func (s *Views) Open(ctx context.Context, id uuid.UUID, secret string) (*Published, error) {
	unknown := problem.New(problem.NotFound, "This address is not valid. Check that it was copied completely, or ask its "+
		"owner for a new one.")
	if !identity.IsSecret(addressPrefix, secret) {
		return nil, unknown
	}
	hash := secretHash(sha256.Sum256([]byte(secret)))
	if isKnown, err := s.hashes.Contains(ctx, hash); err != nil || !isKnown {
		if err == nil {
			err = unknown
		}
		return nil, err
	}
	var view View
	var filter []byte
	var isEnded bool
	p := Published{AddressID: id}
	err := s.db.Pool.QueryRow(ctx, `
		SELECT a.owner_id, a.format, a.omits_forbidden, v.name, v.filter, v.sort,
			a.revoked_at IS NOT NULL OR m.removed_at IS NOT NULL OR m.disabled_at IS NOT NULL
				OR v.owner_id <> a.owner_id AND v.sharing <> 'members'
		FROM view_addresses a
		JOIN saved_views v ON v.id = a.view_id
		JOIN members m ON m.id = a.owner_id
		WHERE a.hash = $1
			AND a.id = $2`, hash[:], id).Scan(&p.Owner, &p.Format, &p.OmitsForbidden, &p.Name, &filter, &view.Sort, &isEnded)
	switch {
	case postgres.IsNoRows(err):
		return nil, unknown
	case err != nil:
		return nil, err
	case isEnded:
		return nil, problem.New(problem.AddressRevoked, "This address was revoked. Ask its owner for a new one, and remove "+
			"it from the program that reads it.")
	}
	if err := json.Unmarshal(filter, &view.Filter); err != nil {
		return nil, err
	}
	p.Query = view.FilterOf(p.Owner)
	p.Query.Sort = view.Sort
	return &p, nil
}

// Used records the use of an address whose content has a hash, and returns the end of the second in which the hash last
// changed, or nil if this second has not ended: the content may change again in it, so that its time cannot distinguish
// the two (RFC 9110 §8.8.2.2).
func (s *Views) Used(ctx context.Context, id uuid.UUID, hash []byte) (modifiedAt *time.Time, err error) {
	err = s.db.Pool.QueryRow(ctx, `
		WITH used AS (
			UPDATE view_addresses
			SET last_used_at = now(), content_hash = $2,
				changed_at = CASE WHEN content_hash IS DISTINCT FROM $2 THEN now() ELSE changed_at END
			WHERE id = $1
				AND (content_hash IS DISTINCT FROM $2 OR coalesce(last_used_at < now() - $3::interval, true))
			RETURNING changed_at
		), modified AS (
			SELECT date_trunc('second', coalesce((SELECT changed_at FROM used), changed_at)) + interval '1 second' AS at
			FROM view_addresses
			WHERE id = $1
		)
		SELECT CASE WHEN at <= now() THEN at END
		FROM modified`, id, hash, lastUsedInterval).Scan(&modifiedAt)
	return modifiedAt, err
}
