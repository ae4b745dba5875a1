package transfer

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
)

// Row is one outline of an import, with its result.
type Row struct {
	Number     int
	Line       int
	Title      string
	URL        string
	Tags       []string
	Result     Result
	Recovered  bool   // the outline was malformed and was repaired
	Reason     string // why it is invalid or exists already, or what else is to be known about its result
	Repair     string // what was repaired; empty if Reason says it
	SourceID   *uuid.UUID
	SourceName string
}

// RowQuery selects rows. Cursor is the number of a row: the page starts after it or, with a leading
// minus, ends before it.
type RowQuery struct {
	Result    Result // empty: all
	Recovered *bool
	Cursor    string
	Limit     int
}

// Rows returns a page of an import's rows, in the order of the file.
func (im *Imports) Rows(ctx context.Context, id uuid.UUID, q RowQuery) (*postgres.Page[Row], error) {
	if _, err := im.Get(ctx, id); err != nil {
		return nil, err
	}
	selection := postgres.Selection{Table: "import_rows", Args: []any{id, q.Result, q.Recovered},
		Where: "r.import_id = $1 AND ($2 = '' OR r.result = $2) AND ($3::boolean IS NULL OR r.recovered = $3)"}
	return postgres.ReadPage(ctx, im.db, selection, q.Cursor, q.Limit, im.selectRows, func(r Row) int { return r.Number })
}

func (im *Imports) selectRows(ctx context.Context, where string, args ...any) ([]Row, error) {
	found, err := im.db.Pool.Query(ctx, `
		SELECT r.number, r.line, r.title, r.url, r.tags, r.result, r.recovered,
			r.reason, r.recovery AS repair, s.id AS source_id, coalesce(s.name, '') AS source_name
		FROM import_rows r LEFT JOIN sources s ON s.id = r.source_id
		`+where, args...)
	if err != nil {
		return nil, err
	}
	rows, err := pgx.CollectRows(found, pgx.RowToStructByName[Row])
	for i, row := range rows {
		rows[i].Repair = repairOf(row.Reason, row.Repair)
	}
	return rows, err
}

// repairOf returns what was repaired, unless the reason of an invalid row is the same text.
func repairOf(reason, recovery string) string {
	if reason == recovery {
		return ""
	}
	return recovery
}
