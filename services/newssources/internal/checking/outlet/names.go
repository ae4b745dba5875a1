package outlet

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/net/idna"
	"golang.org/x/text/unicode/norm"

	"github.com/newsources/newsources/services/newssources/internal/platform/textkey"
)

// nameWords returns the words of a name in Latin letters; pairs of letters in scripts without spaces.
func nameWords(name string) (words []string) {
	isSpace := func(r rune) bool { return !isLetter(r) && !unicode.IsDigit(r) }
	for _, field := range strings.FieldsFunc(textkey.Latin(name), isSpace) {
		runes := []rune(field)
		if !isUnspaced(runes[0]) {
			words = append(words, field)
			continue
		}
		for i := range max(1, len(runes)-1) {
			words = append(words, string(runes[i:min(i+2, len(runes))]))
		}
	}
	return words
}

// nameSimilarity returns the share of letters in words that both names have, from 0 to 1, or 1 if one name
// consists of words of the other.
func nameSimilarity(a, b string) float64 {
	wordsA, wordsB := nameWords(a), nameWords(b)
	lettersA, lettersB := strings.Join(wordsA, ""), strings.Join(wordsB, "")
	if lettersA == "" || lettersB == "" {
		return 0
	}
	shared, left := 0, slices.Clone(wordsA)
	for _, word := range wordsB {
		if i := slices.IndexFunc(left, func(other string) bool { return isSameWord(word, other) }); i >= 0 {
			shared += min(len(word), len(left[i]))
			left = slices.Delete(left, i, i+1)
		}
	}
	shorter := min(len(lettersA), len(lettersB))
	isPart := strings.Contains(lettersA, lettersB) || strings.Contains(lettersB, lettersA)
	if shorter >= minWordRunes && (isPart || shared == shorter) {
		return 1
	}
	return 2 * float64(shared) / float64(len(lettersA)+len(lettersB))
}

// minSpelledWord is the minimum length in characters of a word that close languages may spell with another letter.
const minSpelledWord = 6

// isSameWord reports whether two words are equal, or long and differ by a letter, such as the romanized words
// “vedomosti” and “vidomosti” of Russian and Ukrainian.
func isSameWord(a, b string) bool {
	shorter, longer := []rune(a), []rune(b)
	if len(shorter) > len(longer) {
		shorter, longer = longer, shorter
	}
	if a == b || len(shorter) < minSpelledWord || len(longer)-len(shorter) > 1 {
		return a == b
	}
	i := 0
	for i < len(shorter) && shorter[i] == longer[i] {
		i++
	}
	rest := longer[i+1:]
	return slices.Equal(shorter[i:], rest) || len(shorter) == len(longer) && slices.Equal(shorter[i+1:], rest)
}

// lookalikes are letters of other scripts, and digits, that are drawn like Latin letters.
var lookalikes = strings.NewReplacer("а", "a", "ɑ", "a", "α", "a", "е", "e", "ё", "e", "о", "o", "ο", "o", "օ", "o", "0",
	"o", "р", "p", "ρ", "p", "с", "c", "ϲ", "c", "у", "y", "γ", "y", "х", "x", "χ", "x", "і", "i", "ı", "i", "ι", "i", "1",
	"l", "ӏ", "l", "ⅼ", "l", "ј", "j", "ѕ", "s", "ԁ", "d", "һ", "h", "հ", "h", "ո", "n", "п", "n", "ս", "u", "υ", "u",
	"ν", "v", "ѵ", "v", "ԝ", "w", "ѡ", "w", "к", "k", "κ", "k", "т", "t", "τ", "t", "м", "m", "в", "b", "ь", "b", "ɡ", "g",
	"rn", "m", "vv", "w", "5", "s")

// skeleton returns a domain with each letter replaced by the Latin one that looks the same.
func skeleton(domain string) string {
	readable, err := idna.ToUnicode(domain)
	if err != nil {
		readable = domain
	}
	folded := strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFKD.String(strings.ToLower(readable)))
	return lookalikes.Replace(folded)
}

// isLookalike reports whether two different domains look the same.
func isLookalike(a, b string) bool { return a != b && skeleton(a) == skeleton(b) }
