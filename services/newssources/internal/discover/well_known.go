package discover

import "github.com/newsources/newsources/services/newssources/internal/weburl"

// wellKnownPaths are tried when nothing else led to a feed (step 7). Redirects are not followed: many sites redirect every
// unknown path to their homepage.
var wellKnownPaths = []string{
	"/feed", "/rss", "/rss.xml", "/feed.xml", "/atom.xml", "/index.xml", "/feed.json", "/feeds/all.atom.xml",
	"/news-sitemap.xml", "/sitemap-news.xml", "/sitemap_index.xml", "/sitemap.xml",
}

func wellKnownLeads(site weburl.URL) []lead {
	if site.IsZero() {
		return nil
	}
	leads := make([]lead, len(wellKnownPaths))
	for i, path := range wellKnownPaths {
		leads[i] = lead{url: site.WithPath(path), from: FromWellKnown, announcedBy: site.Root()}
	}
	return leads
}
