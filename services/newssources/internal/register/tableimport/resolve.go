package tableimport

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/register/listfile"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// resolve parses rows and sets their outlets: that of the source with the id of the row, or the one with the
// path of the homepage, such as a section, or else that of the homepage. A row without an address has the outlet of
// the source with its id or its name.
func (c *checker) resolve(ctx context.Context, tx postgres.Tx, rows []*Row) error {
	var unresolved []*parsed
	var ids []uuid.UUID
	var pages []source.Page
	for _, r := range rows {
		if r.Fault != "" || r.Skipped || r.parsed != nil {
			continue
		}
		values := c.layout.parse(r.Cells)
		if r.parsed = &values; values.err != nil && !errors.Is(values.err, errNoAddress) {
			continue
		}
		if unresolved = append(unresolved, r.parsed); values.id != uuid.Nil {
			ids = append(ids, values.id)
		}
		pages = append(pages, values.page)
	}
	byID, err := listfile.FindOutlets(ctx, tx, ids)
	if err != nil {
		return err
	}
	byPage, err := source.FindPages(ctx, tx, pages)
	if err != nil {
		return err
	}
	var withoutAddress []*parsed
	for _, p := range unresolved {
		// A row that was copied for another outlet may still have the id.
		outlet, ok := byID[p.id]
		if _, isWithin := outlet.At(p.home); ok && (p.err != nil || isWithin || outlet.Domain == p.outlet.Domain) {
			p.isByID, p.outlet, p.err = p.err != nil, outlet, nil
		} else if p.err != nil {
			withoutAddress = append(withoutAddress, p)
		} else if outlet, ok := byPage[p.page]; ok {
			p.outlet = outlet
		}
	}
	return resolveNames(ctx, tx, withoutAddress)
}

// parentKey is the column with the parent: its domain and path, or its id.
const parentKey = "parent"

// resolveParents sets the ids of the parents of rows: sources of the register, or those that earlier rows
// create. A row whose parent is not found is invalid; checkUnresolved or stager.finish checks it again after the
// last row.
func (c *checker) resolveParents(ctx context.Context, tx postgres.Tx, p *part) error {
	var outlets []source.Outlet
	for i := range p.parsed {
		if row := &p.parsed[i]; row.parent != (source.Outlet{}) {
			outlets = append(outlets, row.parent, listfile.WithoutSubdomain(row.parent))
		}
	}
	if len(outlets) == 0 {
		return nil
	}
	found, err := source.FindSources(ctx, tx, outlets)
	if err != nil {
		return err
	}
	if err := p.keepParents(ctx, tx); err != nil {
		return err
	}
	for i := range p.parsed {
		row := &p.parsed[i]
		switch {
		case row.parent == (source.Outlet{}) || row.parentID != nil || row.err != nil:
			continue
		case row.parent == row.outlet:
			row.err = errors.New("part of: the row has the domain and path of its parent. Enter another homepage, or the path " +
				"of the part in the column “Path”")
			continue
		}
		outlet := row.parent
		if _, exists := found[outlet]; !exists && c.newParent(outlet) == nil && c.isLastPass {
			outlet = listfile.WithoutSubdomain(outlet)
		}
		if parent, exists := found[outlet]; exists {
			row.parentID = &parent.SourceID
		} else if owner := c.newParent(outlet); owner != nil {
			row.parentID, p.newParents[owner.id] = &owner.id, &source.CreateInput{Details: owner.details}
		} else {
			row.isParentMissing = true
			row.err = fmt.Errorf("part of: there is no possible parent at %s. The parent must be a source of the register or "+
				"of a valid row in this file, and must not be a part itself", row.parent.Domain+row.parent.PathPrefix)
		}
	}
	return nil
}

// checkUnresolved checks again the rows whose parent was not found, because a later row may create it, and
// returns them.
func (c *checker) checkUnresolved(ctx context.Context, tx postgres.Tx) ([]*Row, error) {
	unresolved := c.unresolved
	c.unresolved, c.isLastPass = nil, true
	return unresolved, c.check(ctx, tx, unresolved)
}

// keepParents sets the parents of rows whose source has a parent with the outlet that the row names already: a live
// source and archived ones can have the same outlet.
func (p *part) keepParents(ctx context.Context, tx postgres.Tx) error {
	var ids []uuid.UUID
	for i := range p.parsed {
		if s, exists := p.sourceOf(i); exists && p.parsed[i].parent != (source.Outlet{}) {
			ids = append(ids, s.SourceID)
		}
	}
	rows, err := tx.Query(ctx, "SELECT id, parent_id FROM sources WHERE id = ANY($1) AND parent_id IS NOT NULL", ids)
	if err != nil {
		return err
	}
	var id, parent uuid.UUID
	parents := map[uuid.UUID]uuid.UUID{} // by source
	if _, err := pgx.ForEachRow(rows, []any{&id, &parent}, func() error {
		parents[id] = parent
		return nil
	}); err != nil {
		return err
	}
	outlets, err := listfile.FindOutlets(ctx, tx, slices.Collect(maps.Values(parents)))
	for i := range p.parsed {
		s, _ := p.sourceOf(i)
		parent, hasParent := parents[s.SourceID]
		if row := &p.parsed[i]; hasParent && row.parent == outlets[parent] {
			row.parentID = &parent
		}
	}
	return err
}

// newParent returns the source with an outlet that another row creates, or nil. It is archived if all rows were
// checked and none creates a live one.
func (c *checker) newParent(outlet source.Outlet) *claim {
	text := outlet.Domain + outlet.PathPrefix
	owner := c.claims[text]
	if owner == nil && c.isLastPass {
		owner = c.claims[text+archivedSuffix]
	}
	if owner == nil || !owner.isNew {
		return nil
	}
	return owner
}

// checkNewParents makes the rows invalid that create a source with a parent that it cannot get, for example
// because the parent is a part itself.
func (p *part) checkNewParents(ctx context.Context, tx postgres.Tx) error {
	creates, rows := p.newParents, map[uuid.UUID]*parsed{}
	for i := range p.parsed {
		row := &p.parsed[i]
		if _, exists := p.sourceOf(i); exists || row.err != nil || row.parentID == nil {
			continue
		}
		id := uuid.New()
		creates[id], rows[id] = &source.CreateInput{Details: source.Details{ParentID: row.parentID}}, row
	}
	refused, err := source.CheckNewParents(ctx, tx, creates, false)
	for id, reason := range refused {
		if row := rows[id]; row != nil {
			row.err = errors.New("Part of: " + reasonOf(reason))
		}
	}
	return err
}
