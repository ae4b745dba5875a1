package main

import (
	"context"
	"errors"
	"os"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
)

// databaseURL returns DATABASE_URL, for the commands that need no other setting of serve.
func databaseURL() (string, error) {
	if url := os.Getenv("DATABASE_URL"); url != "" {
		return url, nil
	}
	return "", errors.New("DATABASE_URL is missing: set it to postgres://user:password@host:5432/database")
}

// migrationURL returns MIGRATE_DATABASE_URL, or DATABASE_URL if the migrations have no role of
// their own.
func migrationURL() (string, error) {
	if url := os.Getenv("MIGRATE_DATABASE_URL"); url != "" {
		return url, postgres.CheckSetting("MIGRATE_DATABASE_URL", url)
	}
	return databaseURL()
}

// openDatabase opens the database of DATABASE_URL with at most maxConns connections. It returns an
// error when migrations are pending.
func openDatabase(ctx context.Context, maxConns int) (*postgres.DB, error) {
	url, err := databaseURL()
	if err != nil {
		return nil, err
	}
	db, err := postgres.Open(ctx, url, maxConns)
	if err != nil {
		return nil, err
	}
	if err := db.CheckMigrations(ctx); err != nil {
		db.Close()
		return nil, err
	}
	return db, nil
}
