package discover

import (
	"slices"

	"github.com/newsources/newsources/services/newssources/internal/feed"
	"github.com/newsources/newsources/services/newssources/internal/fetch"
)

const (
	// noFeed and noNews are said of a list that is proposed because there is nothing better.
	noFeed = "There is no feed." + fragile
	noNews = "No feed here brings news." + fragile

	fragile = " This reads the links of the page; it breaks when the page's look changes."
)

// offerList proposes to read a page as a list of articles, where nothing was found that is worth gathering: the page that
// was pasted, or else the homepage. What robots.txt forbids isn't among the pages that were read.
func (r *run) offerList() {
	candidates := r.ranked()
	if r.mayBeFeed || slices.ContainsFunc(candidates, (*told).settlesIt) {
		return
	}
	warning := noFeed
	if slices.ContainsFunc(candidates, func(t *told) bool { return t.Kind == "" || isNews(feed.Kind(t.Kind)) }) {
		warning = noNews
	}
	for _, page := range r.pagesRead {
		if list := r.asList(page, warning); list != nil {
			r.tell(list)
			return
		}
	}
}

// settlesIt says that nothing else needs to be proposed: it is worth gathering, or gathered already, or may be later.
func (t *told) settlesIt() bool {
	return t.worth || mayPass(fetch.Outcome(t.Outcome)) || t.Existing != nil && t.IsNews()
}

// mayPass says that an address may be read another time.
func mayPass(outcome fetch.Outcome) bool {
	switch outcome {
	case fetch.Timeout, fetch.Reset, fetch.RateLimited, fetch.Unavailable, fetch.ServerError, fetch.Cancelled:
		return true
	}
	return false
}

// isArticle says that a page is one article, as far as it says so.
func (p *page) isArticle() bool { return p.meta("og:type") == "article" }
