package check

import (
	"hash/fnv"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
)

const (
	// minTitle is the size in bytes from which a title without a date identifies an article.
	// Shorter ones, such as "Weather", are titles of several articles.
	minTitle = 24
	// minDatedTitle is the size in bytes from which a title with a date identifies an article.
	// Numbers are removed first, so that all titles such as "Item 12" would be equal.
	minDatedTitle = 8
	// maxLabel is the size in bytes of a label before a title, such as "LIVE:".
	maxLabel = 20
	// feedDelay is the maximum difference between the time of a check and a date that all items
	// share, for which the date counts as that of the document.
	feedDelay = 15 * time.Minute
)

// titleKey identifies an article by its title. 0 means that the title does not identify an article.
type titleKey struct {
	dated uint32 // the title and the date
	plain uint32 // the title alone
}

// titleKeyOf returns the key of a title, without its numbers, its label and what is in brackets,
// which some sites change: "LIVE: Storm (12)" is "Storm".
func titleKeyOf(title string, published *time.Time) (k titleKey) {
	text := articleTitle(title)
	if len(text) < minDatedTitle {
		return k
	}
	if published != nil {
		k.dated = hash32(text + strconv.FormatInt(published.Unix()/60, 10))
	}
	if len(text) >= minTitle {
		k.plain = hash32(text)
	}
	return k
}

// articleTitle returns the letters of a title in lower case, without its label and what is in
// brackets.
func articleTitle(title string) string {
	if label := strings.IndexAny(title, ":|"); label > 0 && label <= maxLabel && len(title)-label > minTitle {
		title = title[label+1:]
	}
	brackets := 0
	return strings.Map(func(r rune) rune {
		switch {
		case r == '(' || r == '[':
			brackets++
		case (r == ')' || r == ']') && brackets > 0:
			brackets--
		case brackets == 0 && unicode.IsLetter(r):
			return unicode.ToLower(r)
		}
		return -1
	}, title)
}

func hash32(text string) uint32 {
	h := fnv.New32a()
	_, _ = h.Write([]byte(text))
	return max(h.Sum32(), 1)
}

// isDatedByDocument reports whether all items have the same date, which is about that of the check:
// the date of the document.
func isDatedByDocument(items []feed.Item, at time.Time) bool {
	var first *time.Time
	for i := range items {
		switch date := items[i].Published; {
		case date == nil || at.Sub(*date).Abs() > feedDelay:
			return false
		case first == nil:
			first = date
		case date.Sub(*first).Abs() > time.Second:
			return false
		}
	}
	return first != nil
}
