package source

import (
	"context"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcerights"
)

// inheritRights makes sources forbidden that get an address of an archived source with the rights “forbidden”: by their
// creation, with a new homepage or alias, or when they are unarchived. A merge, which adds the addresses of the merged
// source, decides about the rights itself.
func inheritRights(ctx context.Context, q postgres.Querier, outcomes []Outcome) error {
	var added []sourcerights.NewAddress
	for i := range outcomes {
		o := &outcomes[i]
		if o.Err != nil || o.isDeletion {
			continue
		}
		isUnarchived := o.After.Lifecycle != Archived && o.Before.ArchivedAt != nil
		add := func(outlet Outlet, isNew bool) {
			a := sourcerights.NewAddress{Owner: i, Domain: outlet.Domain, Path: outlet.PathPrefix}
			if isUnarchived && !isNew {
				a.Since = *o.Before.ArchivedAt
			}
			if isNew || isUnarchived {
				added = append(added, a)
			}
		}
		add(o.Outlet, o.Outlet != o.Before.Outlet)
		for _, alias := range o.After.Aliases {
			if alias.Kind != AliasName {
				add(outletOf(alias), o.addsAddress(alias))
			}
		}
	}
	notes, err := sourcerights.Inherited(ctx, q, added)
	for i, note := range notes {
		outcomes[i].After.inherit(note, outcomes[i].Before.Details)
	}
	return err
}

// inherit sets the rights “forbidden” with the note of an archived source, unless other rights have a new note.
func (d *Details) inherit(note string, before Details) {
	before.Rights = RightsForbidden
	archived := Details{Rights: RightsForbidden, RightsNote: note}
	isJustified := d.CheckRightsNote(archived) == nil && d.CheckRightsNote(before) == nil
	if !isJustified || d.Rights == RightsForbidden && d.RightsNote == "" {
		d.Rights, d.RightsNote = RightsForbidden, note
	}
}
