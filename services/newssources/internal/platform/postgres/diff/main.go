// Command diff compares the tables of internal/ent/schema, the migrations, applied to an empty
// scratch database, and the files of the schema in internal/platform/postgres/schema.
//
//	go run ./services/newssources/internal/platform/postgres/diff NAME     writes the changes of the tables as the next migration, and the files
//	go run ./services/newssources/internal/platform/postgres/diff -schema  writes the files of the schema that the migrations result in
//	go run ./services/newssources/internal/platform/postgres/diff -check   fails when there is a difference
//
// SCRATCH_DATABASE_URL is the URL of the scratch database. All of its content is deleted.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ariga.io/atlas/sql/migrate"
	atlas "ariga.io/atlas/sql/schema"
	"ariga.io/atlas/sql/sqltool"
	"entgo.io/ent/dialect"
	"entgo.io/ent/dialect/sql/schema"
	_ "github.com/jackc/pgx/v5/stdlib"

	entmigrate "github.com/newsources/newsources/services/newssources/internal/ent/migrate"
)

const migrations = "services/newssources/internal/platform/postgres/migrations"

func main() {
	if err := run(context.Background(), os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "diff:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	url := os.Getenv("SCRATCH_DATABASE_URL")
	if len(args) != 1 || url == "" {
		return errors.New("usage: SCRATCH_DATABASE_URL=postgres://… diff NAME | -schema | -check (from the root of the " +
			"repository)")
	}
	if args[0] != "-schema" {
		if err := diffTables(ctx, url, args[0]); err != nil {
			return err
		}
	}
	files, err := readSchema(ctx, url)
	if err != nil {
		return err
	}
	if args[0] == "-check" {
		return checkSchema(files)
	}
	return writeSchema(files)
}

// diffTables writes the difference between the tables of ent and the migrations as the migration
// name. With the name -check, it returns an error if there is a difference.
func diffTables(ctx context.Context, url, name string) error {
	folder, err := copyToTemp(migrations)
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	before, _ := filepath.Glob(folder + "/*.sql")
	if err := writeDiff(ctx, folder, url, strings.TrimPrefix(name, "-")); err != nil {
		return err
	}
	after, _ := filepath.Glob(folder + "/*.sql")
	if len(after) == len(before) {
		fmt.Println("the migrations are up to date with the tables of ent")
		return nil
	}
	written := after[len(after)-1]
	sql, err := os.ReadFile(written)
	if err != nil {
		return err
	}
	if name == "-check" {
		return fmt.Errorf("the tables of ent have changes without a migration; `make migration NAME=…` would write:\n%s", sql)
	}
	target := filepath.Join(migrations, filepath.Base(written))
	fmt.Println("wrote", target)
	return os.WriteFile(target, sql, 0o644)
}

// writeDiff writes the difference as a migration to folder, if there is one.
func writeDiff(ctx context.Context, folder, url, name string) error {
	dir, err := sqltool.NewGooseDir(folder)
	if err != nil {
		return err
	}
	// Atlas requires a checksum file. goose does not, so it is only written to the copy.
	sum, err := dir.Checksum()
	if err != nil {
		return err
	}
	if err := migrate.WriteSumFile(dir, sum); err != nil {
		return err
	}
	driver, err := openScratch(url)
	if err != nil {
		return err
	}
	defer driver.Close()
	differ, err := schema.NewMigrate(driver,
		schema.WithDir(dir),
		schema.WithMigrationMode(schema.ModeReplay),
		schema.WithDialect(dialect.Postgres),
		schema.WithFormatter(sqltool.GooseFormatter),
		schema.WithIndent("\t"),
		schema.WithDropColumn(true),
		schema.WithDropIndex(true),
		schema.WithDiffHook(keepExpressionIndexes),
	)
	if err != nil {
		return err
	}
	err = differ.NamedDiff(ctx, name, entmigrate.Tables...)
	if errors.Is(err, migrate.ErrNoPlan) {
		return nil
	}
	return err
}

// keepExpressionIndexes prevents a migration from dropping the indexes of expressions, which the schema of
// ent cannot declare.
func keepExpressionIndexes(next schema.Differ) schema.Differ {
	return schema.DiffFunc(func(current, desired *atlas.Schema) ([]atlas.Change, error) {
		changes, err := next.Diff(current, desired)
		for _, change := range changes {
			if table, ok := change.(*atlas.ModifyTable); ok {
				table.Changes = slices.DeleteFunc(table.Changes, dropsExpressionIndex)
			}
		}
		isEmpty := func(change atlas.Change) bool {
			table, ok := change.(*atlas.ModifyTable)
			return ok && len(table.Changes) == 0
		}
		return slices.DeleteFunc(changes, isEmpty), err
	})
}

func dropsExpressionIndex(change atlas.Change) bool {
	drop, ok := change.(*atlas.DropIndex)
	return ok && slices.ContainsFunc(drop.I.Parts, func(part *atlas.IndexPart) bool { return part.X != nil })
}

func copyToTemp(folder string) (string, error) {
	to, err := os.MkdirTemp("", "migrations")
	if err != nil {
		return "", err
	}
	return to, os.CopyFS(to, os.DirFS(folder))
}
