package outlet

import (
	"slices"
	"strings"
	"unicode"

	"github.com/abadojack/whatlanggo"
)

const (
	// languageChunk titles are examined together, so that a profile in two languages has both.
	languageChunk = 5
	// minLanguageRunes is the length of a text from which its language is detected.
	minLanguageRunes = 60
)

// similarLanguages are groups of languages that short texts do not distinguish reliably.
var similarLanguages = [][]string{
	{"nob", "nno", "dan", "swe"}, {"hrv", "srp", "bos", "slv", "mkd", "bul"}, {"ind", "jav", "msa", "sun"},
	{"ces", "slk"}, {"spa", "glg", "cat", "por"}, {"rus", "ukr", "bel", "bul"}, {"hin", "mar", "nep"},
	{"tur", "azj", "uzb", "tuk"}, {"deu", "nld", "afr"}, {"arb", "pes", "urd"},
}

// languagesOf returns the languages of titles as ISO 639-3 codes, without those of unclear texts.
func languagesOf(titles []string) (languages []string) {
	for _, code := range languagesOfChunks(titles) {
		languages = addFirst(languages, maxTitles, code)
	}
	return languages
}

// languagesOfChunks returns the language of each chunk of titles whose language is clear.
func languagesOfChunks(titles []string) (languages []string) {
	for chunk := range slices.Chunk(titles, languageChunk) {
		text := strings.Join(chunk, ". ")
		if len([]rune(text)) < minLanguageRunes && !strings.ContainsFunc(text, isUnspaced) {
			continue
		}
		if code, isClear := detectLanguage(text); isClear {
			languages = append(languages, code)
		}
	}
	return languages
}

// detectLanguage returns the most probable language of a text, or "", and whether it is clear.
func detectLanguage(text string) (code string, isClear bool) {
	// Only Japanese has kana; the detection takes texts that are mostly Han for Chinese.
	if strings.ContainsFunc(text, isKana) {
		return whatlanggo.Jpn.Iso6393(), true
	}
	found := whatlanggo.Detect(text)
	return found.Lang.Iso6393(), found.IsReliable()
}

func isKana(r rune) bool { return unicode.In(r, unicode.Hiragana, unicode.Katakana) }

// isCyrillic reports whether most titles have Cyrillic letters. Some languages, such as Serbian and Kazakh, are also
// written in Latin ones.
func isCyrillic(titles []string) bool {
	n := 0
	for _, title := range titles {
		if strings.ContainsFunc(title, func(r rune) bool { return unicode.Is(unicode.Cyrillic, r) }) {
			n++
		}
	}
	return 2*n > len(titles)
}

// haveOtherLanguage reports whether no language of the new titles is like one of the earlier ones.
// isKnown is false if one of both cannot be detected.
func haveOtherLanguage(before, after []string) (isOther, isKnown bool) {
	if len(before) == 0 || len(after) == 0 {
		return false, false
	}
	for _, a := range after {
		for _, b := range before {
			if a == b || slices.ContainsFunc(similarLanguages, func(group []string) bool {
				return slices.Contains(group, a) && slices.Contains(group, b)
			}) {
				return false, true
			}
		}
	}
	return true, true
}
