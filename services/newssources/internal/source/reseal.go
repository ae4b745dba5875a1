package source

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/ent"
	"github.com/newsources/newsources/services/newssources/internal/postgres"
	"github.com/newsources/newsources/services/newssources/internal/seal"
)

// resealBatch is how many credentials are sealed anew in one transaction: whoever changes one of them meanwhile waits for
// some milliseconds.
const resealBatch = 200

// sealedTables are where credentials are kept, and for which owner they are sealed there.
var sealedTables = []struct{ table, owner string }{
	{"endpoint_credentials", "endpoint_id"},
	{"import_rows", "id"},
}

// Resealed counts credentials.
type Resealed struct {
	Anew int // are sealed with the first key now
	Lost int // are left as they were: no key opens them
}

// Reseal seals with the first key what is sealed with another one, so that the others aren't needed any more. It can run
// beside everything else, and be run again: what is sealed with the first key is left alone.
func Reseal(ctx context.Context, db *postgres.DB, keys *seal.Keys) (all Resealed, err error) {
	if !keys.CanSeal() {
		return all, seal.ErrNoKey
	}
	for _, t := range sealedTables {
		for after, more := uuid.Nil, true; more; {
			var batch Resealed
			var last uuid.UUID
			err := db.Tx(ctx, func(tx *ent.Tx) (err error) {
				batch, last, err = resealNext(ctx, tx, keys, t.table, t.owner, after)
				return err
			})
			if err != nil {
				return all, fmt.Errorf("sealing %s anew: %w", t.table, err)
			}
			after, more = last, batch != Resealed{}
			all.Anew, all.Lost = all.Anew+batch.Anew, all.Lost+batch.Lost
		}
	}
	return all, nil
}

// resealNext works on the next rows of a table behind an id, and returns the last one's.
func resealNext(ctx context.Context, tx *ent.Tx, keys *seal.Keys, table, owner string, after uuid.UUID) (count Resealed, last uuid.UUID, err error) {
	rows, err := tx.QueryContext(ctx, fmt.Sprintf(`
		SELECT id, %s, sealed FROM %s WHERE id > $1 AND sealed IS NOT NULL AND substring(sealed FOR $2) <> $3
		ORDER BY id LIMIT $4 FOR UPDATE`, owner, table), after, len(keys.Head()), keys.Head(), resealBatch)
	if err != nil {
		return count, after, err
	}
	defer rows.Close()
	var ids []uuid.UUID
	var sealed [][]byte
	for last = after; rows.Next(); {
		var of uuid.UUID
		var old []byte
		if err := rows.Scan(&last, &of, &old); err != nil {
			return count, after, err
		}
		plain, err := keys.Open(old, of[:])
		if err != nil {
			count.Lost++
			continue
		}
		anew, err := keys.Seal(plain, of[:])
		if err != nil {
			return count, after, err
		}
		count.Anew++
		ids, sealed = append(ids, last), append(sealed, anew)
	}
	if err := rows.Err(); err != nil {
		return count, after, err
	}
	_, err = tx.ExecContext(ctx, fmt.Sprintf(`
		UPDATE %s t SET sealed = d.sealed FROM unnest($1::uuid[], $2::bytea[]) d(id, sealed) WHERE t.id = d.id`, table), ids, sealed)
	return count, last, err
}
