package discover

import (
	"regexp"

	"github.com/newsources/newsources/services/newssources/internal/feed"
)

const (
	// maxSitemapDepth of indexes that name indexes; the protocol allows one level, some sites have two.
	maxSitemapDepth = 3
	// maxSitemaps that indexes name are fetched in all: an index may have thousands, and one or two hold news.
	maxSitemaps = 8
	// maxNamed and maxUnnamed of one list are tried: those whose names say news, and the first of the others, which in
	// an index are those that changed last.
	maxNamed   = 4
	maxUnnamed = 2
)

// newsName recognises the address of a sitemap that holds news, in the languages that name it otherwise.
var newsName = regexp.MustCompile(`(?i)news|notici|nachricht|notizi|actualit|aktuell|nyhet|nieuws|latest|recent`)

// sitemaps are the leads that robots.txt gives.
func (r *run) sitemaps(page string) []lead {
	if page == "" {
		return nil
	}
	return promising(lead{From: FromRobots, Page: page}, r.fetch.Robots(r.ctx, page).Sitemaps)
}

// children are the sitemaps of an index that may hold news.
func (l lead) children(document *feed.Document) []lead {
	if document.Kind != feed.SitemapIndex || l.depth >= maxSitemapDepth {
		return nil
	}
	return promising(lead{From: FromSitemap, Page: l.URL, Language: l.Language, depth: l.depth + 1}, document.Sitemaps)
}

// promising makes leads of some sitemaps: first those whose names say news.
func promising(like lead, addresses []string) []lead {
	var named, others []lead
	for _, address := range addresses {
		like.URL = address
		switch isNewsName := newsName.MatchString(pathOf(address)); {
		case isNewsName && len(named) < maxNamed:
			named = append(named, like)
		case !isNewsName && len(others) < maxUnnamed:
			others = append(others, like)
		}
	}
	return append(named, others...)
}

// ration leaves of these leads as many as a discovery may still fetch.
func (r *run) ration(sitemaps []lead) []lead {
	sitemaps = sitemaps[:min(len(sitemaps), maxSitemaps-r.rationed)]
	r.rationed += len(sitemaps)
	return sitemaps
}

// isNewsworthy says whether to tell what came of a lead: a guess that was wrong is no news.
func (l lead) isNewsworthy(document *feed.Document) bool {
	switch l.From {
	case FromWellKnown, FromAnchor, FromPlatform:
		return document != nil
	case FromLink:
		return document != nil || !l.vague
	case FromSitemap:
		return document != nil && (isNews(document.Kind) || document.Kind == feed.Sitemap && newsName.MatchString(pathOf(l.URL)))
	}
	return true
}

// isList says that it was a page, read with a recipe.
func isList(kind feed.Kind) bool { return kind == feed.HTMLList }

// isNews tells feeds and news sitemaps from sitemaps of all pages there ever were.
func isNews(kind feed.Kind) bool {
	switch kind {
	case feed.RSS, feed.Atom, feed.RDF, feed.JSONFeed, feed.NewsSitemap:
		return true
	}
	return false
}
