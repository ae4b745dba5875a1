package record

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
)

// write writes states, known items, attempts and new items.
func write(ctx context.Context, tx postgres.Tx, verdicts []*verdict) error {
	if len(verdicts) == 0 {
		return nil
	}
	states := make([]*state, len(verdicts))
	for i, v := range verdicts {
		states[i] = &v.state
	}
	batch := &pgx.Batch{}
	queueStates(batch, states)
	queueKnown(batch, verdicts)
	if err := queueEvidence(batch, verdicts); err != nil {
		return err
	}
	queueRedirects(batch, verdicts)
	queueHubs(batch, verdicts)
	queueRights(batch, verdicts)
	queueHeldItems(batch, verdicts)
	queueOutlets(batch, verdicts)
	if err := tx.SendBatch(ctx, batch).Close(); err != nil {
		return err
	}
	if err := copyAttempts(ctx, tx, verdicts); err != nil {
		return err
	}
	return copyItems(ctx, tx, verdicts)
}

func queueKnown(batch *pgx.Batch, verdicts []*verdict) {
	var ids []uuid.UUID
	var revisions []int64
	var fingerprints, titles, gaps [][]byte
	var newest []*time.Time
	for _, v := range verdicts {
		if v.hasNewKnown {
			ids, revisions = append(ids, v.finding.EndpointID), append(revisions, v.finding.Revision)
			fingerprints, titles = append(fingerprints, notNil(v.known.Fingerprints)), append(titles, notNil(v.known.Titles))
			gaps, newest = append(gaps, notNil(v.known.Gaps)), append(newest, v.known.Newest)
		}
	}
	if len(ids) == 0 {
		return
	}
	batch.Queue(`INSERT INTO endpoint_known_items (endpoint_id, revision, fingerprints, titles, gaps, newest_at)
		SELECT * FROM unnest($1::uuid[], $2::bigint[], $3::bytea[], $4::bytea[], $5::bytea[], $6::timestamptz[])
		ON CONFLICT (endpoint_id) DO UPDATE
			SET revision = excluded.revision, fingerprints = excluded.fingerprints, titles = excluded.titles,
			gaps = excluded.gaps, newest_at = excluded.newest_at`,
		ids, revisions, fingerprints, titles, gaps, newest)
}

func notNil(b []byte) []byte {
	if b == nil {
		return []byte{}
	}
	return b
}

// copyAttempts inserts a row per check, except for checks that were postponed or that this service
// could not finish.
func copyAttempts(ctx context.Context, tx postgres.Tx, verdicts []*verdict) error {
	verdicts = slices.DeleteFunc(slices.Clone(verdicts), func(v *verdict) bool {
		return v.finding.IsOwnFault || v.finding.IsPostponed
	})
	_, err := tx.CopyFrom(ctx, pgx.Identifier{"attempts"}, []string{
		"endpoint_id", "started_at", "requested", "requested_by", "outcome", "cause", "detail", "health", "status",
		"duration_ms", "phases_ms", "redirects",
		"wire_bytes", "bytes", "content_type", "items", "items_new", "token_id",
	}, pgx.CopyFromSlice(len(verdicts), func(i int) ([]any, error) {
		v := verdicts[i]
		f := v.finding
		r := f.Result
		var redirects []byte
		if len(r.Hops) > 0 {
			redirects, _ = json.Marshal(hideInHops(r.Hops, f.sentSecrets())) // strings and numbers
		}
		return []any{
			f.EndpointID, f.StartedAt, f.Requested, f.RequestedBy, f.Outcome(), string(v.recordedCause),
			postgres.Text(f.Detail), string(v.state.Health), int32(r.Status), millis(f.FinishedAt.Sub(f.StartedAt)),
			phasesMS(r.Timings), redirects, r.WireBytes, r.Bytes, postgres.Text(r.ContentType), int32(v.itemsTotal),
			int32(len(v.items)), f.Token,
		}, nil
	}))
	return err
}

// copyItems inserts the new items.
func copyItems(ctx context.Context, tx postgres.Tx, verdicts []*verdict) error {
	type row struct {
		finding *Finding
		*feed.Item
	}
	var rows []row
	for _, v := range verdicts {
		for i := range v.items {
			rows = append(rows, row{v.finding, &v.items[i]})
		}
	}
	if len(rows) == 0 {
		return nil
	}
	_, err := tx.CopyFrom(ctx, pgx.Identifier{"items"},
		[]string{"endpoint_id", "first_seen_at", "identity", "title", "url", "published_at"},
		pgx.CopyFromSlice(len(rows), func(i int) ([]any, error) {
			r := rows[i]
			identity, err := hex.DecodeString(r.Identity)
			return []any{r.finding.EndpointID, r.finding.FinishedAt, identity, postgres.Text(r.Title), postgres.Text(r.URL),
				r.Published}, err
		}))
	return err
}

func phasesMS(t fetch.Timings) []int32 {
	return []int32{millis(t.Queue), millis(t.DNS), millis(t.Connect), millis(t.TLS), millis(t.FirstByte), millis(t.Body)}
}

func millis(d time.Duration) int32 { return int32(min(d.Milliseconds(), 1<<31-1)) }
