package tableimport

import (
	"context"
	"errors"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/register/listfile"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// Columns that the register sets, and by which a row names its source among those of a domain.
const (
	idKey   = "id"
	pathKey = "path_prefix"
)

// isImported reports whether tables set a column or find sources by it.
func isImported(c listfile.Column) bool { return !c.IsOutOnly || c.Key == idKey || c.Key == pathKey }

// resolve parses rows and sets their outlets: that of the source with the id of the row, or the one with the
// path of the homepage, such as a section, or else that of the homepage.
func (c *checker) resolve(ctx context.Context, tx postgres.Tx, rows []*Row) error {
	var unresolved []*parsed
	var ids []uuid.UUID
	var pages []source.Page
	for _, r := range rows {
		if r.Fault != "" || r.Skipped || r.parsed != nil {
			continue
		}
		values := c.layout.parse(r.Cells)
		if r.parsed = &values; values.err != nil {
			continue
		}
		if unresolved = append(unresolved, r.parsed); values.id != uuid.Nil {
			ids = append(ids, values.id)
		}
		if values.page.PathPrefix != "" {
			pages = append(pages, values.page)
		}
	}
	byID, err := source.FindOutlets(ctx, tx, ids)
	if err != nil {
		return err
	}
	byPage, err := source.FindPages(ctx, tx, pages)
	for _, p := range unresolved {
		// A row that was copied for another outlet may still have the id.
		if outlet, ok := byID[p.id]; ok && outlet.Domain == p.outlet.Domain {
			p.outlet = outlet
		} else if outlet, ok := byPage[p.page]; ok {
			p.outlet = outlet
		}
	}
	return err
}

// checkNewParents makes the rows invalid that create a source with a parent that it cannot get, for example
// because the file comes from another register, which has other ids.
func (p *part) checkNewParents(ctx context.Context, tx postgres.Tx) error {
	parents, rows := map[uuid.UUID]uuid.UUID{}, map[uuid.UUID]*parsed{}
	for i := range p.parsed {
		row := &p.parsed[i]
		if _, exists := p.sourceOf(i); exists || row.err != nil || !row.has("parent_id") {
			continue
		}
		// decide reports other mistakes.
		if details, err := row.newDetails(); err == nil && details.ParentID != nil {
			id := uuid.New()
			parents[id], rows[id] = *details.ParentID, row
		}
	}
	refused, err := source.CheckNewParents(ctx, tx, parents)
	for id, reason := range refused {
		rows[id].err = errors.New("Part of: " + reasonOf(reason))
	}
	return err
}
