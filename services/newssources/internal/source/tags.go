package source

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

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

// setTags makes the given words the tags of a source.
func setTags(ctx context.Context, tx *ent.Tx, sourceID uuid.UUID, names []string) error {
	tags, err := tagIDs(ctx, tx, names)
	if err != nil {
		return err
	}
	links := make([]*ent.SourceTagCreate, 0, len(tags))
	for _, id := range tags {
		links = append(links, tx.SourceTag.Create().SetSourceID(sourceID).SetTagID(id))
	}
	_, err = tx.SourceTag.Delete().
		Where(sourcetag.SourceID(sourceID), sourcetag.TagIDNotIn(slices.Collect(maps.Values(tags))...)).Exec(ctx)
	if err != nil {
		return err
	}
	return tx.SourceTag.CreateBulk(links...).
		OnConflict(sql.ConflictColumns(sourcetag.FieldSourceID, sourcetag.FieldTagID), sql.DoNothing()).Exec(ctx)
}

// WithTags adds words to the tags of a source, as far as they fit.
func WithTags(tags, more []string) []string {
	all, seen := slices.Clone(tags), map[string]bool{}
	for _, name := range tags {
		seen[tagKey(name)] = true
	}
	for _, name := range more {
		if key := tagKey(name); !seen[key] && len(all) < maxTags {
			seen[key] = true
			all = append(all, name)
		}
	}
	sortTags(all)
	return all
}

// asShown writes the tags that a source has already as they are shown: how the first person wrote a tag stays, so that
// writing it otherwise changes nothing.
func asShown(tags, names []string) []string {
	shown := map[string]string{}
	for _, name := range tags {
		shown[tagKey(name)] = name
	}
	list := make([]string, len(names))
	for i, name := range names {
		list[i] = cmp.Or(shown[tagKey(name)], name)
	}
	return list
}

// lacking gives the tags of all that aren't among some.
func lacking(some, all []string) []string {
	return slices.DeleteFunc(slices.Clone(all), func(name string) bool { return slices.Contains(some, name) })
}

func sortTags(names []string) {
	slices.SortFunc(names, func(a, b string) int { return strings.Compare(tagKey(a), tagKey(b)) })
}

// tagIDs finds the tags of the given words by their keys, and makes those that don't exist, always in the same order, so
// that transactions that make the same tags wait for each other instead of dead-locking. How the first person wrote a tag
// is how it is shown.
func tagIDs(ctx context.Context, tx *ent.Tx, names []string) (map[string]uuid.UUID, error) {
	wanted := map[string]string{}
	for _, name := range names {
		if key := tagKey(name); wanted[key] == "" {
			wanted[key] = name
		}
	}
	ids := make(map[string]uuid.UUID, len(wanted))
	find := func(keys []string) error {
		rows, err := tx.Tag.Query().Where(tag.NameKeyIn(keys...)).All(ctx)
		for _, row := range rows {
			ids[row.NameKey] = row.ID
		}
		return err
	}
	if len(wanted) == 0 {
		return ids, nil
	}
	if err := find(slices.Collect(maps.Keys(wanted))); err != nil {
		return nil, err
	}
	missing := slices.Sorted(maps.Keys(wanted))
	missing = slices.DeleteFunc(missing, func(key string) bool { return ids[key] != uuid.Nil })
	if len(missing) == 0 {
		return ids, nil
	}
	creates := make([]*ent.TagCreate, len(missing))
	for i, key := range missing {
		creates[i] = tx.Tag.Create().SetName(wanted[key]).SetNameKey(key)
	}
	err := tx.Tag.CreateBulk(creates...).OnConflict(sql.ConflictColumns(tag.FieldNameKey), sql.DoNothing()).Exec(ctx)
	if err != nil {
		return nil, err
	}
	return ids, find(missing) // again, since somebody else may have made some of them
}
