package discover

import (
	"strconv"
	"strings"

	"github.com/PuerkitoBio/goquery"
)

// longestRefresh is how long a page that leads elsewhere is shown at most, in seconds. News sites load themselves anew
// every few minutes.
const longestRefresh = 10

// refresh is where a page sends browsers by itself, as homepages do that redirected before servers could; empty if it
// stays.
func (p *page) refresh() (address string) {
	p.document.Find("meta[http-equiv][content]").EachWithBreak(func(_ int, s *goquery.Selection) bool {
		if !strings.EqualFold(s.AttrOr("http-equiv", ""), "refresh") {
			return true
		}
		delay, to, _ := strings.Cut(s.AttrOr("content", ""), ";")
		seconds, err := strconv.ParseFloat(strings.TrimSpace(delay), 64)
		if name, href, named := strings.Cut(to, "="); err == nil && seconds <= longestRefresh && named && strings.EqualFold(strings.TrimSpace(name), "url") {
			address = p.resolve(strings.Trim(strings.TrimSpace(href), `'"`))
		}
		return false
	})
	if !sameOutlet(p.url.String(), address) {
		return ""
	}
	return address
}

// further is the page that another one leads to by itself, once, or nil.
func (r *run) further(page *gist) *gist {
	if page.further == "" || !r.claim(page.further) {
		return nil
	}
	return r.fetchPage(page.further)
}
