package transfer

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/audit"
	"github.com/newsources/newsources/services/newssources/internal/ent"
	"github.com/newsources/newsources/services/newssources/internal/ent/importrow"
	"github.com/newsources/newsources/services/newssources/internal/problem"
	"github.com/newsources/newsources/services/newssources/internal/source"
	"github.com/newsources/newsources/services/newssources/internal/weburl"
)

// chunk applies some rows of an import in one transaction. What it finds and makes it remembers, so that outlines of one
// outlet become one source, and an address that stands twice in the list is there once.
type chunk struct {
	tx       *ent.Tx
	by       audit.By
	rows     []*ent.ImportRow
	places   []place // of rows, in their order
	gathered map[string]source.Gathered
	outlets  map[source.Outlet]uuid.UUID
}

// place is where an outline belongs: its address, and the outlet that publishes it.
type place struct {
	address weburl.URL
	outlet  source.Outlet
	err     error
}

func newChunk(tx *ent.Tx, by audit.By, rows []*ent.ImportRow) *chunk {
	return &chunk{tx: tx, by: by, rows: rows}
}

func (c *chunk) apply(ctx context.Context) error {
	if err := c.look(ctx); err != nil {
		return err
	}
	for i, row := range c.rows {
		outcome, err := c.settle(ctx, row, c.places[i])
		if err != nil {
			return err
		}
		update := c.tx.ImportRow.UpdateOne(row).SetResult(outcome.result).SetReason(outcome.reason)
		if outcome.endpoint != uuid.Nil {
			update.SetSourceID(outcome.source).SetEndpointID(outcome.endpoint)
		}
		if err := update.Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}

// look finds what the register already has of the chunk's addresses and outlets, in two queries.
func (c *chunk) look(ctx context.Context) (err error) {
	var keys []string
	var outlets []source.Outlet
	for _, row := range c.rows {
		p := placeOf(row)
		c.places = append(c.places, p)
		if p.err == nil {
			keys, outlets = append(keys, p.address.Key()), append(outlets, p.outlet)
		}
	}
	if c.gathered, err = source.GatheredIn(ctx, c.tx, keys); err != nil {
		return err
	}
	c.outlets, err = source.OutletsIn(ctx, c.tx, outlets)
	return err
}

func placeOf(row *ent.ImportRow) place {
	address, err := weburl.Parse(row.URL)
	if err != nil {
		return place{err: err}
	}
	p := place{address: address}
	p.outlet.Domain, p.outlet.PathPrefix = weburl.Outlet(address)
	// A feed on a host that many share tells little about its outlet; the list may say where its pages are.
	if p.outlet.PathPrefix != "" {
		if home, err := weburl.Parse(row.HTMLURL); err == nil {
			if domain, prefix := weburl.Outlet(home); prefix == "" {
				p.outlet = source.Outlet{Domain: domain}
			}
		}
	}
	return p
}

type outcome struct {
	result           importrow.Result
	reason           string
	source, endpoint uuid.UUID
}

// settle decides what becomes of one outline. Its errors end the chunk; a bad outline is an outcome, not an error.
func (c *chunk) settle(ctx context.Context, row *ent.ImportRow, p place) (outcome, error) {
	if p.err != nil {
		return outcome{result: importrow.ResultInvalid, reason: p.err.Error()}, nil
	}
	key := p.address.Key()
	if there, ok := c.gathered[key]; ok {
		return outcome{importrow.ResultExists, there.Reason(c.by.ImportID), there.SourceID, there.EndpointID}, nil
	}
	endpoint := source.EndpointDetails{Kind: row.Kind, URL: row.URL, Name: shorten(row.Title, maxTitle)}
	sourceID, known := c.outlets[p.outlet]
	var endpointID uuid.UUID
	var err error
	if known {
		endpointID, err = source.JoinIn(ctx, c.tx, c.by, sourceID, endpoint, row.Tags)
	} else {
		sourceID, endpointID, err = c.make(ctx, row, p, endpoint)
	}
	if problem.Is(err, problem.Invalid) {
		return outcome{result: importrow.ResultInvalid, reason: reasonOf(err)}, nil
	}
	if err != nil {
		return outcome{}, fmt.Errorf("outline %d: %w", row.Number, err)
	}
	c.outlets[p.outlet] = sourceID
	c.gathered[key] = source.Gathered{SourceID: sourceID, EndpointID: endpointID, ImportID: c.by.ImportID}
	return outcome{importrow.ResultCreated, "", sourceID, endpointID}, nil
}

func (c *chunk) make(ctx context.Context, row *ent.ImportRow, p place, endpoint source.EndpointDetails) (sourceID, endpointID uuid.UUID, err error) {
	input := source.New{
		Details: source.Details{
			Name: shorten(row.Title, maxTitle), HomepageURL: homepage(row, p.outlet), Languages: languagesOf(row.Language), Tags: row.Tags,
		},
		Endpoints: []source.EndpointDetails{endpoint},
	}
	if input.Name == "" {
		input.Name = p.outlet.Domain + p.outlet.PathPrefix
	}
	if err := input.Validate(); err != nil {
		return uuid.Nil, uuid.Nil, err
	}
	return source.CreateIn(ctx, c.tx, c.by, input)
}
