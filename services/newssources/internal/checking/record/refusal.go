package record

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/rules/health"
)

const (
	// minRefused is the number of endpoints of a domain whose refusals (403) show that the site limits
	// the number of requests, instead of refusing single addresses.
	minRefused = 3
	// refusalWindow is the time within which these refusals begin. Endpoints that are refused for
	// longer are blocked permanently, and their own back-off suffices.
	refusalWindow = 6 * time.Hour
	// refusalHold is the time for which no requests are sent to such a site. It equals the longest
	// delay after a first failure.
	refusalHold = time.Hour
)

// refusalCauses are the causes of failed checks that may mean a rate limit although the site does
// not answer 429.
var refusalCauses = []health.Cause{health.Forbidden, health.Challenge}

// selectRefusing selects the domains at which at least $3 other endpoints, which worked before,
// have been refused since the last success of any endpoint of the domain.
const selectRefusing = `
	SELECT r.domain
	FROM unnest($1::text[], $2::uuid[]) r(domain, endpoint_id)
	WHERE $3 <= (
		SELECT count(*)
		FROM endpoint_states s
		WHERE s.domain = r.domain
			AND s.enabled
			AND s.endpoint_id <> r.endpoint_id
			AND s.last_cause = ANY($4)
			AND s.last_success_at IS NOT NULL
			AND s.cause_since > greatest(now() - $5::interval, (
				SELECT max(o.last_success_at)
				FROM endpoint_states o
				WHERE o.domain = r.domain
					AND o.enabled)))`

// markRefusals sets isSiteRefusal in one finding of each site that has recently begun to refuse
// several endpoints.
func markRefusals(ctx context.Context, tx postgres.Tx, findings []*Finding) error {
	refused := map[string]*Finding{} // by domain
	var domains []string
	var endpoints []uuid.UUID
	for _, f := range findings {
		if slices.Contains(refusalCauses, f.Cause) && f.answeringDomain() == f.Domain {
			refused[f.Domain] = f
			domains, endpoints = append(domains, f.Domain), append(endpoints, f.EndpointID)
		}
	}
	if len(refused) == 0 {
		return nil
	}
	rows, err := tx.Query(ctx, selectRefusing, domains, endpoints, minRefused-1, refusalCauses, refusalWindow)
	if err != nil {
		return err
	}
	var domain string
	_, err = pgx.ForEachRow(rows, []any{&domain}, func() error {
		refused[domain].isSiteRefusal = true
		return nil
	})
	return err
}
