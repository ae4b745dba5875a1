package discover

import (
	"cmp"
	"context"
	"slices"

	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
	"github.com/newsources/newsources/services/newssources/internal/reading/webpage"
)

// givenResult is what the given address returned: a page, a feed, or neither.
type givenResult struct {
	result *fetch.Result // without its body
	landed weburl.URL    // the final address after redirects
	page   *pageSummary
	isFeed bool
	// isKnownFeed reports that the address is a working feed, so that the search ends.
	isKnownFeed bool
	home        weburl.URL // homepage that the feed names
	leads       []lead     // sitemaps that a given index names, or feeds of a platform whose page failed
	mayBeFeed   bool       // the address looks like a feed, and a retry may succeed
}

// fetchGiven fetches the given address (step 1), reads the answer and reports it.
func (s *search) fetchGiven(ctx context.Context) givenResult {
	s.tried.markTried(s.given)
	g, candidate := s.readGiven(ctx)
	s.report.reached(g.result)
	// The person can add the address anyway.
	if g.result.Outcome != fetch.TooLarge && isObstacle(g.result.Outcome) && webpage.HasFeedPath(s.given) {
		s.report.addAttempt(lead{url: s.given, from: FromGiven}, g.result.Outcome, g.result.Status, g.result.Detail)
	}
	s.addOwnDomain(g.landed)
	if g.landed.Key() != s.given.Key() {
		s.reportExisting(ctx, g.landed, RedirectsTo)
		s.tried.markTried(g.landed)
	}
	if g.isKnownFeed {
		s.progress.complete()
	}
	if candidate != nil {
		s.report.add(candidate)
		s.report.propose(candidate.fields...)
	}
	return g
}

// readGiven fetches and reads the given address within one memory reservation for its body.
func (s *search) readGiven(ctx context.Context) (g givenResult, candidate *rankedCandidate) {
	memory := s.reserve(maxBodyBytes)
	defer memory.release()
	result := s.getGiven(ctx, fetch.Request{MaxBytes: maxBodyBytes, ReserveMemory: memory.acquire})
	g.result, g.landed = result, finalURL(result, s.given)
	if isWall(result) {
		g.landed = s.given
	}
	s.parseResult(ctx, result, func() { candidate = s.readAnswer(&g) })
	if candidate != nil {
		s.markExisting(ctx, candidate)
	}
	result.Body = nil
	return g, candidate
}

// readAnswer reads the response to the given address. The caller holds memory for parsing.
func (s *search) readAnswer(g *givenResult) (candidate *rankedCandidate) {
	result := g.result
	switch {
	case !hasBody(result):
		if feeds, _ := weburl.PlatformFeeds(s.given); len(feeds) > 0 { // its page is blocked more often than its feeds
			g.leads = platformLeads(feeds, s.given)
		}
		g.mayBeFeed = isTransient(result.Outcome) && webpage.HasFeedPath(s.given)
	case isFeed(feed.Sniff(result.Body, result.ContentType)):
		l := lead{url: s.given, from: FromGiven}
		c, document := s.judge(l, result, feed.Options{})
		candidate, g.isFeed = newRankedCandidate(l, c, document), true
		if document != nil {
			g.home = homeNamedBy(document, g.landed)
			g.isKnownFeed = candidate.isUsable && isNews(document.Kind)
			g.leads = s.limitSitemaps(l.sitemapsOf(document))
		}
	default:
		g.page = s.summarize(result)
		s.edition = webpage.EditionOfPage(s.given, g.page.language)
	}
	return candidate
}

// homeNamedBy returns the homepage that a feed names, or the zero URL. It has https if the
// feed names the http address of its own https host.
func homeNamedBy(document *feed.Document, feedURL weburl.URL) weburl.URL {
	home, _ := weburl.Parse(document.HomeURL)
	if feedURL.Scheme() == "https" && home.Scheme() == "http" && home.Host() == feedURL.Host() {
		return home.WithHTTPS()
	}
	return home
}

// readPages returns the pages to take leads from (step 2): the given page and the homepage. site is
// the address whose robots.txt and well-known paths are tried; it is zero if the site cannot be
// reached or asked for fewer requests.
func (s *search) readPages(ctx context.Context, start givenResult) (pages []*pageSummary, site weburl.URL) {
	switch {
	case start.page != nil:
		page := s.followRefresh(ctx, start.page)
		s.report.propose(page.fields...)
		pages, site = []*pageSummary{page}, start.landed
		if !page.isHome && !page.home.IsZero() {
			if home := s.fetchHomepage(ctx, page.home); home != nil {
				s.readAsFeedIndex(ctx, page, home)
				pages, site = append(pages, home), home.url
			}
		}
		return pages, ownSite(site, page)
	case start.isFeed:
		home := cmp.Or(start.home, webpage.HomeOf(start.landed))
		if page := s.fetchHomepage(ctx, home); page != nil {
			return []*pageSummary{page}, ownSite(page.url, page)
		}
		return nil, ownSite(start.landed, nil)
	case start.result.Outcome == fetch.RateLimited:
		return nil, weburl.URL{}
	}
	for _, home := range s.homepagesNear(start) {
		if page := s.fetchHomepage(ctx, home); page != nil {
			return []*pageSummary{page}, page.url
		}
	}
	if isUnreachable(start.result) {
		return nil, weburl.URL{}
	}
	return nil, ownSite(s.given.Root(), nil) // some sites block pages and serve feeds
}

// readAsFeedIndex reads a page again as a page of feeds if the homepage links to it as one.
func (s *search) readAsFeedIndex(ctx context.Context, page, home *pageSummary) {
	isThePage := func(l lead) bool { return l.isHinted && l.url.Key() == page.url.Key() }
	if page.result.Body == nil || !slices.ContainsFunc(home.leads, isThePage) {
		return
	}
	_ = s.parse(ctx, parseCost(len(page.result.Body)), func() { // after an error, the leads remain as they are
		p := parsePage(page.result)
		p.IsFeedIndex = true
		page.leads, page.section, page.isSection = leadsOf(p), nil, false
	})
}

// ownSite returns site unless its server belongs to a platform rather than to the outlet. page is
// the outlet's, or nil.
func ownSite(site weburl.URL, page *pageSummary) weburl.URL {
	if webpage.IsBelowPlatform(site) || page != nil && (page.home.IsZero() || !page.home.IsRoot()) {
		return weburl.URL{}
	}
	return site
}

// sectionLeads returns where the feed of the given section may be.
func (g givenResult) sectionLeads(pages []*pageSummary) []lead {
	if g.page == nil || len(pages) == 0 ||
		slices.ContainsFunc(pages[0].leads, func(l lead) bool { return l.isOfSection }) {
		return nil
	}
	if isEdition := len(pages[0].url.Segments()) == 1 && webpage.EditionOf(pages[0].url) != ""; isEdition &&
		slices.ContainsFunc(pages[0].leads, lead.isAnnounced) {
		return nil
	}
	return pages[0].section
}

// homepagesNear returns the homepages to try after the given address failed: that of its host, and
// that of its registrable domain.
func (s *search) homepagesNear(start givenResult) (homes []weburl.URL) {
	root := s.given.Root()
	if home := webpage.HomeOf(s.given); !home.IsZero() && start.landed != home && s.given != home &&
		!isUnreachable(start.result) {
		homes = append(homes, home)
	}
	if webpage.IsBelowPlatform(s.given) {
		return homes
	}
	if domain := s.given.RegistrableDomain(); domain != s.given.Host() {
		homes = append(homes, root.WithHost(domain))
	}
	return homes
}

// fetchHomepage fetches a homepage and proposes its fields. It returns nil if there is no page.
func (s *search) fetchHomepage(ctx context.Context, address weburl.URL) *pageSummary {
	if ctx.Err() != nil || address.IsZero() {
		return nil
	}
	s.tried.markTried(address)
	page := s.fetchPage(ctx, address)
	if page == nil {
		return nil
	}
	page = s.followRefresh(ctx, page)
	s.report.propose(page.fields...)
	return page
}

func (s *search) fetchPage(ctx context.Context, address weburl.URL) (page *pageSummary) {
	memory := s.reserve(maxBodyBytes)
	defer memory.release()
	result := s.getPage(ctx, address, fetch.Request{MaxBytes: maxBodyBytes, ReserveMemory: memory.acquire})
	s.parseResult(ctx, result, func() {
		if hasBody(result) {
			page = s.summarize(result)
		}
	})
	if page == nil {
		s.report.addAttempt(lead{url: address, from: FromPage}, result.Outcome, result.Status, result.Detail)
	}
	return page
}

// finalURL returns the address that a result came from, or requested if the request never left.
func finalURL(result *fetch.Result, requested weburl.URL) weburl.URL {
	if final, err := weburl.Parse(result.FinalURL); err == nil {
		return final
	}
	return requested
}

func hasBody(result *fetch.Result) bool {
	return result.Outcome == fetch.OK || result.Outcome == fetch.TooLarge
}

// isUnreachable reports whether no address of the requested host can be fetched.
func isUnreachable(result *fetch.Result) bool {
	if len(result.Hops) > 0 { // the requested host answered with a redirect
		return false
	}
	switch result.Outcome {
	case fetch.DNS, fetch.Refused, fetch.TLS, fetch.Blocked, fetch.ForbiddenSource, fetch.InvalidAddress, fetch.Cancelled:
		return true
	case fetch.Timeout:
		return result.Phase == fetch.PhaseDNS || result.Phase == fetch.PhaseConnect || result.Phase == fetch.PhaseTLS
	}
	return false
}

// isTransient reports whether a retry may succeed.
func isTransient(outcome fetch.Outcome) bool {
	switch outcome {
	case fetch.Timeout, fetch.Reset, fetch.RateLimited, fetch.Unavailable, fetch.ServerError, fetch.Cancelled:
		return true
	}
	return false
}
