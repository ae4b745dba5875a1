package webpage

import (
	"slices"
	"strings"

	"github.com/PuerkitoBio/goquery"
)

// maxHeadlines is the maximum number of headlines that are read from a page. The text of a link is a
// headline if it has minHeadlineWords or, for writing systems without spaces, minHeadlineRunes. Longer
// texts are cut to maxHeadlineRunes.
const maxHeadlines, minHeadlineWords, minHeadlineRunes, maxHeadlineRunes = 40, 5, 30, 200

// Headlines returns the texts of the links to pages of the site that are long enough for headlines of
// articles.
func (p *Page) Headlines() (texts []string) {
	p.document.Find("a[href]").EachWithBreak(func(i int, s *goquery.Selection) bool {
		text := Shorten(s.Text(), maxHeadlineRunes)
		if len(strings.Fields(text)) < minHeadlineWords && len([]rune(text)) < minHeadlineRunes {
			return i < maxLinks
		}
		url := p.Resolve(s.AttrOr("href", ""))
		if url.RegistrableDomain() == p.URL.RegistrableDomain() && url.Key() != p.URL.Key() && !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
		return i < maxLinks && len(texts) < maxHeadlines
	})
	return texts
}
