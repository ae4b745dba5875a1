package discover

import (
	"net/url"
	"regexp"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/webpage"
	"github.com/newsources/newsources/services/newssources/internal/weburl"
)

// scoreEdition is added to feeds in the language of a given edition, and subtracted from feeds in another language: more than the
// points for the title and the address of a main feed together.
const scoreEdition = 35

// editionCode matches a path segment or the first label of a host that may be the code of a language.
var editionCode = regexp.MustCompile(`^[a-z]{2}([-_][a-z]{2,4})?$`)

// languageParameters are query parameters that select a language.
var languageParameters = []string{"lang", "language", "locale", "hl", "lng", "idioma"}

// editionOf returns the language of an edition that an address names by its query, path or host: ?lang=es, /es/, es.example.org. It returns ""
// if the address names none.
func editionOf(address weburl.URL) string {
	query, _ := url.ParseQuery(address.Query())
	for _, name := range languageParameters {
		if language := webpage.LanguageOf(query.Get(name)); language != "" {
			return language
		}
	}
	if segments := address.Segments(); len(segments) > 0 && editionCode.MatchString(strings.ToLower(segments[0])) {
		return webpage.LanguageOf(segments[0])
	}
	if label, rest, _ := strings.Cut(address.Host(), "."); strings.HasSuffix(rest, address.RegistrableDomain()) && editionCode.MatchString(label) {
		return webpage.LanguageOf(label)
	}
	return ""
}

// editionPoints rates a language by the given edition.
func editionPoints(given weburl.URL, language string) int {
	edition, language := editionOf(given), webpage.LanguageOf(language)
	switch {
	case edition == "" || language == "":
		return 0
	case edition == language:
		return scoreEdition
	}
	return -scoreEdition
}
