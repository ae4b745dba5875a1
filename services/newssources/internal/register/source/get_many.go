package source

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

const selectMany = `
	SELECT s.id, s.name, s.homepage_url, s.lifecycle, s.paused_until, s.pause_reason, s.media_type, s.country, s.region,
		s.languages::text, s.scope, s.tier, s.paywall, s.rights, s.rights_note, s.owner, s.notes, s.canonical_domain,
		s.path_prefix, s.version, s.created_at, s.updated_at, s.archived_at, s.tag_ids::text
	FROM sources s
	WHERE s.id = ANY($1)
	`

// TagNames are the names of tags by their ids as text.
type TagNames map[string]string

// GetMany returns the sources with the given ids in the order of the ids, with their endpoints, but
// without their authors. Sources that were deleted are left out. names keeps the names of the tags
// between calls.
func (r *Register) GetMany(ctx context.Context, ids []uuid.UUID, names TagNames) ([]Source, error) {
	found := make(map[uuid.UUID]*Source, len(ids))
	tags := make(map[uuid.UUID][]string, len(ids))
	batch := &pgx.Batch{}
	batch.Queue(selectMany, ids).Query(func(rows pgx.Rows) error {
		for rows.Next() {
			s := &Source{Endpoints: []Endpoint{}}
			var languages, tagIDs string
			err := rows.Scan(&s.ID, &s.Name, &s.HomepageURL, &s.Lifecycle, &s.PausedUntil, &s.PauseReason, &s.MediaType,
				&s.Country, &s.Region, &languages, &s.Scope, &s.Tier, &s.Paywall, &s.Rights, &s.RightsNote, &s.Owner, &s.Notes,
				&s.Domain, &s.PathPrefix, &s.Version, &s.CreatedAt, &s.UpdatedAt, &s.ArchivedAt, &tagIDs)
			if err != nil {
				return err
			}
			s.PausedUntil, s.Languages = utc(s.PausedUntil), ParseList[string](languages)
			found[s.ID], tags[s.ID] = s, ParseList[string](tagIDs)
		}
		return rows.Err()
	})
	batch.Queue(selectEndpoints+"WHERE e.source_id = ANY($1) ORDER BY e.source_id, e.position, e.id", ids).Query(
		func(rows pgx.Rows) error {
			list, err := scanEndpoints(rows)
			for i := range list {
				if s := found[list[i].SourceID]; s != nil { // nil: created after the sources were read
					s.Endpoints = append(s.Endpoints, list[i])
				}
			}
			return err
		})
	if err := r.db.Pool.SendBatch(ctx, batch).Close(); err != nil {
		return nil, err
	}
	if err := names.read(ctx, r.db.Pool, tags); err != nil {
		return nil, err
	}
	list := make([]Source, 0, len(ids))
	for _, id := range ids {
		if s := found[id]; s != nil {
			s.Tags = make([]string, 0, len(tags[id]))
			for _, tag := range tags[id] {
				if name, ok := names[tag]; ok { // else deleted after the sources were read
					s.Tags = append(s.Tags, name)
				}
			}
			sortTags(s.Tags)
			list = append(list, *s)
		}
	}
	return list, nil
}

// read adds the names of those tags of sources that names lacks.
func (names TagNames) read(ctx context.Context, q Querier, tags map[uuid.UUID][]string) error {
	var missing []string
	for _, ids := range tags {
		for _, id := range ids {
			if _, ok := names[id]; !ok {
				missing = append(missing, id)
			}
		}
	}
	if len(missing) == 0 {
		return nil
	}
	rows, err := q.Query(ctx, "SELECT id::text, name FROM tags WHERE id = ANY($1::uuid[])", missing)
	if err != nil {
		return err
	}
	var id, name string
	_, err = pgx.ForEachRow(rows, []any{&id, &name}, func() error {
		names[id] = name
		return nil
	})
	return err
}
