package homepage

import (
	"context"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/checking/outlet"
	"github.com/newsources/newsources/services/newssources/internal/checking/record"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/rules/health"
)

// Save compares a page with the profile of the homepage, and stores the result. It reports whether the page
// seems to be that of another outlet or to offer its domain; a profile does not learn from such a page.
func Save(ctx context.Context, tx postgres.Tx, source uuid.UUID, address string, found Page) (isSuspect bool,
	err error) {
	var profile *outlet.Profile
	err = tx.QueryRow(ctx, "SELECT profile FROM source_homepages WHERE source_id = $1 AND homepage = $2", source,
		address).Scan(&profile)
	if err != nil && !postgres.IsNoRows(err) {
		return false, err
	}
	cause, change := health.None, (*record.HeldOutlet)(nil)
	switch {
	case found.isParked:
		cause = health.Parked
	case len(found.outline.Titles) == 0:
		return false, nil
	case profile == nil:
		profile = outlet.NewProfile(found.outline)
	default:
		after := profile.AddPending(found.outline)
		c := profile.Compare(after)
		if !c.IsOther() {
			profile.Learn(after, c)
			break
		}
		isConfirmed, err := record.IsConfirmed(ctx, tx, source, after)
		if err != nil {
			return false, err
		}
		if isConfirmed {
			profile = outlet.NewProfile(after)
			break
		}
		cause = health.OtherOutlet
		change = &record.HeldOutlet{Before: profile.Outline, After: after, Signals: c.Signals}
	}
	profileText, changeText := postgres.JSON(profile), postgres.JSON(change)
	_, err = tx.Exec(ctx, `
		INSERT INTO source_homepages (source_id, homepage, profile, cause, change, since)
		VALUES ($1, $2, $3::json, $4, $5::json, CASE WHEN $4 <> '' THEN now() END)
		ON CONFLICT (source_id) DO UPDATE
		SET (homepage, profile, cause, change, since) = (excluded.homepage, excluded.profile, excluded.cause,
			excluded.change, CASE
				WHEN source_homepages.cause = excluded.cause AND source_homepages.homepage = excluded.homepage
					THEN source_homepages.since
				ELSE excluded.since
			END)`, source, address, profileText, string(cause), changeText)
	return cause != health.None, err
}

// Confirm records that the last page of a homepage is that of the same outlet: later pages are compared with
// it. An offer of the domain stays as it is, because a page cannot be compared with it.
func Confirm(ctx context.Context, tx postgres.Tx, source uuid.UUID) error {
	var change *record.HeldOutlet
	err := tx.QueryRow(ctx, "SELECT change FROM source_homepages WHERE source_id = $1", source).Scan(&change)
	if err != nil || change == nil {
		if postgres.IsNoRows(err) {
			return nil
		}
		return err
	}
	profile := outlet.NewProfile(change.After)
	_, err = tx.Exec(ctx, `
		UPDATE source_homepages SET profile = $2::json, cause = '', change = NULL, since = NULL
		WHERE source_id = $1`, source, postgres.JSON(profile))
	if err != nil {
		return err
	}
	return record.Confirm(ctx, tx, source, profile)
}

// ConfirmKnown confirms the homepage if its last page belongs to an outlet that a member has confirmed for the source.
func ConfirmKnown(ctx context.Context, tx postgres.Tx, source uuid.UUID) error {
	var change *record.HeldOutlet
	err := tx.QueryRow(ctx, "SELECT change FROM source_homepages WHERE source_id = $1", source).Scan(&change)
	if postgres.IsNoRows(err) || err == nil && change == nil {
		return nil
	}
	if err != nil {
		return err
	}
	isConfirmed, err := record.IsConfirmed(ctx, tx, source, change.After)
	if err != nil || !isConfirmed {
		return err
	}
	return Confirm(ctx, tx, source)
}
