package livelist

import (
	"context"
	"encoding/json"
	"errors"
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
	"github.com/newsources/newsources/services/newssources/internal/register/transfer"
)

// content is a version of a list, compared with the register.
type content struct {
	rows        int
	faults      []string                   // of the rows that are left out
	invalidRows []tableimport.RowAddresses // what these rows name
	outlets     map[string][]string        // the keys of the feeds, by domain and path
	items       []change.Item
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
func (c *content) implausible(before int, outlets map[string][]string) string {
	if c.rows > before*maxGrowth && before > 0 {
		return fmt.Sprintf("The list has %d rows, %d before. A list that becomes more than %d times as long may be damaged, "+
			"so nothing was proposed. If this is correct, accept this version.", c.rows, before, maxGrowth)
	}
	what, now := "rows of the last version", c.rows
	if len(outlets) >= minOutlets {
		what, before, now = "sources of the last version", len(outlets), c.countKept(outlets)
	}
	if now*100 >= before*(100-maxShrink) {
		return ""
	}
	return strings.TrimSpace(fmt.Sprintf("The list has %d of the %d %s. A list that loses more than %d %% may be damaged, so "+
		"nothing was proposed. If this is correct, accept this version. %s", now, before, what, maxShrink, c.summary()))
}

// keepInvalid keeps the missing outlets of the last version that a row which is left out names by its domain or a
// feed. If at least as many of these rows have no address as outlets are still missing, it keeps these outlets, too,
// because the rows may be theirs, and returns true.
func (c *content) keepInvalid(last map[string][]string) bool {
	var gone []string
	unknown := 0
	for outlet := range last {
		if _, isKept := c.outlets[outlet]; !isKept {
			gone = append(gone, outlet)
		}
	}
	for _, row := range c.invalidRows {
		if row.Outlet == "" {
			unknown++
		}
		gone = slices.DeleteFunc(gone, func(outlet string) bool {
			isNamed := row.Outlet != "" && domainOf(row.Outlet) == domainOf(outlet) || slices.ContainsFunc(last[outlet],
				func(key string) bool { return slices.Contains(row.Feeds, key) })
			if isNamed {
				c.outlets[outlet] = nil
			}
			return isNamed
		})
	}
	if len(gone) == 0 || len(gone) > unknown {
		return false
	}
	for _, outlet := range gone {
		c.outlets[outlet] = nil
	}
	return true
}

func domainOf(outlet string) string {
	domain, _, _ := strings.Cut(outlet, "/")
	return domain
}

// countKept returns the number of outlets that the version still has.
func (c *content) countKept(outlets map[string][]string) (count int) {
	for outlet := range outlets {
		if _, isKept := c.outlets[outlet]; isKept {
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
	found := &content{outlets: map[string][]string{}}
	_, err := l.Tables.DryRun(ctx, name, body, func(r tableimport.StoredRow) {
		found.rows++
		if r.Result == tableimport.Invalid || r.Result == tableimport.Conflict {
			found.faults = append(found.faults, fmt.Sprintf("line %d: %s", r.Line, r.Reason))
			found.invalidRows = append(found.invalidRows, r.Addresses())
		} else if outlet := r.Outlet(); outlet != "" {
			found.outlets[outlet] = append(found.outlets[outlet], r.Addresses().Feeds...)
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
	if rejection, ok := errors.AsType[*transfer.FormatError](err); ok && rejection.Code == transfer.FormatHTML {
		err = problem.Wrap(err, problem.InvalidFile, "The address answers with a web page, not with a list. Enter the address "+
			"of the file itself, and a user name and a password if the site requires them.")
	}
	if err != nil {
		return nil, err
	}
	found := &content{rows: additions.Rows, faults: additions.Faults, items: additions.Items,
		outlets: map[string][]string{}}
	for _, outlet := range additions.InvalidOutlets {
		found.invalidRows = append(found.invalidRows, tableimport.RowAddresses{Outlet: outlet.Domain + outlet.PathPrefix})
	}
	for outlet, keys := range additions.Feeds {
		found.outlets[outlet.Domain+outlet.PathPrefix] = keys
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
	removals, err := l.planRemovals(ctx, tx, c.ID, gone)
	if err != nil {
		return nil, err
	}
	if items = append(items, removals...); len(items) == 0 {
		return nil, nil
	}
	set := change.Set{ID: uuid.Must(uuid.NewV7()), Origin: change.LiveList, Title: "Live list: " + c.Name,
		Reason: o.detail}
	return &set.ID, l.Changes.ProposeItems(ctx, tx, audit.Actor{}, set, items)
}

// updateOutlets stores the outlets of a version with their feeds, and returns the outlets that have left the list
// since a person last decided on a proposal of it. If an outlet has no feed any more, its earlier ones are kept.
func updateOutlets(ctx context.Context, tx postgres.Tx, c *claimed, outlets map[string][]string) (gone []string,
	err error) {
	// After a decision, what left the list before is not proposed again.
	batch := &pgx.Batch{}
	const wasDecided = "EXISTS (SELECT FROM change_sets s WHERE s.id = $2 AND s.decided_at IS NOT NULL)"
	batch.Queue("DELETE FROM live_list_outlets WHERE list_id = $1 AND missing AND "+wasDecided, c.ID, c.ChangeSetID)
	batch.Queue(`
		UPDATE live_list_outlets SET gone_feeds = '{}'
		WHERE list_id = $1 AND gone_feeds <> '{}' AND `+wasDecided, c.ID, c.ChangeSetID)
	names, feeds := []string{}, []string{} // one row for each feed, or one without a feed
	for outlet, keys := range outlets {
		for _, key := range append(keys, "") {
			names, feeds = append(names, outlet), append(feeds, key)
		}
	}
	batch.Queue(`
		INSERT INTO live_list_outlets AS o (list_id, outlet, feeds)
		SELECT $1, outlet, coalesce(array_agg(DISTINCT feed) FILTER (WHERE feed <> ''), '{}')
		FROM unnest($2::text[], $3::text[]) n(outlet, feed)
		GROUP BY outlet
		ON CONFLICT (list_id, outlet) DO UPDATE
			SET missing = false, feeds = CASE WHEN excluded.feeds = '{}' THEN o.feeds ELSE excluded.feeds END,
				gone_feeds = CASE WHEN excluded.feeds = '{}' THEN o.gone_feeds ELSE ARRAY(
					SELECT unnest(o.feeds || o.gone_feeds)
					EXCEPT
					SELECT unnest(excluded.feeds)) END`, c.ID, names, feeds)
	if err := tx.SendBatch(ctx, batch).Close(); err != nil {
		return nil, err
	}
	rows, err := tx.Query(ctx, `
		UPDATE live_list_outlets SET missing = true
		WHERE list_id = $1 AND NOT outlet = ANY($2)
		RETURNING outlet`, c.ID, names)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}

// acceptedOutlets returns the outlets of the last accepted version of a list with the keys of their feeds.
func (l *Lists) acceptedOutlets(ctx context.Context, id uuid.UUID) (map[string][]string, error) {
	rows, err := l.db.Pool.Query(ctx, "SELECT outlet, feeds FROM live_list_outlets WHERE list_id = $1 AND NOT missing", id)
	if err != nil {
		return nil, err
	}
	outlets := map[string][]string{}
	var outlet string
	var feeds []string
	_, err = pgx.ForEachRow(rows, []any{&outlet, &feeds}, func() error {
		outlets[outlet] = slices.Clone(feeds)
		return nil
	})
	return outlets, err
}

// planRemovals returns the items that archive the live sources of outlets that no live list has, and that retire the
// endpoints whose feeds have left a list while their outlets have others. A list has a source also by another address
// of it, such as that of a source that was merged into it.
func (l *Lists) planRemovals(ctx context.Context, tx postgres.Tx, list uuid.UUID, gone []string) ([]change.Item,
	error) {
	archived, err := selectItems(ctx, tx, audit.TargetSource, "lifecycle", source.Archived, `
		SELECT DISTINCT s.id, s.id, s.name, s.version
		FROM unnest($1::text[]) o(outlet)
		JOIN LATERAL (
			(SELECT *
				FROM sources
				WHERE canonical_domain = split_part(o.outlet, '/', 1)
					AND path_prefix = substr(o.outlet, length(canonical_domain) + 1))
			UNION ALL
			(SELECT *
				FROM sources
				WHERE aliases <> '[]' AND aliases @> jsonb_build_array(jsonb_build_object(
					'kind', CASE WHEN o.outlet LIKE '%/%' THEN 'path' ELSE 'domain' END, 'value', o.outlet))
				OFFSET 0)
		) s ON true
		WHERE s.lifecycle <> 'archived' AND NOT EXISTS (
			SELECT
			FROM live_list_outlets other
			WHERE NOT other.missing AND other.outlet = ANY(ARRAY[s.canonical_domain || s.path_prefix] || ARRAY(
				SELECT alias->>'value'
				FROM jsonb_array_elements(s.aliases) alias
				WHERE alias->>'kind' <> 'name')))
		ORDER BY s.id`, gone)
	if err != nil {
		return nil, err
	}
	retired, err := selectItems(ctx, tx, audit.TargetEndpoint, "intent", source.EndpointRetired, `
		SELECT e.id, e.source_id, e.url, e.version
		FROM live_list_outlets o, unnest(o.gone_feeds) feed
		JOIN endpoints e ON e.url_key = feed AND e.live
		JOIN sources s ON s.id = e.source_id
		WHERE o.list_id = $1 AND NOT o.missing AND e.intent <> 'retired'
			AND s.canonical_domain || s.path_prefix = o.outlet AND NOT EXISTS (
				SELECT
				FROM live_list_outlets other
				WHERE other.outlet = o.outlet AND feed = ANY(other.feeds) AND NOT other.missing)
		ORDER BY e.id`, list)
	if err != nil {
		return nil, err
	}
	items := append(archived, retired...)
	return items, l.Changes.Plan(ctx, tx, items)
}

// selectItems returns items that set a field of the selected sources or endpoints to a value. The columns are the id,
// that of the source, the name and the version.
func selectItems(ctx context.Context, tx postgres.Tx, target audit.TargetType, field string, value any, query string,
	argument any) ([]change.Item, error) {
	after, err := json.Marshal(value)
	if err != nil {
		return nil, err
	}
	rows, err := tx.Query(ctx, query, argument)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (change.Item, error) {
		i := change.Item{Action: change.Update, TargetType: target, Changes: []audit.Change{{Field: field, After: after}}}
		return i, row.Scan(&i.TargetID, &i.SourceID, &i.TargetName, &i.BaseVersion)
	})
}
