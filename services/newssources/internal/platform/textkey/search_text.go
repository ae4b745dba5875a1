package textkey

import (
	"strings"
	"unicode"
)

// ShortWord is the length in characters up to which a search word matches only at the beginning of
// a word: an index of trigrams has no entries for shorter parts of a word.
const ShortWord = 2

// SearchText returns the text that searches match: a line for the name, one for the outlet, and one
// for each address and each name of an endpoint. Each line begins with a space, so that "% word%"
// matches at the beginning of each word and line. An empty line at the end distinguishes the text
// from those of earlier versions, which lack names of endpoints.
func SearchText(lines ...string) string {
	text := " " + Fold(strings.Join(lines, "\n ")) + "\n"
	name, _, _ := strings.Cut(text, "\n")
	if endings := suffixes(name); endings != "" {
		text += endings + "\n"
	}
	return text + "\n"
}

// suffixes returns the endings of the runs of letters in text that are written without spaces
// between words, so that a search finds a word of one or two letters, such as 新聞 in 朝日新聞, at the
// beginning of an ending.
func suffixes(text string) string {
	var b strings.Builder
	letters := []rune(text)
	for i, r := range letters {
		if i > 0 && isUnspaced(r) && isUnspaced(letters[i-1]) {
			b.WriteByte(' ')
			for _, next := range letters[i:min(i+ShortWord, len(letters))] {
				if !isUnspaced(next) {
					break
				}
				b.WriteRune(next)
			}
		}
	}
	return b.String()
}

// isUnspaced reports whether a letter belongs to a script that is written without spaces between
// words.
func isUnspaced(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai, unicode.Lao,
		unicode.Khmer, unicode.Myanmar)
}
