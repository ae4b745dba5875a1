package outletname

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/newsources/newsources/services/newssources/internal/platform/textkey"
)

// minSharedBeginning is how many characters all titles must begin with in scripts without spaces:
// names of one character are rare, and sections have their first one in common (国際, 国内).
const minSharedBeginning = 2

// isWithoutSpaces reports whether r belongs to a script that puts no spaces between words.
func isWithoutSpaces(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer,
		unicode.Myanmar)
}

// sharedBeginning returns the characters with which all titles begin if they may be a word, because
// a script without spaces or no letter follows in each: "朝日新聞" of "朝日新聞デジタル" and "朝日新聞 スポーツ". It
// returns "" if these name a section.
func sharedBeginning(titles []string) string {
	if len(titles) < 2 {
		return ""
	}
	shared := titles[0]
	for _, title := range titles[1:] {
		for !strings.HasPrefix(title, shared) {
			_, size := utf8.DecodeLastRuneInString(shared)
			shared = shared[:len(shared)-size]
		}
	}
	for shared != "" && slices.ContainsFunc(titles, func(title string) bool {
		next, _ := utf8.DecodeRuneInString(title[len(shared):])
		return unicode.Is(unicode.M, next)
	}) { // a vowel sign of the next word: its letter is not shared
		_, size := utf8.DecodeLastRuneInString(shared)
		shared = shared[:len(shared)-size]
	}
	isWord := !slices.ContainsFunc(titles, func(title string) bool {
		next, size := utf8.DecodeRuneInString(title[len(shared):])
		return size > 0 && (unicode.IsLetter(next) && !isWithoutSpaces(next) || unicode.Is(unicode.N, next))
	})
	shared = strings.TrimRightFunc(shared, func(r rune) bool { return !unicode.In(r, unicode.L, unicode.M, unicode.N) })
	if !isWord || utf8.RuneCountInString(shared) < minSharedBeginning || IsSectionTitle(shared) {
		return ""
	}
	return shared
}

// maxUnrelatedTitles is how many titles of a domain may have nothing in common: more are those of
// the shows or blogs of a network, whose domain says more than the title of one of them.
const maxUnrelatedTitles = 2

// mostGeneralTitle returns the title with the fewest section words, and of these the shortest. It
// returns "" if all titles name sections, or if there are too many for a domain. An address with a
// path says less than any title.
func mostGeneralTitle(outlet Outlet, titles []string) string {
	var best string
	var fewest int
	distinct := map[string]bool{}
	for _, title := range titles {
		if IsSectionTitle(title) {
			continue
		}
		distinct[textkey.Fold(title)] = true
		words := titleWords(title)
		sections := len(words) - len(slices.DeleteFunc(words, func(word string) bool { return sectionWords[word] }))
		isShorter := utf8.RuneCountInString(title) < utf8.RuneCountInString(best)
		if best == "" || sections < fewest || sections == fewest && isShorter {
			best, fewest = title, sections
		}
	}
	if outlet.PathPrefix == "" && len(distinct) > maxUnrelatedTitles {
		return ""
	}
	return cleanName(best, outlet)
}
