package tableimport

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/textkey"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/change"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// Result is the result of a row.
type Result string

// The results of a row.
const (
	Create    Result = "create"    // creates a source
	Update    Result = "update"    // changes a source, or adds an endpoint to it
	Unchanged Result = "unchanged" // the register already has these values
	Duplicate Result = "duplicate" // an earlier row of the table has the same values
	// Conflict contradicts an earlier row, its source is archived, or another source has its feed.
	Conflict Result = "conflict"
	Invalid  Result = "invalid"
	Skipped  Result = "skipped" // by a person
)

// Row is a row of a table with its result.
type Row struct {
	Number, Line int
	Cells        []string
	Fault        string // why the cells could not be read
	Repair       string // what was repaired
	Skipped      bool
	Result       Result
	Reason       string
	SourceID     *uuid.UUID // the source that the row creates, changes or matches
	SourceName   string
	Items        []change.Item // what it changes

	outlet     string // with archivedSuffix if the row is that of an archived source in the file, too
	addresses  RowAddresses
	parent     string // the outlet of the parent
	urlKeys    []string
	readRepair string    // what was repaired when the file was read
	createdID  uuid.UUID // of the source that the row created by its last check; uuid.Nil: none
	parsed     *parsed   // since resolve, until the row was checked
}

// RowAddresses are the outlet and the feeds of a row, as far as its cells can be read.
type RowAddresses struct {
	Outlet string   // domain and path; empty: none
	Feeds  []string // URL keys
}

// checker decides the results of the rows of a table, in their order. It records the first row of each
// outlet and of each feed.
type checker struct {
	layout   Layout
	register *source.Register
	claims   map[string]*claim      // by the outlet of the row
	feeds    map[string]claimedFeed // by URL key, with archivedSuffix like outlets
	// isLastPass reports that all rows were checked before, so that all new sources are known.
	isLastPass bool
	// unresolved rows are invalid, because their parent was not found.
	unresolved []*Row
}

// claimedFeed is the row of a feed.
type claimedFeed struct {
	line   int
	source uuid.UUID
}

// claim is the source of the first row of an outlet.
type claim struct {
	line    int
	id      uuid.UUID
	rowID   uuid.UUID // the id in the row; uuid.Nil: none
	isNew   bool      // this table creates the source
	name    string
	details source.Details // after the row
}

// isNewArchived reports whether this table creates the source archived.
func (c *claim) isNewArchived() bool { return c.isNew && c.details.Lifecycle == source.Archived }

// archivedSuffix distinguishes an archived source and its feeds from a live one with the same outlet. The id of the row
// follows if an earlier archived row with the outlet has another id.
const archivedSuffix = " archived"

func newChecker(register *source.Register, layout Layout) *checker {
	return &checker{layout: layout, register: register, claims: map[string]*claim{},
		feeds: map[string]claimedFeed{}}
}

// checkedRows is the number of rows that are checked with one set of queries.
const checkedRows = 500

// check sets the results of rows. It writes nothing.
func (c *checker) check(ctx context.Context, tx postgres.Tx, rows []*Row) error {
	for part := range slices.Chunk(rows, checkedRows) {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := c.checkPart(ctx, tx, part); err != nil {
			return err
		}
	}
	return nil
}

// part holds some rows with what the register has for them.
type part struct {
	parsed    []parsed
	sources   map[source.Outlet]source.ExistingSource
	endpoints map[string]source.ExistingEndpoint // by URL key
	retired   map[retiredEndpoint]bool           // that rows have as retired endpoints
	names     map[uuid.UUID]string               // see readNames
	undone    map[uuid.UUID]bool                 // see audit.ArchivedByUndo
	restored  map[retiredEndpoint]bool           // the endpoints of undone, which are live again with their source
	edits     map[int]source.Outcome             // by the index of the row
	feedEdits map[feedIndex]source.EndpointOutcome
	// newParents are the sources that earlier rows create and that are parents of rows in this part, by id.
	newParents map[uuid.UUID]*source.CreateInput
}

// retiredEndpoint is an endpoint of the register that is not live.
type retiredEndpoint struct {
	source uuid.UUID
	urlKey string
}

type feedIndex struct{ row, feed int }

func (c *checker) checkPart(ctx context.Context, tx postgres.Tx, rows []*Row) error {
	p := &part{parsed: make([]parsed, len(rows)), edits: map[int]source.Outcome{},
		feedEdits: map[feedIndex]source.EndpointOutcome{}, newParents: map[uuid.UUID]*source.CreateInput{}}
	var outlets []source.Outlet
	var keys []string
	if err := c.resolve(ctx, tx, rows); err != nil {
		return err
	}
	for i, r := range rows {
		if r.parsed == nil {
			continue
		}
		p.parsed[i] = *r.parsed
		outlets = append(outlets, p.parsed[i].outlet)
		for _, f := range p.parsed[i].feeds {
			keys = append(keys, f.urlKey)
		}
	}
	var err error
	if p.sources, err = source.FindSources(ctx, tx, outlets); err != nil {
		return err
	}
	if p.endpoints, err = source.FindEndpoints(ctx, tx, keys); err != nil {
		return err
	}
	if err := p.readRetired(ctx, tx); err != nil {
		return err
	}
	if err := p.readNames(ctx, tx); err != nil {
		return err
	}
	if err := p.readUndone(ctx, tx); err != nil {
		return err
	}
	p.checkIDs()
	if err := c.resolveParents(ctx, tx, p); err != nil {
		return err
	}
	if err := p.planEdits(ctx, tx, c.register); err != nil {
		return err
	}
	if err := p.checkNewParents(ctx, tx); err != nil {
		return err
	}
	for i, r := range rows {
		if c.decide(r, p, i); p.parsed[i].isParentMissing {
			c.unresolved = append(c.unresolved, r)
		}
		r.parsed = nil
	}
	return nil
}

// readRetired reads which retired endpoints of rows are retired endpoints of the register.
func (p *part) readRetired(ctx context.Context, tx postgres.Tx) error {
	var keys []string
	for i := range p.parsed {
		for n := range p.parsed[i].feeds {
			if f := &p.parsed[i].feeds[n]; f.isRetired() {
				keys = append(keys, f.urlKey)
			}
		}
	}
	if len(keys) == 0 {
		return nil
	}
	rows, err := tx.Query(ctx, "SELECT source_id, url_key FROM endpoints WHERE intent = 'retired' AND url_key = ANY($1)",
		keys)
	if err != nil {
		return err
	}
	p.retired = map[retiredEndpoint]bool{}
	var e retiredEndpoint
	_, err = pgx.ForEachRow(rows, []any{&e.source, &e.urlKey}, func() error {
		p.retired[e] = true
		return nil
	})
	return err
}

// readNames reads the names of archived sources, of those that rows may archive, and of the sources of endpoints.
func (p *part) readNames(ctx context.Context, tx postgres.Tx) error {
	p.names = map[uuid.UUID]string{}
	var ids []uuid.UUID
	for _, e := range p.endpoints {
		ids = append(ids, e.SourceID)
	}
	for i := range p.parsed {
		row := &p.parsed[i]
		if s, exists := p.sources[row.outlet]; exists && (s.ArchivedID != uuid.Nil || row.isArchived()) {
			ids = append(ids, s.ArchivedID, s.SourceID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	rows, err := tx.Query(ctx, "SELECT id, name FROM sources WHERE id = ANY($1)", ids)
	if err != nil {
		return err
	}
	var id uuid.UUID
	var name string
	_, err = pgx.ForEachRow(rows, []any{&id, &name}, func() error {
		p.names[id] = name
		return nil
	})
	return err
}

// readUndone reads the sources that rows unarchive, and their endpoints.
func (p *part) readUndone(ctx context.Context, tx postgres.Tx) error {
	var ids []uuid.UUID
	for i := range p.parsed {
		if s, exists := p.sourceOf(i); exists && s.IsArchived {
			ids = append(ids, s.SourceID)
		}
	}
	var err error
	if p.undone, err = audit.ArchivedByUndo(ctx, tx, ids); err != nil || len(p.undone) == 0 {
		return err
	}
	rows, err := tx.Query(ctx, "SELECT source_id, url_key FROM endpoints WHERE source_id = ANY($1) AND intent <> 'retired'",
		slices.Collect(maps.Keys(p.undone)))
	if err != nil {
		return err
	}
	p.restored = map[retiredEndpoint]bool{}
	var e retiredEndpoint
	_, err = pgx.ForEachRow(rows, []any{&e.source, &e.urlKey}, func() error {
		p.restored[e] = true
		return nil
	})
	return err
}

// restores reports whether a row unarchives its source.
func (p *part) restores(row *parsed, s source.ExistingSource) bool {
	return s.IsArchived && p.undone[s.SourceID] && !row.isArchived()
}

// sourceOf returns the source of a row: that of its outlet or, for a row without a homepage, that of its
// first feed. It is archived if no live one is found, if the row has the id of the archived one, or if the row is
// archived and does not describe the live one.
func (p *part) sourceOf(i int) (s source.ExistingSource, exists bool) {
	row := &p.parsed[i]
	s, exists = p.sources[row.outlet]
	if exists && (row.id != uuid.Nil && row.id == s.ArchivedID || row.isArchived() && !p.describes(row, s)) {
		return source.ExistingSource{SourceID: s.ArchivedID, IsArchived: true}, s.ArchivedID != uuid.Nil
	}
	if row.home == "" && len(row.feeds) > 0 && (!exists || s.IsArchived) {
		if e, ok := p.endpoints[row.feeds[0].urlKey]; ok {
			return source.ExistingSource{SourceID: e.SourceID}, true
		}
	}
	return s, exists
}

// describes reports whether an archived row describes a live source with its outlet, which it then archives: it has
// the id of the source or, without an id, its name. A source that has the outlet as an alias is found by any row.
func (p *part) describes(row *parsed, s source.ExistingSource) bool {
	name := row.text("name")
	switch {
	case s.IsArchived:
		return false
	case s.IsAlias, s.SourceID == row.id:
		return true
	}
	return row.id == uuid.Nil && (name == "" || textkey.SortKey(name) == textkey.SortKey(p.names[s.SourceID]))
}

// checkIDs makes the rows invalid that have only the id of a source that was merged or archived, and whose outlet
// another source has now.
func (p *part) checkIDs() {
	for i := range p.parsed {
		row := &p.parsed[i]
		if s := p.sources[row.outlet]; row.isByID && s.SourceID != row.id && s.ArchivedID != row.id {
			row.err = errors.New("the row has neither a homepage nor a feed, and the source with its id was merged or " +
				"archived; enter a homepage or a feed")
		}
	}
}

// planEdits sets the edits of existing sources and endpoints.
func (p *part) planEdits(ctx context.Context, tx postgres.Tx, register *source.Register) error {
	var edits []source.Edit
	var feedEdits []source.EndpointEdit
	var editRows []int
	var feeds []feedIndex
	for i := range p.parsed {
		row := &p.parsed[i]
		existing, ok := p.sourceOf(i)
		restores := p.restores(row, existing)
		if row.err != nil || !ok || existing.IsArchived && !restores {
			continue
		}
		id, isAlias := existing.SourceID, existing.IsAlias
		edits = append(edits, source.Edit{ID: id, IsUnconditional: true, ChangesArchived: true,
			Change: func(before *source.Source, after *source.Details) (err error) {
				if isAlias { // the row has a former address and name
					return nil
				}
				if *after, err = row.details(*after); err != nil {
					return err
				}
				if restores && after.Lifecycle == source.Archived {
					after.Lifecycle = cmp.Or(before.ArchivedFrom, source.Active)
				}
				return after.CheckRightsNote(before.Details)
			}})
		editRows = append(editRows, i)
		for n := range row.feeds {
			f := &row.feeds[n]
			e, exists := p.endpoints[f.urlKey]
			if exists && e.SourceID == id && len(f.values) > 0 && !row.addsOnly {
				feedEdits = append(feedEdits, source.EndpointEdit{ID: e.EndpointID, SourceID: id, IsUnconditional: true,
					Change: func(after *source.EndpointDetails) (err error) {
						*after, err = f.endpoint(*after)
						return err
					}})
				feeds = append(feeds, feedIndex{i, n})
			}
		}
	}
	outcomes, err := source.PlanEdits(ctx, tx, edits, nil)
	if err != nil {
		return err
	}
	for n, i := range editRows {
		p.edits[i] = outcomes[n]
	}
	feedOutcomes, err := register.PlanEndpointEdits(ctx, tx, feedEdits)
	if err != nil {
		return err
	}
	for n, f := range feeds {
		p.feedEdits[f] = feedOutcomes[n]
	}
	return nil
}
