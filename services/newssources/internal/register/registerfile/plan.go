package registerfile

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/change"
	"github.com/newsources/newsources/services/newssources/internal/register/listfile"
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
		var wanted []change.Item
		for _, r := range part {
			s := r.existing
			if s == nil {
				wanted = append(wanted, r.create(r.newID)...)
				continue
			}
			found = append(found, s.ID)
			if refused := r.check(s); refused != "" {
				items = append(items, change.Item{Action: change.Update, TargetType: audit.TargetSource, TargetID: s.ID,
					TargetName: s.Name, SourceID: s.ID, BaseVersion: s.Version, Changes: r.changes, Result: change.Refused,
					Reason: refused})
				continue
			}
			wanted = append(wanted, r.update(s)...)
		}
		if items, err = appendPlanned(ctx, tx, sets, items, wanted); err != nil {
			return nil, err
		}
	}
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

// rank is 1 for a record with a parent and 0 for another one.
func (r *record) rank() int {
	if r.parent == nil || *r.parent == (source.Outlet{}) {
		return 0
	}
	return 1
}

// setParents adds the changes of the parents of records: sources of the register, or those that the file
// creates. It returns a problem if a parent is neither.
func setParents(ctx context.Context, tx postgres.Tx, part []record, created map[source.Outlet]uuid.UUID) error {
	var outlets []source.Outlet
	for n := range part {
		if part[n].rank() == 1 {
			outlets = append(outlets, *part[n].parent, listfile.WithoutSubdomain(*part[n].parent))
		}
	}
	found, err := source.FindSources(ctx, tx, outlets)
	if err != nil {
		return err
	}
	present, err := source.FindOutlets(ctx, tx, presentParents(part))
	if err != nil {
		return err
	}
	for n := range part {
		r := &part[n]
		if r.parent == nil {
			continue
		}
		change := audit.Change{Field: "parent_id"}
		if r.rank() == 1 {
			outlet := *r.parent
			id, exists := created[outlet]
			parent, isFound := found[outlet]
			if !exists && !isFound {
				outlet = listfile.WithoutSubdomain(outlet)
				id, exists = created[outlet]
				parent, isFound = found[outlet]
			}
			switch before := r.presentParent(); {
			case before != uuid.Nil && present[before] == *r.parent: // a live and an archived source may have the outlet
				id, exists = before, true
			case isFound && !(parent.IsArchived && exists):
				id, exists = parent.SourceID, true
			}
			if !exists {
				return invalid("%s: neither the register nor this file has the parent %s%s. Add that source to the file, or "+
					"correct the parent.", r.place, r.parent.Domain, r.parent.PathPrefix)
			}
			change = setTo("parent_id", id.String())
		}
		r.changes = append(slices.Clone(r.changes), change)
	}
	return nil
}

// presentParent returns the parent of the source that the record describes, or uuid.Nil.
func (r *record) presentParent() (id uuid.UUID) {
	if r.existing != nil && r.existing.ParentID != nil {
		id = *r.existing.ParentID
	}
	return id
}

// presentParents returns the parents of the sources that records describe.
func presentParents(part []record) (ids []uuid.UUID) {
	for n := range part {
		if id := part[n].presentParent(); id != uuid.Nil {
			ids = append(ids, id)
		}
	}
	return ids
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

// create returns the items that create the source with an id, and its endpoints.
func (r *record) create(id uuid.UUID) []change.Item {
	changes := r.changes
	if !sets(r.changes, "lifecycle") {
		changes = append(slices.Clone(changes), setTo("lifecycle", source.Active))
	}
	changes = r.withAliases(changes, nil)
	if outlet, ok := r.ownOutlet(); ok {
		changes = append(slices.Clone(changes), setTo("outlet", outlet))
	}
	items := []change.Item{{Action: change.Create, TargetType: audit.TargetSource, TargetID: id, TargetName: r.name,
		SourceID: id, Changes: changes}}
	for _, e := range r.endpoints {
		items = append(items, change.NewEndpoint(id, e.name, e.changes))
	}
	return items
}

// update returns the items that set the fields of a source and its endpoints. Endpoints that are not
// in the list of the file are retired, and retired ones in it become active again.
func (r *record) update(s *source.Source) []change.Item {
	items := []change.Item{{Action: change.Update, TargetType: audit.TargetSource, TargetID: s.ID, TargetName: s.Name,
		SourceID: s.ID, BaseVersion: s.Version, Changes: r.withAliases(r.changes, s.Aliases)}}
	if !r.hasEndpoints {
		return items
	}
	kept := map[uuid.UUID]bool{}
	for _, e := range r.endpoints {
		isFree := func(other source.Endpoint) bool { return other.Key() == e.key && !kept[other.ID] }
		n := slices.IndexFunc(s.Endpoints, func(other source.Endpoint) bool {
			return isFree(other) && e.isRetired == (other.Intent == source.EndpointRetired)
		})
		if n < 0 {
			n = slices.IndexFunc(s.Endpoints, isFree)
		}
		if n < 0 {
			items = append(items, change.NewEndpoint(s.ID, e.name, e.changes))
			continue
		}
		kept[s.Endpoints[n].ID] = true
		if s.Endpoints[n].Intent == source.EndpointRetired && s.Lifecycle != source.Archived && !sets(e.changes, "intent") {
			e.changes = append(slices.Clone(e.changes), setTo("intent", source.EndpointActive))
		}
		// Endpoints of an archived source cannot be changed.
		if s.Lifecycle != source.Archived || e.changesEndpoint(&s.Endpoints[n]) {
			items = append(items, updateEndpoint(&s.Endpoints[n], e.changes))
		}
	}
	for n := range s.Endpoints {
		if e := &s.Endpoints[n]; !kept[e.ID] && e.Intent != source.EndpointRetired {
			items = append(items, updateEndpoint(e, []audit.Change{setTo("intent", source.EndpointRetired)}))
		}
	}
	return items
}

// changesEndpoint reports whether the fields of the file differ from those of an endpoint.
func (e endpoint) changesEndpoint(before *source.Endpoint) bool {
	after := before.EndpointDetails
	if err := audit.ApplyKnown(&after, e.changes); err != nil {
		return true // Plan refuses it with the reason
	}
	_ = after.Validate() // sets the stored form
	changes, err := audit.Diff(before.EndpointDetails, after)
	return err != nil || len(changes) > 0
}

// withAliases adds the change of the aliases to changes, if the file sets them.
func (r *record) withAliases(changes []audit.Change, before []source.Alias) []audit.Change {
	if !r.hasAliases {
		return changes
	}
	details := source.Details{Aliases: before}
	details.SetAliases(r.aliases)
	after, _ := json.Marshal(details.Aliases) // texts and days
	return append(slices.Clone(changes), audit.Change{Field: aliasesField, After: after})
}

// check returns why the record cannot change a source, or "".
func (r *record) check(s *source.Source) string {
	if s.Lifecycle == source.Archived && !sets(r.changes, "lifecycle") {
		return "This source is archived. Unarchive it, or set its lifecycle in the file."
	}
	after := s.Details
	if err := audit.ApplyKnown(&after, r.changes); err != nil {
		return "" // Plan refuses the record with the reason
	}
	if err := after.CheckRightsNote(s.Details); err != nil {
		return problem.DetailOf(err)
	}
	return ""
}

func updateEndpoint(e *source.Endpoint, changes []audit.Change) change.Item {
	return change.Item{Action: change.Update, TargetType: audit.TargetEndpoint, TargetID: e.ID, TargetName: e.URL,
		SourceID: e.SourceID, BaseVersion: e.Version, Changes: changes}
}

// setTo returns the change that sets a field to a text.
func setTo[T ~string](field string, value T) audit.Change {
	text, _ := json.Marshal(value)
	return audit.Change{Field: field, After: text}
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
