package record

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/rules/schedule"
)

// redirectSighting is what a successful check says about permanent redirects. Suggestions are
// derived from it (ADR 21).
type redirectSighting struct {
	target string
	status int
	items  int  // of the document
	known  int  // those that the endpoint had before
	always bool // the endpoint had no items before
	isOver bool // the endpoint redirected before and does not redirect permanently any more
}

// redirectOf returns the sighting of a successful check, or nil if nothing has to be recorded, as
// for most checks. previous is the address that sent the last good response.
func redirectOf(f *Finding, previous string, last schedule.Check) *redirectSighting {
	r := f.Result
	switch {
	case r.Permanent && r.FinalURL != f.URL:
		return &redirectSighting{target: postgres.Text(r.FinalURL), status: r.Hops[0].Status, items: last.Items,
			known: last.Known, always: last.IsFirst}
	case previous != "" && previous != f.URL:
		return &redirectSighting{isOver: true}
	}
	return nil
}

// sightings are the columns of the statements of queueRedirects.
const sightings = `unnest($1::uuid[], $2::text[], $3::text[], $4::int[], $5::timestamptz[], $6::int[], $7::int[], $8::boolean[])
	n(endpoint_id, url, target, status, at, items, known, always)`

// queueRedirects records the sightings of a batch. The count starts anew if the address or its
// target has changed. The items stay those of the first sighting, because in later documents those
// of the target are known.
func queueRedirects(batch *pgx.Batch, verdicts []*verdict) {
	var ids, over []uuid.UUID
	var urls, targets []string
	var statuses, items, known []int32
	var always []bool
	var at []time.Time
	for _, v := range verdicts {
		switch r := v.redirect; {
		case r == nil:
		case r.isOver:
			over = append(over, v.finding.EndpointID)
		default:
			ids, urls, targets, at = append(ids, v.finding.EndpointID), append(urls, v.finding.URL), append(targets, r.target),
				append(at, v.finding.FinishedAt)
			statuses, items, known, always = append(statuses, int32(r.status)), append(items, int32(r.items)),
				append(known, int32(r.known)), append(always, r.always)
		}
	}
	if len(over) > 0 {
		batch.Queue("DELETE FROM endpoint_redirects WHERE endpoint_id = ANY($1)", over)
	}
	if len(ids) == 0 {
		return
	}
	batch.Queue("DELETE FROM endpoint_redirects r USING unnest($1::uuid[], $2::text[], $3::text[]) n(endpoint_id, url, "+
		"target) WHERE r.endpoint_id = n.endpoint_id AND (r.url, r.target) <> (n.url, n.target)",
		ids, urls, targets)
	batch.Queue(`INSERT INTO endpoint_redirects AS r (endpoint_id, url, target, status, sightings, first_seen_at,
		last_seen_at, items, known, always)
		SELECT endpoint_id, url, target, status, 1, at, at, items, known, always FROM `+sightings+`
		ON CONFLICT (endpoint_id) DO UPDATE SET last_seen_at = excluded.last_seen_at, sightings = r.sightings + 1`,
		ids, urls, targets, statuses, at, items, known, always)
}
