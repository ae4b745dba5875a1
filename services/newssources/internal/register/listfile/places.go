package listfile

import (
	"strings"
	"sync"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// namingLanguages are the languages in which headers, and the names of countries and languages are recognized, besides
// their own languages.
var namingLanguages = []language.Tag{language.English, language.German, language.French, language.Spanish,
	language.Italian, language.Portuguese, language.Dutch, language.Russian, language.Ukrainian, language.Polish,
	language.Czech, language.Hungarian, language.Romanian, language.Turkish, language.Greek, language.Arabic,
	language.Hebrew, language.SimplifiedChinese, language.TraditionalChinese, language.Japanese, language.Korean,
	language.Hindi, language.Swedish, language.Norwegian, language.Danish, language.Finnish}

// moreCountries are usual names that CLDR does not have.
var moreCountries = map[string]string{
	"usa": "US", "uk": "GB", "u s a": "US", "u s": "US", "u k": "GB", "great britain": "GB", "england": "GB",
	"scotland": "GB", "wales": "GB", "northern ireland": "GB", "holland": "NL", "czech republic": "CZ", "macedonia": "MK",
	"burma": "MM", "ivory coast": "CI", "swaziland": "SZ", "cape verde": "CV", "vatican": "VA", "palestine": "PS",
	"turkey": "TR", "russian federation": "RU", "south korea": "KR", "north korea": "KP", "korea": "KR", "hong kong": "HK",
	"macau": "MO", "eeuu": "US", "ee uu": "US",
	"estados unidos de america": "US", "grossbritannien": "GB", "bosnia": "BA", "congo": "CG", "dr congo": "CD",
}

// countries are the codes of countries by HeaderKey of their names.
var countries = sync.OnceValue(func() map[string]string {
	codes := map[string]string{}
	for first := 'A'; first <= 'Z'; first++ {
		for second := 'A'; second <= 'Z'; second++ {
			code := string([]rune{first, second})
			if !source.IsCountry(code) {
				continue
			}
			region := language.MustParseRegion(code)
			for _, in := range namingLanguages {
				addName(codes, display.Regions(in).Name(region), code)
			}
			base, _ := language.Make("und-" + code).Base() // the most frequent language of the country
			if names := display.Regions(language.Make(base.String())); names != nil {
				addName(codes, names.Name(region), code)
			}
			addName(codes, region.ISO3(), code)
		}
	}
	for name, code := range moreCountries {
		codes[name] = code
	}
	return codes
})

// languages are the codes of languages by HeaderKey of their names.
var languages = sync.OnceValue(func() map[string]string {
	codes := map[string]string{}
	for _, tag := range display.Supported.Tags() {
		base, confidence := tag.Base()
		if confidence == language.No || len(base.String()) > 3 {
			continue
		}
		code := base.String()
		named := language.Make(code)
		for _, in := range namingLanguages {
			addName(codes, display.Languages(in).Name(named), code)
		}
		addName(codes, display.Self.Name(named), code)
		addName(codes, base.ISO3(), code)
	}
	return codes
})

func addName(codes map[string]string, name, code string) {
	if key := HeaderKey(name); len(key) > 2 && codes[key] == "" {
		codes[key] = code
	}
}

// CountryCode returns the code of a country by its code or by its name in one of namingLanguages or in its
// own language.
func CountryCode(text string) (string, bool) {
	if code := strings.ToUpper(strings.TrimSpace(text)); source.IsCountry(code) {
		return code, true
	}
	code, ok := countries()[HeaderKey(text)]
	return code, ok
}

// LanguageCode returns the code of a language by its code or its name.
func LanguageCode(text string) (string, bool) {
	if code, ok := languages()[HeaderKey(text)]; ok {
		return code, true
	}
	text = strings.ReplaceAll(strings.TrimSpace(text), "_", "-")
	if first, _, _ := strings.Cut(text, "-"); len(first) < 2 || len(first) > 3 {
		return "", false
	}
	return source.CanonicalLanguage(text)
}
