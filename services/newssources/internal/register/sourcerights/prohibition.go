package sourcerights

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
)

// selectProhibition selects the live source with the rights “forbidden” to which an address belongs: the address is
// one of its endpoints, or below its domain and path or those of an alias. Another source with a longer path, or whose
// own domain it is, precedes it. The aliases are read as in source.selectOwners.
const selectProhibition = `
	WITH owners AS (
		SELECT s.name, s.rights, octet_length(s.path_prefix) AS length, false AS is_alias
		FROM sources s
		WHERE s.canonical_domain = $1 AND s.lifecycle <> 'archived' AND s.path_prefix = ANY($2)
		UNION ALL
		SELECT s.name, s.rights, k.length, true
		FROM unnest($3::text[], $4::int[]) k(key, length)
		JOIN LATERAL (
			SELECT name, rights
			FROM sources
			WHERE aliases <> '[]' AND aliases @> k.key::jsonb AND lifecycle <> 'archived'
			OFFSET 0) s ON true)
	SELECT s.name
	FROM endpoints e
	JOIN sources s ON s.id = e.source_id
	WHERE e.live AND e.url_key = $5 AND s.rights = 'forbidden' AND s.lifecycle <> 'archived'
	UNION ALL
	SELECT o.name
	FROM (
		SELECT name, rights
		FROM owners
		ORDER BY length DESC, is_alias, (rights = 'forbidden') DESC
		LIMIT 1) o
	WHERE o.rights = 'forbidden'
	LIMIT 1`

// maxPaths is the number of paths of an address, with the shorter ones above it, that may be those of sources.
const maxPaths = 20

// Prohibition returns the reason why an address may not be requested: it belongs to a forbidden source. It returns ""
// if it belongs to none.
func Prohibition(ctx context.Context, q postgres.Querier, address weburl.URL) (reason string, err error) {
	domain, path := weburl.Outlet(address)
	if path == "" {
		path = strings.TrimSuffix(address.Path(), "/")
	}
	prefixes, keys, lengths := []string{""}, []string{aliasKey("domain", domain)}, []int{0}
	for end := 1; end <= len(path) && len(prefixes) < maxPaths; end++ {
		if end == len(path) || path[end] == '/' {
			prefixes, lengths = append(prefixes, path[:end]), append(lengths, end)
			keys = append(keys, aliasKey("path", domain+path[:end]))
		}
	}
	rows, err := q.Query(ctx, selectProhibition, postgres.Replan, domain, prefixes, keys, lengths, address.Key())
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

// aliasKey returns the JSON by which the database finds the sources with an alias.
func aliasKey(kind, value string) string {
	key, _ := json.Marshal([]map[string]string{{"kind": kind, "value": value}}) // has only texts
	return string(key)
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
