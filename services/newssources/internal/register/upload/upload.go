// Package upload stores large uploaded files in the database while they arrive, and reads them in parts, so
// that a file is never in memory as a whole (ADR 79).
package upload

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
)

const (
	// partSize is the size of a part in bytes.
	partSize = 1 << 20
	// lifetime is the time after which a file that belongs to no import that is being read is deleted. It is
	// longer than the deadline of an upload.
	lifetime = time.Hour
	// purgeBatch is the number of files that one statement deletes.
	purgeBatch = 1
)

// Store stores a file under an id, and replaces one that an interrupted upload left. If the file ends with an
// error, such as that of a lost connection, nothing is kept.
func Store(ctx context.Context, db *postgres.DB, id uuid.UUID, file io.Reader) (err error) {
	if err := Delete(ctx, db, id); err != nil {
		return err
	}
	if _, err := db.Pool.Exec(ctx, "INSERT INTO uploads (id) VALUES ($1)", id); err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, Delete(context.WithoutCancel(ctx), db, id))
		}
	}()
	part := make([]byte, partSize)
	for number := 0; ; number++ {
		n, isEnd, err := Fill(part, file)
		if err != nil {
			return err
		}
		if n > 0 {
			_, err := db.Pool.Exec(ctx, "INSERT INTO upload_parts (upload_id, number, data) VALUES ($1, $2, $3)", id, number,
				part[:n])
			if err != nil {
				return err
			}
		}
		if isEnd {
			return nil
		}
	}
}

// Fill reads from a file until p is full or the file ends. Unlike io.ReadFull, it distinguishes the end of a file
// from that of a connection.
func Fill(p []byte, file io.Reader) (n int, isEnd bool, err error) {
	for n < len(p) && err == nil {
		var read int
		read, err = file.Read(p[n:])
		n += read
	}
	if err == io.EOF {
		return n, true, nil
	}
	return n, false, err
}

// Delete deletes a file.
func Delete(ctx context.Context, db *postgres.DB, id uuid.UUID) error {
	_, err := db.Pool.Exec(ctx, "DELETE FROM uploads WHERE id = $1", id)
	return err
}

// Open returns a reader of a file.
func Open(ctx context.Context, db *postgres.DB, id uuid.UUID) io.Reader {
	return &reader{ctx: ctx, db: db, id: id}
}

type reader struct {
	ctx  context.Context
	db   *postgres.DB
	id   uuid.UUID
	next int // part
	rest []byte
}

// Read reads from the next part.
func (r *reader) Read(p []byte) (int, error) {
	if len(r.rest) == 0 {
		err := r.db.Pool.QueryRow(r.ctx, "SELECT data FROM upload_parts WHERE upload_id = $1 AND number = $2", r.id, r.next).
			Scan(&r.rest)
		if postgres.IsNoRows(err) {
			return 0, io.EOF
		}
		if err != nil {
			return 0, err
		}
		r.next++
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

// Upkeep deletes the files that no import needs: those of uploads whose process died, and of discarded imports.
func Upkeep(ctx context.Context, db *postgres.DB) error {
	return postgres.InSteps(ctx, purgeBatch, func(limit int) (int, error) {
		tag, err := db.Pool.Exec(ctx, `
			DELETE FROM uploads
			WHERE id IN (
				SELECT u.id
				FROM uploads u
				WHERE u.created_at < $1 AND NOT EXISTS (SELECT FROM imports i WHERE i.id = u.id AND i.state = 'reading')
				LIMIT $2)`, time.Now().Add(-lifetime), limit)
		return int(tag.RowsAffected()), err
	})
}
