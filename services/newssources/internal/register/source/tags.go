package source

import (
	"context"
	"maps"
	"slices"
	"strings"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/ent"
	"github.com/newsources/newsources/services/newssources/internal/ent/sourcetag"
	"github.com/newsources/newsources/services/newssources/internal/ent/tag"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
)

// setTags replaces the tags of a source.
func setTags(ctx context.Context, tx postgres.Tx, sourceID uuid.UUID, tags map[string]*ent.Tag) error {
	ids := make([]uuid.UUID, 0, len(tags))
	for _, tag := range tags {
		ids = append(ids, tag.ID)
	}
	if _, err := tx.Ent.SourceTag.Delete().Where(sourcetag.SourceID(sourceID),
		sourcetag.TagIDNotIn(ids...)).Exec(ctx); err != nil {
		return err
	}
	return linkTags(ctx, tx, slices.Repeat([]uuid.UUID{sourceID}, len(ids)), ids)
}

// linkTags adds tags[i] to sources[i] for each i, unless the source already has it.
func linkTags(ctx context.Context, tx postgres.Tx, sources, tags []uuid.UUID) error {
	if len(sources) == 0 {
		return nil
	}
	_, err := tx.Exec(ctx, `INSERT INTO source_tags (source_id, tag_id) SELECT * FROM unnest($1::uuid[], $2::uuid[])
		ON CONFLICT DO NOTHING`,
		sources, tags)
	return err
}

// MergeTags returns tags followed by the names in more that tags lacks, up to the maximum number of
// tags.
func MergeTags(tags, more []string) []string {
	all, seen := slices.Clone(tags), map[string]bool{}
	for _, name := range tags {
		seen[TagKey(name)] = true
	}
	for _, name := range more {
		if key := TagKey(name); !seen[key] && len(all) < maxTags {
			seen[key] = true
			all = append(all, name)
		}
	}
	sortTags(all)
	return all
}

func sortTags(names []string) {
	slices.SortFunc(names, func(a, b string) int { return strings.Compare(TagKey(a), TagKey(b)) })
}

// findTags returns the tags with the given names, by key, and creates missing ones. It creates them
// in the order of their keys, so that transactions that create the same tags do not deadlock.
func findTags(ctx context.Context, tx postgres.Tx, names []string) (map[string]*ent.Tag, error) {
	wanted := map[string]string{}
	for _, name := range names {
		if key := TagKey(name); wanted[key] == "" {
			wanted[key] = name
		}
	}
	tags := make(map[string]*ent.Tag, len(wanted))
	find := func(keys []string) error {
		if len(keys) == 0 {
			return nil
		}
		rows, err := tx.Ent.Tag.Query().Where(tag.NameKeyIn(keys...)).All(ctx)
		for _, row := range rows {
			tags[row.NameKey] = row
		}
		return err
	}
	missing := slices.Sorted(maps.Keys(wanted))
	if err := find(missing); err != nil {
		return nil, err
	}
	missing = slices.DeleteFunc(missing, func(key string) bool { return tags[key] != nil })
	creates := make([]*ent.TagCreate, len(missing))
	for i, key := range missing {
		creates[i] = tx.Ent.Tag.Create().SetName(wanted[key]).SetNameKey(key)
	}
	err := tx.Ent.Tag.CreateBulk(creates...).OnConflict(sql.ConflictColumns(tag.FieldNameKey), sql.DoNothing()).Exec(ctx)
	if err != nil {
		return nil, err
	}
	return tags, find(missing) // also finds the tags that were created concurrently
}

// storedNames returns the stored spelling of the names. A tag keeps the spelling with which it was
// created, so another spelling is not a change.
func storedNames(tags map[string]*ent.Tag, names []string) []string {
	list := make([]string, len(names))
	for i, name := range names {
		list[i] = tags[TagKey(name)].Name
	}
	return list
}
