package registerfile

import (
	"cmp"
	"context"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/change"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// planPart is the number of records that are compared at a time.
const planPart = 500

// Plan returns the items that make the register match the file, without those that have no effect. It
// writes nothing.
func (f *File) Plan(ctx context.Context, db *postgres.DB, sets *change.Sets) (items []change.Item, err error) {
	err = db.Tx(ctx, func(tx postgres.Tx) (err error) {
		items, err = f.plan(ctx, tx, sets)
		return err
	})
	for n := range items {
		items[n].Number = n + 1
	}
	return items, err
}

// CreateDraft stores a draft with the items of Plan.
func (f *File) CreateDraft(ctx context.Context, by audit.Actor, sets *change.Sets) (*change.Set, error) {
	return sets.CreateDraft(ctx, by, change.Set{Title: "Apply the file " + f.name, Origin: change.File},
		func(tx postgres.Tx) ([]change.Item, error) { return f.plan(ctx, tx, sets) })
}

func (f *File) plan(ctx context.Context, tx postgres.Tx, sets *change.Sets) (items []change.Item, err error) {
	var found []uuid.UUID
	created := map[source.Outlet]uuid.UUID{}
	// The sources with parents follow all others, because the file may create their parents.
	records := slices.Clone(f.records)
	slices.SortStableFunc(records, func(a, b record) int { return cmp.Compare(a.rank(), b.rank()) })
	for part := range slices.Chunk(records, planPart) {
		if err := f.findPages(ctx, tx, part); err != nil {
			return nil, err
		}
		existing, err := readExisting(ctx, tx, part)
		if err != nil {
			return nil, err
		}
		for n := range part {
			r := &part[n]
			_, isNamed := created[r.Outlet]
			if r.moved != nil {
				if err := f.markMoved(r); err != nil {
					return nil, err
				}
			}
			if r.existing = f.find(r, r.Outlet, existing); r.existing != nil {
				continue
			}
			if r.moved != nil {
				if s := f.find(r, *r.moved, existing); s != nil {
					r.existing, created[r.Outlet] = s, s.ID
					continue
				}
			}
			if r.newID = uuid.Must(uuid.NewV7()); !r.isArchived || !isNamed { // the live one is the parent of parts
				created[r.Outlet] = r.newID
			}
		}
		if err := setParents(ctx, tx, part, created); err != nil {
			return nil, err
		}
		if err := unarchiveUndone(ctx, tx, part); err != nil {
			return nil, err
		}
		kept, err := findRemaining(ctx, tx, part)
		if err != nil {
			return nil, err
		}
		found = append(found, kept...)
		var wanted []change.Item
		for n := range part {
			accepted, refused := part[n].items()
			wanted, items = append(wanted, accepted...), append(items, refused...)
		}
		if items, err = appendPlanned(ctx, tx, sets, items, wanted); err != nil {
			return nil, err
		}
	}
	refuseParts(items)
	if !f.ArchiveMissing {
		return items, nil
	}
	missing, err := readMissing(ctx, tx, found)
	if err != nil {
		return nil, err
	}
	for part := range slices.Chunk(missing, planPart) {
		if items, err = appendPlanned(ctx, tx, sets, items, part); err != nil {
			return nil, err
		}
	}
	return items, nil
}

// findRemaining sets the remaining sources of records whose source was merged. It returns the ids of the sources that
// the records describe or name by a former address: they are not missing in the file.
func findRemaining(ctx context.Context, tx postgres.Tx, part []record) (ids []uuid.UUID, err error) {
	var merged []uuid.UUID
	var outlets []source.Outlet
	for n := range part {
		switch r := &part[n]; {
		case r.existing == nil && !r.isArchived:
			outlets = append(outlets, r.Outlet)
		case r.existing != nil && r.existing.MergedInto != nil:
			merged = append(merged, r.existing.ID)
		case r.existing != nil:
			ids = append(ids, r.existing.ID)
		}
	}
	remaining, err := source.Survivors(ctx, tx, merged...)
	if err != nil {
		return nil, err
	}
	for n := range part {
		if r := &part[n]; r.existing != nil {
			r.remaining = remaining[r.existing.ID]
		}
		if r := &part[n]; r.remaining != uuid.Nil && !r.isUnchanged() {
			ids = append(ids, r.remaining)
		}
	}
	owners, err := source.FindSources(ctx, tx, outlets)
	for _, s := range owners {
		if s.IsAlias {
			ids = append(ids, s.SourceID)
		}
	}
	return ids, err
}

// unarchiveUndone adds a change of the lifecycle to the records of sources that an undo archived, unless the file sets
// it, so that a file can be applied again after the undo.
func unarchiveUndone(ctx context.Context, tx postgres.Tx, part []record) error {
	var ids []uuid.UUID
	for n := range part {
		if s := part[n].existing; s != nil && s.Lifecycle == source.Archived && !sets(part[n].changes, "lifecycle") {
			ids = append(ids, s.ID)
		}
	}
	undone, err := audit.ArchivedByUndo(ctx, tx, ids)
	for n := range part {
		if r := &part[n]; r.existing != nil && undone[r.existing.ID] && !sets(r.changes, "lifecycle") {
			r.changes = append(slices.Clone(r.changes), setTo("lifecycle", cmp.Or(r.existing.ArchivedFrom, source.Active)))
			r.reason = "This source was archived by an undo. The file unarchives it."
		}
	}
	return err
}

// appendPlanned appends the wanted items that have an effect.
func appendPlanned(ctx context.Context, tx postgres.Tx, sets *change.Sets, items,
	wanted []change.Item) ([]change.Item, error) {
	if err := sets.Plan(ctx, tx, wanted); err != nil {
		return nil, err
	}
	for _, i := range wanted {
		if i.Result != change.Unchanged {
			items = append(items, i)
		}
	}
	return items, nil
}

// find returns the source of the register with the outlet of a record, or nil. A record of an archived source describes
// the live one if there is no archived one and the file has no other record of the outlet, and the reverse.
func (f *File) find(r *record, outlet source.Outlet, existing map[target]*source.Source) *source.Source {
	other := target{outlet, !r.isArchived}
	if s := existing[target{outlet, r.isArchived}]; s != nil || f.targets[other] != "" {
		return s
	}
	return existing[other]
}

// markMoved reserves the outlet of the homepage for a record, so that its source is found after the file has moved the
// homepage. It returns a problem if another record describes the source with this outlet, or if it would be the source
// of the whole domain.
func (f *File) markMoved(r *record) error {
	at := target{*r.moved, r.isArchived}
	if r.moved.Domain == r.Domain && r.moved.PathPrefix == "" {
		return invalid("%s: the homepage does not lie below path_prefix (%s%s). Correct one of the two.", r.place, r.Domain,
			r.PathPrefix)
	}
	if other := f.targets[at]; other != "" && other != r.place {
		return invalid("%s: the homepage does not belong to %s%s, but to %s%s, which %s describes. Correct canonical_domain, "+
			"path_prefix or homepage_url, or remove one of the two records.", r.place, r.Domain, r.PathPrefix, r.moved.Domain,
			r.moved.PathPrefix, other)
	}
	f.targets[at] = r.place
	return nil
}

// findPages sets the outlets of records that have only a homepage: those of sections and subdomains that are sources.
// It returns a problem if another record describes the source.
func (f *File) findPages(ctx context.Context, tx postgres.Tx, part []record) error {
	pages := make([]source.Page, len(part))
	for n := range part {
		pages[n] = part[n].page
	}
	found, err := source.FindPages(ctx, tx, pages)
	if err != nil {
		return err
	}
	for n := range part {
		r := &part[n]
		if outlet, isFound := found[r.page]; isFound {
			delete(f.targets, r.target)
			r.Outlet = outlet
			if err := f.reserve(r); err != nil {
				return err
			}
		}
	}
	return nil
}

// readExisting returns the sources of the outlets of the records and of their homepages: the live ones, and the
// archived ones that were added last.
func readExisting(ctx context.Context, tx postgres.Tx, part []record) (map[target]*source.Source, error) {
	var domains, paths []string
	for _, r := range part {
		domains, paths = append(domains, r.Domain), append(paths, r.PathPrefix)
		if r.moved != nil {
			domains, paths = append(domains, r.moved.Domain), append(paths, r.moved.PathPrefix)
		}
	}
	rows, err := tx.Query(ctx, `
		SELECT DISTINCT ON (s.canonical_domain, s.path_prefix, s.lifecycle = 'archived') s.id
		FROM unnest($1::text[], $2::text[]) o(domain, path)
		JOIN sources s ON s.canonical_domain = o.domain AND s.path_prefix = o.path
		ORDER BY s.canonical_domain, s.path_prefix, s.lifecycle = 'archived', s.id DESC`, domains, paths)
	if err != nil {
		return nil, err
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	if err != nil {
		return nil, err
	}
	list, err := source.Load(ctx, tx, ids)
	found := make(map[target]*source.Source, len(list))
	for _, s := range list {
		found[target{s.Outlet, s.Lifecycle == source.Archived}] = s
	}
	return found, err
}

// readMissing returns the items that archive the live sources other than those with the given ids.
func readMissing(ctx context.Context, tx postgres.Tx, found []uuid.UUID) ([]change.Item, error) {
	rows, err := tx.Query(ctx, `
		SELECT id, name, version
		FROM sources
		WHERE lifecycle <> 'archived' AND id NOT IN (SELECT unnest($1::uuid[]))
		ORDER BY id`, found)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (change.Item, error) {
		i := change.Item{Action: change.Update, TargetType: audit.TargetSource,
			Changes: []audit.Change{setTo("lifecycle", source.Archived)}}
		err := row.Scan(&i.TargetID, &i.TargetName, &i.BaseVersion)
		i.SourceID = i.TargetID
		return i, err
	})
}
