package suggestion

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// maxCount is the number up to which open suggestions and sources are counted, so that the cost
// does not grow with the register.
const maxCount = 10_000

// CountOpen returns the number of open suggestions by kind, except the kind Field, for the sources
// that do not need a person: the work list shows the others with their source and counts the
// source. It reads the newest maxCount suggestions.
func (s *Suggestions) CountOpen(ctx context.Context) (map[Kind]int, error) {
	rows, err := s.db.Pool.Query(ctx, `SELECT g.kind, count(*)
		FROM (
			SELECT kind, source_id
			FROM suggestions
			WHERE state = 'open' AND kind <> 'field'
			ORDER BY id DESC
			LIMIT $1
		) g
		WHERE NOT `+needsPerson+`
		GROUP BY g.kind`, maxCount)
	if err != nil {
		return nil, err
	}
	counts, kind, n := map[Kind]int{}, Kind(""), 0
	_, err = pgx.ForEachRow(rows, []any{&kind, &n}, func() error {
		counts[kind] = n
		return nil
	})
	return counts, err
}

// Summary counts open suggestions of the kind Field. Counts above maxCount are reported as
// maxCount, and IsCapped is set.
type Summary struct {
	Sources  int // sources with at least one suggestion
	Fields   map[FieldName]int
	IsCapped bool
	Newest   uuid.UUID // the newest suggestion; uuid.Nil without one
}

// Summarize counts the open suggestions of the kind Field by field, and their sources, and names
// the newest one. It counts those of all sources, or of the sources that an import created.
func (s *Suggestions) Summarize(ctx context.Context, importID uuid.UUID) (*Summary, error) {
	summary, batch := &Summary{Fields: map[FieldName]int{}}, &pgx.Batch{}
	count := func(what string, where *conditions, set func(int)) {
		query := fmt.Sprintf("SELECT count(*) FROM (SELECT %s FROM suggestions g WHERE %s LIMIT %d) counted", what, where,
			maxCount+1)
		batch.Queue(query, where.args...).QueryRow(func(row pgx.Row) error {
			var n int
			err := row.Scan(&n)
			summary.IsCapped = summary.IsCapped || n > maxCount
			set(min(n, maxCount))
			return err
		})
	}
	all := Filter{Kind: Field, ImportID: importID}.conditions()
	count("DISTINCT g.source_id", all, func(n int) { summary.Sources = n })
	batch.Queue(fmt.Sprintf("SELECT g.id FROM suggestions g WHERE %s ORDER BY g.id DESC LIMIT 1", all), all.args...).
		QueryRow(func(row pgx.Row) error {
			if err := row.Scan(&summary.Newest); !errors.Is(err, pgx.ErrNoRows) {
				return err
			}
			return nil
		})
	for _, field := range FieldNames {
		count("1", Filter{Field: field, ImportID: importID}.conditions(), func(n int) { summary.Fields[field] = n })
	}
	return summary, s.db.Pool.SendBatch(ctx, batch).Close()
}
