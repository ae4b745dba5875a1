package discover

import (
	"context"
	"slices"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
	"github.com/newsources/newsources/services/newssources/internal/reading/webpage"
)

var (
	// wellKnownPaths are tried when nothing else led to a feed (step 7).
	wellKnownPaths = []string{
		"/feed", "/rss", "/rss.xml", "/feed.xml", "/atom.xml", "/index.xml", "/?feed=rss2", "/feeds", "/index.rdf",
	}
	// wellKnownSitemaps are tried if robots.txt names no sitemap.
	wellKnownSitemaps = []string{"/news-sitemap.xml", "/sitemap-news.xml", "/sitemap_index.xml", "/sitemap.xml"}
	// newsPageSuffixes follow the address of a page with news that the menu names. They are tried
	// last.
	newsPageSuffixes = []string{"/feed/", "/rss.xml"}
	// sectionSuffixes follow the address of a section's page. They are tried if the page announces no
	// feed below itself.
	sectionSuffixes = []string{"/rss", "/feed/", ".rss", "/index.xml", "/rss.xml"}
)

const (
	// maxUsualRedirects is the maximum number of redirects of a well-known path that are followed.
	maxUsualRedirects = 2
	// maxAfterRefusal is the number of well-known paths that are tried if an announced feed could not
	// be checked: the site most likely refuses them too.
	maxAfterRefusal = 2
)

func (s *search) wellKnownLeads(site weburl.URL, pages []*pageSummary) (leads []lead) {
	if site.IsZero() {
		return nil
	}
	paths := slices.Clone(wellKnownPaths)
	if s.fetchedSitemaps == 0 {
		paths = append(paths, wellKnownSitemaps...)
	}
	if s.progress.isRefused {
		paths = paths[:maxAfterRefusal]
	}
	for _, path := range paths {
		leads = append(leads, lead{url: site.WithPath(path), from: FromWellKnown, announcedBy: site.Root()})
	}
	if s.progress.isRefused {
		return leads
	}
	for _, page := range pages {
		for _, news := range page.news[:min(len(page.news), 1)] {
			for _, suffix := range newsPageSuffixes {
				path := strings.TrimSuffix(news.url.Path(), "/") + suffix
				leads = append(leads, lead{url: news.url.WithPath(path), from: FromWellKnown, announcedBy: page.url, isWeak: true})
			}
		}
	}
	return leads
}

// isExtraGuess reports whether the lead is a less common guess, which a search may skip and still
// be complete.
func (l lead) isExtraGuess() bool { return l.from == FromWellKnown && l.isWeak }

// sectionLeads returns the addresses at which the section that the page shows may have its own
// feed, unless the page announces a feed below itself.
func sectionLeads(p *webpage.Page, announced []lead) (leads []lead) {
	section := p.SectionPath()
	isOwnFeed := func(l lead) bool { return strings.Contains(l.url.RequestPath(), section) }
	if section == "" || p.IsHosted() || slices.ContainsFunc(announced, isOwnFeed) {
		return nil
	}
	for _, suffix := range likelySuffixes(announced) {
		leads = append(leads, lead{url: p.URL.WithPath(section + suffix), from: FromWellKnown, announcedBy: p.URL,
			language: p.Language()})
	}
	return leads
}

// likelySuffixes returns sectionSuffixes, first those at which the addresses of announced feeds
// end.
func likelySuffixes(announced []lead) []string {
	isUsed := func(suffix string) bool {
		return slices.ContainsFunc(announced, func(l lead) bool { return strings.HasSuffix(l.url.Path(), suffix) })
	}
	suffixes := slices.Clone(sectionSuffixes)
	slices.SortStableFunc(suffixes, func(a, b string) int { return compareBools(!isUsed(a), !isUsed(b)) })
	return suffixes
}

// fetchGuesses fetches leads that no page names as feeds until one of them is a usable news feed.
func (s *search) fetchGuesses(ctx context.Context, leads []lead) {
	s.numberLeads(leads)
	known := s.progress.usableFeeds()
	s.fetchLeads(ctx, leads, func(lead) bool { return s.progress.usableFeeds() > known })
}

// fetchUntilFound is fetchGuesses if no usable news feed is known yet.
func (s *search) fetchUntilFound(ctx context.Context, leads []lead) {
	s.numberLeads(leads)
	s.fetchLeads(ctx, leads, s.hasFeed)
}

// getLead fetches a lead. It returns the lead with the address that has the response: of a
// well-known path, a redirect to another likely address of a feed is followed, and the path is also
// tried with or without its trailing slash.
func (s *search) getLead(ctx context.Context, l lead, memory *memoryReservation) (lead, *fetch.Result) {
	request := fetch.Request{URL: l.url.String(), NoRedirects: l.from == FromWellKnown, MaxBytes: maxBodyBytes,
		ReserveMemory: memory.acquire}
	result := s.get(ctx, request)
	if twin := l.httpsTwin(); l.from != FromWellKnown && hasNoResponse(result) && !twin.IsZero() {
		request.URL = twin.String()
		if other := s.get(ctx, request); !hasNoResponse(other) {
			l.url, result = twin, other
		}
	}
	if l.from != FromWellKnown {
		return l, result
	}
	if toggled := withOtherSlash(l.url); result.Outcome == fetch.NotFound && !toggled.IsZero() {
		request.URL = toggled.String()
		if other := s.get(ctx, request); other.Outcome != fetch.NotFound {
			l.url, result = toggled, other
		}
	}
	for range maxUsualRedirects {
		target := usualRedirect(l.url, result)
		if target.IsZero() || target.Key() != l.url.Key() && !s.tried.markTried(target) {
			break
		}
		request.URL, l.url = target.String(), target
		result = s.get(ctx, request)
	}
	return l, result
}

// httpsTwin returns the https address of a lead with an http address in a page that was fetched by
// https, or the zero URL. Many pages kept such addresses when their site changed to https.
func (l lead) httpsTwin() weburl.URL {
	if l.url.Scheme() != "http" || l.url.HasPort() || l.announcedBy.Scheme() != "https" {
		return weburl.URL{}
	}
	return l.url.WithHTTPS()
}

// withOtherSlash returns the address with its trailing slash added or removed, or the zero URL for
// the path of a file.
func withOtherSlash(address weburl.URL) weburl.URL {
	path, hasSlash := strings.CutSuffix(address.Path(), "/")
	switch last := path[strings.LastIndexByte(path, '/')+1:]; {
	case last == "" || strings.Contains(last, "."):
		return weburl.URL{}
	case hasSlash:
		return address.WithPath(path)
	}
	return address.WithPath(path + "/")
}

// usualRedirect returns the target of a redirect that is worth following: on the same host, and an
// address that looks like a feed. Many sites redirect every unknown path to their homepage.
func usualRedirect(from weburl.URL, result *fetch.Result) weburl.URL {
	if result.Outcome != fetch.BadRedirect || len(result.Hops) == 0 {
		return weburl.URL{}
	}
	target, err := from.Resolve(result.Hops[len(result.Hops)-1].Location)
	isSameHost := target.Root().Key() == from.Root().Key()
	isLikely := webpage.HasFeedPath(target) || target.Key() == from.Key()
	if err != nil || !isSameHost || !isLikely || target == from {
		return weburl.URL{}
	}
	return target
}
