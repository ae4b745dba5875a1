package source

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/ent"
	entendpoint "github.com/newsources/newsources/services/newssources/internal/ent/endpoint"
	entsource "github.com/newsources/newsources/services/newssources/internal/ent/source"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/textkey"
	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/reading/outletname"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
)

// derived holds the columns of a source that are derived from its endpoints, so that the list
// searches, filters and counts in one table: an OR over two tables cannot use an index, and joining
// 200,000 endpoints for each count takes 250 ms.
type derived struct {
	search    string
	endpoints int
	kinds     []string // of the endpoints
}

// derive computes the derived columns from the endpoints that are not retired, also those of an
// archived source.
func derive(name, homepage string, outlet Outlet, aliases []Alias, endpoints []derivedInput) derived {
	d := derived{kinds: []string{}, endpoints: len(endpoints)}
	parts := []string{name, outlet.Domain + outlet.PathPrefix}
	if home, err := weburl.Parse(homepage); err == nil && home.Key() != parts[1] {
		parts = append(parts, home.Key())
	}
	named := map[string]bool{textkey.Fold(name): true}
	for _, e := range endpoints {
		parts = append(parts, e.key)
		// The title of a list that is not the source's name. The search ignores names of sections
		// ("Sport"), unless the source is named like its domain: then people may know only the title of
		// its feed.
		if key := textkey.Fold(e.name); !named[key] && (name == parts[1] || !outletname.IsSectionTitle(e.name)) {
			parts, named[key] = append(parts, e.name), true
		}
		d.kinds = append(d.kinds, string(e.kind))
	}
	domains := []string{outlet.Domain}
	for _, alias := range aliases {
		if parts = append(parts, alias.Value); alias.Kind != AliasName {
			domains = append(domains, outletOf(alias).Domain)
		}
	}
	slices.Sort(d.kinds)
	d.kinds = slices.Compact(d.kinds)
	for _, domain := range domains {
		if display, _ := weburl.Unicode(domain); display != domain {
			parts = append(parts, display)
		}
	}
	d.search = textkey.SearchText(parts...)
	return d
}

// deriveRow is derive for a stored source.
func deriveRow(row *ent.Source, endpoints []derivedInput) derived {
	return derive(row.Name, row.HomepageURL, Outlet{row.CanonicalDomain, row.PathPrefix}, row.Aliases, endpoints)
}

type derivedInput struct {
	key, name string
	kind      feed.Kind
}

func derivedInputs(endpoints []EndpointDetails) []derivedInput {
	var list []derivedInput
	for _, e := range endpoints {
		if e.Intent != EndpointRetired {
			list = append(list, derivedInput{e.key, e.Name, e.Kind})
		}
	}
	return list
}

// readDerivedInputs reads the endpoints of sources that are not retired, by source.
func readDerivedInputs(ctx context.Context, tx postgres.Tx, ids ...uuid.UUID) (map[uuid.UUID][]derivedInput, error) {
	rows, err := tx.Ent.Endpoint.Query().
		Where(entendpoint.SourceIDIn(ids...), entendpoint.IntentNEQ(entendpoint.IntentRetired)).
		Order(entendpoint.ByID()).
		Select(entendpoint.FieldSourceID, entendpoint.FieldURLKey, entendpoint.FieldName, entendpoint.FieldKind).All(ctx)
	bySource := map[uuid.UUID][]derivedInput{}
	for _, row := range rows {
		bySource[row.SourceID] = append(bySource[row.SourceID], derivedInput{row.URLKey, row.Name, feed.Kind(row.Kind)})
	}
	return bySource, err
}

// updateDerived recomputes the derived columns of locked sources after a change of their endpoints
// or tags. It increments the versions only of the sources in changed, so that a change of endpoints
// causes no edit conflict for the other sources.
func updateDerived(ctx context.Context, tx postgres.Tx, actor audit.Actor, rows []*ent.Source,
	changed []uuid.UUID) error {
	if len(rows) == 0 {
		return nil
	}
	ids := make([]uuid.UUID, len(rows))
	for i, row := range rows {
		ids[i] = row.ID
	}
	endpoints, err := readDerivedInputs(ctx, tx, ids...)
	if err != nil {
		return err
	}
	searchTexts, counts, kinds := make([]string, len(rows)), make([]int, len(rows)), make([]string, len(rows))
	for i, row := range rows {
		d := deriveRow(row, endpoints[row.ID])
		list, err := json.Marshal(d.kinds)
		if err != nil {
			return err
		}
		searchTexts[i], counts[i], kinds[i] = d.search, d.endpoints, string(list)
	}
	// One statement, because each update of a row writes to every index of the table.
	_, err = tx.Exec(ctx, `
		UPDATE sources s SET search_text = d.search, endpoint_count = d.endpoints, endpoint_kinds = d.kinds::jsonb,
			updated_at = $5, updated_by_id = $6, version = s.version + coalesce(s.id = ANY($7), false)::int
		FROM unnest($1::uuid[], $2::text[], $3::int[], $4::text[]) d(id, search, endpoints, kinds) WHERE s.id = d.id`,
		ids, searchTexts, counts, kinds, time.Now(), actor.ActorID, changed)
	return err
}

const (
	// refreshBatch is the number of sources whose search texts one transaction updates, which locks
	// them for a few milliseconds.
	refreshBatch = 200
	// maxRefresh is how long one call updates search texts: half of the time limit of the hourly job
	// that calls it.
	maxRefresh = 30 * time.Second
)

// RefreshSearchTexts updates the search texts and sort keys that an earlier version of the service
// wrote, in one pass over the sources. What it does not reach is left to the next call.
func (r *Register) RefreshSearchTexts(ctx context.Context) error {
	batch := r.db.Batch("refresh_search_texts")
	var failures []error
	started := time.Now()
	for after, more := uuid.Nil, true; more && time.Since(started) < maxRefresh; {
		ids, err := r.db.IDs(ctx, `
			SELECT id
			FROM sources
			WHERE id > $1 AND NOT (search_text LIKE ' %' AND search_text LIKE E'%\n\n') AND `+batch.NotFailed("sources.id")+`
			ORDER BY id
			LIMIT $2`, after, refreshBatch)
		if more = len(ids) > 0; err != nil || !more {
			return errors.Join(append(failures, err)...)
		}
		after = ids[len(ids)-1]
		err = batch.EachPart(ctx, ids, refreshBatch, func(part []uuid.UUID) error {
			return r.db.Tx(ctx, func(tx postgres.Tx) error {
				rows, err := tx.Ent.Source.Query().Where(entsource.IDIn(part...)).
					Order(entsource.ByID()).ForUpdate(sql.WithLockAction(sql.SkipLocked)).All(ctx)
				if err != nil || len(rows) == 0 {
					return err
				}
				return refreshSearchTexts(ctx, tx, rows)
			})
		})
		if postgres.StopsBatch(ctx, err) {
			return err
		}
		failures = append(failures, err)
	}
	return errors.Join(failures...)
}

func refreshSearchTexts(ctx context.Context, tx postgres.Tx, rows []*ent.Source) error {
	ids, names, texts := make([]uuid.UUID, len(rows)), make([]string, len(rows)), make([]string, len(rows))
	for i, row := range rows {
		ids[i] = row.ID
	}
	endpoints, err := readDerivedInputs(ctx, tx, ids...)
	if err != nil {
		return err
	}
	for i, row := range rows {
		names[i] = textkey.SortKey(row.Name)
		texts[i] = deriveRow(row, endpoints[row.ID]).search
	}
	_, err = tx.Exec(ctx, `UPDATE sources s SET search_text = d.text, name_key = d.name
		FROM unnest($1::uuid[], $2::text[], $3::text[]) d(id, name, text) WHERE s.id = d.id`, ids, names, texts)
	return err
}
