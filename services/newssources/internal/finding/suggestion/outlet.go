package suggestion

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/checking/record"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
)

// doubtfulEndpoint is an endpoint whose items seem to be those of another outlet, or whose domain is
// for sale.
type doubtfulEndpoint struct {
	ID, SourceID uuid.UUID
	URL          string
	Since        time.Time
	Items        int // that are held
	Outlet       *record.HeldOutlet
	Subject      string
}

// selectDoubtful selects the endpoints for which no such suggestion was made since they are in doubt.
const selectDoubtful = `
	SELECT e.id, e.source_id, e.url, t.health_since AS since, coalesce(i.held, 0) AS items, i.outlet, k.subject
	FROM source_health h
	JOIN sources s ON s.id = h.source_id AND s.lifecycle = 'active'
	JOIN endpoints e ON e.source_id = s.id
	JOIN endpoint_states t ON t.endpoint_id = e.id AND t.enabled
	LEFT JOIN endpoint_held_items i ON i.endpoint_id = e.id AND i.cause = 'other_outlet'
	CROSS JOIN LATERAL (SELECT e.id || ' ' || floor(extract(epoch FROM t.health_since))::bigint AS subject) k
	WHERE h.state IN ('suspect', 'blocked', 'failing', 'gone')
		AND t.health = 'suspect'
		AND t.health_cause IN ('other_outlet', 'parked')
		AND NOT EXISTS (
			SELECT
			FROM suggestions g
			WHERE g.source_id = s.id AND g.kind = 'other_outlet' AND g.subject = k.subject AND g.state <> 'obsolete')
		AND `

// reviewOutlets suggests archiving the sources of endpoints that seem to belong to another outlet.
func (s *Suggestions) reviewOutlets(ctx context.Context) error {
	batch := s.db.Batch("review_outlets")
	rows, err := s.db.Pool.Query(ctx, selectDoubtful+batch.NotFailed("e.id")+" LIMIT $1", batchSize)
	if err != nil {
		return err
	}
	list, err := pgx.CollectRows(rows, pgx.RowToStructByName[doubtfulEndpoint])
	if err != nil {
		return err
	}
	return postgres.EachRow(ctx, batch, list, func(found doubtfulEndpoint) uuid.UUID { return found.ID },
		func(found doubtfulEndpoint) error {
			return s.suggest(ctx, draft{kind: OtherOutlet, sourceID: found.SourceID, subject: found.Subject,
				evidence: Evidence{URL: found.URL, EndpointID: &found.ID, Items: found.Items, FirstSeenAt: &found.Since,
					Outlet: found.Outlet}})
		})
}
