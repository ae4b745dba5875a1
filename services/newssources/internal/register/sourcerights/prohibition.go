package sourcerights

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
)

// sqlDecidesRights is the condition that the rights of a source s apply to its addresses: it is live, or sqlPassesOn
// holds.
const sqlDecidesRights = `(s.lifecycle <> 'archived' OR ` + sqlPassesOn + `)`

// sqlPassesOn is the condition that an archived source s with the rights “forbidden” still forbids its addresses: it
// was not merged, and no live source with other rights has its domain and path.
const sqlPassesOn = `s.rights = 'forbidden' AND s.lifecycle = 'archived' AND s.merged_into IS NULL AND NOT EXISTS (
	SELECT
	FROM sources n
	WHERE n.canonical_domain = s.canonical_domain AND n.path_prefix = s.path_prefix AND n.lifecycle <> 'archived'
		AND n.rights <> 'forbidden')`

// selectProhibition selects the source with the rights “forbidden” to which an address belongs: the address is one of
// its endpoints, or below its domain and path or those of an alias. Another source with a longer path, or whose own
// domain it is, precedes it. A live source precedes an archived one. The aliases are read as in source.selectOwners.
const selectProhibition = `
	WITH owners AS (
		SELECT s.name, s.rights, octet_length(s.path_prefix) AS length, false AS is_alias, s.lifecycle
		FROM sources s
		WHERE s.canonical_domain = $1 AND s.path_prefix = ANY($2) AND ` + sqlDecidesRights + `
		UNION ALL
		SELECT s.name, s.rights, k.length, true, s.lifecycle
		FROM unnest($3::text[], $4::int[]) k(key, length)
		JOIN LATERAL (
			SELECT *
			FROM sources
			WHERE aliases <> '[]' AND aliases @> k.key::jsonb
			OFFSET 0) s ON ` + sqlDecidesRights + `)
	SELECT s.name
	FROM endpoints e
	JOIN sources s ON s.id = e.source_id
	WHERE e.url_key = $5 AND e.intent <> 'retired' AND s.rights = 'forbidden' AND ` + sqlDecidesRights + `
	UNION ALL
	SELECT o.name
	FROM (
		SELECT name, rights
		FROM owners
		ORDER BY length DESC, lifecycle = 'archived', is_alias, (rights = 'forbidden') DESC
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

// selectInherited selects the notes of archived sources with the rights “forbidden” by address. The aliases are read as
// in source.selectOwners.
const selectInherited = `
	SELECT DISTINCT ON (a.number) a.owner, s.rights_note
	FROM unnest($1::int[], $2::text[], $3::text[], $4::text[], $5::timestamptz[])
		WITH ORDINALITY a(owner, domain, path, key, since, number)
	JOIN LATERAL (
		(SELECT *
			FROM sources
			WHERE canonical_domain = a.domain AND path_prefix = a.path)
		UNION ALL
		(SELECT *
			FROM sources
			WHERE aliases <> '[]' AND aliases @> a.key::jsonb
			OFFSET 0)
	) s ON s.archived_at > a.since AND ` + sqlPassesOn + `
	ORDER BY a.number DESC, s.archived_at DESC`

// NewAddress is an address that a source gets: a domain and a path.
type NewAddress struct {
	Owner        int // the index of the source in the list of the caller
	Domain, Path string
	Since        time.Time // sources that were archived earlier do not count
}

// Inherited returns the notes on rights of archived sources whose rights are “forbidden”, by the number of the source
// that gets one of their addresses: it is forbidden, too. The first address of a source decides.
func Inherited(ctx context.Context, q postgres.Querier, addresses []NewAddress) (map[int]string, error) {
	found := map[int]string{}
	if len(addresses) == 0 {
		return found, nil
	}
	n := len(addresses)
	owners, since := make([]int, n), make([]time.Time, n)
	domains, paths, keys := make([]string, n), make([]string, n), make([]string, n)
	for i, a := range addresses {
		owners[i], domains[i], paths[i], since[i] = a.Owner, a.Domain, a.Path, a.Since
		if keys[i] = aliasKey("domain", a.Domain); a.Path != "" {
			keys[i] = aliasKey("path", a.Domain+a.Path)
		}
	}
	rows, err := q.Query(ctx, selectInherited, postgres.Replan, owners, domains, paths, keys, since)
	if err != nil {
		return nil, err
	}
	var owner int
	var note string
	_, err = pgx.ForEachRow(rows, []any{&owner, &note}, func() error {
		found[owner] = note
		return nil
	})
	return found, err
}
