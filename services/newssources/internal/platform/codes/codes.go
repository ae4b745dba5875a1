// Package codes validates the codes of countries and languages.
package codes

import (
	"strings"

	"golang.org/x/text/language"
)

// maxLanguage is the maximum length of the code of a language (RFC 5646 §4.4.1), as in openapi.yaml.
const maxLanguage = 35

// nonCountryCodes are the codes that CLDR has in addition to ISO 3166-1: dissolved states,
// dependent islands and unions. XK, the usual code for Kosovo, is allowed.
const nonCountryCodes = "AC AN CP CQ CS DG EA EZ FQ IC NT PC SU TA UN YU"

// IsCountry reports whether code is the ISO 3166-1 alpha-2 code of a country, or XK.
func IsCountry(code string) bool {
	if len(code) != 2 || strings.Contains(nonCountryCodes, code) {
		return false
	}
	region, err := language.ParseRegion(code)
	return err == nil && region.IsCountry() && region.Canonicalize().String() == code
}

// CanonicalLanguage returns the canonical form of a BCP 47 language code, and reports whether it is
// valid.
func CanonicalLanguage(entered string) (string, bool) {
	tag, err := language.Parse(strings.TrimSpace(entered))
	if err != nil || tag == language.Und || len(tag.String()) > maxLanguage {
		return "", false
	}
	return tag.String(), true
}
