package source

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/ent"
	entendpoint "github.com/newsources/newsources/services/newssources/internal/ent/endpoint"
	entsource "github.com/newsources/newsources/services/newssources/internal/ent/source"
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
			d.kinds = append(d.kinds, e.kind)
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
	key, kind string
	live      bool
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

// refresh writes anew what is derived of sources whose details or endpoints have changed.
func refresh(ctx context.Context, tx *ent.Tx, ids ...uuid.UUID) error {
	if len(ids) == 0 {
		return nil
	}
	endpoints, err := tx.Endpoint.Query().
		Where(entendpoint.SourceIDIn(ids...), entendpoint.IntentNEQ(entendpoint.IntentRetired)).
		Order(entendpoint.ByID()).
		Select(entendpoint.FieldSourceID, entendpoint.FieldURLKey, entendpoint.FieldKind, entendpoint.FieldLive).All(ctx)
	if err != nil {
		return err
	}
	bySource := map[uuid.UUID][]derivedFrom{}
	for _, e := range endpoints {
		bySource[e.SourceID] = append(bySource[e.SourceID], derivedFrom{e.URLKey, string(e.Kind), e.Live})
	}
	rows, err := tx.Source.Query().Where(entsource.IDIn(ids...)).
		Select(entsource.FieldID, entsource.FieldName, entsource.FieldHomepageURL, entsource.FieldCanonicalDomain, entsource.FieldPathPrefix).All(ctx)
	if err != nil {
		return err
	}
	found, texts, lives, kinds := []uuid.UUID{}, []string{}, []int{}, []string{}
	for _, row := range rows {
		d := derive(row.Name, row.HomepageURL, Outlet{row.CanonicalDomain, row.PathPrefix}, bySource[row.ID])
		list, err := json.Marshal(d.kinds)
		if err != nil {
			return err
		}
		found, texts, lives, kinds = append(found, row.ID), append(texts, d.search), append(lives, d.live), append(kinds, string(list))
	}
	_, err = tx.ExecContext(ctx, `
		UPDATE sources s SET search_text = d.search, endpoint_count = d.live, endpoint_kinds = d.kinds::jsonb
		FROM unnest($1::uuid[], $2::text[], $3::int[], $4::text[]) d(id, search, live, kinds) WHERE s.id = d.id`,
		found, texts, lives, kinds)
	return err
}
