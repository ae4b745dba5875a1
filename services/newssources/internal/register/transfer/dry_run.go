package transfer

import (
	"cmp"
	"context"
	"errors"

	"github.com/newsources/newsources/services/newssources/internal/ent"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/change"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// DryRun is the result of an import that is not stored.
type DryRun struct {
	Import  // with counts and notes; not stored
	Sources []DryRunSource
	Rows    []Row // in the order of the file
}

// DryRunSource is a source that an import would create.
type DryRunSource struct {
	Name, HomepageURL string
	Outlet            source.Outlet
	Endpoints         int
}

var errRollback = errors.New("rolled back")

// DryRun reports what the import of a list by the actor would do, and changes nothing.
func (im *Imports) DryRun(ctx context.Context, by audit.Actor, data []byte) (*DryRun, error) {
	isProposal := func(tx postgres.Tx, rows int) (bool, error) { return isProposal(ctx, tx, by, rows) }
	list, c, err := im.decide(ctx, data, isProposal, func(postgres.Tx, *chunk) error { return nil })
	if err != nil {
		return nil, err
	}
	run := &DryRun{Import: Import{Total: len(c.rows), Notes: list.Notes, Incomplete: list.Incomplete}}
	for i, row := range c.rows {
		run.add(row, c.outcomes[i])
	}
	for _, create := range c.creates {
		run.Sources = append(run.Sources,
			DryRunSource{create.Name, create.HomepageURL, create.Outlet(), len(create.Endpoints)})
	}
	return run, nil
}

// decide decides the outcome of each row of a list, calls read in the same transaction, and rolls it back.
func (im *Imports) decide(ctx context.Context, data []byte, isProposal func(tx postgres.Tx, rows int) (bool, error),
	read func(tx postgres.Tx, c *chunk) error) (*List, *chunk, error) {
	list, err := ReadOPML(ctx, data)
	if err != nil {
		return nil, nil, fileProblem(err)
	}
	rows, err := im.newRows(ctx, list)
	if err != nil {
		return nil, nil, err
	}
	c := newChunk(im.Keys, audit.Actor{}, rows)
	err = im.db.Tx(ctx, func(tx postgres.Tx) (err error) {
		if c.isProposal, err = isProposal(tx, len(rows)); err != nil {
			return err
		}
		if err := c.decideAll(ctx, tx); err != nil {
			return err
		}
		return cmp.Or(read(tx, c), errRollback)
	})
	if !errors.Is(err, errRollback) {
		return nil, nil, err
	}
	return list, c, nil
}

// Additions are what a proposal of a list would add to the register.
type Additions struct {
	Items          []change.Item
	Feeds          map[source.Outlet][]string // the URL keys of the feeds, of the rows with a valid address
	Rows           int
	Faults         []string        // the reasons of the invalid rows
	InvalidOutlets []source.Outlet // of the pages of the invalid rows; empty: they name none
}

// Additions returns what a proposal of a list would add, and changes nothing.
func (im *Imports) Additions(ctx context.Context, data []byte) (*Additions, error) {
	a := &Additions{Feeds: map[source.Outlet][]string{}}
	always := func(postgres.Tx, int) (bool, error) { return true, nil }
	_, c, err := im.decide(ctx, data, always, func(tx postgres.Tx, c *chunk) (err error) {
		a.Items, err = c.items(ctx, tx)
		return err
	})
	if err != nil {
		return nil, err
	}
	a.Rows = len(c.rows)
	for i, o := range c.outcomes {
		if Result(o.result) == Invalid {
			page, _ := weburl.Parse(c.rows[i].HTMLURL)
			a.Faults, a.InvalidOutlets = append(a.Faults, o.reason), append(a.InvalidOutlets, outletOf(page))
		}
		if found := c.outlets[i]; found.outlet.Domain != "" {
			keys := a.Feeds[found.outlet]
			if found.urlKey != "" {
				keys = append(keys, found.urlKey)
			}
			a.Feeds[found.outlet] = keys
		}
	}
	return a, nil
}

func (d *DryRun) add(row *ent.ImportRow, o outcome) {
	result := Result(o.result)
	switch result {
	case Created:
		d.Created++
	case Exists:
		d.Exists++
	case Invalid:
		d.Invalid++
	}
	if row.Recovered {
		d.Recovered++
	}
	d.Rows = append(d.Rows, Row{Number: row.Number, Line: row.Line, Title: row.Title, URL: row.URL, Tags: row.Tags,
		Result: result, Recovered: row.Recovered, Reason: o.reason, Repair: repairOf(o.reason, row.Recovery)})
}
