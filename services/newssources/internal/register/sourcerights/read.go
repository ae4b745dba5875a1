package sourcerights

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/rules/rights"
)

// maxShown is the number of former signals that are returned.
const maxShown = 30

// Overview is what is known about the rights of a source.
type Overview struct {
	Rights      rights.Default
	Uses        map[rights.Use]rights.Verdict
	Contract    *Contract // nil if there is none; it may have ended
	IsEnded     bool      // of the contract
	InForce     []StoredSignal
	Former      []StoredSignal
	Review      Review
	ReviewSince *time.Time
}

// Get returns what is known about the rights of a source.
func (s *Service) Get(ctx context.Context, source uuid.UUID) (o *Overview, err error) {
	err = s.db.Tx(ctx, func(tx postgres.Tx) error {
		o = &Overview{}
		err := tx.QueryRow(ctx, "SELECT rights, rights_review, rights_review_since FROM sources WHERE id = $1", source).
			Scan(&o.Rights, &o.Review, &o.ReviewSince)
		if postgres.IsNoRows(err) {
			return noSource()
		}
		if err != nil {
			return err
		}
		contracts, err := readContracts(ctx, tx, []uuid.UUID{source})
		if err != nil {
			return err
		}
		o.Contract = contracts[source]
		o.IsEnded = o.Contract != nil && !o.Contract.terms().IsValid(s.now())
		signals, err := inForce(ctx, tx, []uuid.UUID{source})
		if err != nil {
			return err
		}
		o.InForce = signals[source]
		o.Uses = rights.Derive(o.Rights, o.Contract.terms(), signalsOf(o.InForce), s.now())
		rows, err := tx.Query(ctx, `
			SELECT id, kind, value, address, found_at, missing_since, ended_at
			FROM rights_signals
			WHERE source_id = $1 AND ended_at IS NOT NULL
			ORDER BY ended_at DESC, id DESC
			LIMIT $2`, source, maxShown)
		if err != nil {
			return err
		}
		o.Former, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (f StoredSignal, err error) {
			return f, row.Scan(&f.ID, &f.Kind, &f.Value, &f.Address, &f.FoundAt, &f.MissingSince, &f.EndedAt)
		})
		return err
	})
	return o, err
}

// Reviewed records that a member has looked at the rights of a source, so that they need no review until
// the next change.
func (s *Service) Reviewed(ctx context.Context, actor audit.Actor, source uuid.UUID) error {
	return s.db.Tx(ctx, func(tx postgres.Tx) error {
		sources, err := lock(ctx, tx, []uuid.UUID{source})
		if err != nil {
			return err
		}
		if len(sources) == 0 {
			return noSource()
		}
		if sources[0].RightsReview == NoReview {
			return nil
		}
		changes, err := audit.Diff(map[string]any{"rights_review": sources[0].RightsReview}, nil)
		if err != nil {
			return err
		}
		err = audit.Record(ctx, tx, actor, audit.Event{Action: "source.rights_reviewed", TargetType: audit.TargetSource,
			TargetID: source, TargetName: sources[0].Name, SourceID: source, Changes: changes})
		if err != nil {
			return err
		}
		return clearReview(ctx, tx, source)
	})
}

func clearReview(ctx context.Context, tx postgres.Tx, source uuid.UUID) error {
	_, err := tx.Exec(ctx, "UPDATE sources SET rights_review = '', rights_review_since = NULL WHERE id = $1", source)
	return err
}

func noSource() error {
	return problem.New(problem.NotFound, "There is no source with this id. It may have been deleted, or the address is "+
		"wrong.")
}
