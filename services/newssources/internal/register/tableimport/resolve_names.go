package tableimport

import (
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/textkey"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// selectByName selects up to two live sources for each name and country: those with the name, or else those with it as
// another name, which must be equal letter by letter. An empty country, of a row or of a source, matches every one.
// OFFSET 0: see source.selectOwners.
const selectByName = `
	SELECT n.number::int - 1 AS number, s.canonical_domain, s.path_prefix, s.name
	FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY n(key, alias, country, number)
	JOIN LATERAL (
		SELECT s.canonical_domain, s.path_prefix, s.name, s.is_other, rank() OVER (ORDER BY s.is_other) AS rank
		FROM (
			(SELECT *, false AS is_other FROM sources WHERE name_key = n.key OFFSET 0)
			UNION ALL
			(SELECT *, true FROM sources WHERE aliases <> '[]' AND aliases @> n.alias::jsonb OFFSET 0)
		) s
		WHERE s.lifecycle <> 'archived' AND (n.country = '' OR s.country IN ('', n.country))
		ORDER BY s.is_other, s.id
		LIMIT 2
	) s ON s.rank = 1
	ORDER BY n.number`

// resolveNames sets the outlets of rows without an address: that of the only source with the name of the row. Such a
// row does not rename the source. If several sources have the name, the row is invalid.
func resolveNames(ctx context.Context, tx postgres.Tx, rows []*parsed) error {
	rows = slices.DeleteFunc(rows, func(p *parsed) bool { return p.text("name") == "" })
	if len(rows) == 0 {
		return nil
	}
	var names, keys, aliases, countries []string
	for _, p := range rows {
		name := p.text("name")
		names, keys = append(names, name), append(keys, textkey.SortKey(name))
		countries = append(countries, p.text("country"))
		aliases = append(aliases, *postgres.JSON([]map[string]string{{"kind": source.AliasName, "value": name}}))
	}
	list, err := tx.Query(ctx, selectByName, postgres.Replan, keys, aliases, countries)
	if err != nil {
		return err
	}
	var number int
	var outlet source.Outlet
	var found string
	_, err = pgx.ForEachRow(list, []any{&number, &outlet.Domain, &outlet.PathPrefix, &found}, func() error {
		rows[number].setByName(names[number], outlet, found)
		return nil
	})
	return err
}

// setByName sets the outlet to that of a source that has the name of the row. A second source makes the row invalid.
func (p *parsed) setByName(name string, outlet source.Outlet, found string) {
	if p.outlet != (source.Outlet{}) {
		p.repairs = p.repairs[:len(p.repairs)-1]
		p.err = fmt.Errorf("the row has neither a homepage nor a feed, and several sources have the name “%s”; enter a "+
			"homepage or a feed", name)
		return
	}
	p.outlet, p.err = outlet, nil
	p.values = slices.DeleteFunc(p.values, func(a assignment) bool { return a.column.Key == "name" })
	p.repairs = append(p.repairs, fmt.Sprintf("The row has no address. Its source was found by its name: “%s” (%s%s).",
		found, outlet.Domain, outlet.PathPrefix))
}
