package check

import (
	"context"
	"encoding/base64"
	"encoding/binary"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/checking/queue"
	"github.com/newsources/newsources/services/newssources/internal/checking/record"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/reading/pagelist"
)

const (
	// MaxClaims is the number of endpoints that a program claims at a time, and of the results that it
	// reports at a time.
	MaxClaims = 100
	// DefaultLease and MaxLease are how long a program may take for the claimed checks.
	DefaultLease, MaxLease = 2 * time.Minute, 10 * time.Minute
	// maxTokenClaims and maxMemberClaims are the maximum unreported claims of a token, and of all
	// tokens of a member. A program may claim the next endpoints while it checks others, and a
	// program that does not report cannot stop the checks of the register.
	maxTokenClaims, maxMemberClaims = 2 * MaxClaims, 4 * MaxClaims
)

// Claims lets other programs perform checks: they claim due endpoints and report the results (ADR
// 25). The same leases, pauses between requests and rules apply as to the checks of a Worker.
type Claims struct {
	db     *postgres.DB
	config Config // HostInterval and Limits

	queueStarts queueStarts
}

// NewClaims returns the claims of the endpoints in db.
func NewClaims(db *postgres.DB, config Config) *Claims { return &Claims{db: db, config: config} }

// Claim is an endpoint that a program checks. Its lease ends at ExpiresAt.
type Claim struct {
	ID                         string
	EndpointID, SourceID       uuid.UUID
	URL                        string
	Kind                       feed.Kind
	Charset, DefaultZone       string
	Recipe                     *pagelist.Recipe
	ETag, LastModified         string // of the last response, for a conditional request
	LastSuccessAt, LastAttempt *time.Time
	ExpiresAt                  time.Time
}

// forPrograms are the clauses FROM and WHERE for the due endpoints of the domain h that a program may claim:
// those of the kinds $3 without credentials.
const forPrograms = `
			FROM endpoint_states s
			JOIN endpoints e ON e.id = s.endpoint_id
			WHERE s.domain = h.domain AND s.enabled AND s.next_check_at <= now() AND e.kind = ANY($3)
				AND NOT EXISTS (SELECT FROM endpoint_credentials c WHERE c.endpoint_id = s.endpoint_id)`

// claimKinds claims one due endpoint of each of the domains that have waited longest, among the
// endpoints of some kinds without credentials, for a valid token. Nothing is claimed while an
// administrator has paused the checks. No lease is longer than the token is valid.
const claimKinds = `
	WITH token AS (
		SELECT expires_at, least($5 - (SELECT count(*) FROM check_hosts WHERE lease_token = t.id AND queued_at > now()),
			$6 - (SELECT count(*) FROM check_hosts
			WHERE lease_token = ANY(ARRAY(SELECT id FROM api_tokens o WHERE o.owner_id = t.owner_id))
				AND queued_at > now())) AS remaining
		FROM api_tokens t WHERE id = $4 AND revoked_at IS NULL AND expires_at > now()
	), ready AS (
		SELECT h.domain, n.endpoint_id FROM check_hosts h CROSS JOIN LATERAL (
			SELECT s.endpoint_id` + forPrograms + `
			ORDER BY s.next_check_at LIMIT 1
		) n
		WHERE h.queued_at >= $8 AND h.queued_at <= now() AND h.ready_at <= now() AND h.next_request_at <= now()
			AND NOT EXISTS (SELECT FROM job_pauses WHERE kind = 'checks')
		ORDER BY h.queued_at LIMIT greatest(0, least($1, (SELECT remaining FROM token), (SELECT count(*) * $1 FROM token)))
		FOR UPDATE OF h SKIP LOCKED
	), claimed AS (
		UPDATE check_hosts h
			SET lease = gen_random_uuid(), lease_token = $4, lease_worker = NULL, next_request_at = now() + $7::interval,
				free_at = least(now() + $2::interval, (SELECT expires_at FROM token)),
				ready_at = least(now() + $2::interval, (SELECT expires_at FROM token)),
				queued_at = least(now() + $2::interval, (SELECT expires_at FROM token))
		FROM ready r WHERE h.domain = r.domain RETURNING h.domain, h.lease, h.free_at, r.endpoint_id
	)
	SELECT c.lease, s.revision, c.free_at AS expires_at, e.id AS endpoint_id, e.source_id, e.url, e.kind, e.charset,
		e.default_zone, e.recipe,
		s.etag, s.last_modified, s.last_success_at, s.last_attempt_at AS last_attempt,
		c.domain, now() AS claimed_at, s.requested, e.schedule,
		coalesce(s.next_reasons->0->>'code' = 'settings', false) AS is_replanned
	FROM claimed c JOIN endpoint_states s ON s.endpoint_id = c.endpoint_id JOIN endpoints e ON e.id = s.endpoint_id
	ORDER BY s.next_check_at, e.id`

const lockOwner = `SELECT pg_advisory_xact_lock(hashtextextended('claims ' || owner_id, 0)) FROM api_tokens
	WHERE id = $1`

// claimedRow is a row of claimKinds.
type claimedRow struct {
	Claim
	Lease       uuid.UUID
	Revision    int64
	Domain      string
	ClaimedAt   time.Time
	Requested   bool
	Schedule    []byte
	IsReplanned bool
}

// Claim claims at most limit due endpoints of the kinds for a token, each of another domain.
// Endpoints with credentials are left to the workers, because credentials never leave the service.
// Endpoints whose window is closed are planned again instead.
func (c *Claims) Claim(ctx context.Context, token uuid.UUID, kinds []feed.Kind, limit int,
	lease time.Duration) ([]Claim, error) {
	claims := []Claim{}
	var postponed []*record.Finding
	read := func(rows pgx.Rows) error {
		var r claimedRow
		_, err := pgx.ForEachRow(rows, []any{
			&r.Lease, &r.Revision, &r.ExpiresAt, &r.EndpointID, &r.SourceID, &r.URL, &r.Kind, &r.Charset, &r.DefaultZone,
			&r.Recipe,
			&r.ETag, &r.LastModified, &r.LastSuccessAt, &r.LastAttempt,
			&r.Domain, &r.ClaimedAt, &r.Requested, &r.Schedule, &r.IsReplanned,
		}, func() error {
			claimed := r
			r = claimedRow{}
			if f := record.Postpone(claimed.task()); f != nil {
				postponed = append(postponed, f)
				return nil
			}
			claimed.ID = claimID{claimed.Lease, claimed.EndpointID, claimed.Revision}.String()
			claims = append(claims, claimed.Claim)
			return nil
		})
		return err
	}
	start, err := c.queueStarts.get(ctx, c.db, kinds)
	if err != nil {
		return nil, err
	}
	err = c.db.BatchLimited(ctx, claimTimeout, func(batch *pgx.Batch) {
		batch.Queue(queue.UseIndexes)
		batch.Queue(useNestedLoops)
		batch.Queue(lockOwner, token) // serializes the claims of a member, so that concurrent ones do not exceed the limits
		batch.Queue(claimKinds, min(limit, MaxClaims), min(lease, MaxLease), kinds, token, maxTokenClaims, maxMemberClaims,
			claimIntervals*c.config.HostInterval, start).Query(read)
	})
	if err != nil || len(postponed) == 0 {
		return claims, err
	}
	return claims, c.db.Tx(ctx, func(tx postgres.Tx) error {
		_, err := c.config.recordConfig().Record(ctx, tx, postponed)
		return err
	})
}

// task returns what postpone needs.
func (r claimedRow) task() *queue.Task {
	return &queue.Task{
		Domain: r.Domain, Lease: r.Lease, ClaimedAt: r.ClaimedAt, EndpointID: r.EndpointID, Revision: r.Revision,
		Requested: r.Requested, Schedule: r.Schedule,
		IsReplanned: r.IsReplanned, Began: time.Now(),
	}
}

// claimTimeout bounds the claim of a program in the database.
const claimTimeout = 5 * time.Second

// claimID identifies a claim: the lease of the domain, the endpoint, and the revision of its
// settings when it was claimed.
type claimID struct {
	lease, endpoint uuid.UUID
	revision        int64
}

func (id claimID) String() string {
	data := append(append([]byte{}, id.lease[:]...), id.endpoint[:]...)
	return base64.RawURLEncoding.EncodeToString(binary.BigEndian.AppendUint64(data, uint64(id.revision)))
}

// parseClaimID parses the text of a claim. It reports false if it is none.
func parseClaimID(text string) (id claimID, ok bool) {
	data, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil || len(data) != 40 {
		return id, false
	}
	return claimID{uuid.UUID(data[:16]), uuid.UUID(data[16:32]), int64(binary.BigEndian.Uint64(data[32:]))}, true
}
