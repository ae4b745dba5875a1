package websub

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/ctxtime"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
)

const (
	// RunInterval is the time between two runs.
	RunInterval = 30 * time.Second
	// hubsPerRun bounds the hubs of one run; the next run continues with the hubs after them.
	hubsPerRun = 100
	// perHub bounds the requests of one run to the host of a hub: 40 a minute, so that a hub with
	// 50,000 topics receives all subscriptions within a day, and its renewals within the lease.
	perHub = 20
	// hubSpacing is the pause between the requests to one host.
	hubSpacing = time.Second
	// maxDeleted bounds the subscriptions that one run deletes; the next run deletes the others.
	maxDeleted = 1000
	// concurrentHubs is the number of hubs that are requested concurrently.
	concurrentHubs = 4
)

// due is a subscription whose hub is to be requested.
type due struct {
	ID         uuid.UUID
	EndpointID uuid.UUID
	Hub        string
	HubHost    string
	Topic      string
	State      State
	Sealed     []byte
	IsNamed    bool
	IsWanted   bool // the feed names the hub, and the endpoint is checked
	HasLease   bool
	Failures   int
	DueAt      time.Time
}

// selectDue selects the due subscriptions of the hubs after a host name. The recursive query reads
// the index only up to the first due entry of each hub, so that its cost does not grow with the due
// subscriptions of a hub.
const selectDue = `
	WITH RECURSIVE hosts AS (
		(SELECT hub_host FROM websub_subscriptions WHERE due_at <= now() AND hub_host > $1 ORDER BY hub_host LIMIT 1)
		UNION ALL
		SELECT (SELECT w.hub_host FROM websub_subscriptions w WHERE w.due_at <= now() AND w.hub_host > h.hub_host
		ORDER BY w.hub_host LIMIT 1)
		FROM hosts h WHERE h.hub_host IS NOT NULL
	)
	SELECT w.id, w.endpoint_id, w.hub, w.hub_host, w.topic, w.state, w.sealed, w.named AS is_named, w.named
		AND s.enabled AS is_wanted,
		coalesce(w.lease_until > now(), false) AS has_lease, w.failures, w.due_at
	FROM (SELECT hub_host FROM hosts WHERE hub_host IS NOT NULL LIMIT $2) h CROSS JOIN LATERAL (
		SELECT * FROM websub_subscriptions w WHERE w.hub_host = h.hub_host AND w.due_at <= now() AND %s ORDER BY w.due_at
		LIMIT $3
	) w JOIN endpoint_states s ON s.endpoint_id = w.endpoint_id ORDER BY w.hub_host, w.due_at`

// deleteFormer deletes subscriptions without a current lease at hubs that their feeds no longer
// name. A hub sends no deliveries without a lease.
const deleteFormer = `DELETE FROM websub_subscriptions WHERE id IN (
	SELECT id FROM websub_subscriptions WHERE NOT named AND (lease_until IS NULL OR lease_until <= now()) LIMIT $1)`

// Run handles the due subscriptions of up to hubsPerRun hubs. It starts no request after claimCtx
// has ended; a request that has started is bounded by ctx. A subscription that cannot be stored is
// tried again later. Without a callback address, it only runs deleteFormer. Run must not be called
// concurrently.
func (s *Service) Run(ctx, claimCtx context.Context) error {
	if !s.IsOn() {
		_, err := s.db.Pool.Exec(ctx, deleteFormer, maxDeleted)
		return err
	}
	list, err := s.nextDue(ctx)
	if err != nil {
		return err
	}
	var failures []error
	var mu sync.Mutex // of failures
	slots, hubs := make(chan struct{}, concurrentHubs), sync.WaitGroup{}
	for len(list) > 0 {
		n := 1
		for n < len(list) && list[n].HubHost == list[0].HubHost {
			n++
		}
		hub := list[:n]
		list = list[n:]
		slots <- struct{}{}
		if claimCtx.Err() != nil { // the next run begins with this hub
			break
		}
		s.after = hub[0].HubHost
		hubs.Go(func() {
			defer func() { <-slots }()
			err := s.requestHub(ctx, claimCtx, hub)
			mu.Lock()
			defer mu.Unlock()
			failures = append(failures, err)
		})
	}
	hubs.Wait()
	return errors.Join(failures...)
}

// nextDue returns the due subscriptions of the hubs after those of the last run, or of the first
// hubs.
func (s *Service) nextDue(ctx context.Context) ([]due, error) {
	for {
		rows, err := s.db.Pool.Query(ctx, fmt.Sprintf(selectDue, s.batch().NotFailed("w.id")), s.after, hubsPerRun, perHub)
		if err != nil {
			return nil, err
		}
		list, err := pgx.CollectRows(rows, pgx.RowToStructByName[due])
		if err != nil || len(list) > 0 {
			return list, err
		}
		if s.after == "" {
			return nil, nil
		}
		s.after = ""
	}
}

// requestHub handles the due subscriptions of one hub. It stops when a request fails and the hub is
// not available, because the other requests would fail too; they remain due. A subscription that
// cannot be stored does not stop the others.
func (s *Service) requestHub(ctx, claimCtx context.Context, list []due) error {
	isStopped, hasRequested := false, false
	return postgres.EachRow(ctx, s.batch(), list, func(d due) uuid.UUID { return d.ID }, func(d due) (err error) {
		if hasRequested && !isStopped {
			ctxtime.Sleep(claimCtx, hubSpacing)
		}
		if isStopped || claimCtx.Err() != nil {
			return nil
		}
		var isAvailable bool
		hasRequested, isAvailable, err = s.handle(ctx, &d)
		isStopped = !isAvailable
		return err
	})
}

// batch is the batch of the due subscriptions.
func (s *Service) batch() postgres.Batch { return s.db.Batch("request_hubs") }
