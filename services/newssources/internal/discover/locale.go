package discover

import (
	"strings"

	"golang.org/x/net/publicsuffix"
	"golang.org/x/text/language"
)

// languageOf a locale, also where its country is none: "en_EN".
func languageOf(locale string) string {
	tag, _ := language.Parse(strings.TrimSpace(locale)) // what could be read of it
	base, confidence := tag.Base()
	if confidence != language.Exact {
		return ""
	}
	return base.String()
}

func countryOf(locale string) string {
	tag, err := language.Parse(strings.TrimSpace(locale))
	if err != nil {
		return ""
	}
	region, confidence := tag.Region()
	if confidence != language.Exact || !region.IsCountry() || isInvented(tag, region) {
		return ""
	}
	return region.String()
}

// isInvented recognises countries that are none: Facebook's "es_LA" is Latin America and not Laos, and its "ar_AR" is
// Arabic and not Argentina. Others also write a language twice: "sl_SL" isn't Sierra Leone.
func isInvented(tag language.Tag, region language.Region) bool {
	base, _ := tag.Base()
	switch base.String() {
	case "es":
		return region.String() == "LA"
	case "pt": // whose home is Brazil, by the number of people
		return false
	}
	home, _ := language.Make(base.String()).Region()
	return strings.EqualFold(base.String(), region.String()) && home != region
}

// genericCountries are country domains that the whole world uses.
var genericCountries = map[string]bool{"io": true, "co": true, "tv": true, "me": true, "ai": true, "fm": true, "ly": true, "gg": true, "cc": true, "ws": true, "to": true, "la": true, "sh": true, "so": true, "nu": true, "pw": true, "tk": true}

func countryOfHost(host string) string {
	suffix, _ := publicsuffix.PublicSuffix(host)
	tld := suffix[strings.LastIndex(suffix, ".")+1:]
	if len(tld) != 2 || genericCountries[tld] {
		return ""
	}
	if tld == "uk" {
		return "GB"
	}
	return countryCode(strings.ToUpper(tld))
}

func countryCode(text string) string {
	text = strings.ToUpper(strings.TrimSpace(text))
	region, err := language.ParseRegion(text)
	if err != nil || !region.IsCountry() || len(text) != 2 {
		return ""
	}
	return region.String()
}
