package source

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/postgres"
	"github.com/newsources/newsources/services/newssources/internal/seal"
)

// resealBatch is the number of credentials per transaction. It is small, so that their row locks are held for milliseconds.
const resealBatch = 200

// sealedColumn is a column with encrypted credentials. The encryption is bound to the id in the owner column.
type sealedColumn struct{ table, owner, sealed string }

var sealedColumns = []sealedColumn{
	{"endpoint_credentials", "endpoint_id", "sealed"},
	{"import_rows", "id", "sealed"},
	{"alert_webhooks", "id", "sealed"},
	{"alert_webhooks", "id", "sealed_previous"},
	{"websub_subscriptions", "id", "sealed"},
}

// ResealCounts counts credentials.
type ResealCounts struct {
	Resealed   int // encrypted with the first key
	Unreadable int // left unchanged because no key decrypts them
}

// Reseal re-encrypts with the first key all credentials that are encrypted with another key, so that the other keys can be
// removed. It can run while the service is in use, and can be repeated: credentials with the first key are skipped.
func Reseal(ctx context.Context, db *postgres.DB, keys *seal.Keys) (total ResealCounts, err error) {
	if !keys.CanSeal() {
		return total, seal.ErrNoKey
	}
	for _, t := range sealedColumns {
		for after, more := uuid.Nil, true; more; {
			var batch ResealCounts
			var last uuid.UUID
			err := db.Tx(ctx, func(tx postgres.Tx) (err error) {
				batch, last, err = resealNext(ctx, tx, keys, t, after)
				return err
			})
			if err != nil {
				return total, fmt.Errorf("re-encrypting %s: %w", t.table, err)
			}
			after, more = last, batch != ResealCounts{}
			total.Resealed, total.Unreadable = total.Resealed+batch.Resealed, total.Unreadable+batch.Unreadable
		}
	}
	return total, nil
}

// resealNext re-encrypts the next batch of rows with an id greater than after, and returns the last id.
func resealNext(ctx context.Context, tx postgres.Tx, keys *seal.Keys, t sealedColumn, after uuid.UUID) (count ResealCounts, last uuid.UUID, err error) {
	rows, err := tx.Query(ctx, fmt.Sprintf(`
		SELECT id, %[1]s, %[2]s FROM %[3]s WHERE id > $1 AND %[2]s IS NOT NULL AND substring(%[2]s FOR $2) <> $3
		ORDER BY id LIMIT $4 FOR UPDATE`, t.owner, t.sealed, t.table), after, len(keys.Prefix()), keys.Prefix(), resealBatch)
	if err != nil {
		return count, after, err
	}
	defer rows.Close()
	var ids []uuid.UUID
	var sealed [][]byte
	for last = after; rows.Next(); {
		var ownerID uuid.UUID
		var ciphertext []byte
		if err := rows.Scan(&last, &ownerID, &ciphertext); err != nil {
			return count, after, err
		}
		plain, err := keys.Open(ciphertext, ownerID[:])
		if err != nil {
			count.Unreadable++
			continue
		}
		ciphertext, err = keys.Seal(plain, ownerID[:])
		if err != nil {
			return count, after, err
		}
		count.Resealed++
		ids, sealed = append(ids, last), append(sealed, ciphertext)
	}
	if err := rows.Err(); err != nil {
		return count, after, err
	}
	_, err = tx.Exec(ctx, fmt.Sprintf(`
		UPDATE %s t SET %s = d.sealed FROM unnest($1::uuid[], $2::bytea[]) d(id, sealed) WHERE t.id = d.id`, t.table, t.sealed), ids, sealed)
	return count, last, err
}
