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
	// migrationLockTimeout limits how long a migration waits for a lock, because all later queries on
	// the table queue behind it.
	migrationLockTimeout = 2 * time.Second
	// baselineVersion is the first migration. It makes the schema of commit a0c7f8f, before which no
	// version was released.
	baselineVersion = 20261123123000
	// lockProbes × lockProbeSeconds is the maximum wait for the migration lock, which another replica
	// may hold.
	lockProbeSeconds, lockProbes = 1, 300
)

// Migration is one versioned change of the schema.
type Migration struct {
	Version int64
	Name    string
	Applied bool
	At      time.Time
}

// MigrationFiles returns the SQL files of the migrations.
func MigrationFiles() fs.FS {
	sub, _ := fs.Sub(migrationFiles, "migrations")
	return sub
}

// MigrationsHash returns a hash of all migrations.
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

// MigrateUp applies the pending migrations under an advisory lock, and returns them. It changes
// nothing if the schema is older than the baseline.
func MigrateUp(ctx context.Context, url string) ([]Migration, error) {
	var applied []Migration
	err := withProvider(ctx, url, func(p *goose.Provider) error {
		if err := checkBaseline(ctx, p); err != nil {
			return err
		}
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

// checkBaseline returns an error if the schema is older than the baseline.
func checkBaseline(ctx context.Context, p *goose.Provider) error {
	applied, err := p.GetDBVersion(ctx)
	if err == nil && applied > 0 && applied < baselineVersion {
		err = tooOld(applied)
	}
	return err
}

// tooOld returns the error for a schema at a version before the baseline.
func tooOld(applied int64) error {
	return fmt.Errorf("the schema is older than this version can migrate (the database is at %d, the first migration is %d): "+
		"run `newssources migrate up` of commit a0c7f8f first, or use a new database", applied, int64(baselineVersion))
}

// FindsMisspelledNames reports whether the search for misspelled names works outside ASCII. In a
// database with the character type C, pg_trgm regards only ASCII letters as letters.
func FindsMisspelledNames(ctx context.Context, url string) (bool, error) {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return false, err
	}
	defer func() { _ = conn.Close(ctx) }()
	var found bool
	err = conn.QueryRow(ctx, "SELECT cardinality(show_trgm('газета')) > 0").Scan(&found)
	return found, err
}

// MigrationStatus returns all migrations with their state.
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

// CheckMigrations returns an error if migrations are pending. A database with newer migrations is
// accepted: after a rollback, the old version of the service runs on the new schema (expand, then
// contract).
func (db *DB) CheckMigrations(ctx context.Context) error {
	applied, latest, err := db.versions(ctx)
	switch {
	case err != nil:
		return err
	case applied == 0:
		return errors.New("the database has no schema: run `newssources migrate up`")
	case applied < baselineVersion:
		return tooOld(applied)
	case applied < latest:
		return fmt.Errorf("migrations are pending (the database is at %d, this version needs %d): run `newssources migrate up`", applied, latest)
	}
	return nil
}

// HasPendingMigrations reports whether the schema is older than this version of the service needs.
func (db *DB) HasPendingMigrations(ctx context.Context) (bool, error) {
	applied, latest, err := db.versions(ctx)
	return applied < latest, err
}

// versions returns the version of the schema, or 0 without a schema, and the version that this
// version of the service needs.
func (db *DB) versions(ctx context.Context) (applied, latest int64, err error) {
	if latest, err = latestVersion(); err != nil {
		return 0, 0, err
	}
	err = db.Probe.QueryRow(ctx, `SELECT coalesce(max(version_id), 0) FROM goose_db_version WHERE is_applied`).
		Scan(&applied)
	if isUndefinedTable(err) {
		err = nil
	}
	return applied, latest, err
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
	cfg.ConnectTimeout = 10 * time.Second // longer than for requests, because the database may still be starting
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
