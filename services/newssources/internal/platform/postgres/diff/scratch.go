package main

import (
	"database/sql"

	"entgo.io/ent/dialect"
	entsql "entgo.io/ent/dialect/sql"
)

// openScratch opens the scratch database and deletes its content, because migrations are replayed
// on an empty database.
func openScratch(url string) (*entsql.Driver, error) {
	db, err := sql.Open("pgx", url)
	if err != nil {
		return nil, err
	}
	if _, err := db.Exec(`DROP SCHEMA IF EXISTS public CASCADE; CREATE SCHEMA public`); err != nil {
		return nil, err
	}
	return entsql.OpenDB(dialect.Postgres, db), nil
}
