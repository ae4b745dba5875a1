package source

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/audit"
	"github.com/newsources/newsources/services/newssources/internal/ent"
	entendpoint "github.com/newsources/newsources/services/newssources/internal/ent/endpoint"
	"github.com/newsources/newsources/services/newssources/internal/feed"
	"github.com/newsources/newsources/services/newssources/internal/weburl"
)

// derived is what a source's row repeats of its endpoints, so that the list searches, filters and counts in one table:
// an OR over two tables could use no index, and joining 200,000 endpoints for every count takes a quarter of a second.
type derived struct {
	search string
	live   int
	kinds  []string // of the live endpoints
}

// derive computes it. Retired endpoints aren't among the endpoints; those of an archived source are found, but not live.
func derive(name, homepage string, outlet Outlet, endpoints []derivedFrom) derived {
	d := derived{kinds: []string{}}
	parts := []string{name, outlet.Domain + outlet.PathPrefix}
	if home, err := weburl.Parse(homepage); err == nil && home.Key() != parts[1] {
		parts = append(parts, home.Key())
	}
	for _, e := range endpoints {
		parts = append(parts, e.key)
		if e.live {
			d.live++
			d.kinds = append(d.kinds, string(e.kind))
		}
	}
	slices.Sort(d.kinds)
	d.kinds = slices.Compact(d.kinds)
	if display, _ := weburl.Unicode(outlet.Domain); display != outlet.Domain {
		parts = append(parts, display)
	}
	d.search = Fold(strings.Join(parts, "\n"))
	return d
}

type derivedFrom struct {
	key  string
	kind feed.Kind
	live bool
}

func derivedFromNew(endpoints []EndpointDetails) []derivedFrom {
	var list []derivedFrom
	for _, e := range endpoints {
		if e.Intent != EndpointRetired {
			list = append(list, derivedFrom{e.key, e.Kind, true})
		}
	}
	return list
}

// endpointsOf reads what is derived from the endpoints of sources.
func endpointsOf(ctx context.Context, tx *ent.Tx, ids ...uuid.UUID) (map[uuid.UUID][]derivedFrom, error) {
	rows, err := tx.Endpoint.Query().
		Where(entendpoint.SourceIDIn(ids...), entendpoint.IntentNEQ(entendpoint.IntentRetired)).
		Order(entendpoint.ByID()).
		Select(entendpoint.FieldSourceID, entendpoint.FieldURLKey, entendpoint.FieldKind, entendpoint.FieldLive).All(ctx)
	bySource := map[uuid.UUID][]derivedFrom{}
	for _, row := range rows {
		bySource[row.SourceID] = append(bySource[row.SourceID], derivedFrom{row.URLKey, feed.Kind(row.Kind), row.Live})
	}
	return bySource, err
}

// touch marks locked sources as changed by their endpoints or tags, and derives anew. Their versions stay, so that
// whoever edits one meanwhile has no conflict, except of those in bump, whose own details have changed.
func touch(ctx context.Context, tx *ent.Tx, actor audit.Actor, rows []*ent.Source, bump []uuid.UUID) error {
	if len(rows) == 0 {
		return nil
	}
	ids := make([]uuid.UUID, len(rows))
	for i, row := range rows {
		ids[i] = row.ID
	}
	endpoints, err := endpointsOf(ctx, tx, ids...)
	if err != nil {
		return err
	}
	texts, lives, kinds := make([]string, len(rows)), make([]int, len(rows)), make([]string, len(rows))
	for i, row := range rows {
		d := derive(row.Name, row.HomepageURL, Outlet{row.CanonicalDomain, row.PathPrefix}, endpoints[row.ID])
		list, err := json.Marshal(d.kinds)
		if err != nil {
			return err
		}
		texts[i], lives[i], kinds[i] = d.search, d.live, string(list)
	}
	// One statement, since each new version of a row is entered into every index of the table.
	_, err = tx.ExecContext(ctx, `
		UPDATE sources s SET search_text = d.search, endpoint_count = d.live, endpoint_kinds = d.kinds::jsonb,
			updated_at = $5, updated_by_id = $6, version = s.version + coalesce(s.id = ANY($7), false)::int
		FROM unnest($1::uuid[], $2::text[], $3::int[], $4::text[]) d(id, search, live, kinds) WHERE s.id = d.id`,
		ids, texts, lives, kinds, time.Now(), actor.ActorID, bump)
	return err
}
