package listfile

import (
	"maps"
	"strings"
	"sync"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"github.com/newsources/newsources/services/newssources/internal/platform/codes"
)

// namedVariants are languages of a region or in a script that have names of their own, such as “Flemish” and “Brazilian
// Portuguese”.
var namedVariants = []string{"ar-001", "de-AT", "de-CH", "en-AU", "en-CA", "en-GB", "en-US", "es-419", "es-ES", "es-MX",
	"fa-AF", "fr-CA", "fr-CH", "nl-BE", "pt-BR", "pt-PT", "ro-MD", "sw-CD", "zh-Hans", "zh-Hant"}

// regionAdjectives are the regions of languages by adjectives: “Mexican Spanish”.
var regionAdjectives = map[string]string{"american": "US", "british": "GB", "brazilian": "BR", "mexican": "MX",
	"swiss": "CH", "austrian": "AT", "german": "DE", "belgian": "BE", "canadian": "CA", "australian": "AU", "irish": "IE",
	"indian": "IN", "argentine": "AR", "argentinian": "AR", "colombian": "CO", "chilean": "CL", "peruvian": "PE",
	"latin american": "419", "european": "", "iberian": "", "international": "", "modern": "", "standard": "",
	"egyptian": "EG", "moroccan": "MA", "algerian": "DZ", "tunisian": "TN", "lebanese": "LB", "iraqi": "IQ", "saudi": "SA",
	"angolan": "AO", "mozambican": "MZ", "nigerian": "NG", "south african": "ZA", "new zealand": "NZ", "scottish": "GB",
	"quebec": "CA", "quebecois": "CA", "taiwanese": "TW", "singaporean": "SG", "latin america": "419",
	"latinoamerica": "419", "lateinamerika": "419", "amerique latine": "419", "latam": "419"}

// scripts are the scripts by the names by which languages are distinguished.
var scripts = valueByWord["script"]

// languages are the codes of languages by HeaderKey of their names.
var languages = sync.OnceValue(func() map[string]string {
	codes := maps.Clone(valueByWord["language"]) // names that CLDR does not have
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
	for _, code := range namedVariants {
		for _, in := range namingLanguages {
			addName(codes, display.Tags(in).Name(language.Make(code)), code)
		}
		addName(codes, display.Self.Name(language.Make(code)), code)
	}
	for _, base := range otherBases() {
		for _, in := range namingLanguages[:6] { // most of these languages have names in few others
			addName(codes, display.Languages(in).Name(language.Make(base.String())), base.String())
		}
	}
	return codes
})

// otherBases returns the languages of ISO 639 with a code of two letters, such as Latin, of which some have no data of
// their own in CLDR.
func otherBases() (bases []language.Base) {
	for first := 'a'; first <= 'z'; first++ {
		for second := 'a'; second <= 'z'; second++ {
			if base, err := language.ParseBase(string([]rune{first, second})); err == nil && len(base.String()) == 2 {
				bases = append(bases, base)
			}
		}
	}
	return bases
}

// LanguageCode returns the code of a language by its code or its name, which may have a region or a script: “English
// (US)”, “Serbian, Cyrillic”, “Austrian German”.
func LanguageCode(text string) (string, bool) {
	if code, ok := languages()[HeaderKey(text)]; ok {
		return code, true
	}
	text = strings.TrimSpace(text)
	code := strings.ReplaceAll(text, "_", "-")
	if first, _, _ := strings.Cut(code, "-"); len(first) >= 2 && len(first) <= 3 {
		if canonical, ok := codes.CanonicalLanguage(code); ok {
			return canonical, true
		}
	}
	return variantCode(text)
}

// variantCode returns the code of a language that is named with a region or a script.
func variantCode(text string) (string, bool) {
	found := qualified.FindStringSubmatch(text)
	if found != nil && found[2] == "" && (len(found[1]) <= 3 || strings.Contains(text, "/")) {
		return "", false // a list, such as "de/fr"
	}
	if found != nil {
		if code, ok := LanguageCode(found[1]); ok {
			return withVariant(code, found[2]+found[3]+found[4])
		}
		return "", false
	}
	words := strings.Fields(HeaderKey(text))
	for n := 1; n < len(words); n++ {
		first, last := strings.Join(words[:n], " "), strings.Join(words[n:], " ")
		if code, ok := languages()[last]; ok && isAdjective(first) {
			return withVariant(code, first)
		}
		if code, ok := languages()[first]; ok && len(last) > 3 {
			last = strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(last, "de "), "do "), "of ")
			if variant, ok := withVariant(code, last); ok {
				return variant, true
			}
		}
	}
	return "", false
}

func isAdjective(word string) bool {
	_, isRegion := regionAdjectives[word]
	_, isScript := scripts[word]
	return isRegion || isScript
}

// withVariant returns the code of a language with a region, a script or both, such as “Traditional, Hong Kong”. The
// code of the language itself changes nothing.
func withVariant(code, variant string) (string, bool) {
	base, rest, _ := strings.Cut(code, "-")
	var script, region string
	if len(rest) == 4 {
		script = rest
	}
	for part := range strings.FieldsFuncSeq(variant, func(r rune) bool { return strings.ContainsRune(",;/，、", r) }) {
		key := HeaderKey(part)
		adjective, isRegion := regionAdjectives[key]
		country, isCountry := CountryCode(part)
		switch own, isLanguage := languages()[key]; {
		case key == base, isLanguage && own == base:
		case scripts[key] != "":
			script = scripts[key]
		case isRegion:
			region = adjective
		case isCountry:
			region = country
		default:
			return "", false
		}
	}
	for _, subtag := range []string{script, region} {
		if subtag != "" {
			base += "-" + subtag
		}
	}
	return codes.CanonicalLanguage(base)
}
