package outlet

import (
	"slices"

	"github.com/abadojack/whatlanggo"
	"golang.org/x/text/language"
)

// minLanguageChunks is the number of chunks of titles that must be in one language to show the language
// of an outlet.
const minLanguageChunks = 3

// macroLanguages maps ISO 639-3 macrolanguages to the member that the detector reports.
var macroLanguages = map[string]string{"nor": "nob", "zho": "cmn", "fas": "pes", "aze": "azj", "ara": "arb",
	"yid": "ydd"}

// LanguageOf returns the language of titles as a BCP 47 code, or "" if they are too few, in several
// languages, or not reliably in one.
func LanguageOf(titles []string) string {
	found := languagesOfChunks(titles)
	if len(found) < minLanguageChunks || len(slices.Compact(found)) != 1 {
		return ""
	}
	base, _ := language.Macro.Make(found[0]).Base()
	return base.String()
}

// IsOtherLanguage reports whether the detected language is unlike all declared ones. It returns false if
// the detector does not support a declared language, because the detector then reports a wrong one.
func IsOtherLanguage(declared []string, detected string) bool {
	var known []string
	for _, code := range declared {
		known = append(known, detectedCode(code))
	}
	isOther, isKnown := haveOtherLanguage(known, []string{detectedCode(detected)})
	return isOther && isKnown && detected != "" && !slices.Contains(known, "")
}

// detectedCode returns the ISO 639-3 code of the detection for a declared language, or "".
func detectedCode(code string) string {
	base, err := language.ParseBase(baseLanguage(code))
	if err != nil {
		return ""
	}
	found := base.ISO3()
	if member, isMacro := macroLanguages[found]; isMacro {
		found = member
	}
	if whatlanggo.CodeToLang(found) < 0 {
		return ""
	}
	return found
}
