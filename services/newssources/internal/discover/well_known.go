package discover

import (
	"context"
	"slices"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/fetch"
	"github.com/newsources/newsources/services/newssources/internal/webpage"
	"github.com/newsources/newsources/services/newssources/internal/weburl"
)

var (
	// wellKnownPaths are tried when nothing else led to a feed (step 7).
	wellKnownPaths = []string{
		"/feed", "/rss", "/rss.xml", "/feed.xml", "/atom.xml", "/index.xml", "/feeds", "/?feed=rss2", "/index.rdf", "/rss.php", "/feed.json",
		"/feeds/all.atom.xml",
		"/news-sitemap.xml", "/sitemap-news.xml", "/sitemap_index.xml", "/sitemap.xml",
	}
	// sectionSuffixes follow the address of a section's page. They are tried if the page announces no feed below itself.
	sectionSuffixes = []string{"/rss", "/feed/", ".rss", "/index.xml", "/rss.xml"}
)

// maxUsualRedirects of a well-known path are followed.
const maxUsualRedirects = 2

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

// sectionLeads returns the addresses at which the section that the page shows may have its own feed, unless the page
// announces a feed below itself.
func sectionLeads(p *webpage.Page, announced []lead) (leads []lead) {
	section := p.SectionPath()
	isOwnFeed := func(l lead) bool { return strings.Contains(l.url.RequestPath(), section) }
	if section == "" || slices.ContainsFunc(announced, isOwnFeed) {
		return nil
	}
	for _, suffix := range sectionSuffixes {
		leads = append(leads, lead{url: p.URL.WithPath(section + suffix), from: FromWellKnown, announcedBy: p.URL, language: p.Language()})
	}
	return leads
}

// fetchGuesses fetches leads that no page names as feeds. It returns the number of usable news feeds.
func (s *search) fetchGuesses(ctx context.Context, leads []lead) (newsFeeds int) {
	s.numberLeads(leads)
	return s.fetchLeads(ctx, leads)
}

// getLead fetches a lead. It returns the lead with the address that has the response: of a well-known path, a redirect
// to another likely address of a feed is followed, and the path is also tried with or without its trailing slash.
func (s *search) getLead(ctx context.Context, l lead, memory *memoryReservation) (lead, *fetch.Result) {
	request := fetch.Request{URL: l.url.String(), NoRedirects: l.from == FromWellKnown, MaxBytes: maxBodyBytes, ReserveMemory: memory.acquire}
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

// httpsTwin returns the https address of a lead with an http address in a page that was fetched by https, or the zero URL.
// Many pages kept such addresses when their site changed to https.
func (l lead) httpsTwin() weburl.URL {
	if l.url.Scheme() != "http" || l.url.HasPort() || l.announcedBy.Scheme() != "https" {
		return weburl.URL{}
	}
	return l.url.WithHTTPS()
}

// withOtherSlash returns the address with its trailing slash added or removed, or the zero URL for the path of a file.
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

// usualRedirect returns the target of a redirect that is worth following: on the same host, and an address that looks like
// a feed. Many sites redirect every unknown path to their homepage.
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
