package suggestion

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// The settings that are suggested. The names are those of the fields of the API.
const (
	identityPolicy = "identity_policy"
	charset        = "charset"
	defaultZone    = "default_zone"
)

// settingOf returns the value of a setting.
func settingOf(d source.EndpointDetails, setting string) string {
	switch setting {
	case charset:
		return d.Charset
	case defaultZone:
		return d.DefaultZone
	}
	return string(d.IdentityPolicy)
}

// setSetting sets the value of a setting.
func setSetting(d *source.EndpointDetails, setting, value string) {
	switch setting {
	case charset:
		d.Charset = value
	case defaultZone:
		d.DefaultZone = value
	default:
		d.IdentityPolicy = feed.IdentityPolicy(value)
	}
}

// renamedFeed is an endpoint whose known articles have new identities in each document.
type renamedFeed struct {
	ID, SourceID   uuid.UUID
	URL            string
	IdentityPolicy string
	Policy         string // that is suggested
	Items          int
	Documents      int // in which identities changed
	Since          *time.Time
}

// selectRenamed selects the endpoints in an identity storm, and the policy that fits: by the
// address if at least half of the held items have the address of a stored one, else by title and
// content. It omits endpoints for which this policy was suggested, and those that redirect
// permanently, for which the move is suggested.
const selectRenamed = `
	SELECT e.id, e.source_id, e.url, e.identity_policy, p.policy, t.items_total AS items,
		coalesce(i.documents, 1) AS documents,
		coalesce(i.since, t.health_since) AS since
	FROM source_health h
	JOIN sources s ON s.id = h.source_id AND s.lifecycle = 'active'
	JOIN endpoints e ON e.source_id = s.id
	JOIN endpoint_states t ON t.endpoint_id = e.id AND t.enabled
	LEFT JOIN endpoint_held_items i ON i.endpoint_id = e.id
	CROSS JOIN LATERAL (
		SELECT CASE WHEN 2 * count(*) FILTER (WHERE EXISTS (
			SELECT FROM items k
			WHERE k.endpoint_id = e.id AND k.url = x.item->>'url'
		)) >= count(*) THEN $1 ELSE $2 END AS policy
		FROM json_array_elements(i.items) x(item)
	) p
	WHERE h.state IN ('suspect', 'blocked', 'failing', 'gone')
		AND t.health = 'suspect'
		AND t.health_cause = 'identity_storm'
		AND e.identity_policy <> p.policy
		AND NOT EXISTS (SELECT FROM endpoint_redirects r WHERE r.endpoint_id = e.id)
		AND NOT EXISTS (
			SELECT FROM suggestions g
			WHERE g.endpoint_id = e.id AND g.kind = 'settings' AND g.subject = $3 || p.policy AND g.state <> 'obsolete'
		)
		AND `

// settingSubject is the suggested setting, without its value.
const settingSubject = identityPolicy + "="

// reviewSettings suggests another identity policy for feeds whose items change their identities.
// The checks hold such items back instead of storing them as new.
func (s *Suggestions) reviewSettings(ctx context.Context) error {
	batch := s.db.Batch("review_identities")
	rows, err := s.db.Pool.Query(ctx, selectRenamed+batch.NotFailed("e.id")+" LIMIT $4", feed.IdentityLink,
		feed.IdentityContent, settingSubject, batchSize)
	if err != nil {
		return err
	}
	list, err := pgx.CollectRows(rows, pgx.RowToStructByName[renamedFeed])
	if err != nil {
		return err
	}
	return postgres.EachRow(ctx, batch, list, func(found renamedFeed) uuid.UUID { return found.ID },
		func(found renamedFeed) error {
			sample, err := s.items(ctx, "endpoint_id = $1", found.ID)
			if err != nil {
				return err
			}
			return s.suggest(ctx, draft{kind: Settings, sourceID: found.SourceID, endpointID: &found.ID,
				subject: settingSubject + found.Policy, evidence: Evidence{
					URL: found.URL, Setting: identityPolicy, Before: found.IdentityPolicy, After: found.Policy,
					Items: found.Items, Matched: found.Items, Sightings: found.Documents, FirstSeenAt: found.Since,
					Sample: sample[:min(len(sample), sampleSize)],
				}})
		})
}
