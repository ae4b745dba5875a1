package sourcerights

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
)

// selectProhibition selects the live source with the rights “forbidden” to which an address belongs: the address is
// one of its endpoints, or below its domain and path. Another source with a longer path precedes it.
const selectProhibition = `
	SELECT s.name
	FROM endpoints e
	JOIN sources s ON s.id = e.source_id
	WHERE e.live AND e.url_key = $3 AND s.rights = 'forbidden' AND s.lifecycle <> 'archived'
	UNION ALL
	SELECT s.name
	FROM sources s
	WHERE s.canonical_domain = $1 AND s.rights = 'forbidden' AND s.lifecycle <> 'archived'
		AND starts_with($2, s.path_prefix || '/') AND NOT EXISTS (
			SELECT
			FROM sources o
			WHERE o.canonical_domain = $1 AND o.rights <> 'forbidden' AND o.lifecycle <> 'archived'
				AND length(o.path_prefix) > length(s.path_prefix) AND starts_with($2, o.path_prefix || '/'))
	LIMIT 1`

// Prohibition returns the reason why an address may not be requested: it belongs to a forbidden source. It returns ""
// if it belongs to none.
func Prohibition(ctx context.Context, q postgres.Querier, address weburl.URL) (reason string, err error) {
	domain, prefix := weburl.Outlet(address)
	if prefix == "" {
		prefix = address.Path()
	}
	rows, err := q.Query(ctx, selectProhibition, postgres.Replan, domain, prefix+"/", address.Key())
	if err != nil {
		return "", err
	}
	name, err := pgx.CollectOneRow(rows, pgx.RowTo[string])
	if errors.Is(err, pgx.ErrNoRows) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("The address belongs to “%s”, whose rights are “forbidden”, so it is not requested.", name), nil
}

// selectInherited selects the notes of archived sources with the rights “forbidden” by outlet.
const selectInherited = `
	SELECT DISTINCT ON (o.number) o.number - 1, s.rights_note
	FROM unnest($1::text[], $2::text[]) WITH ORDINALITY o(domain, prefix, number)
	JOIN sources s ON s.canonical_domain = o.domain AND s.path_prefix = o.prefix
	WHERE s.rights = 'forbidden' AND s.lifecycle = 'archived' AND s.merged_into IS NULL
	ORDER BY o.number, s.archived_at DESC`

// Inherited returns the notes on rights of archived sources whose rights are “forbidden”, by the number of their
// outlet: a source that is added again is forbidden, too. outlet returns the domain and the path of one of n outlets.
func Inherited(ctx context.Context, q postgres.Querier, n int, outlet func(i int) (domain, prefix string)) (
	map[int]string, error) {
	domains, prefixes := make([]string, n), make([]string, n)
	for i := range n {
		domains[i], prefixes[i] = outlet(i)
	}
	rows, err := q.Query(ctx, selectInherited, postgres.Replan, domains, prefixes)
	if err != nil {
		return nil, err
	}
	found := map[int]string{}
	var number int
	var note string
	_, err = pgx.ForEachRow(rows, []any{&number, &note}, func() error {
		found[number] = note
		return nil
	})
	return found, err
}
