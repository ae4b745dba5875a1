package webpage

import (
	"strings"

	"golang.org/x/net/publicsuffix"
	"golang.org/x/text/language"
)

// LanguageOf returns the language of a locale, or "". The country of the locale may be invalid:
// "en_EN".
func LanguageOf(locale string) string {
	tag, _ := language.Parse(strings.TrimSpace(locale)) // the tag is usable despite an error
	base, confidence := tag.Base()
	if confidence != language.Exact {
		return ""
	}
	return base.String()
}

// CountryOf returns the country of a locale, or "".
func CountryOf(locale string) string {
	tag, err := language.Parse(strings.TrimSpace(locale))
	if err != nil {
		return ""
	}
	region, confidence := tag.Region()
	if confidence != language.Exact || !region.IsCountry() || isPseudoCountry(tag, region) {
		return ""
	}
	return region.String()
}

// isPseudoCountry reports whether the region of a locale is not meant as a country: Facebook's
// "es_LA" is Latin America, not Laos, and its "ar_AR" is Arabic, not Argentina. Others repeat the
// language: "sl_SL" is not Sierra Leone.
func isPseudoCountry(tag language.Tag, region language.Region) bool {
	base, _ := tag.Base()
	switch base.String() {
	case "es":
		return region.String() == "LA"
	case "pt": // the likely region of "pt" is Brazil
		return false
	}
	home, _ := language.Make(base.String()).Region()
	return strings.EqualFold(base.String(), region.String()) && home != region
}

// genericCountries are country-code domains that are used worldwide.
var genericCountries = map[string]bool{"io": true, "co": true, "tv": true, "me": true, "ai": true, "fm": true,
	"ly": true, "gg": true, "cc": true, "ws": true, "to": true, "la": true, "sh": true, "so": true, "nu": true, "pw": true,
	"tk": true}

// CountryOfHost returns the country of a host's country-code domain, or "".
func CountryOfHost(host string) string {
	suffix, _ := publicsuffix.PublicSuffix(host)
	tld := suffix[strings.LastIndex(suffix, ".")+1:]
	if len(tld) != 2 || genericCountries[tld] {
		return ""
	}
	if tld == "uk" {
		return "GB"
	}
	return CountryCode(strings.ToUpper(tld))
}

// CountryCode returns text as an ISO 3166-1 alpha-2 code, or "".
func CountryCode(text string) string {
	text = strings.ToUpper(strings.TrimSpace(text))
	region, err := language.ParseRegion(text)
	if err != nil || !region.IsCountry() || len(text) != 2 {
		return ""
	}
	return region.String()
}
