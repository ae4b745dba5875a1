package check

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
)

// Reason says why a program got no claims.
type Reason struct{ Code, Text string }

// selectReason selects the reason why a token gets no claims.
const selectReason = `
	SELECT CASE
		WHEN EXISTS (SELECT FROM job_pauses WHERE kind = 'checks') THEN 'paused'
		WHEN (SELECT count(*) FROM check_hosts WHERE lease_token = $1 AND free_at > now()) >= $3 THEN 'token_limit'
		WHEN (SELECT count(*) FROM check_hosts h JOIN api_tokens t ON t.id = h.lease_token
		JOIN api_tokens o ON o.owner_id = t.owner_id
			WHERE o.id = $1 AND h.free_at > now()) >= $4 THEN 'member_limit'
		WHEN EXISTS (SELECT FROM endpoint_states s JOIN endpoints e ON e.id = s.endpoint_id
			WHERE s.domain IS NULL AND s.enabled AND s.next_check_at <= now() AND e.kind = ANY($2)) THEN 'unassigned'
		WHEN EXISTS (SELECT FROM check_hosts h JOIN endpoint_states s ON s.domain = h.domain
		JOIN endpoints e ON e.id = s.endpoint_id
			WHERE h.ready_at > now() AND h.free_at > now() AND s.enabled AND s.next_check_at <= now() AND e.kind = ANY($2)
				AND NOT EXISTS (SELECT FROM endpoint_credentials c WHERE c.endpoint_id = s.endpoint_id)) THEN 'waiting'
		ELSE 'none_due' END, EXISTS (SELECT FROM incidents WHERE ended_at IS NULL AND scope = 'service')`

// reasonTexts are the texts of the reasons, for the developer of the program.
var reasonTexts = map[string]string{
	"paused": "An administrator has paused the checks. Claim again in a minute.",
	"token_limit": fmt.Sprintf("This API token has %d claims that are not reported. Report their results, or wait "+
		"until their leases end.", maxTokenClaims),
	"member_limit": fmt.Sprintf("The API tokens of this member have %d claims that are not reported. Report their "+
		"results, or wait until their leases end.", maxMemberClaims),
	"unassigned": "Endpoints are due, but no worker has assigned them to the queues of their sites. Start a worker " +
		"(newssources work), or wait a minute if it has just started.",
	"incident": "An incident of the service is open, so its workers have suspended their checks. Claim again in a minute.",
	"waiting": "All endpoints that are due belong to sites that are leased, or that were requested moments ago. Claim " +
		"again in a few seconds.",
	"none_due": "No endpoint of these kinds is due. Endpoints with credentials are left to the workers. Claim again in " +
		"a few seconds.",
}

// WhyNone returns the reason why a token gets no claims of these kinds.
func (c *Claims) WhyNone(ctx context.Context, token uuid.UUID, kinds []feed.Kind) (Reason, error) {
	var code string
	var isIncident bool
	err := c.db.Pool.QueryRow(ctx, selectReason, token, kinds, maxTokenClaims, maxMemberClaims).Scan(&code, &isIncident)
	if isIncident && (code == "unassigned" || code == "none_due") {
		code = "incident"
	}
	return Reason{code, reasonTexts[code]}, err
}
