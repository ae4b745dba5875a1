package webpage

import (
	"net/url"
	"regexp"
	"strings"

	"golang.org/x/text/language"

	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
)

// editionCode matches a path segment or the first label of a host that may be the code of a
// language.
var editionCode = regexp.MustCompile(`^[a-z]{2}([-_][a-z]{2,4})?$`)

// languageParameters are query parameters that select a language.
var languageParameters = []string{"lang", "language", "locale", "hl", "lng", "idioma"}

// EditionOf returns the language of an edition that an address names by its query, path or host:
// ?lang=es, /es/, es.example.org. It returns "" if the address names none.
func EditionOf(address weburl.URL) string {
	if found := languageParameter(address); found != "" {
		return found
	}
	if segments := address.Segments(); len(segments) > 0 && editionCode.MatchString(strings.ToLower(segments[0])) {
		return LanguageOf(segments[0])
	}
	if label, rest, _ := strings.Cut(address.Host(), "."); strings.HasSuffix(rest, address.RegistrableDomain()) &&
		editionCode.MatchString(label) {
		return LanguageOf(label)
	}
	return ""
}

// languageParameter returns the language that a query parameter selects, or "".
func languageParameter(address weburl.URL) string {
	query, _ := url.ParseQuery(address.Query())
	for _, name := range languageParameters {
		if found := LanguageOf(query.Get(name)); found != "" {
			return found
		}
	}
	return ""
}

// languageOfCountry returns the usual language of the country with a code, or the code itself for
// an unknown country. A path such as /ar/ may mean Arabic or Argentina.
func languageOfCountry(code string) string {
	if code == "uk" {
		code = "gb"
	}
	country, err := language.ParseRegion(code)
	if err != nil || !country.IsCountry() {
		return code
	}
	tag, err := language.Compose(language.Und, country)
	if err != nil {
		return code
	}
	usual, _ := tag.Base()
	return usual.String()
}

// EditionOfPage returns the language of the edition at an address. If the code in the address may be
// that of a country, the language of the page, which may be "", applies.
func EditionOfPage(address weburl.URL, pageLanguage string) string {
	edition := EditionOf(address)
	if edition == "" || languageParameter(address) != "" || languageOfCountry(edition) == edition {
		return edition
	}
	return pageLanguage
}
