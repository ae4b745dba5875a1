package sourcerights

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/rules/rights"
)

const (
	// maxReviewed bounds the sources of one run, and reviewedAtOnce those of one transaction. The next
	// run reviews the others.
	maxReviewed, reviewedAtOnce = 2000, 100
	// noticeDays is the number of days before the end of a contract from which it is reported for review.
	noticeDays = 30
)

// Service reads and changes the rights of sources.
type Service struct {
	db  *postgres.DB
	now func() time.Time
}

// New returns the rights of the sources in a database.
func New(db *postgres.DB) *Service { return &Service{db: db, now: time.Now} }

// selectDue selects the sources with new readings, with signals that end, and with contracts about whose
// end nobody was told.
const selectDue = `
	SELECT source_id
	FROM (
		(SELECT e.source_id FROM endpoint_rights r JOIN endpoints e ON e.id = r.endpoint_id WHERE NOT r.reviewed
			ORDER BY r.changed_at LIMIT $1)
		UNION
		(SELECT source_id FROM source_rights WHERE NOT reviewed ORDER BY changed_at LIMIT $1)
		UNION
		(SELECT source_id FROM rights_signals WHERE missing_since <= $2::timestamptz AND ended_at IS NULL LIMIT $1)
		UNION
		(SELECT source_id FROM rights_contracts
			WHERE valid_until < $3::date AND noticed <> 'contract_ended'
				OR valid_until <= $3::date + $4::int AND noticed = ''
			LIMIT $1)
	) due
	WHERE `

// Review brings the signals and uses of all sources up to date with what was read since, and with the
// contracts that have ended. A source that fails does not stop the others.
func (s *Service) Review(ctx context.Context) error {
	batch := s.db.Batch("review_rights")
	now := s.now()
	ids, err := s.db.IDs(ctx, selectDue+batch.NotFailed("source_id")+" LIMIT $1", maxReviewed, now.Add(-graceTime),
		now.UTC(), noticeDays)
	if err != nil {
		return err
	}
	return batch.EachPart(ctx, ids, reviewedAtOnce, func(part []uuid.UUID) error {
		return s.db.Tx(ctx, func(tx postgres.Tx) error { return review(ctx, tx, part, now) })
	})
}

// review reviews sources in one transaction.
func review(ctx context.Context, tx postgres.Tx, ids []uuid.UUID, now time.Time) error {
	before, err := lock(ctx, tx, ids)
	if err != nil {
		return err
	}
	signals, err := inForce(ctx, tx, ids)
	if err != nil {
		return err
	}
	contracts, err := readContracts(ctx, tx, ids)
	if err != nil {
		return err
	}
	declared, isFirst, err := takeReadings(ctx, tx, ids)
	if err != nil {
		return err
	}
	changes := map[uuid.UUID][]StoredSignal{}
	after := make([]state, len(before))
	notices := map[uuid.UUID]Review{}
	for i, b := range before {
		current, changed := reconcile(signals[b.ID], declared[b.ID], now)
		changes[b.ID] = changed
		contract := contracts[b.ID]
		verdicts := rights.Derive(b.Rights, contract.terms(), signalsOf(current), now)
		after[i] = b.with(verdicts)
		after[i].IsFirst = isFirst[b.ID]
		if notice := contract.notice(now); notice != NoReview {
			notices[b.ID], after[i].RightsReview = notice, notice
		} else if b.RightsReview == NoReview && needsReview(b, after[i], verdicts) {
			after[i].RightsReview = Signals
		}
	}
	return errors.Join(saveSignals(ctx, tx, changes), saveNotices(ctx, tx, notices),
		save(ctx, tx, audit.Actor{}, before, after))
}

// needsReview reports whether a person must look at the uses of an active source: its site has changed
// them, or contradicts a member who has permitted all uses. The first reading of a site is no change.
func needsReview(before, after state, verdicts map[rights.Use]rights.Verdict) bool {
	if before.Lifecycle != "active" {
		return false
	}
	for use, state := range after.uses() {
		isContradiction := before.Rights == rights.PermittedRights && state != rights.Allowed &&
			verdicts[use].Basis == rights.BySignal
		if state != before.uses()[use] && (!after.IsFirst || isContradiction) {
			return true
		}
	}
	return false
}

// reading is a stored reading of a place.
type reading struct {
	SourceID, ID uuid.UUID
	Place        Place
	Signals      []byte
	RobotsURL    string
	IsNew        bool // was never reviewed
	IsReviewed   bool
	IsChecked    bool // checks read the place
	IsRetired    bool
	OfEndpoint   bool
}

// robotsFile is a robots.txt of a source.
type robotsFile struct {
	SourceID uuid.UUID
	URL      string
}

// takeReadings returns what the places of sources declare now. If an endpoint that is checked has read a robots.txt,
// the readings of the same address by visits and other endpoints, which may be weeks old, are ignored. isFirst tells
// for each source with new readings whether all of them are the first ones of their endpoint, or of the homepage
// and its files. It marks the readings as reviewed, unless they have changed meanwhile.
func takeReadings(ctx context.Context, tx postgres.Tx, ids []uuid.UUID) (declared map[uuid.UUID][]rights.Signal,
	isFirst map[uuid.UUID]bool, err error) {
	rows, err := tx.Query(ctx, `
		SELECT e.source_id, r.endpoint_id AS id, r.place, r.signals, r.robots_url, r.is_new, r.reviewed AS is_reviewed,
			is_checked(e.intent, e.live, s.lifecycle, s.rights), e.intent = 'retired' AS is_retired, true AS of_endpoint
		FROM endpoint_rights r
		JOIN endpoints e ON e.id = r.endpoint_id
		JOIN sources s ON s.id = e.source_id
		WHERE e.source_id = ANY($1)
		UNION ALL
		SELECT source_id, source_id, place, signals, robots_url, is_new, reviewed, false, false, false
		FROM source_rights
		WHERE source_id = ANY($1)
		ORDER BY 1, 3, 2`, ids)
	if err != nil {
		return nil, nil, err
	}
	list, err := pgx.CollectRows(rows, pgx.RowToStructByName[reading])
	if err != nil {
		return nil, nil, err
	}
	declared, isFirst = map[uuid.UUID][]rights.Signal{}, map[uuid.UUID]bool{}
	wasRead := map[uuid.UUID]bool{} // by endpoint, and by source for its homepage and files
	isChecked := map[robotsFile]bool{}
	for _, r := range list {
		wasRead[r.ID] = wasRead[r.ID] || !r.IsNew
		if r.IsChecked && r.RobotsURL != "" {
			isChecked[robotsFile{r.SourceID, r.RobotsURL}] = true
		}
	}
	for _, r := range list {
		if !r.IsReviewed {
			areFirst, hasOthers := isFirst[r.SourceID]
			isFirst[r.SourceID] = !wasRead[r.ID] && (areFirst || !hasOthers)
		}
		if r.IsRetired || !r.IsChecked && isChecked[robotsFile{r.SourceID, r.RobotsURL}] {
			continue
		}
		var signals []rights.Signal
		if err := json.Unmarshal(r.Signals, &signals); err != nil {
			return nil, nil, err
		}
		declared[r.SourceID] = append(declared[r.SourceID], signals...)
	}
	return declared, isFirst, markReviewed(ctx, tx, list)
}

func markReviewed(ctx context.Context, tx postgres.Tx, list []reading) error {
	for _, table := range []struct {
		name, id   string
		ofEndpoint bool
	}{{"endpoint_rights", "endpoint_id", true}, {"source_rights", "source_id", false}} {
		var ids []uuid.UUID
		var places []Place
		var signals []string
		for _, r := range list {
			if !r.IsReviewed && r.OfEndpoint == table.ofEndpoint {
				ids, places, signals = append(ids, r.ID), append(places, r.Place), append(signals, string(r.Signals))
			}
		}
		if len(ids) == 0 {
			continue
		}
		_, err := tx.Exec(ctx, `
			UPDATE `+table.name+` r
			SET reviewed = true, is_new = false
			FROM unnest($1::uuid[], $2::text[], $3::text[]) n(id, place, signals)
			WHERE r.`+table.id+` = n.id AND r.place = n.place AND r.signals = n.signals::jsonb`, ids, places, signals)
		if err != nil {
			return err
		}
	}
	return nil
}

// saveSignals writes new and changed signals, and deletes the oldest former ones above maxFormer.
func saveSignals(ctx context.Context, tx postgres.Tx, changes map[uuid.UUID][]StoredSignal) error {
	batch := &pgx.Batch{}
	for source, list := range changes {
		for _, s := range list {
			batch.Queue(`
				INSERT INTO rights_signals (id, source_id, kind, value, address, hash, found_at, missing_since, ended_at)
				VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
				ON CONFLICT (id) DO UPDATE SET missing_since = excluded.missing_since, ended_at = excluded.ended_at`,
				s.ID, source, s.Kind, s.Value, s.Address, hash(s.Signal), s.FoundAt, s.MissingSince, s.EndedAt)
		}
		if len(list) > 0 {
			batch.Queue(`
				DELETE FROM rights_signals
				WHERE id IN (
					SELECT id
					FROM rights_signals
					WHERE source_id = $1 AND ended_at IS NOT NULL
					ORDER BY ended_at DESC, id DESC
					OFFSET $2)`, source, maxFormer)
		}
	}
	return tx.SendBatch(ctx, batch).Close()
}
