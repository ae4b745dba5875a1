package discover

import (
	"context"
	"regexp"

	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
)

const (
	// maxSitemapDepth of indexes that name indexes. The protocol allows one level; some sites have
	// two.
	maxSitemapDepth = 3
	// maxSitemaps is the number of sitemaps of indexes that a discovery fetches: an index may name
	// thousands.
	maxSitemaps = 6
	// maxNewsSitemaps and maxOtherSitemaps of one list are fetched: those whose names suggest news,
	// and the first of the others, which in an index are the most recently changed.
	maxNewsSitemaps  = 4
	maxOtherSitemaps = 2
)

// newsSitemapName matches the address of a sitemap that holds news, in several languages.
var newsSitemapName = regexp.MustCompile(`(?i)news|notici|nachricht|notizi|actualit|aktuell|nyhet|nieuws|latest|recent`)

// robotsSitemaps returns the sitemaps that the robots.txt of a site names (step 5).
func (s *search) robotsSitemaps(ctx context.Context, site weburl.URL) []lead {
	if site.IsZero() {
		return nil
	}
	robots := s.fetch.Robots(ctx, fetch.Request{URL: site.String(), Caller: s.member, Entered: s.given})
	return newsSitemapsFirst(lead{from: FromRobots, announcedBy: site}, robots.Sitemaps)
}

// sitemapsOf returns the sitemaps of an index that may hold news.
func (l lead) sitemapsOf(document *feed.Document) []lead {
	if document.Kind != feed.SitemapIndex || l.depth >= maxSitemapDepth {
		return nil
	}
	return newsSitemapsFirst(lead{from: FromSitemap, announcedBy: l.url, language: l.language, depth: l.depth + 1},
		document.Sitemaps)
}

// newsSitemapsFirst returns leads like template for the most promising addresses, those whose names
// suggest news first.
func newsSitemapsFirst(template lead, addresses []string) []lead {
	var news, others []lead
	for _, address := range addresses {
		url, err := weburl.Parse(address)
		if err != nil {
			continue
		}
		template.url, template.isListed, template.isWeak = url, false, false
		switch isNewsName := newsSitemapName.MatchString(url.RequestPath()); {
		case isNewsName && len(news) < maxNewsSitemaps:
			template.isListed = template.from == FromRobots
			news = append(news, template)
		case !isNewsName && len(others) < maxOtherSitemaps:
			template.isWeak = true
			others = append(others, template)
		}
	}
	return append(news, others...)
}

// limitSitemaps returns as many of the sitemaps as the discovery may still fetch.
func (s *search) limitSitemaps(sitemaps []lead) []lead {
	s.mu.Lock()
	defer s.mu.Unlock()
	sitemaps = sitemaps[:min(len(sitemaps), maxSitemaps-s.fetchedSitemaps)]
	s.fetchedSitemaps += len(sitemaps)
	return sitemaps
}
