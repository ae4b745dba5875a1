package source

import (
	"context"
	"slices"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/ent"
	"github.com/newsources/newsources/services/newssources/internal/ent/sourcetag"
	"github.com/newsources/newsources/services/newssources/internal/ent/tag"
)

// Tag is a word with the number of live sources that carry it.
type Tag struct {
	Name  string
	Count int
}

// Tags lists all tags that a live source carries, by name.
func (r *Register) Tags(ctx context.Context) ([]Tag, error) {
	rows, err := r.db.Pool.Query(ctx, `
		SELECT t.name, count(*) FROM tags t
		JOIN source_tags st ON st.tag_id = t.id
		JOIN sources s ON s.id = st.source_id AND s.lifecycle <> 'archived'
		GROUP BY t.id ORDER BY t.name_key`)
	if err != nil {
		return nil, err
	}
	return collect(rows, func(t *Tag) []any { return []any{&t.Name, &t.Count} })
}

// setTags makes the given words the tags of a source. Words that don't exist yet become tags; how the first person
// wrote a tag is how it is shown.
func setTags(ctx context.Context, tx *ent.Tx, sourceID uuid.UUID, names []string) error {
	ids, err := tagIDs(ctx, tx, names)
	if err != nil {
		return err
	}
	_, err = tx.SourceTag.Delete().Where(sourcetag.SourceID(sourceID), sourcetag.TagIDNotIn(ids...)).Exec(ctx)
	if err != nil || len(ids) == 0 {
		return err
	}
	links := make([]*ent.SourceTagCreate, len(ids))
	for i, id := range ids {
		links[i] = tx.SourceTag.Create().SetSourceID(sourceID).SetTagID(id)
	}
	return tx.SourceTag.CreateBulk(links...).
		OnConflict(sql.ConflictColumns(sourcetag.FieldSourceID, sourcetag.FieldTagID), sql.DoNothing()).Exec(ctx)
}

// tagIDs finds the tags of the given words, and makes those that don't exist, always in the same order, so that
// transactions that make the same tags wait for each other instead of dead-locking.
func tagIDs(ctx context.Context, tx *ent.Tx, names []string) ([]uuid.UUID, error) {
	if len(names) == 0 {
		return nil, nil
	}
	byKey := map[string]string{}
	keys := make([]string, 0, len(names))
	for _, name := range names {
		key := tagKey(name)
		if _, seen := byKey[key]; !seen {
			keys = append(keys, key)
		}
		byKey[key] = name
	}
	slices.Sort(keys)
	creates := make([]*ent.TagCreate, len(keys))
	for i, key := range keys {
		creates[i] = tx.Tag.Create().SetName(byKey[key]).SetNameKey(key)
	}
	err := tx.Tag.CreateBulk(creates...).OnConflict(sql.ConflictColumns(tag.FieldNameKey), sql.DoNothing()).Exec(ctx)
	if err != nil {
		return nil, err
	}
	return tx.Tag.Query().Where(tag.NameKeyIn(keys...)).IDs(ctx)
}
