package suggestion

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/finding/discover"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/change"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

const (
	// maxSearches is the maximum number of searches of one run, and maxSearchTime the time in which
	// it starts them: a discovery takes up to 25 s, and a job may take a minute.
	maxSearches   = 10
	maxSearchTime = 30 * time.Second
	// maxNewestAge is the age of the newest item from which a feed no longer counts as alive.
	maxNewestAge = 30 * 24 * time.Hour
)

// brokenEndpoint is an endpoint that is gone or has failed for long.
type brokenEndpoint struct {
	ID, SourceID     uuid.UUID
	URL, HomepageURL string
	Since            time.Time
	HasOthers        bool // the source has an endpoint that works
}

// claimBroken claims the next endpoint whose site is to be searched. A site that was searched
// without a result is searched again after a week, and then every 30 days. Nothing is claimed while
// the network of the service does not work.
const claimBroken = `
	WITH next AS (
		SELECT e.id, e.source_id, e.url, s.homepage_url, coalesce(t.failing_since, t.health_since, now()) AS since, EXISTS (
				SELECT FROM endpoints o JOIN endpoint_states ot ON ot.endpoint_id = o.id AND ot.enabled
				WHERE o.source_id = s.id AND ot.health IN ('ok', 'quiet')
			) AS has_others
		FROM source_health h JOIN sources s ON s.id = h.source_id AND s.lifecycle = 'active'
		JOIN endpoints e ON e.source_id = s.id JOIN endpoint_states t ON t.endpoint_id = e.id AND t.enabled
		LEFT JOIN endpoint_searches k ON k.endpoint_id = e.id
		WHERE h.state IN ('gone', 'failing')
			AND (t.health = 'gone' OR t.health = 'failing' AND t.failing_since <= now() - $1::interval)
			AND (k.next_at IS NULL OR k.next_at <= now())
			AND NOT EXISTS (SELECT FROM suggestions g
			WHERE g.endpoint_id = e.id AND g.kind = 'replaced' AND g.state IN ('open', 'accepted'))
			AND NOT EXISTS (SELECT FROM incidents WHERE ended_at IS NULL AND scope = 'service')
		LIMIT 1
	), claimed AS (
		INSERT INTO endpoint_searches AS k (endpoint_id, searches, next_at) SELECT id, 1, now() + interval '7 days' FROM next
		ON CONFLICT (endpoint_id) DO UPDATE SET searches = k.searches + 1, next_at = now() + interval '30 days'
	)
	SELECT * FROM next`

// FindReplacements searches the sites of broken endpoints for other feeds, for a bounded time. A
// failed search is repeated after the same time as a search without a result. At most one process
// may run it at a time.
func (s *Suggestions) FindReplacements(ctx context.Context) error {
	started, batch, failures := time.Now(), s.db.Batch("find_replacements"), []error{}
	for n := 0; n < maxSearches && time.Since(started) < maxSearchTime && s.Finder != nil; n++ {
		rows, err := s.db.Pool.Query(ctx, claimBroken, s.config.ReplaceTime)
		if err != nil {
			return err
		}
		list, err := pgx.CollectRows(rows, pgx.RowToStructByName[brokenEndpoint])
		if err == nil && len(list) == 0 {
			break
		}
		if err == nil {
			err = postgres.EachRow(ctx, batch, list, func(e brokenEndpoint) uuid.UUID { return e.ID },
				func(e brokenEndpoint) error { return s.findReplacement(ctx, e) })
		}
		if failures = append(failures, err); postgres.StopsBatch(ctx, err) {
			break
		}
	}
	return errors.Join(failures...)
}

// findReplacement searches the homepage of the source of an endpoint, and suggests the best feed
// that it finds.
func (s *Suggestions) findReplacement(ctx context.Context, broken brokenEndpoint) error {
	found := map[string]discover.Candidate{}
	if err := s.Finder.RunThoroughly(ctx, broken.HomepageURL, func(e discover.Event) {
		if e.Candidate != nil { // later events of an address replace earlier ones
			found[e.Candidate.URL] = *e.Candidate
		}
	}); err != nil {
		s.log.WarnContext(ctx, "the homepage cannot be searched", "source", broken.SourceID, "error", err)
		return nil
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	earlier, err := s.items(ctx, "endpoint_id = $1", broken.ID)
	if err != nil {
		return err
	}
	best := chooseReplacement(found, earlier, broken, time.Now())
	if best == nil {
		return nil
	}
	evidence := Evidence{URL: broken.URL, Target: best.address, TargetKind: best.Kind, FirstSeenAt: &broken.Since,
		NewestAt: best.Newest, Items: len(best.Preview), Matched: best.matched, Sample: best.sample}
	return s.suggest(ctx, draft{kind: Replaced, sourceID: broken.SourceID, endpointID: &broken.ID, subject: best.address,
		evidence: evidence})
}

// replacement is a feed that may replace an endpoint.
type replacement struct {
	discover.Candidate
	address string // canonical
	matched int
	sample  []Item
}

// chooseReplacement returns the feed with recent items that shares the most items with the broken
// endpoint. If no feed shares an item, because the endpoint broke long ago, it returns the main
// feed of the site, unless another endpoint of the source works and may have the same items.
func chooseReplacement(found map[string]discover.Candidate, earlier []Item, broken brokenEndpoint,
	now time.Time) *replacement {
	var best *replacement
	for _, c := range found {
		address, err := weburl.Parse(c.FinalURL)
		isAlive := c.Outcome == string(fetch.OK) && c.IsNews() && c.Items > 0 && c.Newest != nil &&
			now.Sub(*c.Newest) < maxNewestAge
		if err != nil || !isAlive || c.Existing != nil || c.Kind == string(feed.HTMLList) ||
			isSameAddress(address, broken.URL) {
			continue
		}
		candidate := &replacement{Candidate: c, address: address.String()}
		items := make([]Item, len(c.Preview))
		for i, item := range c.Preview {
			items[i] = Item{item.Title, item.URL}
		}
		candidate.matched, candidate.sample = matchItems(items, earlier)
		if candidate.matched == 0 {
			if broken.HasOthers || !c.Preselected || c.Group != discover.GroupMain {
				continue
			}
			candidate.sample = slices.Clone(items[:min(len(items), sampleSize)])
		}
		if best == nil || candidate.matched > best.matched || candidate.matched == best.matched &&
			discover.Compare(&candidate.Candidate, &best.Candidate) < 0 {
			best = candidate
		}
	}
	return best
}

func isSameAddress(address weburl.URL, other string) bool {
	u, err := weburl.Parse(other)
	return err == nil && u.Key() == address.Key()
}

// addReplacement adds the suggested feed to the source. The broken endpoint stays until the new one
// has worked for the time of probation.
func (s *Suggestions) addReplacement(ctx context.Context, actor audit.Actor, g Suggestion, state State) error {
	broken, err := s.register.Endpoint(ctx, g.SourceID, *g.EndpointID)
	if err != nil {
		return err
	}
	if broken.URL != g.Evidence.URL || broken.Intent != source.EndpointActive {
		return source.ErrEndpointChanged
	}
	added, err := s.register.AddEndpoint(ctx, actor, g.SourceID, source.EndpointDetails{
		Kind: feed.Kind(g.Evidence.TargetKind), URL: g.Evidence.Target, Name: broken.Name, Section: broken.Section,
		Language: broken.Language, Intent: source.EndpointActive,
	})
	if err != nil {
		return err
	}
	return s.db.Tx(ctx, func(tx postgres.Tx) error {
		return s.close(ctx, tx, actor, g, state, restoration{AddedID: &added.ID})
	})
}

// isProven is the condition on the accepted replacements whose probation has ended: the new
// endpoint works, its last check has succeeded, and the old one is still broken.
const isProven = `g.kind = 'replaced' AND g.state = 'accepted' AND g.decided_at <= now() - $1::interval
	AND NOT coalesce((g.undo->>'retired')::boolean, false)
	AND EXISTS (SELECT FROM endpoint_states n
	WHERE n.endpoint_id = (g.undo->>'added_id')::uuid AND n.enabled AND n.health IN ('ok', 'quiet') AND n.failed_checks = 0
		AND n.last_success_at > g.decided_at)
	AND EXISTS (SELECT FROM endpoint_states o
	WHERE o.endpoint_id = g.endpoint_id AND o.enabled AND o.health IN ('gone', 'failing'))`

// retireReplaced retires the endpoints whose replacement isProven selects.
func (s *Suggestions) retireReplaced(ctx context.Context) error {
	return s.each(ctx, "retire_replaced", isProven, []any{s.config.ProbationTime}, func(g Suggestion) error {
		actor := audit.Actor{}
		if g.ChangeSetID != nil { // it is undone together with the replacement
			actor = change.Recording(actor, change.Set{ID: *g.ChangeSetID})
		}
		err := s.retire(ctx, actor, g, nil, func(tx postgres.Tx) error {
			if _, err := tx.Exec(ctx, `UPDATE suggestions SET undo = undo || '{"retired": true}'
				WHERE id = $1 AND state = 'accepted'`, g.ID); err != nil {
				return err
			}
			return recordDecision(ctx, tx, actor, g, "suggestion.completed")
		})
		_, err = s.finish(g, AcceptedOutcome, "completed", err)
		return err
	})
}
