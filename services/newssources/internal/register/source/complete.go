package source

import (
	"context"
	"errors"
	"strings"

	"github.com/google/uuid"

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

// Value returns the value of a field, and reports whether a completion may replace it: an empty or
// derived value, and languages, which the content of a source may contradict.
func (c Completable) Value(field string) (value string, canComplete bool) {
	switch field {
	case "name":
		return c.Name, c.IsNameDerived
	case "homepage_url":
		return c.HomepageURL, c.IsHomepageDerived
	case "country":
		return c.Country, c.Country == ""
	case "languages":
		return strings.Join(c.Languages, LanguageSeparator), true
	case "paywall":
		return string(c.Paywall), c.Paywall == PaywallUnknown
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
	case "paywall":
		d.Paywall = Paywall(c.Value)
	case "logo":
		d.SetLogo(c.Logo)
	}
}

// Complete sets an empty or derived field of a source, and calls record in the same transaction
// before the change is saved. It returns ErrFieldChanged unless the field still has the value
// c.Before.
func (r *Register) Complete(ctx context.Context, actor audit.Actor, id uuid.UUID, c Completion,
	record func(tx postgres.Tx) error) error {
	return r.edit(ctx, actor, func(tx postgres.Tx) Edit {
		return Edit{ID: id, IsUnconditional: true, Change: func(before *Source, after *Details) error {
			completable := Completable{before.Details, before.IsNameDerived, before.IsHomepageDerived}
			if current, canComplete := completable.Value(c.Field); !canComplete || current != c.Before {
				return ErrFieldChanged
			}
			after.set(c)
			return record(tx)
		}}
	})
}
