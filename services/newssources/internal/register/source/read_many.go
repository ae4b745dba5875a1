package source

import (
	"context"
	"maps"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/register/tag"
)

// selectMany reads sources without their authors. The names of the tags are read by their ids, because
// a subquery for each source takes longer.
var selectMany = `
	SELECT ` + columnList + `, s.archived_from, s.tag_ids::text
	FROM sources s
	WHERE s.id = ANY($1)
	`

// readSources returns the sources with the given ids by id, without their endpoints and authors. lock
// is the clause that locks the rows, or empty.
func readSources(ctx context.Context, q postgres.Querier, ids []uuid.UUID, spelling *tag.Spelling,
	lock string) (map[uuid.UUID]*Source, error) {
	rows, err := q.Query(ctx, selectMany+lock, postgres.Replan, ids)
	if err != nil {
		return nil, err
	}
	found := make(map[uuid.UUID]*Source, len(ids))
	names := map[uuid.UUID]string{}
	for rows.Next() {
		s := &Source{}
		var tagIDs postgres.TextList
		if err := s.scan(rows, &s.ArchivedFrom, &tagIDs); err != nil {
			rows.Close()
			return nil, err
		}
		for _, text := range tagIDs {
			id := uuid.MustParse(text)
			s.tagIDs, names[id] = append(s.tagIDs, id), ""
		}
		found[s.ID] = s
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	return found, setTagNames(ctx, q, found, names, spelling)
}

// setTagNames sets the names of the tags of sources. names has the ids of these tags.
func setTagNames(ctx context.Context, q postgres.Querier, sources map[uuid.UUID]*Source, names map[uuid.UUID]string,
	spelling *tag.Spelling) error {
	if len(names) > 0 {
		rows, err := q.Query(ctx, "SELECT id, name FROM tags WHERE id = ANY($1)", slices.Collect(maps.Keys(names)))
		if err != nil {
			return err
		}
		var id uuid.UUID
		var name string
		_, err = pgx.ForEachRow(rows, []any{&id, &name}, func() error {
			names[id] = spelling.Former(name)
			return nil
		})
		if err != nil {
			return err
		}
	}
	for _, s := range sources {
		s.Tags = make([]string, len(s.tagIDs))
		for i, id := range s.tagIDs {
			s.Tags[i] = names[id]
		}
		tag.Sort(s.Tags)
	}
	return nil
}
