package main

import (
	"context"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/pressly/goose/v3"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres/catalog"
)

// schemaFolder has the present schema: what the migrations make of an empty database.
const schemaFolder = "services/newssources/internal/platform/postgres/schema"

// readSchema applies the migrations to the scratch database and returns its schema as files.
func readSchema(ctx context.Context, url string) (map[string]string, error) {
	driver, err := openScratch(url)
	if err != nil {
		return nil, err
	}
	defer driver.Close()
	provider, err := goose.NewProvider(goose.DialectPostgres, driver.DB(), os.DirFS(migrations))
	if err != nil {
		return nil, err
	}
	if _, err := provider.Up(ctx); err != nil {
		return nil, err
	}
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return nil, err
	}
	defer conn.Close(ctx)
	return catalog.Read(ctx, conn)
}

// writeSchema replaces the files of the schema.
func writeSchema(files map[string]string) error {
	if err := os.RemoveAll(schemaFolder); err != nil {
		return err
	}
	for file, text := range files {
		path := filepath.Join(schemaFolder, file)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return err
		}
	}
	fmt.Printf("wrote %d files to %s\n", len(files), schemaFolder)
	return nil
}

// checkSchema returns an error with the names of the committed files that differ from files.
func checkSchema(files map[string]string) error {
	committed := map[string]string{}
	err := fs.WalkDir(os.DirFS(schemaFolder), ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := os.ReadFile(filepath.Join(schemaFolder, path))
		committed[path] = string(data)
		return err
	})
	if err != nil {
		return err
	}
	var differing []string
	for _, file := range slices.Sorted(maps.Keys(files)) {
		if committed[file] != files[file] {
			differing = append(differing, file)
		}
		delete(committed, file)
	}
	differing = append(differing, slices.Sorted(maps.Keys(committed))...)
	if len(differing) > 0 {
		return fmt.Errorf("%s differs from the migrations: %s; run `make schema`, review and commit the files",
			schemaFolder, strings.Join(differing, ", "))
	}
	fmt.Println("the files of the schema are up to date with the migrations")
	return nil
}
