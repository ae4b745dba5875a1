package discover

import (
	"context"
	"slices"
	"sync"

	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
)

// fetchLeads fetches the leads that were not tried yet in their order, one after another of each
// site, and what they name, until isEnough reports that a lead is not needed. Listed feeds that are
// not fetched become candidates that are not checked.
func (s *search) fetchLeads(ctx context.Context, leads []lead, isEnough func(lead) bool) {
	s.tried.queue(leads)
	var mu sync.Mutex
	var rest []lead
	sites := leadsBySite(leads)
	forEach(ctx, len(sites), func(i int) {
		for _, l := range sites[i] {
			if s.mayFetch(ctx, l, isEnough) {
				s.followLead(ctx, l)
				continue
			}
			mu.Lock()
			rest = append(rest, l)
			mu.Unlock()
		}
	})
	s.list(ctx, rest)
}

// mayFetch reports whether a lead is to be fetched, and records it as tried.
func (s *search) mayFetch(ctx context.Context, l lead, isEnough func(lead) bool) bool {
	switch {
	case s.tried.contains(l.url), isEnough(l):
		return false
	case l.from == FromWellKnown && s.refusals.Of(l.url) != nil:
		return false // the site refuses guessed addresses; this one is not requested, so not recorded as tried
	case ctx.Err() != nil, !s.requests.HasLeft():
		s.skipped.Store(s.skipped.Load() || !l.isExtraGuess())
		return false
	}
	return s.tried.markTried(l.url)
}

// followLead fetches a lead, and the feeds or sitemaps that it lists.
func (s *search) followLead(ctx context.Context, l lead) {
	r := s.fetchLead(ctx, l)
	r.report(s.report, l)
	s.progress.record(l, r, s.report.outletName())
	s.numberLeads(r.feeds)
	s.mainFirst(r.feeds)
	if next := append(r.feeds, s.limitSitemaps(r.sitemaps)...); len(next) > 0 {
		s.fetchLeads(ctx, next, s.hasEnough)
	}
}

// list adds the listed leads that were not fetched as candidates that are not checked.
func (s *search) list(ctx context.Context, leads []lead) {
	slices.SortStableFunc(leads, func(a, b lead) int { return a.order - b.order })
	var listed []*rankedCandidate
	for _, l := range leads {
		if (l.isListed || s.progress.hasFeedAmong(l.siblings)) && s.tried.markListed(l.url) {
			listed = append(listed, s.notChecked(ctx, l))
		}
	}
	if len(listed) > 0 {
		s.report.add(listed...)
	}
}

// leadsBySite groups leads by registrable domain, in their order.
func leadsBySite(leads []lead) (sites [][]lead) {
	positions := map[string]int{}
	for _, l := range leads {
		domain := l.url.RegistrableDomain()
		at, ok := positions[domain]
		if !ok {
			at = len(sites)
			positions[domain], sites = at, append(sites, nil)
		}
		sites[at] = append(sites[at], l)
	}
	return sites
}

// leadResult is what a lead returned: a feed, a sitemap index, a page that lists feeds, or none of
// these.
type leadResult struct {
	candidate *rankedCandidate // nil if the result is not shown as a candidate
	outcome   fetch.Outcome
	status    int
	detail    string
	kind      feed.Kind
	sitemaps  []lead
	feeds     []lead
}

// report adds the candidate or the attempt.
func (r leadResult) report(report *report, l lead) {
	if r.candidate != nil {
		report.add(r.candidate)
		return
	}
	report.addAttempt(l, r.outcome, r.status, r.detail)
}

// fetchLead fetches and reads a lead within one memory reservation for its body.
func (s *search) fetchLead(ctx context.Context, l lead) (r leadResult) {
	memory := s.reserve(maxBodyBytes)
	defer memory.release()
	l, result := s.getLead(ctx, l, memory)
	if landed := finalURL(result, l.url); landed.Key() != l.url.Key() && !s.tried.markLanded(landed) {
		return leadResult{outcome: result.Outcome, status: result.Status,
			detail: "Redirects to " + landed.String() + ", which is tried itself."}
	}
	s.parseResult(ctx, result, func() { r = s.readLead(l, result) })
	if r.candidate != nil {
		s.markExisting(ctx, r.candidate)
	}
	return r
}

// readLead reads the response to a lead. The caller holds memory for parsing.
func (s *search) readLead(l lead, result *fetch.Result) (r leadResult) {
	candidate, document := s.judge(l, result, feed.Options{})
	r = leadResult{outcome: fetch.Outcome(candidate.Outcome), status: candidate.Status, detail: candidate.Detail}
	if l.isShown(document) {
		r.candidate = newRankedCandidate(l, candidate, document)
	}
	switch {
	case document != nil:
		r.kind, r.sitemaps = document.Kind, l.sitemapsOf(document)
		if r.detail == "" {
			r.detail = "A sitemap without news."
		}
	case hasBody(result):
		if r.feeds = s.feedsListedIn(l, result); len(r.feeds) > 0 {
			r.candidate, r.detail = nil, "A web page that lists feeds."
		}
	}
	return r
}

// notChecked returns the candidate for a listed feed that is not fetched.
func (s *search) notChecked(ctx context.Context, l lead) *rankedCandidate {
	c := &Candidate{
		URL: l.url.String(), FinalURL: l.url.String(), From: l.from, Title: l.title, Outcome: NotChecked,
		Language: l.language,
		Hops:     []Hop{}, HTTPS: l.url.Scheme() == "https", Warnings: []string{}, Preview: []Item{}, Score: scoreNotChecked,
		Comments: l.isOfComments(),
		Existing: s.existingEndpoint(ctx, l.url, l.url), AnnouncedBy: l.announcedBy.String(),
		ExternalDomain: s.externalDomain(l, l.url),
	}
	if c.Comments {
		c.Score = scoreComments
	}
	return newRankedCandidate(l, c, nil)
}

// feedsListedIn returns the feeds that a page of feeds lists. If the page is on another domain,
// such as the publisher's, only feeds on the outlet's own domain are returned.
func (s *search) feedsListedIn(l lead, result *fetch.Result) (feeds []lead) {
	if !l.mayBeFeedIndex() {
		return nil
	}
	page := parsePage(result)
	page.IsFeedIndex = l.isHinted
	isOwnPage := s.isOwn(page.URL)
	for _, f := range leadsOf(page, s.ownDomains...) {
		if !isOwnPage && (f.from == FromPlatform || !s.isOwn(f.url)) {
			continue
		}
		f.depth, f.isListed = l.depth+1, f.isListed || f.from == FromLink
		feeds = append(feeds, f)
	}
	return feeds
}

// isOwn reports whether an address is on a domain of the outlet.
func (s *search) isOwn(address weburl.URL) bool { return s.externalDomain(lead{}, address) == "" }

// forEach calls do for 0 … n-1, AtOnce at a time, until ctx ends.
func forEach(ctx context.Context, n int, do func(int)) {
	var wait sync.WaitGroup
	slots := make(chan struct{}, AtOnce)
	for i := range n {
		slots <- struct{}{}
		if ctx.Err() != nil {
			break
		}
		wait.Go(func() {
			defer func() { <-slots }()
			do(i)
		})
	}
	wait.Wait()
}
