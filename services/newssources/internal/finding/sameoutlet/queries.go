package sameoutlet

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/finding/suggestion"
	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
)

// selectItems selects the open suggestions that endpoints of two sources have the same items.
const selectItems = `
	SELECT g.source_id, (g.evidence->>'other_source_id')::uuid,
		coalesce((g.evidence->>'matched')::int, 0), coalesce((g.evidence->>'items')::int, 0)
	FROM suggestions g
	WHERE g.kind = 'duplicate' AND g.state = 'open' AND g.evidence->>'other_source_id' <> g.source_id::text`

func (f *Finder) findItems(ctx context.Context, p pairs) error {
	var a, b uuid.UUID
	var matched, items int
	return f.each(ctx, selectItems, []any{&a, &b, &matched, &items}, func() {
		p.add(a, b, suggestion.SharedItems, fmt.Sprintf("%d of %d", matched, items))
	})
}

// selectAddresses selects the sources with an endpoint that is not live and has the address of a live
// endpoint of another source. Live endpoints never share an address.
const selectAddresses = `
	SELECT e.source_id, o.source_id, o.url
	FROM endpoints e
	JOIN endpoints o ON o.url_key = e.url_key AND o.live AND o.source_id <> e.source_id
	JOIN sources s ON s.id = e.source_id AND s.lifecycle <> 'archived'
	WHERE NOT e.live`

func (f *Finder) findAddresses(ctx context.Context, p pairs) error {
	var a, b uuid.UUID
	var address string
	return f.each(ctx, selectAddresses, []any{&a, &b, &address}, func() {
		p.add(a, b, suggestion.SharedAddress, address)
	})
}

// selectRedirects selects the sources with an endpoint or a homepage whose last response came from another domain.
const selectRedirects = `
	SELECT e.source_id, t.effective_url
	FROM endpoint_states t
	JOIN endpoints e ON e.id = t.endpoint_id AND e.live
	JOIN sources s ON s.id = e.source_id
	WHERE t.effective_url <> '' AND strpos(t.effective_url, s.canonical_domain) = 0
	UNION
	SELECT v.source_id, v.url
	FROM visits v
	JOIN sources s ON s.id = v.source_id AND s.lifecycle <> 'archived'
	WHERE v.url <> '' AND strpos(v.url, s.canonical_domain) = 0`

// findRedirects looks the domains up in parts, because most of them belong to no source.
func (f *Finder) findRedirects(ctx context.Context, p pairs) error {
	const part = 1000
	var sources []uuid.UUID
	var domains, paths []string
	lookUp := func() error {
		var a, b uuid.UUID
		var domain string
		err := f.each(ctx, `
			SELECT r.source_id, s.id, s.canonical_domain
			FROM unnest($1::uuid[], $2::text[], $3::text[]) r(source_id, domain, path)
			JOIN sources s ON s.canonical_domain = r.domain AND s.path_prefix = r.path AND s.id <> r.source_id
			WHERE s.lifecycle <> 'archived'`, []any{&a, &b, &domain}, func() {
			p.add(a, b, suggestion.SharedRedirect, domain)
		}, sources, domains, paths)
		sources, domains, paths = sources[:0], domains[:0], paths[:0]
		return err
	}
	var id uuid.UUID
	var address string
	var failed error
	err := f.each(ctx, selectRedirects, []any{&id, &address}, func() {
		parsed, err := weburl.Parse(address)
		if err != nil || failed != nil {
			return // a path of the checker, which no source has as its outlet
		}
		domain, path := weburl.Outlet(parsed)
		sources, domains, paths = append(sources, id), append(domains, domain), append(paths, path)
		if len(sources) == part {
			failed = lookUp()
		}
	})
	if err = cmp.Or(failed, err); err != nil {
		return err
	}
	return lookUp()
}

// selectAliases selects the sources that have the domain of another source as an alias.
const selectAliases = `
	SELECT s.id, o.id, a.value
	FROM (SELECT s.id, s.aliases FROM sources s WHERE s.aliases <> '[]' AND s.lifecycle <> 'archived') s
	CROSS JOIN LATERAL jsonb_to_recordset(s.aliases) a(value text)
	JOIN sources o ON o.canonical_domain = split_part(a.value, '/', 1)
		AND o.canonical_domain || o.path_prefix = a.value
		AND o.id <> s.id
		AND o.lifecycle <> 'archived'`

func (f *Finder) findAliases(ctx context.Context, p pairs) error {
	var a, b uuid.UUID
	var value string
	return f.each(ctx, selectAliases, []any{&a, &b, &value}, func() { p.add(a, b, suggestion.SharedAlias, value) })
}

// selectDomains selects the domains of few sources. Those of platforms are dropped afterwards.
const selectDomains = `
	SELECT s.canonical_domain, array_agg(s.id)
	FROM sources s
	WHERE s.lifecycle <> 'archived'
	GROUP BY s.canonical_domain
	HAVING count(*) BETWEEN 2 AND $1`

func (f *Finder) findDomains(ctx context.Context, p pairs) error {
	var domain string
	var ids []uuid.UUID
	return f.each(ctx, selectDomains, []any{&domain, &ids}, func() {
		address, err := weburl.Parse("https://" + domain + "/")
		if err == nil && !weburl.IsHosted(address) {
			p.addGroup(ids, suggestion.SharedDomain, domain)
		}
	}, maxGroup)
}

// queryTimeout bounds a query that reads all sources. It includes the time in which the rows are compared.
const queryTimeout = 5 * time.Minute

// each reads the rows of a query one after another, so that they are not all in memory.
func (f *Finder) each(ctx context.Context, query string, scan []any, found func(), args ...any) error {
	return f.db.QueryLimited(ctx, queryTimeout, query, args, func(rows pgx.Rows) error {
		_, err := pgx.ForEachRow(rows, scan, func() error {
			found()
			return nil
		})
		return err
	})
}
