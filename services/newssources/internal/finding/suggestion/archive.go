package suggestion

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
)

// areEndpointsGone is the condition that all checked endpoints of the source s are gone.
const areEndpointsGone = `NOT EXISTS (
	SELECT FROM endpoints a JOIN endpoint_states t ON t.endpoint_id = a.id AND t.enabled
	WHERE a.source_id = s.id AND t.health <> 'gone')`

// goneSource is a source whose checked endpoints are all gone.
type goneSource struct {
	ID        uuid.UUID
	Endpoints int       // number of checked endpoints
	Since     time.Time // when the last endpoint became gone
}

// selectGone selects the sources whose checked endpoints have all been gone for at least $1. It
// excludes a source with an open suggestion to archive it, and one whose suggestion for the same
// Since was accepted or dismissed.
const selectGone = `
	SELECT * FROM (
		SELECT s.id, count(*) AS endpoints, max(t.health_since) AS since
		FROM source_health h JOIN sources s ON s.id = h.source_id AND s.lifecycle = 'active'
		JOIN endpoints e ON e.source_id = s.id JOIN endpoint_states t ON t.endpoint_id = e.id AND t.enabled
		WHERE h.state = 'gone' AND h.since <= now() - $1::interval AND ` + areEndpointsGone + `
			AND NOT EXISTS (SELECT FROM suggestions g WHERE g.source_id = s.id AND g.kind = 'archive' AND g.state = 'open')
		GROUP BY s.id
	) gone WHERE since <= now() - $1::interval
		AND NOT EXISTS (SELECT FROM suggestions g
		WHERE g.source_id = gone.id AND g.kind = 'archive' AND g.state <> 'obsolete'
			AND g.subject = floor(extract(epoch FROM gone.since))::bigint::text)
		AND `

// reviewArchive suggests archiving the sources whose endpoints are gone. A source that works again
// and is gone later gets another suggestion, even if the first one was dismissed.
func (s *Suggestions) reviewArchive(ctx context.Context) error {
	batch := s.db.Batch("review_gone")
	rows, err := s.db.Pool.Query(ctx, selectGone+batch.NotFailed("gone.id")+" ORDER BY since LIMIT $2",
		s.config.ArchiveTime, batchSize)
	if err != nil {
		return err
	}
	list, err := pgx.CollectRows(rows, pgx.RowToStructByName[goneSource])
	if err != nil {
		return err
	}
	return postgres.EachRow(ctx, batch, list, func(found goneSource) uuid.UUID { return found.ID },
		func(found goneSource) error {
			evidence := Evidence{Endpoints: found.Endpoints, FirstSeenAt: &found.Since}
			return s.suggest(ctx, draft{kind: Archive, sourceID: found.ID, subject: epochText(found.Since), evidence: evidence})
		})
}

// archiveSource archives the source.
func (s *Suggestions) archiveSource(ctx context.Context, actor audit.Actor, g Suggestion, state State) error {
	current, err := s.register.Get(ctx, g.SourceID)
	if err != nil {
		return err
	}
	_, err = s.register.Archive(ctx, actor, g.SourceID, current.Version,
		func(tx postgres.Tx) error { return s.close(ctx, tx, actor, g, state, restoration{}) })
	return err
}
