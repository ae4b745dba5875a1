package outlet

import (
	_ "embed"
	"encoding/binary"
	"hash/fnv"
	"strings"
	"sync"
	"unicode"
)

const (
	// maxWords different words are remembered, those that occurred last.
	maxWords = 1500
	// minWordRunes is the length from which a word counts: shorter ones are in every text of a language.
	minWordRunes = 4
	wordSize     = 4
)

// stopWordText has the words of at least minWordRunes letters, and the pairs of letters of scripts without
// spaces, of stopwords-iso 1.1.0 (https://github.com/stopwords-iso/stopwords-iso, MIT) by language.
//
//go:embed stopwords.txt
var stopWordText string

// stopWords are the hashes of words that are in texts of all outlets of a language, such as "because".
var stopWords = sync.OnceValue(func() map[uint32]bool {
	set := map[uint32]bool{}
	for word := range strings.FieldsSeq(stopWordText) {
		set[hashWord(word)] = true
	}
	return set
})

func isLetter(r rune) bool { return unicode.IsLetter(r) || unicode.IsMark(r) }

// isUnspaced reports whether a script has no spaces between words. Pairs of its letters count as words.
func isUnspaced(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer,
		unicode.Myanmar)
}

// wordsOf returns the words of a text in lower case.
func wordsOf(text string) (words []string) {
	for _, field := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !isLetter(r) }) {
		runes := []rune(field)
		switch {
		case isUnspaced(runes[0]):
			for i := range max(1, len(runes)-1) {
				words = append(words, string(runes[i:min(i+2, len(runes))]))
			}
		case len(runes) >= minWordRunes:
			words = append(words, field)
		}
	}
	return words
}

func hashWord(word string) uint32 {
	h := fnv.New32a()
	_, _ = h.Write([]byte(word))
	return h.Sum32()
}

// hashesOf returns the hashes of the words of a title without stop words. A repeated word counts once.
func hashesOf(title string) []uint32 {
	var hashes []uint32
	seen := map[uint32]bool{}
	for _, word := range wordsOf(title) {
		if h := hashWord(word); !seen[h] && !stopWords()[h] {
			seen[h] = true
			hashes = append(hashes, h)
		}
	}
	return hashes
}

// wordSet returns the words of their stored form.
func wordSet(stored []byte) map[uint32]bool {
	set := make(map[uint32]bool, len(stored)/wordSize)
	for ; len(stored) >= wordSize; stored = stored[wordSize:] {
		set[binary.BigEndian.Uint32(stored)] = true
	}
	return set
}

// addWords puts the words of titles before the stored ones.
func addWords(stored []byte, titles []string) []byte {
	seen := map[uint32]bool{}
	var all []byte
	add := func(h uint32) {
		if !seen[h] && len(all) < maxWords*wordSize {
			seen[h] = true
			all = binary.BigEndian.AppendUint32(all, h)
		}
	}
	for _, title := range titles {
		for _, h := range hashesOf(title) {
			add(h)
		}
	}
	for ; len(stored) >= wordSize; stored = stored[wordSize:] {
		add(binary.BigEndian.Uint32(stored))
	}
	return all
}

// coverage returns the number of words of titles, and how many of them are known.
func coverage(known map[uint32]bool, titles []string) (hits, total int) {
	for _, title := range titles {
		for _, h := range hashesOf(title) {
			total++
			if known[h] {
				hits++
			}
		}
	}
	return hits, total
}

// innerCoverage returns the number of words of titles, and how many of them another title has.
func innerCoverage(titles []string) (hits, total int) {
	counts := map[uint32]int{}
	for _, title := range titles {
		for _, h := range hashesOf(title) {
			counts[h]++
			total++
		}
	}
	for _, n := range counts {
		if n > 1 {
			hits += n
		}
	}
	return hits, total
}

// repeatedShare returns the share of the words of titles that another title has, too.
func repeatedShare(titles []string) float64 {
	hits, total := innerCoverage(titles)
	return float64(hits) / float64(max(total, 1))
}

// titleCase returns the share of words, except for the first one of each title, that begin with a
// capital letter, and the number of words per title.
func titleCase(titles []string) (share, length float64) {
	capitals, later, words := 0, 0, 0
	for _, title := range titles {
		for i, word := range strings.Fields(title) {
			words++
			if first := []rune(word)[0]; i > 0 && isLetter(first) {
				later++
				if unicode.IsUpper(first) {
					capitals++
				}
			}
		}
	}
	if later == 0 || len(titles) == 0 {
		return 0, 0
	}
	return float64(capitals) / float64(later), float64(words) / float64(len(titles))
}
