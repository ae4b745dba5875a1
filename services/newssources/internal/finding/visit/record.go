package visit

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/finding/discover"
	"github.com/newsources/newsources/services/newssources/internal/finding/homepage"
	"github.com/newsources/newsources/services/newssources/internal/finding/hosting"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcerights"
)

// sourceRecord holds the columns of a visited source that determine which suggestions it gets.
type sourceRecord struct {
	Name, HomepageURL, Country, Logo, Lifecycle, Paywall string
	Languages                                            []string
	NameDerived, HomepageDerived, SeemsOther             bool
}

// selectRecorded selects a source. seems_other is true if a feed seems to belong to another outlet, or its domain is
// for sale.
const selectRecorded = `
	SELECT name, homepage_url, country, logo, lifecycle, paywall, languages, name_derived, homepage_derived, EXISTS (
		SELECT
		FROM endpoints e
		JOIN endpoint_states t ON t.endpoint_id = e.id
		WHERE e.source_id = $1 AND e.live AND t.health_cause IN ('other_outlet', 'parked')) AS seems_other
	FROM sources
	WHERE id = $1
	FOR SHARE`

// record stores the result of a visit and the suggestions that follow from it, in one transaction.
// The source is locked, so that an edit at the same time either deletes the suggestions or prevents
// them.
func (v *Visits) record(ctx context.Context, c *claim, result *discover.Visit) error {
	made := 0
	err := v.db.Tx(ctx, func(tx postgres.Tx) (err error) {
		made = 0
		rows, err := tx.Query(ctx, selectRecorded, c.SourceID)
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
		if err := saveRights(ctx, tx, c.SourceID, result); err != nil {
			return err
		}
		if s.SeemsOther { // the values would be those of another outlet
			result.Fields = nil
		}
		if result.Outcome == fetch.OK {
			if err := hosting.Save(ctx, tx, c.SourceID, s.Name, c.HomepageURL, result.Hosting); err != nil {
				return err
			}
			isSuspect, err := homepage.Save(ctx, tx, c.SourceID, c.HomepageURL, result.Page)
			if err != nil || isSuspect { // as with SeemsOther
				return err
			}
		}
		made, err = v.suggestions.SuggestFields(ctx, tx, c.SourceID, source.Completable{
			Details: source.Details{Name: s.Name, HomepageURL: s.HomepageURL, Country: s.Country, Logo: s.Logo,
				Languages: s.Languages, Paywall: source.Paywall(s.Paywall)},
			IsNameDerived: s.NameDerived, IsHomepageDerived: s.HomepageDerived,
		}, result.Fields)
		return err
	})
	if err == nil {
		v.suggestions.CountFields(made)
	}
	return err
}

// saveRights stores what a visit has read about the use of the content.
func saveRights(ctx context.Context, tx postgres.Tx, id uuid.UUID, result *discover.Visit) error {
	for i := range result.Rights {
		result.Rights[i].ID = id
	}
	return sourcerights.SaveSource(ctx, tx, result.Rights)
}

// finish stores the outcome of a visit and the time of the next one. It reports false if the visit
// was repeated or rescheduled meanwhile.
func (v *Visits) finish(ctx context.Context, tx postgres.Tx, c *claim, result *discover.Visit) (isCurrent bool,
	err error) {
	now := v.now()
	next := now.Add(repeatAfter)
	due, attempts := &next, 0
	if result.Outcome != fetch.OK {
		due = nil
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
