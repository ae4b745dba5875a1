package credential

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/seal"
)

// resealBatch is the number of credentials per transaction. It is small, so that their row locks
// are held for milliseconds.
const resealBatch = 200

// sealedColumn is a column with encrypted credentials. The encryption is bound to the id in the
// owner column.
type sealedColumn struct{ table, owner, sealed string }

var sealedColumns = []sealedColumn{
	{"endpoint_credentials", "endpoint_id", "sealed"},
	{"import_rows", "id", "sealed"},
	{"alert_webhooks", "id", "sealed"},
	{"alert_webhooks", "id", "sealed_previous"},
	{"websub_subscriptions", "id", "sealed"},
	{"live_lists", "id", "sealed"},
}

// Counts are the numbers of credentials by the result of Reseal.
type Counts struct {
	Resealed   int // encrypted with the first key
	Unreadable int // left unchanged because no key decrypts them
}

// Reseal re-encrypts with the first key all credentials that are encrypted with another key, so
// that the other keys can be removed. It can run while the service is in use, and can be repeated:
// credentials with the first key are skipped. Credentials that cannot be stored do not stop the
// others; the error names them.
func Reseal(ctx context.Context, db *postgres.DB, keys *seal.Keys) (total Counts, err error) {
	if !keys.CanSeal() {
		return total, seal.ErrNoKey
	}
	var failures []error
	for _, t := range sealedColumns {
		for after, more := uuid.Nil, true; more; {
			ids, err := db.IDs(ctx, fmt.Sprintf(`
				SELECT id
				FROM %[1]s
				WHERE id > $1 AND %[2]s IS NOT NULL AND substring(%[2]s FOR $2) <> $3
				ORDER BY id
				LIMIT $4`, t.table, t.sealed), after, len(keys.Prefix()), keys.Prefix(), resealBatch)
			if err != nil {
				return total, fmt.Errorf("re-encrypting %s: %w", t.table, err)
			}
			if more = len(ids) == resealBatch; more {
				after = ids[len(ids)-1]
			}
			err = db.Batch("reseal_"+t.table).EachPart(ctx, ids, resealBatch, func(part []uuid.UUID) error {
				var count Counts
				err := db.Tx(ctx, func(tx postgres.Tx) (err error) {
					count, err = t.reseal(ctx, tx, keys, part)
					return err
				})
				if err == nil {
					total.Resealed, total.Unreadable = total.Resealed+count.Resealed, total.Unreadable+count.Unreadable
				}
				return err
			})
			if postgres.StopsBatch(ctx, err) {
				return total, fmt.Errorf("re-encrypting %s: %w", t.table, err)
			}
			failures = append(failures, err)
		}
	}
	return total, errors.Join(failures...)
}

// reseal re-encrypts the credentials of rows.
func (t sealedColumn) reseal(ctx context.Context, tx postgres.Tx, keys *seal.Keys,
	rowIDs []uuid.UUID) (count Counts, err error) {
	rows, err := tx.Query(ctx, fmt.Sprintf(`
		SELECT id, %[1]s, %[2]s
		FROM %[3]s
		WHERE id = ANY($1) AND %[2]s IS NOT NULL AND substring(%[2]s FOR $2) <> $3
		ORDER BY id
		FOR UPDATE`, t.owner, t.sealed, t.table), rowIDs, len(keys.Prefix()), keys.Prefix())
	if err != nil {
		return count, err
	}
	var ids []uuid.UUID
	var sealed [][]byte
	var id, owner uuid.UUID
	var ciphertext []byte
	_, err = pgx.ForEachRow(rows, []any{&id, &owner, &ciphertext}, func() error {
		plain, err := keys.Open(ciphertext, owner[:])
		if err != nil {
			count.Unreadable++
			return nil
		}
		renewed, err := keys.Seal(plain, owner[:])
		if err != nil {
			return err
		}
		count.Resealed++
		ids, sealed = append(ids, id), append(sealed, renewed)
		return nil
	})
	if err != nil {
		return count, err
	}
	_, err = tx.Exec(ctx, fmt.Sprintf(`
		UPDATE %s t SET %s = d.sealed FROM unnest($1::uuid[], $2::bytea[]) d(id, sealed) WHERE t.id = d.id`,
		t.table, t.sealed), ids, sealed)
	return count, err
}
