package suggestion

import (
	"context"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
)

const (
	// batchSize is the maximum number of candidates of each kind that one review examines. The next
	// review examines the others.
	batchSize = 200
	// maxCompared is the maximum number of an endpoint's items that a comparison reads.
	maxCompared = 500
)

// redirect is a permanent redirect that was seen often and long enough for a suggestion.
type redirect struct {
	EndpointID, SourceID    uuid.UUID
	URL, Target             string
	Status, Sightings       int
	FirstSeenAt, LastSeenAt time.Time
	Items                   int  // number of items in the first document from the target
	Known                   int  // number of these items that the endpoint had before
	Always                  bool // the endpoint had no items before
	HasCredentials          bool
}

// selectRedirects selects the redirects that have been seen often and long enough and were not
// reviewed.
const selectRedirects = `
	SELECT r.endpoint_id, e.source_id, r.url, r.target, r.status, r.sightings, r.first_seen_at, r.last_seen_at, r.items,
		r.known, r.always,
		EXISTS (SELECT FROM endpoint_credentials c WHERE c.endpoint_id = e.id) AS has_credentials
	FROM endpoint_redirects r JOIN endpoints e ON e.id = r.endpoint_id AND e.url = r.url AND e.live AND e.intent = 'active'
	WHERE NOT r.reviewed AND r.first_seen_at <= now() - $2::interval AND r.last_seen_at - r.first_seen_at >= $2::interval
		AND r.sightings >= $1 AND `

// reviewMoved suggests the targets of permanent redirects.
func (s *Suggestions) reviewMoved(ctx context.Context) error {
	batch := s.db.Batch("review_redirects")
	rows, err := s.db.Pool.Query(ctx,
		selectRedirects+batch.NotFailed("r.endpoint_id")+" ORDER BY r.first_seen_at LIMIT $3",
		s.config.MovedSightings, s.config.MovedTime, batchSize)
	if err != nil {
		return err
	}
	list, err := pgx.CollectRows(rows, pgx.RowToAddrOfStructByName[redirect])
	if err != nil {
		return err
	}
	return postgres.EachRow(ctx, batch, list, func(found *redirect) uuid.UUID { return found.EndpointID },
		func(found *redirect) error { return s.reviewRedirect(ctx, found) })
}

func (s *Suggestions) reviewRedirect(ctx context.Context, found *redirect) error {
	from, err := weburl.Parse(found.URL)
	if err != nil {
		return s.markReviewed(ctx, found)
	}
	to, err := weburl.Parse(found.Target)
	if err != nil { // the register would not accept it
		return s.markReviewed(ctx, found)
	}
	evidence, err := s.movedEvidence(ctx, found)
	if err != nil {
		return err
	}
	if evidence.Items == 0 || float64(evidence.Matched) < minMovedShare*float64(evidence.Items) {
		return s.markReviewed(ctx, found)
	}
	evidence.DropsCredentials = found.HasCredentials && !isSameServer(from, to)
	d := draft{kind: Moved, sourceID: found.SourceID, endpointID: &found.EndpointID, subject: found.Target,
		evidence: evidence}
	d.isSafe = isSafeMove(from, to) && !evidence.DropsCredentials
	if to.Key() != from.Key() {
		other, err := s.endpointAt(ctx, to.Key())
		if err != nil {
			return err
		}
		if other != nil { // two live endpoints must not have the same address, so this one is a duplicate
			d.kind, d.subject, d.isSafe = Duplicate, other.ID.String(), false
			d.evidence.OtherID, d.evidence.OtherURL = &other.ID, other.URL
			d.evidence.OtherSourceID, d.evidence.OtherSourceName = &other.SourceID, other.SourceName
		}
	}
	if err := s.suggest(ctx, d); err != nil {
		return err
	}
	return s.markReviewed(ctx, found)
}

// markReviewed excludes a redirect from later reviews until the address or its target changes.
func (s *Suggestions) markReviewed(ctx context.Context, found *redirect) error {
	_, err := s.db.Pool.Exec(ctx, "UPDATE endpoint_redirects SET reviewed = true WHERE endpoint_id = $1 AND url = $2 "+
		"AND target = $3", found.EndpointID, found.URL, found.Target)
	return err
}

// movedEvidence compares the items of the first document from the target with the endpoint's
// earlier items.
func (s *Suggestions) movedEvidence(ctx context.Context, found *redirect) (Evidence, error) {
	evidence := Evidence{
		URL: found.URL, Target: found.Target, Status: found.Status, Sightings: found.Sightings,
		FirstSeenAt: &found.FirstSeenAt, LastSeenAt: &found.LastSeenAt,
		Items: found.Items, Always: found.Always,
	}
	first, err := s.items(ctx, "endpoint_id = $1 AND first_seen_at = $2", found.EndpointID, found.FirstSeenAt)
	if err != nil {
		return evidence, err
	}
	if found.Always { // all items of the endpoint came from the target
		evidence.Matched, evidence.Sample = found.Items, first[:min(len(first), sampleSize)]
		return evidence, nil
	}
	earlier, err := s.items(ctx, "endpoint_id = $1 AND first_seen_at < $2", found.EndpointID, found.FirstSeenAt)
	if err != nil {
		return evidence, err
	}
	matched, sample := matchItems(first, earlier)
	if found.Known > 0 { // otherwise the document may contain none of the earlier items
		sample = append(sample, earlier[:min(len(earlier), sampleSize-len(sample))]...)
	}
	evidence.Matched, evidence.Sample = found.Known+matched, sample
	return evidence, nil
}

// items returns up to maxCompared items that meet the condition, the newest first.
func (s *Suggestions) items(ctx context.Context, condition string, args ...any) ([]Item, error) {
	rows, err := s.db.Pool.Query(ctx, "SELECT title, url FROM items WHERE "+condition+" ORDER BY first_seen_at DESC, "+
		"published_at DESC NULLS LAST LIMIT "+strconv.Itoa(maxCompared), args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByName[Item])
}

// otherEndpoint is a live endpoint that already has the target of a redirect.
type otherEndpoint struct {
	ID, SourceID    uuid.UUID
	URL, SourceName string
}

// endpointAt returns the live endpoint whose address has the key, or nil.
func (s *Suggestions) endpointAt(ctx context.Context, key string) (*otherEndpoint, error) {
	rows, err := s.db.Pool.Query(ctx, `SELECT e.id, e.source_id, e.url, s.name AS source_name FROM endpoints e
		JOIN sources s ON s.id = e.source_id
		WHERE e.live AND e.url_key = $1`, key)
	if err != nil {
		return nil, err
	}
	list, err := pgx.CollectRows(rows, pgx.RowToStructByName[otherEndpoint])
	if err != nil || len(list) == 0 {
		return nil, err
	}
	return &list[0], nil
}
