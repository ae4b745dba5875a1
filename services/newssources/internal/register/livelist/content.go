package livelist

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/change"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/register/tablefile"
	"github.com/newsources/newsources/services/newssources/internal/register/tableimport"
)

// content is a version of a list, compared with the register.
type content struct {
	rows    int
	faults  []string // of the rows that are left out
	outlets []string // domain and path
	items   []change.Item
}

// summary says how many rows are left out, and why the first one is.
func (c *content) summary() string {
	switch len(c.faults) {
	case 0:
		return ""
	case 1:
		return "1 row was left out: " + c.faults[0]
	}
	return fmt.Sprintf("%d rows were left out. The first one: %s", len(c.faults), c.faults[0])
}

// implausible returns why a version of a list is refused, or "": it has lost too many of the outlets of the last
// version, or has grown too much. Lists with fewer than minOutlets outlets are compared by their rows.
func (c *content) implausible(before int, outlets []string) string {
	if c.rows > before*maxGrowth && before > 0 {
		return fmt.Sprintf("The list has %d rows, %d before. A list that becomes more than %d times as long may be damaged, "+
			"so nothing was proposed. If this is correct, accept this version.", c.rows, before, maxGrowth)
	}
	what, now := "rows of the last version", c.rows
	if len(outlets) >= minOutlets {
		what, before, now = "sources of the last version", len(outlets), countCommon(outlets, c.outlets)
	}
	if now*100 >= before*(100-maxShrink) {
		return ""
	}
	return strings.TrimSpace(fmt.Sprintf("The list has %d of the %d %s. A list that loses more than %d %% may be damaged, so "+
		"nothing was proposed. If this is correct, accept this version. %s", now, before, what, maxShrink, c.summary()))
}

// countCommon returns the number of outlets that are also in others.
func countCommon(outlets, others []string) (count int) {
	has := map[string]bool{}
	for _, o := range others {
		has[o] = true
	}
	for _, o := range outlets {
		if has[o] {
			count++
		}
	}
	return count
}

// analyse compares a list with the register, and changes nothing. An OPML list only adds sources and
// endpoints; a table also changes the values of sources.
func (l *Lists) analyse(ctx context.Context, c *claimed, body []byte) (*content, error) {
	if tablefile.IsMarkup(body) {
		return l.analyseOutlines(ctx, body)
	}
	name := "list"
	if address, err := url.Parse(c.URL); err == nil {
		name = path.Base(address.Path)
	}
	found := &content{}
	_, err := l.Tables.DryRun(ctx, name, body, func(r tableimport.StoredRow) {
		found.rows++
		if r.Result == tableimport.Invalid || r.Result == tableimport.Conflict {
			found.faults = append(found.faults, fmt.Sprintf("line %d: %s", r.Line, r.Reason))
		}
		if outlet := r.Outlet(); r.Result != tableimport.Invalid && outlet != "" { // a conflict is about a source of the list
			found.outlets = append(found.outlets, outlet)
		}
		found.items = append(found.items, r.Items...)
	})
	if err != nil {
		return nil, err
	}
	if len(found.outlets) == 0 {
		return nil, problem.New(problem.InvalidFile, "None of the %d rows is a source. The first one: %s", found.rows,
			found.faults[0])
	}
	return found, nil
}

func (l *Lists) analyseOutlines(ctx context.Context, body []byte) (*content, error) {
	additions, err := l.Imports.Additions(ctx, body)
	if err != nil {
		return nil, err
	}
	found := &content{rows: additions.Rows, faults: additions.Faults, items: additions.Items}
	for _, o := range additions.Outlets {
		found.outlets = append(found.outlets, o.Domain+o.PathPrefix)
	}
	return found, nil
}

// propose proposes what differs from the register, instead of an earlier undecided proposal, and
// returns its id. It returns nil if nothing differs.
func (l *Lists) propose(ctx context.Context, tx postgres.Tx, c *claimed, o outcome) (*uuid.UUID, error) {
	if c.ChangeSetID != nil {
		if err := l.Changes.Supersede(ctx, tx, *c.ChangeSetID, "The list was changed again."); err != nil {
			return nil, err
		}
	}
	gone, err := updateOutlets(ctx, tx, c, o.content.outlets)
	if err != nil {
		return nil, err
	}
	items := slices.Clone(o.content.items)
	archived, err := l.planArchiving(ctx, tx, gone)
	if err != nil {
		return nil, err
	}
	if items = append(items, archived...); len(items) == 0 {
		return nil, nil
	}
	set := change.Set{ID: uuid.Must(uuid.NewV7()), Origin: change.LiveList, Title: "Live list: " + c.Name,
		Reason: o.detail}
	return &set.ID, l.Changes.ProposeItems(ctx, tx, audit.Actor{}, set, items)
}

// updateOutlets stores the outlets of a version, and returns those that have left the list since a
// person last decided on a proposal of it.
func updateOutlets(ctx context.Context, tx postgres.Tx, c *claimed, outlets []string) (gone []string, err error) {
	// After a decision, outlets that left the list before are not proposed again.
	_, err = tx.Exec(ctx, `
		DELETE FROM live_list_outlets o
		WHERE o.list_id = $1 AND o.missing AND EXISTS (
			SELECT FROM change_sets s WHERE s.id = $2 AND s.decided_at IS NOT NULL)`, c.ID, c.ChangeSetID)
	if err != nil {
		return nil, err
	}
	_, err = tx.Exec(ctx, `
		INSERT INTO live_list_outlets (list_id, outlet)
		SELECT DISTINCT $1::uuid, outlet
		FROM unnest($2::text[]) outlet
		ON CONFLICT (list_id, outlet) DO UPDATE SET missing = false`, c.ID, outlets)
	if err != nil {
		return nil, err
	}
	rows, err := tx.Query(ctx, `
		UPDATE live_list_outlets SET missing = true
		WHERE list_id = $1 AND NOT outlet = ANY($2)
		RETURNING outlet`, c.ID, outlets)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}

// acceptedOutlets returns the outlets of the last accepted version of a list.
func (l *Lists) acceptedOutlets(ctx context.Context, id uuid.UUID) ([]string, error) {
	rows, err := l.db.Pool.Query(ctx, "SELECT outlet FROM live_list_outlets WHERE list_id = $1 AND NOT missing", id)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}

// planArchiving returns the items that archive the live sources of outlets that no live list has.
func (l *Lists) planArchiving(ctx context.Context, tx postgres.Tx, outlets []string) ([]change.Item, error) {
	if len(outlets) == 0 {
		return nil, nil
	}
	domains, paths := make([]string, len(outlets)), make([]string, len(outlets))
	for n, outlet := range outlets {
		domain, rest, hasPath := strings.Cut(outlet, "/")
		domains[n] = domain
		if hasPath {
			paths[n] = "/" + rest
		}
	}
	after, err := json.Marshal(source.Archived)
	if err != nil {
		return nil, err
	}
	rows, err := tx.Query(ctx, `
		SELECT s.id, s.name, s.version
		FROM unnest($1::text[], $2::text[]) o(domain, path)
		JOIN sources s ON s.canonical_domain = o.domain AND s.path_prefix = o.path
		WHERE s.lifecycle <> 'archived' AND NOT EXISTS (
			SELECT
			FROM live_list_outlets other
			WHERE other.outlet = o.domain || o.path AND NOT other.missing)
		ORDER BY s.id`, domains, paths)
	if err != nil {
		return nil, err
	}
	items, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (change.Item, error) {
		i := change.Item{Action: change.Update, TargetType: audit.TargetSource,
			Changes: []audit.Change{{Field: "lifecycle", After: after}}}
		err := row.Scan(&i.TargetID, &i.TargetName, &i.BaseVersion)
		i.SourceID = i.TargetID
		return i, err
	})
	if err != nil {
		return nil, err
	}
	return items, l.Changes.Plan(ctx, tx, items)
}
