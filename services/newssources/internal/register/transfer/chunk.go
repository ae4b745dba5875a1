package transfer

import (
	"cmp"
	"context"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/ent"
	"github.com/newsources/newsources/services/newssources/internal/ent/importrow"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/seal"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/reading/outletname"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/register/tag"
)

// chunk applies some rows of an import in one transaction: it looks up the existing endpoints and
// sources, decides the outcome of each row, and writes everything with a few statements.
type chunk struct {
	by         audit.Actor
	keys       *seal.Keys
	isProposal bool // the additions become items of a proposal, which cannot have credentials
	rows       []*ent.ImportRow
	outlets    []outlineOutlet // one per row
	outcomes   []outcome       // one per row

	existingEndpoints map[string]source.ExistingEndpoint // by URL key
	existingSources   map[source.Outlet]source.ExistingSource
	addedEndpoints    map[string]outcome // by URL key
	targets           map[source.Outlet]*target
	creates           []*source.CreateInput
	extends           []*source.ExtendInput
}

// outcome is the result of a row. For an endpoint that this chunk adds, target and index identify
// it until it has an id. The index of a source without feeds is noEndpoint.
type outcome struct {
	result           importrow.Result
	reason           string
	source, endpoint uuid.UUID
	target           *target
	index            int
}

const noEndpoint = -1

// target is the source that receives the endpoints of one outlet: a new one (create) or an existing one (extend).
type target struct {
	create       *source.CreateInput
	extend       *source.ExtendInput
	maxEndpoints int // that can still be added
}

// newChunk returns a chunk with the outlet of each row. Rows with malformed addresses have an outcome already.
func newChunk(keys *seal.Keys, by audit.Actor, rows []*ent.ImportRow) *chunk {
	c := &chunk{by: by, keys: keys, rows: rows, outlets: make([]outlineOutlet, len(rows)),
		outcomes: make([]outcome, len(rows)), addedEndpoints: map[string]outcome{}, targets: map[source.Outlet]*target{}}
	for i, row := range rows {
		var err error
		if c.outlets[i], err = findRowOutlet(row); err != nil {
			c.outcomes[i] = invalid(err)
		}
	}
	return c
}

func findRowOutlet(row *ent.ImportRow) (outlineOutlet, error) {
	if row.Kind == linkKind {
		return findLinkOutlet(row.URL, row.OutletPath)
	}
	return parseAddresses(row.URL, row.HTMLURL).findOutlet(row.OutletPath)
}

// applyRows applies the rows in the transaction. It returns a unique violation or
// source.ErrSourceGone if another transaction changed the same outlet or address after the lookup.
func applyRows(ctx context.Context, tx postgres.Tx, keys *seal.Keys, by audit.Actor, rows []*ent.ImportRow) error {
	c := newChunk(keys, by, rows)
	if err := c.decideAll(ctx, tx); err != nil {
		return err
	}
	if err := source.InsertAll(ctx, tx, keys, by, c.creates, c.extends); err != nil {
		return err
	}
	return c.writeResults(ctx, tx)
}

// decideAll decides the outcome of each row and writes nothing.
func (c *chunk) decideAll(ctx context.Context, tx postgres.Tx) error {
	if err := c.lookUp(ctx, tx); err != nil {
		return err
	}
	for i, row := range c.rows {
		if err := ctx.Err(); err != nil { // a dry run decides on a whole list
			return err
		}
		if row.Result == importrow.ResultInvalid { // found when the list was read
			c.outcomes[i] = outcome{result: row.Result, reason: row.Reason}
		}
		if c.outcomes[i].result == "" {
			c.outcomes[i] = c.decide(row, c.outlets[i])
		}
	}
	return nil
}

// lookUp finds the endpoints and sources that exist already.
func (c *chunk) lookUp(ctx context.Context, tx postgres.Tx) (err error) {
	pages := make([]source.Page, len(c.outlets))
	for i, o := range c.outlets {
		pages[i] = o.page
	}
	byPage, err := source.FindPages(ctx, tx, pages)
	if err != nil {
		return err
	}
	var keys []string
	var outlets []source.Outlet
	for i := range c.outlets {
		o := &c.outlets[i]
		if c.outcomes[i].result != "" {
			continue
		}
		if outlet, isPage := byPage[o.page]; isPage {
			o.outlet = outlet
		}
		if outlets = append(outlets, o.outlet); o.urlKey != "" {
			keys = append(keys, o.urlKey)
		}
	}
	if c.existingEndpoints, err = source.FindEndpoints(ctx, tx, keys); err != nil {
		return err
	}
	c.existingSources, err = source.FindSources(ctx, tx, outlets)
	return err
}

// decide returns the outcome of a row, and adds its endpoint to a target if it is new.
func (c *chunk) decide(row *ent.ImportRow, o outlineOutlet) outcome {
	existing, isRegistered := c.existingEndpoints[o.urlKey]
	if s := c.existingSources[o.outlet]; s.IsArchived && !isRegistered {
		return outcome{result: importrow.ResultExists, reason: existsReason(row, reasonArchived), source: s.SourceID}
	}
	if row.Kind == linkKind {
		return c.decideLink(row, o)
	}
	if isRegistered {
		reason := reasonRegistered
		if existing.ImportID != nil && c.by.ImportID != nil && *existing.ImportID == *c.by.ImportID {
			reason = reasonDuplicate
		}
		return outcome{result: importrow.ResultExists, reason: existsReason(row, reason), source: existing.SourceID,
			endpoint: existing.EndpointID}
	}
	if added, ok := c.addedEndpoints[o.urlKey]; ok {
		added.result, added.reason = importrow.ResultExists, existsReason(row, reasonDuplicate)
		return added
	}
	credentials, err := decryptRow(c.keys, row)
	if err != nil {
		return outcome{result: importrow.ResultInvalid, reason: keyMissing}
	}
	if c.isProposal && credentials != nil {
		return outcome{result: importrow.ResultInvalid, reason: credentialsNotProposed}
	}
	endpoint := source.EndpointDetails{Kind: feed.Kind(row.Kind), URL: row.URL, Name: row.Title}
	endpoint.SetCredentials(credentials)
	if err := endpoint.Validate(); err != nil {
		return invalid(err)
	}
	isNewOutlet := c.targets[o.outlet] == nil
	t, err := c.findTarget(row, o)
	if err != nil {
		return invalid(err)
	}
	if t.maxEndpoints == 0 {
		return outcome{result: importrow.ResultInvalid, reason: tooManyEndpoints}
	}
	added := outcome{result: importrow.ResultCreated, target: t, index: t.add(endpoint, row.Tags)}
	if t.create != nil && t.create.IsHomepageDerived && o.isHomepageDerived {
		t.create.HomepageURL = commonHomepage(t.create.HomepageURL, o.homepage, o.outlet)
	}
	if isNewOutlet && t.create != nil && o.isHomepageDerived {
		added.reason = homepageDerived
	}
	c.addedEndpoints[o.urlKey] = added
	return added
}

// decideLink returns the outcome of a row for a source without feeds, and adds the source if it is new.
func (c *chunk) decideLink(row *ent.ImportRow, o outlineOutlet) outcome {
	existing, exists := c.existingSources[o.outlet]
	t := c.targets[o.outlet]
	if exists {
		return outcome{result: importrow.ResultExists, reason: existsReason(row, reasonRegistered), source: existing.SourceID}
	}
	if t != nil {
		return outcome{result: importrow.ResultExists, reason: existsReason(row, reasonDuplicate), target: t,
			index: noEndpoint}
	}
	t, err := c.findTarget(row, o)
	if err != nil {
		return invalid(err)
	}
	t.create.Tags = tag.Merge(t.create.Tags, row.Tags)
	return outcome{result: importrow.ResultCreated, target: t, index: noEndpoint}
}

// findTarget returns the target of an outlet and creates it for the first row of the outlet.
func (c *chunk) findTarget(row *ent.ImportRow, o outlineOutlet) (*target, error) {
	if t := c.targets[o.outlet]; t != nil {
		return t, nil
	}
	var t *target
	if existing, ok := c.existingSources[o.outlet]; ok {
		t = &target{extend: &source.ExtendInput{SourceID: existing.SourceID},
			maxEndpoints: source.MaxEndpoints - existing.Endpoints}
		c.extends = append(c.extends, t.extend)
	} else {
		t = &target{create: &source.CreateInput{
			Details: source.Details{
				Name: cmp.Or(row.OutletName, o.outlet.Domain+o.outlet.PathPrefix), HomepageURL: o.homepage,
				Languages: parseLanguages(row.Language),
			},
			ImportedOutlet: &o.outlet, IsHomepageDerived: o.isHomepageDerived,
			IsNameDerived: outletname.IsDomain(row.OutletName, outletname.Outlet(o.outlet)),
		}, maxEndpoints: source.MaxEndpoints}
		if err := t.create.Validate(); err != nil {
			return nil, err
		}
		c.creates = append(c.creates, t.create)
	}
	c.targets[o.outlet] = t
	return t, nil
}

// add adds an endpoint to the target and returns its index.
func (t *target) add(endpoint source.EndpointDetails, tags []string) int {
	t.maxEndpoints--
	if t.create != nil {
		t.create.Endpoints, t.create.Tags = append(t.create.Endpoints, endpoint), tag.Merge(t.create.Tags, tags)
		return len(t.create.Endpoints) - 1
	}
	t.extend.Endpoints, t.extend.Tags = append(t.extend.Endpoints, endpoint), tag.Merge(t.extend.Tags, tags)
	return len(t.extend.Endpoints) - 1
}

// ids returns the ids, or nil for those that a row does not have.
func (o outcome) ids() (sourceID, endpointID *uuid.UUID) {
	s, e, endpoints := o.source, o.endpoint, []uuid.UUID(nil)
	switch t := o.target; {
	case t == nil:
	case t.create != nil:
		s, endpoints = t.create.ID, t.create.EndpointIDs
	default:
		s, endpoints = t.extend.SourceID, t.extend.EndpointIDs
	}
	if o.target != nil && o.index != noEndpoint {
		e = endpoints[o.index]
	}
	if s != uuid.Nil {
		sourceID = &s
	}
	if e != uuid.Nil {
		endpointID = &e
	}
	return sourceID, endpointID
}

// writeResults stores the outcome of each row and deletes its credentials, which the endpoint has now.
func (c *chunk) writeResults(ctx context.Context, tx postgres.Tx) error {
	ids, results, reasons := make([]uuid.UUID, len(c.rows)), make([]string, len(c.rows)), make([]string, len(c.rows))
	sources, endpoints := make([]*uuid.UUID, len(c.rows)), make([]*uuid.UUID, len(c.rows))
	for i, o := range c.outcomes {
		ids[i], results[i], reasons[i] = c.rows[i].ID, string(o.result), o.reason
		sources[i], endpoints[i] = o.ids()
	}
	_, err := tx.Exec(ctx, `
		UPDATE import_rows r
			SET result = d.result, reason = d.reason, source_id = d.source_id, endpoint_id = d.endpoint_id, sealed = NULL
		FROM unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[], $5::uuid[]) d(id, result, reason, source_id, endpoint_id)
		WHERE r.id = d.id`, ids, results, reasons, sources, endpoints)
	return err
}
