package suggestion

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/checking/record"
	"github.com/newsources/newsources/services/newssources/internal/finding/homepage"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
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

// reviewOutlets suggests archiving the sources whose endpoints or homepages seem to belong to another
// outlet.
func (s *Suggestions) reviewOutlets(ctx context.Context) error {
	return errors.Join(s.reviewEndpoints(ctx), s.confirmHomepages(ctx), s.reviewHomepages(ctx))
}

func (s *Suggestions) reviewEndpoints(ctx context.Context) error {
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

// isHomepageDoubtful is the condition that the suggestion is about the homepage of the source, which still
// seems to be that of another outlet.
const isHomepageDoubtful = `g.evidence->>'endpoint_id' IS NULL AND EXISTS (
	SELECT
	FROM source_homepages p
	WHERE p.source_id = s.id AND p.homepage = s.homepage_url AND p.cause <> '' AND g.subject = ` + homepageSubject + `)`

// homepageSubject is the subject of the suggestion about the homepage p. It changes with the cause.
const homepageSubject = `('homepage ' || floor(extract(epoch FROM p.since))::bigint)`

// selectDoubtfulHomepages selects the homepages for which no such suggestion was made since they are in doubt.
const selectDoubtfulHomepages = `
	SELECT p.source_id, p.homepage AS url, p.since, p.change AS outlet, k.subject
	FROM source_homepages p
	JOIN sources s ON s.id = p.source_id AND s.lifecycle = 'active' AND s.homepage_url = p.homepage
	CROSS JOIN LATERAL (SELECT ` + homepageSubject + ` AS subject) k
	WHERE p.cause <> ''
		AND NOT EXISTS (
			SELECT
			FROM suggestions g
			WHERE g.source_id = s.id AND g.kind = 'other_outlet' AND g.subject = k.subject AND g.state <> 'obsolete')
		AND `

// doubtfulHomepage is a homepage that seems to be that of another outlet.
type doubtfulHomepage struct {
	SourceID uuid.UUID
	URL      string
	Since    time.Time
	Outlet   *record.HeldOutlet
	Subject  string
}

func (s *Suggestions) reviewHomepages(ctx context.Context) error {
	batch := s.db.Batch("review_homepages")
	rows, err := s.db.Pool.Query(ctx, selectDoubtfulHomepages+batch.NotFailed("p.source_id")+" LIMIT $1", batchSize)
	if err != nil {
		return err
	}
	list, err := pgx.CollectRows(rows, pgx.RowToStructByName[doubtfulHomepage])
	if err != nil {
		return err
	}
	return postgres.EachRow(ctx, batch, list, func(found doubtfulHomepage) uuid.UUID { return found.SourceID },
		func(found doubtfulHomepage) error {
			return s.suggest(ctx, draft{kind: OtherOutlet, sourceID: found.SourceID, subject: found.Subject,
				evidence: Evidence{URL: found.URL, FirstSeenAt: &found.Since, Outlet: found.Outlet}})
		})
}

// confirmOutlet records that an endpoint or a homepage belongs to the same outlet. The answer also counts for the
// homepage and the other endpoints of the source, if they have changed to the same outlet.
func confirmOutlet(ctx context.Context, tx postgres.Tx, actor audit.Actor, g Suggestion) error {
	confirm := func() error { return homepage.Confirm(ctx, tx, g.SourceID) }
	if id := g.Evidence.EndpointID; id != nil {
		confirm = func() error { return record.ConfirmOutlet(ctx, tx, actor, g.SourceID, *id) }
	}
	if err := confirm(); err != nil {
		return err
	}
	if err := record.ConfirmKnownOutlets(ctx, tx, actor, g.SourceID); err != nil {
		return err
	}
	return homepage.ConfirmKnown(ctx, tx, g.SourceID)
}

// confirmHomepages confirms the homepages whose outlet was confirmed for an endpoint since they changed.
func (s *Suggestions) confirmHomepages(ctx context.Context) error {
	batch := s.db.Batch("confirm_homepages")
	ids, err := s.db.IDs(ctx, `
		SELECT p.source_id
		FROM source_homepages p
		WHERE p.cause = 'other_outlet' AND EXISTS (
			SELECT
			FROM source_outlets o
			WHERE o.source_id = p.source_id AND o.confirmed_at > p.since)
			AND `+batch.NotFailed("p.source_id")+`
		ORDER BY p.since DESC
		LIMIT $1`, batchSize)
	if err != nil {
		return err
	}
	return batch.EachID(ctx, ids, func(id uuid.UUID) error {
		return s.db.Tx(ctx, func(tx postgres.Tx) error { return homepage.ConfirmKnown(ctx, tx, id) })
	})
}
