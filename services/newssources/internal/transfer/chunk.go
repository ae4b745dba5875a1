package transfer

import (
	"cmp"
	"context"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/audit"
	"github.com/newsources/newsources/services/newssources/internal/ent"
	"github.com/newsources/newsources/services/newssources/internal/ent/importrow"
	"github.com/newsources/newsources/services/newssources/internal/feed"
	"github.com/newsources/newsources/services/newssources/internal/seal"
	"github.com/newsources/newsources/services/newssources/internal/source"
)

// chunk applies some rows of an import in one transaction: it looks up what the register has, decides what becomes of
// each row, and writes all of it with a few statements.
type chunk struct {
	by       audit.Actor
	keys     *seal.Keys
	rows     []*ent.ImportRow
	outcomes []outcome // of rows, in their order

	gathered map[string]source.ExistingEndpoint      // the addresses that the register has
	known    map[source.Outlet]source.ExistingSource // the outlets that the register has
	adding   map[string]outcome                      // the addresses that this chunk adds
	targets  map[source.Outlet]*target
	news     []*source.CreateInput
	joins    []*source.ExtendInput
}

// outcome is what becomes of a row. Where it leads to something that this chunk adds, target says where the ids will be.
type outcome struct {
	result           importrow.Result
	reason           string
	source, endpoint uuid.UUID
	target           *target
	index            int
}

// target is the source that outlines of one outlet go to.
type target struct {
	new  *source.CreateInput
	join *source.ExtendInput
	room int // for further endpoints
}

func applyRows(ctx context.Context, tx *ent.Tx, keys *seal.Keys, by audit.Actor, rows []*ent.ImportRow) error {
	c := &chunk{by: by, keys: keys, rows: rows, outcomes: make([]outcome, len(rows)),
		adding: map[string]outcome{}, targets: map[source.Outlet]*target{}}
	places, err := c.look(ctx, tx)
	if err != nil {
		return err
	}
	for i, row := range rows {
		if c.outcomes[i].result == "" {
			c.outcomes[i] = c.decide(row, places[i])
		}
	}
	if err := source.InsertAll(ctx, tx, keys, by, c.news, c.joins); err != nil {
		return err
	}
	return c.write(ctx, tx)
}

// look finds what the register already has of the chunk's addresses and outlets.
func (c *chunk) look(ctx context.Context, tx *ent.Tx) (places []place, err error) {
	places = make([]place, len(c.rows))
	var keys []string
	var outlets []source.Outlet
	for i, row := range c.rows {
		if places[i], err = placeOf(row.URL, row.HTMLURL); err != nil {
			c.outcomes[i] = invalid(err)
			continue
		}
		keys, outlets = append(keys, places[i].key), append(outlets, places[i].outlet)
	}
	if c.gathered, err = source.FindEndpoints(ctx, tx, keys); err != nil {
		return nil, err
	}
	c.known, err = source.FindSources(ctx, tx, outlets)
	return places, err
}

// decide says what becomes of an outline.
func (c *chunk) decide(row *ent.ImportRow, p place) outcome {
	if there, ok := c.gathered[p.key]; ok {
		earlier := there.ImportID != nil && c.by.ImportID != nil && *there.ImportID == *c.by.ImportID
		return outcome{result: importrow.ResultExists, reason: existsReason(row, earlier), source: there.SourceID, endpoint: there.EndpointID}
	}
	if there, ok := c.adding[p.key]; ok {
		there.result, there.reason = importrow.ResultExists, existsReason(row, true)
		return there
	}
	credentials, err := openRow(c.keys, row)
	if err != nil {
		return outcome{result: importrow.ResultInvalid, reason: lostKeys}
	}
	endpoint := source.EndpointDetails{Kind: feed.Kind(row.Kind), URL: row.URL, Name: row.Title}
	endpoint.SetCredentials(credentials)
	if err := endpoint.Validate(); err != nil {
		return invalid(err)
	}
	t, err := c.targetOf(row, p)
	if err != nil {
		return invalid(err)
	}
	if t.room == 0 {
		return outcome{result: importrow.ResultInvalid, reason: tooMany}
	}
	made := outcome{result: importrow.ResultCreated, target: t, index: t.add(endpoint, row.Tags)}
	c.adding[p.key] = made
	return made
}

// targetOf finds the source of an outline's outlet, and otherwise has it made.
func (c *chunk) targetOf(row *ent.ImportRow, p place) (*target, error) {
	if t := c.targets[p.outlet]; t != nil {
		return t, nil
	}
	var t *target
	if there, ok := c.known[p.outlet]; ok {
		t = &target{join: &source.ExtendInput{SourceID: there.SourceID}, room: source.MaxEndpoints - there.Endpoints}
		c.joins = append(c.joins, t.join)
	} else {
		t = &target{new: &source.CreateInput{Details: source.Details{
			Name: cmp.Or(row.OutletName, p.outlet.Domain+p.outlet.PathPrefix), HomepageURL: p.homepage, Languages: languagesOf(row.Language),
		}}, room: source.MaxEndpoints}
		if err := t.new.Validate(); err != nil {
			return nil, err
		}
		c.news = append(c.news, t.new)
	}
	c.targets[p.outlet] = t
	return t, nil
}

// add puts an endpoint to the target, and returns its index there.
func (t *target) add(endpoint source.EndpointDetails, tags []string) int {
	t.room--
	if t.new != nil {
		t.new.Endpoints, t.new.Tags = append(t.new.Endpoints, endpoint), source.MergeTags(t.new.Tags, tags)
		return len(t.new.Endpoints) - 1
	}
	t.join.Endpoints, t.join.Tags = append(t.join.Endpoints, endpoint), source.MergeTags(t.join.Tags, tags)
	return len(t.join.Endpoints) - 1
}

func (o outcome) ids() (sourceID, endpointID uuid.UUID) {
	switch {
	case o.target == nil:
		return o.source, o.endpoint
	case o.target.new != nil:
		return o.target.new.ID, o.target.new.EndpointIDs[o.index]
	}
	return o.target.join.SourceID, o.target.join.EndpointIDs[o.index]
}

// write notes with each row what became of it; credentials are now the endpoint's, or nobody's.
func (c *chunk) write(ctx context.Context, tx *ent.Tx) error {
	ids, results, reasons := make([]uuid.UUID, len(c.rows)), make([]string, len(c.rows)), make([]string, len(c.rows))
	sources, endpoints := make([]*uuid.UUID, len(c.rows)), make([]*uuid.UUID, len(c.rows))
	for i, o := range c.outcomes {
		ids[i], results[i], reasons[i] = c.rows[i].ID, string(o.result), o.reason
		if sourceID, endpointID := o.ids(); endpointID != uuid.Nil {
			sources[i], endpoints[i] = &sourceID, &endpointID
		}
	}
	_, err := tx.ExecContext(ctx, `
		UPDATE import_rows r SET result = d.result, reason = d.reason, source_id = d.source_id, endpoint_id = d.endpoint_id, sealed = NULL
		FROM unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[], $5::uuid[]) d(id, result, reason, source_id, endpoint_id)
		WHERE r.id = d.id`, ids, results, reasons, sources, endpoints)
	return err
}
