package changes

import (
	"context"
	"fmt"
	"runtime"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/bench"
	"github.com/newsources/newsources/services/newssources/internal/checking/check"
	"github.com/newsources/newsources/services/newssources/internal/ent/member"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcelist"
)

const (
	// quietCalls is the number of lists and claims that are measured before the rounds.
	quietCalls = 200
	// claimPause is the time between two claims, which end within a second.
	claimPause = 50 * time.Millisecond
	claimed    = 10 // endpoints of a claim
)

// load measures lists and claims of due endpoints, as open pages and workers cause them.
type load struct {
	lists         *sourcelist.Reader
	claims        *check.Claims
	token         uuid.UUID
	listed, taken []float64 // seconds
	heap          uint64    // the largest
}

// run measures until isDone.
func (l *load) run(ctx context.Context, isDone func() bool) error {
	lastClaim := time.Time{}
	for n := 0; !isDone(); n++ {
		started := time.Now()
		query := sourcelist.Query{Limit: 50, Countries: []string{[]string{"US", "DE", "ES", "FR"}[n%4]}}
		if n%2 == 0 {
			query.Countries = nil
		}
		if _, err := l.lists.List(ctx, query); err != nil {
			return fmt.Errorf("list: %w", err)
		}
		l.listed = append(l.listed, time.Since(started).Seconds())
		if time.Since(lastClaim) < claimPause {
			continue
		}
		lastClaim = time.Now()
		found, err := l.claims.Claim(ctx, l.token, []feed.Kind{feed.RSS, feed.Atom}, claimed, time.Second)
		if err != nil || len(found) == 0 {
			return fmt.Errorf("%d endpoints are claimed: %v", len(found), err)
		}
		l.taken = append(l.taken, time.Since(lastClaim).Seconds())
		var memory runtime.MemStats
		runtime.ReadMemStats(&memory)
		l.heap = max(l.heap, memory.HeapInuse+memory.StackInuse)
	}
	return nil
}

// makeDue makes all endpoints due, since different times of the last hour, and returns a token that
// claims them.
func (b *benchmark) makeDue(ctx context.Context) (token uuid.UUID, err error) {
	owner, err := b.db.Ent.Member.Create().SetUID("bench").SetEmail("bench@example.org").SetRole(member.RoleEditor).Save(ctx)
	if err != nil {
		return token, err
	}
	token = uuid.New()
	_, err = b.db.Pool.Exec(ctx, `INSERT INTO api_tokens (id, name, scopes, hash, hint, created_at, expires_at, owner_id)
		VALUES ($1, 'bench', '[]', '', '', now(), now() + interval '1 day', $2)`, token, owner.ID)
	if err != nil {
		return token, err
	}
	return token, b.db.Tx(ctx, func(tx postgres.Tx) error {
		for _, sql := range []string{"SET LOCAL statement_timeout = 0",
			`UPDATE endpoint_states t
				SET next_check_at = now() - interval '1 hour' * random(), domain = s.canonical_domain
				FROM endpoints e
				JOIN sources s ON s.id = e.source_id
				WHERE e.id = t.endpoint_id AND t.enabled`,
			`INSERT INTO check_hosts (domain, ready_at, queued_at, endpoint_id)
				SELECT DISTINCT ON (domain) domain, next_check_at, next_check_at, endpoint_id
				FROM endpoint_states
				WHERE enabled
				ORDER BY domain, next_check_at`} {
			if _, err := tx.Exec(ctx, sql); err != nil {
				return err
			}
		}
		return nil
	})
}

// holdSnapshot keeps a snapshot open while f runs, as a backup does.
func (b *benchmark) holdSnapshot(ctx context.Context, f func() error) error {
	conn, err := b.db.Pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	if _, err := conn.Exec(ctx, "SET idle_in_transaction_session_timeout = 0"); err != nil {
		return err
	}
	if _, err := conn.Exec(ctx, "BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM sources"); err != nil {
		return err
	}
	err = f()
	if _, ended := conn.Exec(ctx, "ROLLBACK; RESET idle_in_transaction_session_timeout"); err == nil {
		err = ended
	}
	return err
}

// pages measures the page of tags, and the counts of 30 views together.
func (b *benchmark) pages(ctx context.Context) error {
	started := time.Now()
	if _, err := b.lists.Tags(ctx); err != nil {
		return err
	}
	b.seconds["tags"] = append(b.seconds["tags"], time.Since(started).Seconds())
	started = time.Now()
	for n := range 30 {
		query := sourcelist.Query{Tags: []string{bench.TagName(n)}}
		switch n % 3 {
		case 1:
			query = sourcelist.Query{Countries: []string{"ES", "FR"}, Languages: []string{"es", "fr"}}
			query.Text = fmt.Sprint("daily", n)
		case 2:
			query = sourcelist.Query{Countries: []string{"US"}, Lifecycles: []source.Lifecycle{source.Paused}}
		}
		if _, _, err := b.lists.Count(ctx, query); err != nil {
			return err
		}
	}
	b.seconds["views"] = append(b.seconds["views"], time.Since(started).Seconds())
	return nil
}

// loadFigures compares the load during the changes with the quiet load.
func (b *benchmark) loadFigures(when string, busy *load) []bench.Figure {
	lists := bench.NewFigure("p99 of the list"+when, bench.Quantile(busy.listed, 0.99), "s",
		bench.Quantile(b.quiet.listed, 0.99))
	claims := bench.NewFigure("median of claims"+when, bench.Quantile(busy.taken, 0.5), "s",
		bench.Quantile(b.quiet.taken, 0.5))
	memory := float64(busy.heap) / (1 << 20)
	return []bench.Figure{lists.AtMost(maxListRatio, lists.Ratio), claims.AtMost(maxClaimRatio, claims.Ratio),
		bench.NewFigure("memory"+when, memory, "MiB", 0).AtMost(maxMemory, memory)}
}
