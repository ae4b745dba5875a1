// Package tag reads and writes the tags of sources. Names with the same key (package textkey) are the same
// tag.
package tag

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/textkey"
)

// Max is the maximum number of tags of a source, as in openapi.yaml.
const Max = 50

// Link adds tags[i] to sources[i] for each i, unless the source already has it.
func Link(ctx context.Context, tx postgres.Tx, sources, tags []uuid.UUID) error {
	if len(sources) == 0 {
		return nil
	}
	_, err := tx.Exec(ctx, `INSERT INTO source_tags (source_id, tag_id) SELECT * FROM unnest($1::uuid[], $2::uuid[])
		ON CONFLICT DO NOTHING`,
		sources, tags)
	return err
}

// Merge returns tags followed by the names in more that tags lacks, up to the maximum number of
// tags.
func Merge(tags, more []string) []string {
	all, seen := slices.Clone(tags), map[string]bool{}
	for _, name := range tags {
		seen[textkey.TagKey(name)] = true
	}
	for _, name := range more {
		if key := textkey.TagKey(name); !seen[key] && len(all) < Max {
			seen[key] = true
			all = append(all, name)
		}
	}
	Sort(all)
	return all
}

// Sort sorts names by their keys.
func Sort(names []string) {
	slices.SortFunc(names, func(a, b string) int { return strings.Compare(textkey.TagKey(a), textkey.TagKey(b)) })
}

// Stored is a tag in the database.
type Stored struct {
	ID   uuid.UUID
	Name string
	Key  string `db:"name_key"`
}

// LookUp returns the tags with the given names, by key.
func LookUp(ctx context.Context, q postgres.Querier, names []string) (map[string]Stored, error) {
	found := make(map[string]Stored, len(names))
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
	tags, err := pgx.CollectRows(rows, pgx.RowToStructByName[Stored])
	for _, t := range tags {
		found[t.Key] = t
	}
	return found, err
}

// Find returns the tags with the given names, by key, and creates missing ones. It creates them
// in the order of their keys, so that transactions that create the same tags do not deadlock.
func Find(ctx context.Context, tx postgres.Tx, names []string) (map[string]Stored, error) {
	tags, err := LookUp(ctx, tx, names)
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
	added, err := LookUp(ctx, tx, created) // also finds the tags that were created concurrently
	maps.Copy(tags, added)
	return tags, err
}

// StoredNames returns the stored spelling of the names. A tag keeps the spelling with which it was
// created, so another spelling is not a change. A name that is not stored is returned as it is.
func StoredNames(tags map[string]Stored, names []string) []string {
	list := make([]string, len(names))
	for i, name := range names {
		list[i] = cmp.Or(tags[textkey.TagKey(name)].Name, name)
	}
	return list
}

// Spelling is a change of the spelling of a tag, whose key stays the same. A nil *Spelling changes
// nothing. All sources share the spelling, so the first of them that is changed changes it, and the
// others are compared with From.
type Spelling struct{ From, To string }

// Former returns the name with the former spelling.
func (s *Spelling) Former(name string) string {
	if s != nil && textkey.TagKey(name) == textkey.TagKey(s.From) {
		return s.From
	}
	return name
}

// Rename sets the new spelling in tags.
func (s *Spelling) Rename(tags map[string]Stored) {
	if s == nil {
		return
	}
	if tag, ok := tags[textkey.TagKey(s.To)]; ok {
		tag.Name = s.To
		tags[tag.Key] = tag
	}
}

// Save stores the new spelling.
func (s *Spelling) Save(ctx context.Context, tx postgres.Tx) error {
	if s == nil {
		return nil
	}
	_, err := tx.Exec(ctx, "UPDATE tags SET name = $1 WHERE name_key = $2 AND name <> $1", s.To, textkey.TagKey(s.To))
	return err
}
