package visit

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/checking/pause"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
)

// claimWindow is the number of due visits that a claim examines.
const claimWindow = 100

// claim is a visit that this process has started.
type claim struct {
	ID              uuid.UUID
	SourceID        uuid.UUID
	Domain          string
	Attempts        int // including this one
	HomepageURL     string
	HomepageDerived bool
	Feed            string // address of the oldest feed without credentials; empty if there is none
}

// claimOrder is the order in which a worker claims due visits.
type claimOrder string

const (
	longestDueFirst claimOrder = "ASC"
	lastDueFirst    claimOrder = "DESC"
)

// selectDue selects the visits that are due, without their order. A domain is busy while a source
// of it is visited and for DomainInterval afterwards. The first condition on started_at is implied
// by the others. It limits the index scan to the recent visits of the domain.
const selectDue = `
	SELECT v.id, v.domain, EXISTS (
		SELECT FROM visits b
		WHERE b.domain = v.domain AND b.started_at > $1::timestamptz - greatest($2::interval, $3::interval)
			AND (b.started_at > $1::timestamptz - $2::interval
				OR b.due_at IS NOT NULL AND b.started_at > $1::timestamptz - $3::interval
				AND b.started_at > coalesce(b.finished_at, '-infinity'))
	) AS is_busy
	FROM visits v
	JOIN sources s ON s.id = v.source_id AND s.lifecycle = 'active' AND s.rights <> 'forbidden'
	WHERE v.due_at <= $1 AND `

// claimDue starts a visit. It is due again when its lease ends, unless its result is recorded
// before.
const claimDue = `
	UPDATE visits v SET started_at = $2, due_at = $2::timestamptz + $3::interval, attempts = v.attempts + 1
	FROM sources s WHERE v.id = $1 AND s.id = v.source_id
	RETURNING v.id, v.source_id, v.domain, v.attempts, s.homepage_url, s.homepage_derived,
		coalesce((SELECT e.url FROM endpoints e LEFT JOIN endpoint_credentials c ON c.endpoint_id = e.id
			WHERE e.source_id = s.id AND e.live AND c.id IS NULL AND e.kind IN ('rss', 'atom', 'rdf', 'json_feed') ORDER BY e.id
			LIMIT 1), '') AS feed`

// unclaimable is the error of a visit that cannot be claimed.
type unclaimable struct {
	id uuid.UUID
	error
}

func (u unclaimable) Unwrap() error { return u.error }

// claim starts the first due visit that can be claimed. Visits that cannot be claimed are retried
// later.
func (v *Visits) claim(ctx context.Context, order claimOrder) (claimed *claim, err error) {
	for {
		claimed, err = v.claimFirst(ctx, order)
		visit, isOfVisit := errors.AsType[unclaimable](err)
		if !isOfVisit || postgres.StopsBatch(ctx, err) {
			return claimed, err
		}
		v.log.ErrorContext(ctx, "a visit cannot be started", "visit", visit.id, "error", err)
		if err := v.claims().Fail(ctx, visit.id, err); err != nil {
			return nil, err
		}
	}
}

// claims returns the batch of the due visits.
func (v *Visits) claims() postgres.Batch { return v.db.Batch("claim_visits") }

// claimFirst starts the first due visit whose domain is not busy. It returns nil if there is none,
// or if the visits are paused. The visits of busy domains are postponed, so that a platform with
// many sources does not delay the other domains.
func (v *Visits) claimFirst(ctx context.Context, order claimOrder) (claimed *claim, err error) {
	err = v.db.Tx(ctx, func(tx postgres.Tx) error {
		claimed = nil
		if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock($1)", postgres.VisitsLock); err != nil {
			return err
		}
		var isPaused bool
		if err := tx.QueryRow(ctx, "SELECT "+pause.IsPaused, pause.Visits).Scan(&isPaused); err != nil || isPaused {
			return err
		}
		for {
			done, err := v.claimInWindow(ctx, tx, order, &claimed)
			if done || err != nil {
				return err
			}
		}
	})
	return claimed, err
}

// dueVisit is a row of selectDue.
type dueVisit struct {
	ID     uuid.UUID
	Domain string
	IsBusy bool
}

// claimInWindow examines the first claimWindow due visits: it claims one, and postpones those of
// busy domains before it. It reports false if it has postponed all of them, so that the next ones
// must be examined.
func (v *Visits) claimInWindow(ctx context.Context, tx postgres.Tx, order claimOrder, claimed **claim) (done bool,
	err error) {
	now := v.now()
	rows, err := tx.Query(ctx, selectDue+v.claims().NotFailed("v.id")+" ORDER BY v.due_at "+string(order)+" LIMIT $4", now,
		v.DomainInterval, visitLease, claimWindow)
	if err != nil {
		return false, err
	}
	due, err := pgx.CollectRows(rows, pgx.RowToStructByName[dueVisit])
	if err != nil || len(due) == 0 {
		return true, err
	}
	var postponed []uuid.UUID
	var delays []time.Duration
	waiting := map[string]int{}
	for _, d := range due {
		if d.IsBusy {
			waiting[d.Domain]++
			postponed, delays = append(postponed, d.ID), append(delays, time.Duration(waiting[d.Domain])*v.DomainInterval)
			continue
		}
		rows, err := tx.Query(ctx, claimDue, d.ID, now, visitLease)
		if err != nil {
			return false, err
		}
		*claimed, err = pgx.CollectExactlyOneRow(rows, pgx.RowToAddrOfStructByName[claim])
		if postgres.IsNoRows(err) { // its source was deleted, archived or merged since selectDue
			continue
		}
		if err != nil {
			return false, unclaimable{d.ID, err}
		}
		break
	}
	_, err = tx.Exec(ctx, `UPDATE visits v SET due_at = $1::timestamptz + p.delay
		FROM unnest($2::uuid[], $3::interval[]) p(id, delay) WHERE v.id = p.id`,
		now, postponed, delays)
	return *claimed != nil, err
}

// release makes an interrupted visit due again and does not count the attempt.
func (v *Visits) release(ctx context.Context, c *claim) error {
	_, err := v.db.Pool.Exec(ctx, "UPDATE visits SET due_at = $2, started_at = NULL, attempts = greatest(attempts - 1, "+
		"0) WHERE id = $1 AND attempts = $3",
		c.ID, v.now(), c.Attempts)
	return err
}
