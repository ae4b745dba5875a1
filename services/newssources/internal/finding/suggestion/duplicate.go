package suggestion

import (
	"context"
	"errors"
	"hash/fnv"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
)

const (
	// sketchBatch is the number of endpoints whose items and observations one review reads. With a
	// review every five minutes, 1,000,000 endpoints take a week, which is the time that duplicates
	// are observed before they are suggested.
	sketchBatch = 500
	// sketchPart is the number of endpoints that are claimed and read at once. An interrupted review
	// leaves its part to the next pass.
	sketchPart = 50
	// sketchSize is the number of hashes of a sketch: the smallest ones of the items. Two endpoints
	// that share 80 % of their items have at least one of them in common with a probability above
	// 0.999.
	sketchSize = 8
	// comparedTime is the age of the items that are compared.
	comparedTime = 7 * 24 * time.Hour
	// minCompared items must be known of an endpoint, because a few may be equal by chance.
	minCompared = 5
	// maxSimilar is the number of endpoints with a similar sketch that are compared with one endpoint.
	maxSimilar = 20
)

// endpointItems are the items of an endpoint by the hash of their address.
type endpointItems struct {
	endpointRow
	items map[int64]Item
}

// endpointRow is an endpoint that may have a duplicate.
type endpointRow struct {
	ID, SourceID    uuid.UUID
	URL, SourceName string
	Health          string
	CreatedAt       time.Time
}

// claimEndpoints moves the cursor over the next endpoints in the order of their ids, or to the
// first one after the last one, and returns them. The cursor moves before the review, so that
// endpoints whose review always fails or is interrupted do not stop the pass.
const claimEndpoints = `
	WITH next AS MATERIALIZED (
		SELECT t.endpoint_id
		FROM endpoint_states t
		WHERE t.endpoint_id > (SELECT endpoint_id FROM sketch_cursor)
		ORDER BY t.endpoint_id
		LIMIT $1
	), moved AS (
		UPDATE sketch_cursor
		SET endpoint_id = coalesce((SELECT endpoint_id FROM next ORDER BY endpoint_id OFFSET $1 - 1),
			'00000000-0000-0000-0000-000000000000')
	)
	SELECT endpoint_id
	FROM next`

// reviewNext reviews the observations of the next endpoints, and compares their items with those of
// other endpoints. Endpoints whose review fails are retried in the next pass over all endpoints.
func (s *Suggestions) reviewNext(ctx context.Context) error {
	var failures []error
	for range sketchBatch / sketchPart {
		ids, err := s.db.IDs(ctx, claimEndpoints, sketchPart)
		if err != nil {
			return err
		}
		for _, review := range []struct {
			name string
			run  func(context.Context, []uuid.UUID) error
		}{{"review_observations", s.reviewObservations}, {"review_duplicates", s.reviewDuplicates}} {
			err := s.db.Batch(review.name).
				EachPart(ctx, ids, sketchPart, func(part []uuid.UUID) error { return review.run(ctx, part) })
			if postgres.StopsBatch(ctx, err) {
				return err
			}
			failures = append(failures, err)
		}
		if len(ids) < sketchPart {
			break
		}
	}
	return errors.Join(failures...)
}

// reviewDuplicates compares the items of endpoints with those of other endpoints.
func (s *Suggestions) reviewDuplicates(ctx context.Context, ids []uuid.UUID) error {
	list, err := s.readItems(ctx, ids)
	if err != nil {
		return err
	}
	if err := s.saveSketches(ctx, ids, list); err != nil {
		return err
	}
	for _, e := range list {
		if err := s.compareWithSimilar(ctx, e); err != nil {
			return err
		}
	}
	return nil
}

// readItems reads the recent items of those endpoints that are checked, have been for long enough,
// and have enough items.
func (s *Suggestions) readItems(ctx context.Context, ids []uuid.UUID) ([]endpointItems, error) {
	rows, err := s.db.Pool.Query(ctx, `SELECT e.id, e.source_id, e.url, s.name AS source_name, t.health, e.created_at
		FROM endpoints e JOIN sources s ON s.id = e.source_id JOIN endpoint_states t ON t.endpoint_id = e.id AND t.enabled
		WHERE e.id = ANY($1) AND e.created_at <= now() - $2::interval ORDER BY e.id`, ids, s.config.DuplicateTime)
	if err != nil {
		return nil, err
	}
	endpoints, err := pgx.CollectRows(rows, pgx.RowToStructByName[endpointRow])
	if err != nil {
		return nil, err
	}
	list, batch := make([]endpointItems, len(endpoints)), &pgx.Batch{}
	for i, e := range endpoints {
		list[i] = endpointItems{e, map[int64]Item{}}
		batch.Queue("SELECT title, url FROM items WHERE endpoint_id = $1 AND first_seen_at > now() - $2::interval AND url "+
			"<> '' ORDER BY first_seen_at DESC LIMIT $3", e.ID, comparedTime, maxCompared).
			Query(func(rows pgx.Rows) error {
				var item Item
				_, err := pgx.ForEachRow(rows, []any{&item.Title, &item.URL}, func() error {
					list[i].items[linkHash(item.URL)] = item
					return nil
				})
				return err
			})
	}
	if err := s.db.Pool.SendBatch(ctx, batch).Close(); err != nil {
		return nil, err
	}
	return slices.DeleteFunc(list, func(e endpointItems) bool { return len(e.items) < minCompared }), nil
}

func linkHash(link string) int64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(feed.LinkKey(link)))
	return int64(h.Sum64())
}

// sketch returns the smallest hashes, which two endpoints with the same items have in common.
func (e endpointItems) sketch() []int64 {
	hashes := make([]int64, 0, len(e.items))
	for h := range e.items {
		hashes = append(hashes, h)
	}
	slices.Sort(hashes)
	return hashes[:min(len(hashes), sketchSize)]
}

// saveSketches replaces the sketches of the endpoints ids by those of list.
func (s *Suggestions) saveSketches(ctx context.Context, ids []uuid.UUID, list []endpointItems) error {
	batch := &pgx.Batch{}
	batch.Queue("DELETE FROM endpoint_sketches WHERE endpoint_id = ANY($1)", ids)
	for _, e := range list {
		batch.Queue("INSERT INTO endpoint_sketches (endpoint_id, hashes) SELECT id, $2 FROM endpoints WHERE id = $1", e.ID,
			e.sketch())
	}
	return s.db.Pool.SendBatch(ctx, batch).Close()
}

// compareWithSimilar compares an endpoint with those that have a similar sketch, and suggests which
// of its duplicates to retire. It compares in the order of isPreferred, so that all suggestions for
// a group keep the same endpoint.
func (s *Suggestions) compareWithSimilar(ctx context.Context, e endpointItems) error {
	rows, err := s.db.Pool.Query(ctx, "SELECT endpoint_id FROM endpoint_sketches WHERE hashes && $1 AND endpoint_id <> "+
		"$2 LIMIT $3", e.sketch(), e.ID, maxSimilar)
	if err != nil {
		return err
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	if err != nil || len(ids) == 0 {
		return err
	}
	others, err := s.readItems(ctx, ids)
	if err != nil {
		return err
	}
	slices.SortFunc(others, func(a, b endpointItems) int {
		if a.isPreferred(b) {
			return -1
		}
		return 1
	})
	for _, other := range others {
		matched, sample := e.match(other)
		// The larger one decides: a feed of a section whose items are also in the main feed is not a
		// duplicate of it.
		larger := max(len(e.items), len(other.items))
		if float64(matched) < s.config.DuplicateShare*float64(larger) {
			continue
		}
		kept, retired := e, other
		if other.isPreferred(e) {
			kept, retired = other, e
		}
		if err := s.suggestDuplicate(ctx, kept.endpointRow, retired.endpointRow,
			Evidence{Items: larger, Matched: matched, Sample: sample}); err != nil {
			return err
		}
	}
	return nil
}

// match returns the number of items that two endpoints have in common, and a sample of them.
func (e endpointItems) match(other endpointItems) (matched int, sample []Item) {
	for h, item := range e.items {
		if _, ok := other.items[h]; ok {
			matched++
			if len(sample) < sampleSize {
				sample = append(sample, item)
			}
		}
	}
	return matched, sample
}

// selectExcluded selects whether endpoint $2 must not be suggested as a duplicate of endpoint $1:
// there is a decision about the pair, or an open suggestion retires one of them. Therefore an
// endpoint has at most one open suggestion to retire it, and the kept one has none.
const selectExcluded = `SELECT EXISTS (SELECT FROM suggestions WHERE kind = 'duplicate' AND state <> 'obsolete' AND (
	endpoint_id = $1::uuid AND (state = 'open' OR subject = ($2::uuid)::text) OR endpoint_id = $2::uuid
	AND (state = 'open' OR subject = ($1::uuid)::text)))`

// suggestDuplicate suggests retiring an endpoint that has the items of another one.
func (s *Suggestions) suggestDuplicate(ctx context.Context, kept, retired endpointRow, evidence Evidence) error {
	var isExcluded bool
	err := s.db.Pool.QueryRow(ctx, selectExcluded, kept.ID, retired.ID).Scan(&isExcluded)
	if err != nil || isExcluded {
		return err
	}
	evidence.URL = retired.URL
	evidence.OtherID, evidence.OtherURL = &kept.ID, kept.URL
	evidence.OtherSourceID, evidence.OtherSourceName = &kept.SourceID, postgres.Text(kept.SourceName)
	if err := s.suggest(ctx, draft{kind: Duplicate, sourceID: retired.SourceID, endpointID: &retired.ID,
		subject: kept.ID.String(), evidence: evidence}); err != nil {
		return err
	}
	// The duplicates of the retired endpoint are compared with the kept one instead.
	tag, err := s.db.Pool.Exec(ctx, `UPDATE suggestions SET state = 'obsolete', decided_at = now()
		WHERE kind = 'duplicate' AND state = 'open' AND subject = $1`, retired.ID.String())
	s.count(Duplicate, string(Obsolete), int(tag.RowsAffected()))
	return err
}

// isPreferred reports whether e rather than other is kept: a working endpoint, then the older one.
func (e endpointItems) isPreferred(other endpointItems) bool {
	if works := e.Health == "ok"; works != (other.Health == "ok") {
		return works
	}
	if !e.CreatedAt.Equal(other.CreatedAt) {
		return e.CreatedAt.Before(other.CreatedAt)
	}
	return e.ID.String() < other.ID.String()
}

// retireDuplicate retires the endpoint of a suggestion if the endpoint that is kept is active.
func (s *Suggestions) retireDuplicate(ctx context.Context, actor audit.Actor, g Suggestion, state State) error {
	return s.retire(ctx, actor, g, g.Evidence.OtherID, func(tx postgres.Tx) error {
		isKeptActive, err := lockActive(ctx, tx, *g.Evidence.OtherID)
		if err != nil {
			return err
		}
		if !isKeptActive {
			return errKeptInactive
		}
		return s.close(ctx, tx, actor, g, state, restoration{})
	})
}

// lockActive reports whether an endpoint is active, and locks it and its source until the end of
// the transaction. Transactions that lock in another order may deadlock, and are then retried.
func lockActive(ctx context.Context, tx postgres.Tx, id uuid.UUID) (bool, error) {
	locked, err := tx.Exec(ctx,
		`SELECT FROM endpoints o JOIN sources os ON os.id = o.source_id WHERE o.id = $1 AND `+isActive+` FOR SHARE OF o, os`,
		id)
	return locked.RowsAffected() > 0, err
}

// closeConflicting restores the rules of selectExcluded after an undo has opened suggestion s. It
// closes s if another open suggestion retires its endpoint or the kept one, or if the kept one is
// not active. Otherwise it closes the open suggestions that keep the endpoint of s.
func closeConflicting(ctx context.Context, tx postgres.Tx, g Suggestion) error {
	_, err := tx.Exec(ctx, `WITH conflict AS (
			SELECT NOT EXISTS (SELECT FROM endpoints o JOIN sources os ON os.id = o.source_id WHERE o.id = $3 AND `+isActive+`)
				OR EXISTS (SELECT FROM suggestions
				WHERE kind = 'duplicate' AND state = 'open' AND id <> $1 AND endpoint_id IN ($2, $3)) AS found)
		UPDATE suggestions g SET state = 'obsolete', decided_at = now() FROM conflict
		WHERE g.kind = 'duplicate' AND g.state = 'open'
			AND CASE WHEN conflict.found THEN g.id = $1 ELSE g.subject = ($2::uuid)::text END`,
		g.ID, *g.EndpointID, *g.Evidence.OtherID)
	return err
}
