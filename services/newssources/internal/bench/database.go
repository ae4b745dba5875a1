package bench

import (
	"context"
	"errors"
	"net/url"
	"os"

	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
)

// ServerURL returns the URL of the server on which databases are created.
func ServerURL() (string, error) {
	address := os.Getenv("TEST_DATABASE_URL")
	if address == "" {
		return "", errors.New("TEST_DATABASE_URL is missing: run `make bench-NAME`")
	}
	return address, nil
}

// NewDatabase is CreateDatabase on the server of ServerURL.
func NewDatabase(ctx context.Context, name string) (database string, drop func(), err error) {
	address, err := ServerURL()
	if err != nil {
		return "", nil, err
	}
	return CreateDatabase(ctx, address, name)
}

// CreateDatabase creates an empty, migrated database on the server of address, and returns its URL
// and a function that drops it.
func CreateDatabase(ctx context.Context, address, name string) (database string, drop func(), err error) {
	execute := func(sql string) error {
		admin, err := pgx.Connect(ctx, address)
		if err != nil {
			return err
		}
		defer admin.Close(ctx)
		_, err = admin.Exec(ctx, sql)
		return err
	}
	dropSQL := "DROP DATABASE IF EXISTS " + name + " WITH (FORCE)"
	if err := execute(dropSQL); err != nil {
		return "", nil, err
	}
	if err := execute("CREATE DATABASE " + name); err != nil {
		return "", nil, err
	}
	drop = func() { _ = execute(dropSQL) } // if it fails, the next run drops the database
	u, err := url.Parse(address)
	if err == nil {
		u.Path = "/" + name
		_, err = postgres.MigrateUp(ctx, u.String())
	}
	if err != nil {
		drop()
		return "", nil, err
	}
	return u.String(), drop, nil
}
