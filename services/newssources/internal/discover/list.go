package discover

import (
	"github.com/newsources/newsources/services/newssources/internal/feed"
)

// offerList proposes to read a page as a list of articles, where nothing was found that is worth gathering: the page that
// was pasted, or else the homepage. What robots.txt forbids isn't among the pages that were read.
func (r *run) offerList() {
	pages := r.pagesRead
	r.pagesRead = nil
	if r.hasNews() {
		return
	}
	r.each(1, func(int) {
		for _, page := range pages {
			if page.isArticle() {
				continue // what it lists goes with the article
			}
			options := feed.Options{BaseURL: page.url.String(), ContentType: page.result.ContentType, Now: r.now()}
			if options.Recipe = feed.Suggest(page.document.Nodes[0], options); options.Recipe == nil {
				continue
			}
			l := lead{URL: page.url.String(), From: FromPage, Language: page.language()}
			if candidate, document := r.judgeAs(l, page.result, options); document != nil {
				r.tell(candidate, document)
				return
			}
		}
	})
}

// hasNews says that there is a feed that is worth gathering, or gathered already.
func (r *run) hasNews() bool {
	for _, t := range r.ranked() {
		if t.worth || t.Existing != nil && t.IsNews() {
			return true
		}
	}
	return false
}

// isArticle says that a page is one article, as far as it says so.
func (p *page) isArticle() bool { return p.meta("og:type") == "article" }
