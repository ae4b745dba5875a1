// Package txlint has transactions that use the pool. TestTransactionsUseOneConnection must report
// the lines that end with "want".
package txlint

import (
	"context"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
)

type store struct {
	db    *postgres.DB
	names interface {
		readName(ctx context.Context) (string, error)
	}
}

func (s *store) direct(ctx context.Context, id uuid.UUID) error {
	return s.db.Tx(ctx, func(tx postgres.Tx) error {
		if _, err := tx.Exec(ctx, "SELECT 1"); err != nil {
			return err
		}
		if _, err := tx.Ent.Tag.Get(ctx, id); err != nil {
			return err
		}
		_, err := s.db.Pool.Exec(ctx, "SELECT 1") // want
		return err
	})
}

func (s *store) ent(ctx context.Context, tx postgres.Tx, id uuid.UUID) error {
	_, err := s.db.Ent.Tag.Get(ctx, id) // want
	return err
}

func (s *store) nested(ctx context.Context) error {
	return s.db.Tx(ctx, func(postgres.Tx) error {
		return s.db.Tx(ctx, func(postgres.Tx) error { return nil }) // want
	})
}

func (s *store) indirect(ctx context.Context) error {
	return s.db.Tx(ctx, func(postgres.Tx) error {
		if err := s.explain(ctx); err != nil { // want
			return err
		}
		_, err := s.names.readName(ctx) // want
		return err
	})
}

func (s *store) explain(ctx context.Context) error {
	_, err := s.readName(ctx)
	return err
}

func (s *store) readName(ctx context.Context) (name string, err error) {
	err = s.db.Pool.QueryRow(ctx, "SELECT 'x'").Scan(&name)
	return name, err
}

// afterwards uses the pool outside the transaction.
func (s *store) afterwards(ctx context.Context) error {
	if err := s.db.Tx(ctx, func(tx postgres.Tx) error { return nil }); err != nil {
		return err
	}
	return s.explain(ctx)
}
