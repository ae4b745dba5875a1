package source

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	entsource "github.com/newsources/newsources/services/newssources/internal/ent/source"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
)

// Completion is a value for an empty or derived field of a source.
type Completion struct {
	Field  string // the JSON name of the field in Details
	Before string // the value that is replaced
	Value  string // languages are separated by commas; not used for a logo
	Logo   Logo
}

// ErrFieldChanged is returned by Complete if the field has another value than Completion.Before, or
// was edited since.
var ErrFieldChanged = errors.New("the field was changed")

// LanguageSeparator separates the languages in a Completion.
const LanguageSeparator = ","

// Completable holds the fields of a source that completions may replace.
type Completable struct {
	Details
	IsNameDerived     bool // the name is the domain's
	IsHomepageDerived bool // the homepage was derived from the address of a feed
}

// Value returns the value of a field, and reports whether a completion may replace it: only an
// empty or derived value.
func (c Completable) Value(field string) (value string, canComplete bool) {
	switch field {
	case "name":
		return c.Name, c.IsNameDerived
	case "homepage_url":
		return c.HomepageURL, c.IsHomepageDerived
	case "country":
		return c.Country, c.Country == ""
	case "languages":
		return strings.Join(c.Languages, LanguageSeparator), len(c.Languages) == 0
	case "logo":
		return c.Logo, c.Logo == ""
	}
	return "", false
}

// set sets the field of a completion.
func (d *Details) set(c Completion) {
	switch c.Field {
	case "name":
		d.Name = c.Value
	case "homepage_url":
		d.HomepageURL = c.Value
	case "country":
		d.Country = c.Value
	case "languages":
		d.Languages = strings.Split(c.Value, LanguageSeparator)
	case "logo":
		d.SetLogo(c.Logo)
	}
}

// Complete sets an empty or derived field of a source, and calls record in the same transaction
// before the change is saved. It returns ErrFieldChanged unless the field still has the value
// c.Before.
func (r *Register) Complete(ctx context.Context, actor audit.Actor, id uuid.UUID, c Completion,
	record func(tx postgres.Tx) error) error {
	var outlet Outlet
	err := r.db.Tx(ctx, func(tx postgres.Tx) error {
		row, err := lockSource(ctx, tx, id)
		if err != nil {
			return err
		}
		if row.Lifecycle == entsource.LifecycleArchived {
			return archivedError()
		}
		before := fromEnt(row).Details
		current, canComplete := Completable{before, row.NameDerived, row.HomepageDerived}.Value(c.Field)
		if !canComplete || current != c.Before {
			return ErrFieldChanged
		}
		after := before
		after.Languages, after.Tags = slices.Clone(before.Languages), slices.Clone(before.Tags)
		after.set(c)
		now := time.Now()
		if after.PausedUntil != nil { // it is unchanged and may be in the past
			now = after.PausedUntil.Add(-time.Second)
		}
		if outlet, err = after.normalize(now); err != nil {
			return err
		}
		if after.HomepageURL == before.HomepageURL {
			outlet = Outlet{row.CanonicalDomain, row.PathPrefix}
		}
		if err := record(tx); err != nil {
			return err
		}
		return save(ctx, tx, actor, row, after, outlet)
	})
	return r.explainDuplicate(ctx, err, outlet, nil)
}
