package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// selectObjects selects the relations and functions in the schema with the rights that the service
// needs. Objects of extensions are omitted. Objects of other owners, which the current role cannot
// grant rights on, have no rights. History is never changed: events of the audit log, attempts and
// items are only added. Partitions are written through their parent; reading them is needed for
// dumps.
const selectObjects = `
	WITH rights(class, oid, object, owner, rights) AS (
		SELECT c.tableoid, c.oid, CASE c.relkind WHEN 'S' THEN 'SEQUENCE ' ELSE 'TABLE ' END || c.oid::regclass::text,
			c.relowner, CASE
			WHEN c.relkind = 'S' THEN 'USAGE, SELECT'
			WHEN c.relispartition OR c.relname IN ('goose_db_version', 'river_migration') THEN 'SELECT'
			WHEN c.relname IN ('audit_events', 'attempts', 'items') THEN 'SELECT, INSERT'
			ELSE 'SELECT, INSERT, UPDATE, DELETE' END
		FROM pg_class c
		WHERE c.relnamespace = quote_ident(current_schema())::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'S')
		UNION ALL
		SELECT p.tableoid, p.oid, 'ROUTINE ' || p.oid::regprocedure::text, p.proowner, 'EXECUTE'
		FROM pg_proc p
		WHERE p.pronamespace = quote_ident(current_schema())::regnamespace
	)
	SELECT object, owner::regrole::text AS owner, CASE WHEN pg_has_role(owner, 'USAGE') THEN rights ELSE '' END AS rights
	FROM rights r
	WHERE NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = r.class AND d.objid = r.oid AND d.deptype = 'e')
	ORDER BY object`

// grantable is an object and the rights of the service on it.
type grantable struct{ Object, Owner, Rights string }

// GrantService lets the role of serviceURL use the tables that the role of migrateURL has created,
// and nothing else. Rights that an earlier version granted are revoked. It returns the tables of
// other owners, on which it cannot grant rights. It does nothing if both are the same role.
func GrantService(ctx context.Context, migrateURL, serviceURL string) (skipped []string, err error) {
	if err := errors.Join(CheckSetting("MIGRATE_DATABASE_URL", migrateURL), CheckURL(serviceURL)); err != nil {
		return nil, err
	}
	service, err := pgx.ParseConfig(serviceURL)
	if err != nil {
		return nil, err
	}
	conn, err := pgx.Connect(ctx, migrateURL)
	if err != nil {
		return nil, err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	if conn.Config().User == service.User {
		return nil, nil
	}
	var exists bool
	if err := conn.QueryRow(ctx, "SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1)",
		service.User).Scan(&exists); err != nil {
		return nil, err
	}
	if !exists {
		return nil, fmt.Errorf("DATABASE_URL: the role %q does not exist: create it, with LOGIN and a password", service.User)
	}
	err = pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		skipped, err = grantTo(ctx, tx, service.User)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("granting the rights of the service to its role: %w", err)
	}
	return skipped, nil
}

// grantTo grants the rights of the service to a role.
func grantTo(ctx context.Context, tx pgx.Tx, name string) (skipped []string, err error) {
	var schema string
	var hasUsage bool
	batch := &pgx.Batch{}
	batch.Queue("SELECT pg_advisory_xact_lock($1), pg_advisory_xact_lock($2)", GrantLock, PartitionsLock)
	batch.Queue("SELECT current_schema(), has_schema_privilege($1, current_schema(), 'USAGE')", name).
		QueryRow(func(row pgx.Row) error { return row.Scan(&schema, &hasUsage) })
	if err := tx.SendBatch(ctx, batch).Close(); err != nil {
		return nil, err
	}
	rows, err := tx.Query(ctx, selectObjects)
	if err != nil {
		return nil, err
	}
	objects, err := pgx.CollectRows(rows, pgx.RowToStructByPos[grantable])
	if err != nil {
		return nil, err
	}
	schema = pgx.Identifier{schema}.Sanitize()
	role := pgx.Identifier{name}.Sanitize()
	grants := &pgx.Batch{}
	if !hasUsage { // the schema public may belong to another role, and is then usable by all
		grants.Queue("GRANT USAGE ON SCHEMA " + schema + " TO " + role)
	}
	// New partitions are made later, by functions that run as the current role.
	grants.Queue("ALTER DEFAULT PRIVILEGES IN SCHEMA " + schema + " GRANT SELECT ON TABLES TO " + role)
	for _, o := range objects {
		if o.Rights == "" {
			skipped = append(skipped, o.Object+" of "+o.Owner)
			continue
		}
		grants.Queue("REVOKE ALL ON " + o.Object + " FROM " + role)
		grants.Queue("GRANT " + o.Rights + " ON " + o.Object + " TO " + role)
	}
	return skipped, tx.SendBatch(ctx, grants).Close()
}

// MakePartitions makes the partitions of the next months, in case no worker does.
func MakePartitions(ctx context.Context, migrateURL string) error {
	conn, err := pgx.Connect(ctx, migrateURL)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	_, err = conn.Exec(ctx, "SELECT make_check_partitions()")
	return err
}
