package bench

import (
	"context"
	"net/url"

	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/postgres"
)

// CreateDatabase creates an empty, migrated database on the server of address, and returns its URL and a function
// that drops it.
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
