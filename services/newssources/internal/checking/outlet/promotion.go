package outlet

import (
	_ "embed"
	"strings"

	"golang.org/x/text/unicode/norm"
)

const (
	// promotedShare is the minimum share of titles with promoted words in a document of promotion,
	// and usualPromotedShare the maximum share in earlier documents of an outlet that does not.
	promotedShare, usualPromotedShare = 0.4, 0.1
	newPromotionPoints                = 2.5
	// onlyPromotionPoints are for a document in which at least onlyPromotedShare of the titles have promoted
	// words, with at least minPromotedWords different ones. Without known items, they suffice even if the name
	// is unchanged, because buyers of lapsed domains often keep the name. Reports about one casino use fewer
	// different words. From mixedShare to onlyPromotedShare, the points rise evenly, so that a title more or less
	// does not decide.
	mixedShare, onlyPromotedShare, minPromotedWords, onlyPromotionPoints = 0.5, 0.6, 3, 7.5
)

// promotedText has stems of words about gambling, medicine without a prescription, loans, sex, fortune-telling,
// followers and links, cryptocurrencies and essays, in the languages of news feeds. Most lapsed domains of newspapers
// promote one of these. "_" is the beginning or end of a word.
//
//go:embed promotion.txt
var promotedText string

var promotedWords = parseWords(promotedText)

// adviceText has words of titles of guides, comparisons and offers, which fill most websites that follow a
// newspaper at its domain. News has them, too, but seldom. "_" is the beginning or end of a word, and "#" a number
// of one or two digits at the beginning of a title, as in “7 tips”.
//
//go:embed advice.txt
var adviceText string

var adviceWords = parseWords(adviceText)

const (
	// minAdviceTitles is the number of titles from which their share with advice words counts, minAdviceRise
	// by how much the share must rise, and maxAdvicePoints are the points for a rise from none to all titles.
	minAdviceTitles, minAdviceRise, maxAdvicePoints = 5, 0.3, 5
)

// advicePoints returns points if many more new titles than earlier ones are those of guides and offers.
func advicePoints(before, after []string) float64 {
	if len(before) < minAdviceTitles || len(after) < minAdviceTitles {
		return 0
	}
	usual, _ := shareWithWords(before, adviceWords, nil)
	share, _ := shareWithWords(after, adviceWords, nil)
	if share-usual < minAdviceRise {
		return 0
	}
	return maxAdvicePoints * (share - usual)
}

// IsPromotion reports whether titles are those of promotion or advice.
func IsPromotion(titles []string) bool { return promotionShare(titles) >= onlyPromotedShare }

// promotionShare returns the share of titles of promotion or advice.
func promotionShare(titles []string) float64 {
	n := 0.0
	for i := range titles {
		promotion, _ := shareWithWords(titles[i:i+1], promotedWords, nil)
		advice, _ := shareWithWords(titles[i:i+1], adviceWords, nil)
		n += max(promotion, advice)
	}
	return n / float64(max(1, len(titles)))
}

// wordList has words by their first two bytes.
type wordList map[[2]byte][]string

func parseWords(text string) wordList {
	list := wordList{}
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ',' || r == '\n' }) {
		if word = strings.ReplaceAll(strings.TrimSpace(word), "_", " "); word != "" {
			key := [2]byte{word[0], word[1]}
			list[key] = append(list[key], word)
		}
	}
	return list
}

// promotionPoints returns points if many new titles promote what lapsed domains promote. If earlier titles have such
// words, too, only others count: an outlet that reported about illegal betting may still be replaced by one that
// promotes it.
func promotionPoints(before, after []string) float64 {
	if len(before) < 3 || len(after) < 3 {
		return 0
	}
	least := promotedShare
	usual, known := shareWithWords(before, promotedWords, nil)
	if usual > usualPromotedShare {
		least = mixedShare
	} else {
		known = nil
	}
	share, words := shareWithWords(after, promotedWords, known)
	switch isVaried := len(words) >= minPromotedWords; {
	case share < least, known != nil && !isVaried:
		return 0
	case !isVaried:
		return newPromotionPoints
	}
	rise := min(max((share-mixedShare)/(onlyPromotedShare-mixedShare), 0), 1)
	return newPromotionPoints + rise*(onlyPromotionPoints-newPromotionPoints)
}

// startsWithCount reports whether a title begins with a number of at most two digits and a word.
func startsWithCount(title string) bool {
	digits := len(title) - len(strings.TrimLeft(title, "0123456789"))
	return (digits == 1 || digits == 2) && strings.HasPrefix(title[digits:], " ")
}

// shareWithWords returns the share of titles with one of the words, except for known ones, and these words.
func shareWithWords(titles []string, list wordList, known map[string]bool) (share float64, found map[string]bool) {
	found = map[string]bool{}
	n := 0
	for _, title := range titles {
		// The lower case of the Turkish İ has a dot as a separate mark.
		lower := strings.ReplaceAll(norm.NFC.String(strings.ToLower(title)), "i\u0307", "i")
		text := " " + strings.Join(strings.FieldsFunc(lower, func(r rune) bool { return !isLetter(r) }), " ") + " "
		if startsWithCount(lower) {
			text = " #" + text
		}
		isFound := false
		for i := range len(text) - 1 {
			for _, word := range list[[2]byte{text[i], text[i+1]}] {
				if strings.HasPrefix(text[i:], word) && !known[word] {
					found[word], isFound = true, true
				}
			}
		}
		if isFound {
			n++
		}
	}
	return float64(n) / float64(len(titles)), found
}
