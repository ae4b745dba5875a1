package checker

import (
	"context"
	"encoding/hex"
	"io"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
)

// target is a feed as the limit program knows it.
type target struct {
	id       uuid.UUID
	url      string
	etag     string
	bodyHash string
}

// limit is the limit program: net/http, the parser of the product and COPY, without leases, health,
// schedule and fairness.
type limit struct {
	database string
	dns      string
	targets  []*target
}

type limitResult struct {
	*target
	at     time.Time
	status int
	items  []feed.Item
}

// prepare creates the tables without partitions, with the keys of the product.
func (l *limit) prepare(ctx context.Context, conn *pgx.Conn) error {
	if _, err := conn.Exec(ctx,
		`CREATE TABLE limit_attempts (LIKE attempts INCLUDING ALL); CREATE TABLE limit_items (LIKE items INCLUDING ALL)`); err != nil {
		return err
	}
	rows, err := conn.Query(ctx, "SELECT id, url FROM endpoints ORDER BY md5(url)") // not one host after the other
	if err != nil {
		return err
	}
	l.targets, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (*target, error) {
		t := &target{}
		return t, row.Scan(&t.id, &t.url)
	})
	return err
}

// check requests all feeds and stores one attempt each, and the new items of those that changed.
func (l *limit) check(ctx context.Context, concurrency int) error {
	resolver := &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, network, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, network, l.dns)
	}}
	client := &http.Client{Transport: &http.Transport{DialContext: (&net.Dialer{Resolver: resolver}).DialContext,
		MaxIdleConns: 100, IdleConnTimeout: 10 * time.Second}}
	defer client.CloseIdleConnections()
	work, results := make(chan *target), make(chan limitResult, 200)
	var requests sync.WaitGroup
	for range concurrency {
		requests.Go(func() {
			for t := range work {
				results <- t.get(ctx, client)
			}
		})
	}
	stored := make(chan error, 1)
	go func() { stored <- l.store(ctx, results) }()
	for _, t := range l.targets {
		work <- t
	}
	close(work)
	requests.Wait()
	close(results)
	return <-stored
}

func (t *target) get(ctx context.Context, client *http.Client) limitResult {
	result := limitResult{target: t, at: time.Now()}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, t.url, nil)
	if err != nil {
		return result
	}
	if t.etag != "" {
		request.Header.Set("If-None-Match", t.etag)
	}
	response, err := client.Do(request)
	if err != nil {
		return result
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	result.status = response.StatusCode
	if err != nil || response.StatusCode != http.StatusOK {
		return result
	}
	t.etag = response.Header.Get("ETag")
	hash := feed.Hash(body)
	if hash == t.bodyHash {
		return result
	}
	isFirst := t.bodyHash == ""
	t.bodyHash = hash
	if document, err := feed.Parse(body, feed.Options{BaseURL: t.url, Now: time.Now()}); err == nil {
		result.items = document.Items
		if !isFirst && len(result.items) > newItems {
			result.items = result.items[:newItems]
		}
	}
	return result
}

func (l *limit) store(ctx context.Context, results <-chan limitResult) error {
	conn, err := pgx.Connect(ctx, l.database)
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	var batch []limitResult
	flush := func() error {
		return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
			_, err := tx.CopyFrom(ctx, pgx.Identifier{"limit_attempts"}, []string{
				"endpoint_id", "started_at", "requested", "outcome", "cause", "detail", "health", "status", "duration_ms",
				"phases_ms", "wire_bytes", "bytes", "content_type", "items", "items_new",
			}, pgx.CopyFromSlice(len(batch), func(i int) ([]any, error) {
				r := batch[i]
				return []any{r.id, r.at, false, "ok", "", "", "ok", int32(r.status), int32(1), []int32{0, 0, 0, 0, 0, 0}, int64(0),
					int64(0), "", int32(itemsPerFeed), int32(len(r.items))}, nil
			}))
			if err != nil {
				return err
			}
			var items [][]any
			for _, r := range batch {
				for _, item := range r.items {
					identity, err := hex.DecodeString(item.Identity)
					if err != nil {
						return err
					}
					items = append(items, []any{r.id, r.at, identity, item.Title, item.URL, item.Published})
				}
			}
			_, err = tx.CopyFrom(ctx, pgx.Identifier{"limit_items"},
				[]string{"endpoint_id", "first_seen_at", "identity", "title", "url", "published_at"}, pgx.CopyFromRows(items))
			return err
		})
	}
	for r := range results {
		if batch = append(batch, r); len(batch) == 200 {
			if err := flush(); err != nil {
				return err
			}
			batch = batch[:0]
		}
	}
	return flush()
}
