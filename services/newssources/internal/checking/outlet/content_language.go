package outlet

import (
	"regexp"
	"slices"
	"strings"

	"github.com/abadojack/whatlanggo"
	"golang.org/x/text/language"
)

// minLanguageChunks is the number of chunks of titles that must be in one language to show the language
// of an outlet.
const minLanguageChunks = 3

const (
	// minShortTitles is the number of titles, and minShortTitleRunes the length of all of them, that show the language of
	// an outlet if each of shortTitleParts parts of them has it.
	minShortTitles, minShortTitleRunes, shortTitleParts = 10, 300, 4
)

// macroLanguages maps ISO 639-3 macrolanguages to the member that the detector reports.
var macroLanguages = map[string]string{"nor": "nob", "zho": "cmn", "fas": "pes", "aze": "azj", "ara": "arb",
	"yid": "ydd"}

// languageMarks are letters and words that a language has, and that a close one, or another one in its script, does not
// have. Titles in these languages are known by their marks.
var languageMarks = map[string]struct {
	closeLanguage        string
	marks, marksOfOthers *regexp.Regexp
}{
	"rus": {"ukr", regexp.MustCompile(`[ыэё]`), regexp.MustCompile(`[іїєґўәғқңөұүһҗӑӗӣҳҷӯђћљњјџѓќѕ]`)},
	"ukr": {"rus", regexp.MustCompile(`[їєґ]`), regexp.MustCompile(`[ыэёъўәғқңөұүһҗӑӗӣҳҷӯђћљњјџѓќѕ]`)},
	"slk": {"ces", regexp.MustCompile(`[ľĺŕôäť]|\bsa\b`), regexp.MustCompile(`[řěůćđ]`)},
	"spa": {"por", regexp.MustCompile(`[ñ¿¡]|\b(los|las|del|y)\b`),
		regexp.MustCompile(`[ãõ]|\b(uma|unha|unhas|em|ao|aos|pola|polo|els|amb)\b`)},
	"por": {"spa", regexp.MustCompile(`[ãõ]|\b(uma|em|ao|aos)\b`),
		regexp.MustCompile(`[ñ¿¡]|\b(los|las|del|el|unha|unhas)\b`)},
}

// haveMarks reports whether titles have the marks of a language and hardly any of others.
func haveMarks(titles []string, code string) bool {
	known, exist := languageMarks[code]
	if !exist || len(titles) < minShortTitles {
		return false
	}
	count := func(marks *regexp.Regexp) (n int) {
		for _, title := range titles {
			if marks.MatchString(strings.ToLower(title)) {
				n++
			}
		}
		return n
	}
	marked := count(known.marks)
	return marked >= len(titles)/4 && count(known.marksOfOthers) <= marked/8
}

// LanguageOf returns the language of titles as a BCP 47 code, or "" if they are too few, in several
// languages, or not reliably in one.
func LanguageOf(titles []string) string {
	found := languagesOfChunks(titles)
	if len(found) < minLanguageChunks {
		found = append(found, languageOfAll(titles))
	}
	code := found[0]
	switch {
	case isCyrillic(titles) && haveMarks(titles, "rus"): // the detection is rarely sure of Cyrillic
		code = "rus"
	case isCyrillic(titles) && haveMarks(titles, "ukr"):
		code = "ukr"
	case len(slices.Compact(found)) != 1 || code == "":
		return ""
	case (code == "hrv" || code == "ces") && haveMarks(titles, "slk"): // the detection does not know Slovak
		return ""
	case languageMarks[code].marks != nil && !haveMarks(titles, code):
		return ""
	}
	base, _ := language.Macro.Make(code).Base()
	return base.String()
}

// languageOfAll returns the language of short titles whose chunks are not clear: all together have it, and so
// does each part of them.
func languageOfAll(titles []string) string {
	all := strings.Join(titles, ". ")
	if len(titles) < minShortTitles || len([]rune(all)) < minShortTitleRunes {
		return ""
	}
	code, _ := detectLanguage(all)
	for part := range shortTitleParts {
		var some []string
		for i := part; i < len(titles); i += shortTitleParts {
			some = append(some, titles[i])
		}
		if other, _ := detectLanguage(strings.Join(some, ". ")); other != code {
			return ""
		}
	}
	return code
}

// IsOtherLanguage reports whether the detected language is unlike all declared ones. It returns false if
// the detector does not support a declared language, because the detector then reports a wrong one.
func IsOtherLanguage(declared []string, detected string) bool {
	var known []string
	for _, code := range declared {
		known = append(known, detectedCode(code))
	}
	if marks, hasMarks := languageMarks[detectedCode(detected)]; hasMarks && slices.Contains(known, marks.closeLanguage) {
		return !slices.ContainsFunc(known, func(code string) bool { return code != marks.closeLanguage })
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
