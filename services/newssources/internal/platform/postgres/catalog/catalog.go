// Package catalog reads the schema of a database from PostgreSQL's catalogs as SQL that people can
// read: a file for each table with its constraints, indexes and triggers, and a file for each
// function.
package catalog

import (
	"context"
	_ "embed"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
)

// A statement for each kind of object. Each returns the file and the text of an object, in the
// order of the text.
var (
	//go:embed tables.sql
	tables string
	//go:embed parts.sql
	parts string
	//go:embed functions.sql
	functions string
)

// Read returns the schema public of a database: the text of each file by its path. Partitions
// except those for rows without one are missing, because they depend on the date. Objects of
// extensions and of goose are missing as well.
func Read(ctx context.Context, conn *pgx.Conn) (map[string]string, error) {
	files := map[string]string{}
	for _, kind := range []struct {
		statement string
		format    func(string) string
	}{{tables, formatTable}, {parts, formatTable}, {functions, formatFunction}} {
		rows, err := conn.Query(ctx, kind.statement)
		if err != nil {
			return nil, fmt.Errorf("reading the schema: %w", err)
		}
		var file, text string
		_, err = pgx.ForEachRow(rows, []any{&file, &text}, func() error {
			text = strings.ReplaceAll(kind.format(text), "public.", "")
			if strings.HasPrefix(file, "functions/") && files[file] != "" { // with other parameters
				text = "\n" + text
			}
			files[file] += text
			return nil
		})
		if err != nil {
			return nil, fmt.Errorf("reading the schema: %w", err)
		}
	}
	return files, nil
}
