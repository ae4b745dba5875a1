package listfile

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// undecomposed replaces letters with strokes and ligatures, which Unicode does not decompose, and the final sigma,
// which differs from that of a word in capital letters.
var undecomposed = strings.NewReplacer("ß", "ss", "ł", "l", "ı", "i", "ø", "o", "đ", "d", "æ", "ae", "ς", "σ")

// HeaderKey returns the text of a header or a cell in the form in which headers and words are compared: lower case,
// without accents and punctuation.
func HeaderKey(header string) string {
	var b strings.Builder
	for _, r := range norm.NFD.String(undecomposed.Replace(strings.ToLower(header))) {
		switch {
		case unicode.In(r, unicode.Mn, unicode.Cf): // such as accents and joiners
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			b.WriteRune(r)
		default:
			b.WriteByte(' ')
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// ParseWords returns the keys of a text with lines such as "key: word, word" by the HeaderKey of their words.
func ParseWords(text string) map[string]string {
	keys := map[string]string{}
	for line := range strings.Lines(text) {
		key, words, _ := strings.Cut(strings.TrimSpace(line), ": ")
		for word := range strings.SplitSeq(words, ", ") {
			keys[HeaderKey(word)] = key
		}
	}
	return keys
}
