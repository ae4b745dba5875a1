package suggestion

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"strings"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/textkey"
	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/reading/outletfield"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// FieldName is the JSON name of a field of source.Details for which values are suggested.
type FieldName string

// The fields for which values are suggested.
const (
	NameField      FieldName = "name"
	HomepageField  FieldName = "homepage_url"
	CountryField   FieldName = "country"
	LanguagesField FieldName = "languages"
	PaywallField   FieldName = "paywall"
	LogoField      FieldName = "logo"
)

// FieldNames are all fields, in the order in which they are counted.
var FieldNames = []FieldName{NameField, HomepageField, CountryField, LanguagesField, PaywallField, LogoField}

// fieldOfDiscovery maps the name of a discovered field to the field of the source that it
// completes.
var fieldOfDiscovery = map[string]FieldName{
	"name": NameField, "homepage_url": HomepageField, "country": CountryField, "language": LanguagesField,
	"paywall": PaywallField, "logo_url": LogoField,
}

// SuggestFields makes suggestions for the empty and derived fields of a source, from the fields
// that a visit of its homepage found, in the transaction of the visit. It returns their number;
// CountFields reports it when the transaction is committed.
func (s *Suggestions) SuggestFields(ctx context.Context, tx postgres.Tx, id uuid.UUID, current source.Completable,
	found []outletfield.Field) (made int, err error) {
	for _, d := range fieldDrafts(id, current, found) {
		isNew, err := replaceField(ctx, tx, d)
		if err != nil {
			return 0, err
		}
		if isNew {
			made++
		}
	}
	return made, nil
}

// CountFields counts suggestions for fields that were made.
func (s *Suggestions) CountFields(made int) { s.count(Field, string(Open), made) }

// replaceField makes a suggestion for a field. It deletes the open one with another value, and one
// with the same value that was accepted: the field has lost the value since. A value that is
// already suggested or was dismissed is not suggested again.
func replaceField(ctx context.Context, tx postgres.Tx, d draft) (isNew bool, err error) {
	_, err = tx.Exec(ctx, `DELETE FROM suggestions
		WHERE source_id = $1 AND kind = 'field' AND field = $2
			AND (state = 'open' AND subject <> $3 OR state = 'accepted' AND subject = $3)
			AND NOT EXISTS (
				SELECT FROM suggestions
				WHERE source_id = $1 AND kind = 'field' AND subject = $3 AND state IN ('open', 'dismissed')
			)`, d.sourceID, d.field, d.subject)
	if err != nil {
		return false, err
	}
	return insert(ctx, tx, d)
}

// fieldDrafts returns the suggestions that follow from the fields that a visit found.
func fieldDrafts(id uuid.UUID, current source.Completable, found []outletfield.Field) (list []draft) {
	for _, f := range withOneLanguage(current.Languages, found) {
		field := fieldOfDiscovery[f.Name]
		before, canComplete := current.Value(string(field))
		value := canonicalValue(field, strings.TrimSpace(f.Value))
		if !canComplete || !isUseful(field, before, value) {
			continue
		}
		d := draft{kind: Field, sourceID: id, field: field, subject: fieldSubject(field, value),
			evidence: Evidence{Before: before, After: value, Origin: originOf(field, f.From)}}
		if field == LogoField {
			_, encoded, _ := strings.Cut(f.Image, ",")
			png, err := base64.StdEncoding.DecodeString(encoded)
			if err != nil || len(png) == 0 { // the image could not be fetched
				continue
			}
			d.png = png
		}
		list = append(list, d)
	}
	return list
}

// fieldSubject returns the subject of the suggestion of a value. It contains a hash of the value,
// because an index limits its length. The migration that copies earlier rows uses the same hash.
func fieldSubject(field FieldName, value string) string {
	hash := sha256.Sum256([]byte(value))
	return string(field) + "=" + hex.EncodeToString(hash[:])
}

// canonicalValue returns a homepage in its canonical form, or "" if it is invalid; other values
// are returned unchanged.
func canonicalValue(field FieldName, value string) string {
	if field != HomepageField {
		return value
	}
	address, err := weburl.Parse(value)
	if err != nil {
		return ""
	}
	return address.String()
}

// isUseful reports whether a value would change its field.
func isUseful(field FieldName, before, value string) bool {
	if field == NameField {
		return value != "" && textkey.Fold(value) != textkey.Fold(before) && !strings.Contains(value, "://")
	}
	return value != "" && value != before
}

// completeField sets the field of a source to the suggested value.
func (s *Suggestions) completeField(ctx context.Context, actor audit.Actor, g Suggestion, state State) error {
	completion := source.Completion{Field: string(g.Field), Before: g.Evidence.Before, Value: g.Evidence.After}
	if g.Field == LogoField {
		logo, err := source.ReadLogo(g.PNG)
		if err != nil {
			return err
		}
		completion.Logo = logo
	}
	return s.register.Complete(ctx, actor, g.SourceID, completion, func(tx postgres.Tx) error {
		return s.close(ctx, tx, actor, g, state, restoration{})
	})
}

// deleteChanged deletes an open suggestion for a field that has another value than when the
// suggestion was made. Edits delete such suggestions, except those of earlier versions.
func (s *Suggestions) deleteChanged(ctx context.Context, id uuid.UUID) error {
	_, err := s.db.Pool.Exec(ctx, "DELETE FROM suggestions WHERE id = $1 AND state = 'open'", id)
	return err
}

// origins maps the origins that discovery reports to texts that are clear without the page that was
// read.
var origins = map[string]string{
	"the page's title":                    "title of the homepage",
	"the page's language":                 "language of the homepage",
	"the page's own address":              "address that the homepage names as its own",
	"the page's icon":                     "icon of the homepage",
	"the page's touch icon":               "touch icon of the homepage",
	"/favicon.ico":                        "icon of the site",
	"og:locale":                           "data of the homepage for social networks",
	"og:site_name":                        "data of the homepage for social networks",
	"og:title":                            "data of the homepage for social networks",
	"og:image":                            "data of the homepage for social networks",
	"og:url":                              "data of the homepage for social networks",
	"JSON-LD":                             "data of the homepage for search engines",
	"the page's data for search engines":  "data of the homepage for search engines",
	"the page's data for social networks": "data of the homepage for social networks",
	"the domain":                          "country code of the domain",
	"the redirect":                        "redirect of the homepage",
	"the address":                         "address that answered",
	"the feed's title":                    "title of the feed",
}

// originOf returns the text for the origin of a suggested value.
func originOf(field FieldName, from string) string {
	switch {
	case from == "the feed" && field == HomepageField:
		return "link of the feed"
	case from == "the feed":
		return "language of the feed"
	case origins[from] != "":
		return origins[from]
	}
	return from
}
