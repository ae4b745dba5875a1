package suggest

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/finding/discover"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// sourceRecord holds the columns of a visited source that determine which proposals it gets.
type sourceRecord struct {
	Name, HomepageURL, Country, Logo, Lifecycle string
	Languages                                   []string
	NameDerived, HomepageDerived                bool
}

// record stores the result of a visit and the proposals that follow from it, in one transaction.
// The source is locked, so that an edit at the same time either deletes the proposals or prevents
// them.
func (v *Visits) record(ctx context.Context, c *claim, result *discover.Visit) error {
	return v.db.Tx(ctx, func(tx postgres.Tx) error {
		rows, err := tx.Query(ctx, `SELECT name, homepage_url, country, logo, lifecycle, languages, name_derived,
			homepage_derived
			FROM sources WHERE id = $1 FOR SHARE`, c.SourceID)
		if err != nil {
			return err
		}
		s, err := pgx.CollectExactlyOneRow(rows, pgx.RowToStructByName[sourceRecord])
		if postgres.IsNoRows(err) { // deleted meanwhile
			return nil
		}
		if err != nil {
			return err
		}
		if isCurrent, err := v.finish(ctx, tx, c, result); err != nil || !isCurrent {
			return err
		}
		if s.Lifecycle == string(source.Archived) || s.HomepageURL != c.HomepageURL {
			return nil
		}
		return v.propose(ctx, tx, c.SourceID, newProposals(source.Completable{
			Details: source.Details{Name: s.Name, HomepageURL: s.HomepageURL, Country: s.Country, Logo: s.Logo,
				Languages: s.Languages},
			IsNameDerived: s.NameDerived, IsHomepageDerived: s.HomepageDerived,
		}, result.Fields))
	})
}

// finish stores the outcome of a visit and the time of the next one. It reports false if the visit
// was repeated or rescheduled meanwhile.
func (v *Visits) finish(ctx context.Context, tx postgres.Tx, c *claim, result *discover.Visit) (isCurrent bool,
	err error) {
	now := v.now()
	var due *time.Time
	attempts := 0
	if result.Outcome != fetch.OK {
		attempts = c.Attempts
		if delay, ok := retryDelay(result.Outcome, result.RetryAfter, c.Attempts); ok {
			at := now.Add(delay)
			due = &at
		}
	}
	done, err := tx.Exec(ctx, `UPDATE visits
		SET due_at = $2, finished_at = $3, attempts = $4, outcome = $5, detail = $6, url = $7, homepage = $8
		WHERE id = $1 AND attempts = $9`,
		c.ID, due, now, attempts, string(result.Outcome), result.Detail, result.URL, c.HomepageURL, c.Attempts)
	return done.RowsAffected() == 1, err
}

// propose replaces the open proposals of a source. A value that a person dismissed is not proposed
// again.
func (v *Visits) propose(ctx context.Context, tx postgres.Tx, sourceID uuid.UUID, list []Proposal) error {
	for i := range list { // consecutive ids keep the proposals of a source together in the list
		list[i].ID = uuid.Must(uuid.NewV7())
	}
	for _, p := range list {
		var isKnown bool
		err := tx.QueryRow(ctx, "SELECT EXISTS (SELECT FROM proposals WHERE source_id = $1 AND field = $2 AND value = $3 "+
			"AND state IN ('open', 'dismissed'))",
			sourceID, string(p.Field), p.Value).Scan(&isKnown)
		if err != nil {
			return err
		}
		if isKnown {
			continue
		}
		if _, err := tx.Exec(ctx, "DELETE FROM proposals WHERE source_id = $1 AND field = $2 AND state = 'open'", sourceID,
			string(p.Field)); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `INSERT INTO proposals (id, source_id, field, before, value, origin, png, created_at)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
			p.ID, sourceID, string(p.Field), p.Before, p.Value, p.Origin, p.PNG, v.now())
		if err != nil {
			return err
		}
	}
	return nil
}
