package registerfile

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/change"
	"github.com/newsources/newsources/services/newssources/internal/register/listfile"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

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
	present, err := listfile.FindOutlets(ctx, tx, presentParents(part))
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

// refuseParts refuses the pending items of sources whose parent gets a parent itself or cannot be created, and those of
// their endpoints, which Sets.Plan does not notice: another item changes the parent.
func refuseParts(items []change.Item) {
	sources, parents := map[uuid.UUID]*change.Item{}, map[uuid.UUID]uuid.UUID{} // by source
	for n := range items {
		i := &items[n]
		if i.TargetType != audit.TargetSource {
			continue
		}
		sources[i.TargetID] = i
		var id uuid.UUID
		if json.Unmarshal(audit.After(i.Changes, "parent_id"), &id) == nil && id != uuid.Nil && i.Result == change.Pending {
			parents[i.TargetID] = id
		}
	}
	refuse := func(i *change.Item, format string, args ...any) {
		i.Result, i.Reason = change.Refused, fmt.Sprintf(format, args...)
	}
	for id, parent := range parents {
		if _, isPart := parents[parent]; isPart {
			refuse(sources[id], "“%s” is a part of another source itself. Choose that one.", sources[parent].TargetName)
		}
	}
	isMissing := func(id uuid.UUID) bool {
		s := sources[id]
		return s != nil && s.Action == change.Create && s.Result == change.Refused
	}
	for id, parent := range parents {
		if i := sources[id]; i.Result == change.Pending && isMissing(parent) {
			refuse(i, "Its parent “%s” cannot be created.", sources[parent].TargetName)
		}
	}
	for n := range items {
		if i := &items[n]; i.TargetType == audit.TargetEndpoint && i.Result == change.Pending && isMissing(i.SourceID) {
			refuse(i, "Its source cannot be created.")
		}
	}
}
