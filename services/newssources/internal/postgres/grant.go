package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// grantLock serializes grants: concurrent changes of the same privileges fail in PostgreSQL. The number is arbitrary.
const grantLock = 7_243_102

// serviceGrants allow a role to read and change data, and nothing else. %s is the schema, then the role.
var serviceGrants = []string{
	"GRANT USAGE ON SCHEMA %s TO %s",
	"GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA %s TO %s",
	"GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA %s TO %s",
	"GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA %s TO %s",
	"REVOKE INSERT, UPDATE, DELETE ON %s.goose_db_version FROM %s",
}

// GrantService lets the role of serviceURL use the tables that the role of migrateURL has created. It does nothing if both are
// the same role.
func GrantService(ctx context.Context, migrateURL, serviceURL string) error {
	if err := errors.Join(CheckSetting("MIGRATE_DATABASE_URL", migrateURL), CheckURL(serviceURL)); err != nil {
		return err
	}
	service, err := pgx.ParseConfig(serviceURL)
	if err != nil {
		return err
	}
	conn, err := pgx.Connect(ctx, migrateURL)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	if conn.Config().User == service.User {
		return nil
	}
	var schema string
	var exists bool
	if err := conn.QueryRow(ctx, "SELECT current_schema(), EXISTS (SELECT FROM pg_roles WHERE rolname = $1)", service.User).Scan(&schema, &exists); err != nil {
		return err
	}
	if !exists {
		return fmt.Errorf("DATABASE_URL: the role %q does not exist: create it, with LOGIN and a password", service.User)
	}
	return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock($1)", grantLock); err != nil {
			return err
		}
		for _, statement := range serviceGrants {
			if _, err := tx.Exec(ctx, fmt.Sprintf(statement, pgx.Identifier{schema}.Sanitize(), pgx.Identifier{service.User}.Sanitize())); err != nil {
				return fmt.Errorf("granting the rights of the service to its role: %w", err)
			}
		}
		return nil
	})
}
