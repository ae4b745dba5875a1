package source

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/textkey"
)

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
		seen[textkey.TagKey(name)] = true
	}
	for _, name := range more {
		if key := textkey.TagKey(name); !seen[key] && len(all) < maxTags {
			seen[key] = true
			all = append(all, name)
		}
	}
	sortTags(all)
	return all
}

func sortTags(names []string) {
	slices.SortFunc(names, func(a, b string) int { return strings.Compare(textkey.TagKey(a), textkey.TagKey(b)) })
}

// storedTag is a tag of the register.
type storedTag struct {
	ID   uuid.UUID
	Name string
	Key  string `db:"name_key"`
}

// lookUpTags returns the tags with the given names, by key.
func lookUpTags(ctx context.Context, q Querier, names []string) (map[string]storedTag, error) {
	found := make(map[string]storedTag, len(names))
	if len(names) == 0 {
		return found, nil
	}
	keys := make([]string, len(names))
	for i, name := range names {
		keys[i] = textkey.TagKey(name)
	}
	rows, err := q.Query(ctx, "SELECT id, name, name_key FROM tags WHERE name_key = ANY($1)", keys)
	if err != nil {
		return nil, err
	}
	tags, err := pgx.CollectRows(rows, pgx.RowToStructByName[storedTag])
	for _, t := range tags {
		found[t.Key] = t
	}
	return found, err
}

// findTags returns the tags with the given names, by key, and creates missing ones. It creates them
// in the order of their keys, so that transactions that create the same tags do not deadlock.
func findTags(ctx context.Context, tx postgres.Tx, names []string) (map[string]storedTag, error) {
	tags, err := lookUpTags(ctx, tx, names)
	if err != nil {
		return nil, err
	}
	missing := map[string]string{}
	for _, name := range names {
		key := textkey.TagKey(name)
		if _, exists := tags[key]; !exists && missing[key] == "" {
			missing[key] = name
		}
	}
	if len(missing) == 0 {
		return tags, nil
	}
	keys := slices.Sorted(maps.Keys(missing))
	ids, created := make([]uuid.UUID, len(keys)), make([]string, len(keys))
	for i, key := range keys {
		ids[i], created[i] = uuid.Must(uuid.NewV7()), missing[key]
	}
	_, err = tx.Exec(ctx, `
		INSERT INTO tags (id, name, name_key)
		SELECT *
		FROM unnest($1::uuid[], $2::text[], $3::text[])
		ON CONFLICT (name_key) DO NOTHING`, ids, created, keys)
	if err != nil {
		return nil, err
	}
	added, err := lookUpTags(ctx, tx, created) // also finds the tags that were created concurrently
	maps.Copy(tags, added)
	return tags, err
}

// storedNames returns the stored spelling of the names. A tag keeps the spelling with which it was
// created, so another spelling is not a change.
func storedNames(tags map[string]storedTag, names []string) []string {
	list := make([]string, len(names))
	for i, name := range names {
		list[i] = tags[textkey.TagKey(name)].Name
	}
	return list
}

// Spelling is a change of the spelling of a tag, whose key stays the same. A nil *Spelling changes
// nothing. All sources share the spelling, so the first of them that is changed changes it, and the
// others are compared with From.
type Spelling struct{ From, To string }

// former returns the name with the former spelling.
func (s *Spelling) former(name string) string {
	if s != nil && textkey.TagKey(name) == textkey.TagKey(s.From) {
		return s.From
	}
	return name
}

// rename sets the new spelling in tags.
func (s *Spelling) rename(tags map[string]storedTag) {
	if s == nil {
		return
	}
	if tag, ok := tags[textkey.TagKey(s.To)]; ok {
		tag.Name = s.To
		tags[tag.Key] = tag
	}
}

// save stores the new spelling.
func (s *Spelling) save(ctx context.Context, tx postgres.Tx) error {
	if s == nil {
		return nil
	}
	_, err := tx.Exec(ctx, "UPDATE tags SET name = $1 WHERE name_key = $2 AND name <> $1", s.To, textkey.TagKey(s.To))
	return err
}
