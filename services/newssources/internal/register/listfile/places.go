package listfile

import (
	"cmp"
	_ "embed" // for the words
	"maps"
	"regexp"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"github.com/newsources/newsources/services/newssources/internal/platform/codes"
)

// namingLanguages are the languages in which the names of languages are recognized, besides their own languages. Their
// names of countries take precedence over those in other languages.
var namingLanguages = []language.Tag{language.English, language.German, language.French, language.Spanish,
	language.Italian, language.Portuguese, language.Dutch, language.Russian, language.Ukrainian, language.Polish,
	language.Czech, language.Hungarian, language.Romanian, language.Turkish, language.Greek, language.Arabic,
	language.Hebrew, language.SimplifiedChinese, language.TraditionalChinese, language.Japanese, language.Korean,
	language.Hindi, language.Swedish, language.Norwegian, language.Danish, language.Finnish, language.Croatian,
	language.Serbian, language.SerbianLatin, language.Slovak, language.Slovenian, language.Bulgarian, language.Macedonian,
	language.Albanian, language.Estonian, language.Latvian, language.Lithuanian, language.Icelandic, language.Catalan,
	language.Make("eu"), language.Make("gl"), language.Make("ga"), language.Make("mt"), language.Make("lb"),
	language.Make("be"), language.Make("bs"), language.Armenian, language.Georgian, language.Azerbaijani,
	language.Vietnamese, language.Indonesian, language.Malay, language.Thai, language.Persian, language.Urdu,
	language.Bengali, language.Marathi, language.Tamil, language.Telugu, language.Swahili, language.Filipino,
	language.Afrikaans, language.Kazakh, language.Uzbek}

// countryWords has usual names of countries that CLDR does not have. Each line has a code and names.
//
//go:embed country_words.txt
var countryWords string

// countries are the codes of countries by HeaderKey of their names.
var countries = sync.OnceValue(func() map[string]string {
	byName := map[string]string{}
	for first := 'A'; first <= 'Z'; first++ {
		for second := 'A'; second <= 'Z'; second++ {
			code := string([]rune{first, second})
			if !codes.IsCountry(code) {
				continue
			}
			region := language.MustParseRegion(code)
			for _, in := range namingLanguages {
				addName(byName, display.Regions(in).Name(region), code)
			}
			for _, in := range display.Supported.Tags() {
				if names := display.Regions(in); names != nil {
					addName(byName, names.Name(region), code)
				}
			}
			addName(byName, region.ISO3(), code)
		}
	}
	maps.Copy(byName, ParseWords(countryWords))
	return byName
})

// addName adds a name unless it is known. Names in scripts without letters for single sounds may have one or two
// characters.
func addName(codes map[string]string, name, code string) {
	if key := HeaderKey(name); len(key) > 2 && codes[key] == "" {
		codes[key] = code
	}
}

// officialName matches what precedes the name of a country: an article, or the form of government.
var officialName = regexp.MustCompile(`^(?:the|la|le|les|el|los|il|die|der|das|de|o|a|os) (.+)$|` +
	`^(?:the )?(?:(?:federal|federative|islamic|arab|democratic|socialist|people s|co operative) )*` +
	`(?:republic|kingdom|state|commonwealth|principality|sultanate|union|federation|grand duchy) of (?:the )?(.+)$|` +
	`^(?:bundesrepublik|republik|konigreich|republica|republique|repubblica|reino|royaume|regno|rzeczpospolita|republika|` +
	`koninkrijk|republiek|республика|королевство) (?:de |del |di |do |da |du |d |von |van )?(?:la )?(.+)$`)

// qualified matches a name with an addition: “Deutschland (DE)”, “DE - Germany”, “Bolivia, Plurinational State of”.
var qualified = regexp.MustCompile(`^([^(\[（,/–—]+?)\s*(?:[(\[（]([^)\]）]*)[)\]）]|[,/–—]\s*(.+)|\s-\s+(.+))$`)

// CountryCode returns the code of a country by its code, its name in the languages of CLDR, or its flag. An addition
// to the name must not be another country.
func CountryCode(text string) (string, bool) {
	flag, text := cutFlag(text)
	if code, ok := countryOf(text); ok || flag == "" || text != "" {
		return code, ok
	}
	return flag, codes.IsCountry(flag)
}

func countryOf(text string) (string, bool) {
	if code := strings.ToUpper(text); codes.IsCountry(code) {
		return code, true
	}
	key := HeaderKey(text)
	if code, ok := countries()[key]; ok {
		return code, true
	}
	if found := officialName.FindStringSubmatch(key); found != nil {
		if code, ok := countries()[cmp.Or(found[1], found[2], found[3])]; ok {
			return code, true
		}
	}
	found := qualified.FindStringSubmatch(text)
	if found == nil {
		return "", false
	}
	code, ok := countryOf(found[1])
	addition := cmp.Or(found[2], found[3], found[4])
	other, isCountry := countryOf(addition)
	return code, ok && (isCountry && other == code || !isCountry && !otherPart.MatchString(HeaderKey(addition)))
}

// otherPart matches additions that make another country of a name: “Korea, North”.
var otherPart = regexp.MustCompile(`\b(?:(?:north|south|east|west)(?:ern)?|dem|democratic|equatorial|american|new|nord|` +
	`sud|ost|est|norte|sur)\b`)

const (
	firstIndicator = '🇦' // of the letters A to Z of flags
	lastIndicator  = '🇿'
	blackFlag      = '🏴' // begins the flags of England, Scotland and Wales
)

// cutFlag returns the code of the flag in a text, and the text without it. A single one of its two letters is dropped.
func cutFlag(text string) (code, rest string) {
	rest = strings.Map(func(r rune) rune {
		switch {
		case firstIndicator <= r && r <= lastIndicator:
			code += string('A' + r - firstIndicator)
			return -1
		case r == blackFlag:
			code = "GB"
			return -1
		case unicode.In(r, unicode.Cf, unicode.Variation_Selector): // the tags of a flag
			return -1
		}
		return r
	}, text)
	return code, strings.TrimSpace(rest)
}
