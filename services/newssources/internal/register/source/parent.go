package source

import (
	"context"
	"maps"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

// A source can be a part of another one, its parent, such as a section with its own newsroom. A parent
// is not a part itself, so that there are no loops and a list of parts is complete.

// selectWithParts selects those of the given sources that have parts, also of sources merged into them.
var selectWithParts = `
	SELECT g.id
	FROM unnest($1::uuid[]) g(id)
	WHERE EXISTS (SELECT FROM sources p WHERE p.parent_id IN (` + WithMerged("g.id") + "))"

// parents holds what is needed to check changed parents, and deletions and merges of sources with parts.
type parents struct {
	of       map[uuid.UUID]uuid.UUID // the new parents, by part
	removed  []uuid.UUID             // the sources that are deleted or merged
	found    map[uuid.UUID]*Source   // the new parents, by id
	hasParts map[uuid.UUID]bool
	// isPlan allows unknown parents: the change that is planned may create them, too.
	isPlan bool
}

// read reads and locks the parents, and reads which sources have parts.
func (p *parents) read(ctx context.Context, q postgres.Querier) error {
	p.hasParts = map[uuid.UUID]bool{}
	if len(p.of)+len(p.removed) == 0 {
		return nil
	}
	ids, sources := slices.Collect(maps.Values(p.of)), slices.AppendSeq(p.removed, maps.Keys(p.of))
	for _, parent := range ids {
		p.hasParts[parent] = true
	}
	var err error
	// The locks wait for concurrent edits of the parents.
	if p.found, err = readSources(ctx, q, ids, nil, "ORDER BY s.id FOR KEY SHARE OF s"); err != nil {
		return err
	}
	rows, err := q.Query(ctx, selectWithParts, sources)
	if err != nil {
		return err
	}
	withParts, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	for _, id := range withParts {
		p.hasParts[id] = true
	}
	return err
}

// check returns a problem if a source cannot get its new parent.
func (p *parents) check(part uuid.UUID) error {
	id, isChanged := p.of[part]
	if !isChanged {
		return nil
	}
	var wrong problem.Fields
	parent := p.found[id]
	_, isPart := p.of[id]
	switch {
	case parent != nil && parent.ParentID != nil && *parent.ParentID == part:
		wrong.Add("/parent_id", "part", "“%s” is a part of this source. Remove its parent first.", parent.Name)
	case id == part:
		wrong.Add("/parent_id", "loop", "A source can't be a part of itself.")
	case parent == nil && p.isPlan:
	case parent == nil:
		wrong.Add("/parent_id", "unknown", "There is no source with the id %s. It may have been deleted.", id)
	case parent.MergedInto != nil:
		wrong.Add("/parent_id", "merged", "“%s” was merged into another source. Use the id of that source: %s.", parent.Name,
			parent.MergedInto)
	case parent.ParentID != nil || isPart:
		wrong.Add("/parent_id", "part", "“%s” is a part of another source itself. Choose that one.", parent.Name)
	case p.hasParts[part]:
		wrong.Add("/parent_id", "has_parts", "This source has parts, so it can't be a part itself. Give them another parent "+
			"first.")
	}
	return wrong.Err()
}

// checkParents sets the problems of edits that set a parent that is not allowed, delete a source with
// parts, or merge one into a part.
func checkParents(ctx context.Context, q postgres.Querier, outcomes []Outcome, isPlan bool) error {
	p := parents{of: map[uuid.UUID]uuid.UUID{}, isPlan: isPlan}
	parts := map[uuid.UUID]bool{} // after the edits
	for i := range outcomes {
		switch o := &outcomes[i]; {
		case o.Err != nil:
		case o.isDeletion, o.isMerged():
			p.removed = append(p.removed, o.Before.ID)
		default:
			parts[o.Before.ID] = o.After.ParentID != nil
			if after := o.After.ParentID; after != nil && (o.Before.ParentID == nil || *o.Before.ParentID != *after) {
				p.of[o.Before.ID] = *after
			}
		}
	}
	if err := p.read(ctx, q); err != nil {
		return err
	}
	for i := range outcomes {
		o := &outcomes[i]
		if o.Err != nil {
			continue
		}
		switch id := o.Before.ID; {
		case o.isDeletion && p.hasParts[id]:
			o.Err = problem.New(problem.NotDeletable, "“%s” has parts. Give them another parent, or delete them, first.",
				o.Before.Name)
		case o.isMerged() && p.hasParts[id] && parts[*o.After.MergedInto]:
			o.Err = problem.New(problem.Invalid, "“%s” has parts, and the other source is a part itself. Give the parts another "+
				"parent first.", o.Before.Name)
		case o.After.ParentID != nil: // another edit of the same source may set a parent
			o.Err = p.check(id)
		}
	}
	return nil
}

// isMerged reports whether the edit merges the source into another one.
func (o *Outcome) isMerged() bool {
	return !o.isDeletion && o.Before.MergedInto == nil && o.After.MergedInto != nil
}

// CheckNewParents returns a problem for each new source that cannot get its parent, by the id of the
// source. A parent may be one of creates. With isPlan, an unknown parent is allowed, because the
// planned change may create it.
func CheckNewParents(ctx context.Context, q postgres.Querier, creates map[uuid.UUID]*CreateInput,
	isPlan bool) (map[uuid.UUID]error, error) {
	p := parents{of: map[uuid.UUID]uuid.UUID{}, isPlan: isPlan}
	for id, input := range creates {
		if input.ParentID != nil {
			p.of[id] = *input.ParentID
		}
	}
	if err := p.read(ctx, q); err != nil {
		return nil, err
	}
	refused := map[uuid.UUID]error{}
	for id, parent := range p.of {
		if created := creates[parent]; created != nil && p.found[parent] == nil {
			p.found[parent] = &Source{Details: created.Details}
		}
		if err := p.check(id); err != nil {
			refused[id] = err
		}
	}
	return refused, nil
}
