package postgres

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

//go:embed migrations/*.sql
var migrationFiles embed.FS

const (
	// migrationLockTimeout: a migration that waits longer for a lock would make every request behind it wait too.
	migrationLockTimeout = 2 * time.Second
	// Replicas that start together wait for the one that migrates, up to lockProbes × lockProbeSeconds.
	lockProbeSeconds, lockProbes = 1, 300
)

// Migration is one step of the schema.
type Migration struct {
	Version int64
	Name    string
	Applied bool
	At      time.Time
}

// Migrations returns the files, for tools that compare them with the schema.
func MigrationFiles() fs.FS {
	sub, _ := fs.Sub(migrationFiles, "migrations")
	return sub
}

// MigrationsHash changes when any migration does.
func MigrationsHash() string {
	hash := sha256.New()
	_ = fs.WalkDir(migrationFiles, ".", func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			data, _ := migrationFiles.ReadFile(path)
			fmt.Fprintf(hash, "%s %d\n", path, len(data))
			hash.Write(data)
		}
		return err
	})
	return hex.EncodeToString(hash.Sum(nil))[:16]
}

// MigrateUp applies what is pending, under an advisory lock, and returns what it applied.
func MigrateUp(ctx context.Context, url string) ([]Migration, error) {
	var applied []Migration
	err := withProvider(ctx, url, func(p *goose.Provider) error {
		results, err := p.Up(ctx)
		var partial *goose.PartialError
		if errors.As(err, &partial) {
			results = partial.Applied
			err = fmt.Errorf("migration %s: %w", partial.Failed.Source.Path, partial.Err)
		}
		for _, r := range results {
			applied = append(applied, Migration{Version: r.Source.Version, Name: r.Source.Path, Applied: true})
		}
		return err
	})
	return applied, err
}

// MigrationStatus lists all migrations, applied or not.
func MigrationStatus(ctx context.Context, url string) ([]Migration, error) {
	var list []Migration
	err := withProvider(ctx, url, func(p *goose.Provider) error {
		status, err := p.Status(ctx)
		for _, s := range status {
			list = append(list, Migration{s.Source.Version, s.Source.Path, s.State == goose.StateApplied, s.AppliedAt})
		}
		return err
	})
	return list, err
}

// Pending says in an error which migration the database lacks. A database that is ahead is fine: during a roll-back
// the old program runs on the new schema (expand, then contract).
func (db *DB) CheckMigrations(ctx context.Context) error {
	latest, err := latestVersion()
	if err != nil {
		return err
	}
	var applied int64
	err = db.Pool.QueryRow(ctx, `SELECT coalesce(max(version_id), 0) FROM goose_db_version WHERE is_applied`).Scan(&applied)
	switch {
	case undefinedTable(err):
		return errors.New("the database is empty: run `newssources migrate up`")
	case err != nil:
		return err
	case applied < latest:
		return fmt.Errorf("migrations are pending (at %d, wants %d): run `newssources migrate up`", applied, latest)
	}
	return nil
}

func latestVersion() (int64, error) {
	var latest int64
	files, err := fs.Glob(migrationFiles, "migrations/*.sql")
	for _, file := range files {
		version, e := goose.NumericComponent(file)
		if e != nil {
			return 0, e
		}
		latest = max(latest, version)
	}
	return latest, err
}

func withProvider(ctx context.Context, url string, f func(*goose.Provider) error) error {
	if err := CheckURL(url); err != nil {
		return err
	}
	cfg, err := pgx.ParseConfig(url)
	if err != nil {
		return err
	}
	cfg.ConnectTimeout = 10 * time.Second // a database that is just starting may be slow; requests are stricter
	cfg.RuntimeParams["lock_timeout"] = millis(migrationLockTimeout)
	cfg.RuntimeParams["application_name"] = "newssources-migrate"
	pool := sql.OpenDB(stdlib.GetConnector(*cfg))
	defer pool.Close()
	locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(lockProbeSeconds, lockProbes))
	if err != nil {
		return err
	}
	provider, err := goose.NewProvider(goose.DialectPostgres, pool, MigrationFiles(), goose.WithSessionLocker(locker))
	if err != nil {
		return err
	}
	return f(provider)
}
