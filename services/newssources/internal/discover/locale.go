package discover

import (
	"strings"

	"golang.org/x/net/publicsuffix"
	"golang.org/x/text/language"
)

func languageOf(text string) string {
	tag, err := language.Parse(strings.ReplaceAll(strings.TrimSpace(text), "_", "-"))
	if err != nil || tag == language.Und {
		return ""
	}
	base, confidence := tag.Base()
	if confidence == language.No {
		return ""
	}
	return base.String()
}

func countryOf(locale string) string {
	tag, err := language.Parse(strings.ReplaceAll(locale, "_", "-"))
	if err != nil {
		return ""
	}
	region, confidence := tag.Region()
	if confidence != language.Exact || !region.IsCountry() {
		return ""
	}
	return region.String()
}

// genericCountries are country domains that the whole world uses.
var genericCountries = map[string]bool{"io": true, "co": true, "tv": true, "me": true, "ai": true, "fm": true, "ly": true, "gg": true, "cc": true, "ws": true, "to": true, "la": true, "sh": true, "so": true}

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
