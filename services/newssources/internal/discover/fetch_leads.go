package discover

import (
	"context"
	"sync"

	"github.com/newsources/newsources/services/newssources/internal/feed"
	"github.com/newsources/newsources/services/newssources/internal/fetch"
	"github.com/newsources/newsources/services/newssources/internal/weburl"
)

// fetchLeads fetches the leads that were not tried yet, AtOnce at a time, and the leads that they name. Listed feeds beyond
// the limit of addresses become candidates that are not checked. It returns the number of usable news feeds. It is not safe for
// concurrent use.
func (s *search) fetchLeads(ctx context.Context, leads []lead) (newsFeeds int) {
	fresh := leads[:0:0]
	var listed []*rankedCandidate
	for _, l := range leads {
		if s.tried.markTried(l.url) {
			fresh = append(fresh, l)
		} else if l.isListed && s.tried.markListed(l.url) {
			listed = append(listed, s.notChecked(ctx, l))
		}
	}
	results := make([]leadResult, len(fresh))
	forEach(ctx, len(fresh), func(i int) {
		results[i] = s.fetchLead(ctx, fresh[i])
		results[i].report(s.report, fresh[i])
	})
	if len(listed) > 0 {
		s.report.add(listed...)
	}
	var sitemaps, feeds []lead
	for _, r := range results {
		if r.candidate != nil && r.candidate.isUsable && isNews(r.kind) {
			newsFeeds++
		}
		sitemaps, feeds = append(sitemaps, r.sitemaps...), append(feeds, r.feeds...)
	}
	s.numberLeads(feeds)
	mainFirst(feeds, s.report.outletName())
	if next := append(feeds, s.limitSitemaps(sitemaps)...); len(next) > 0 {
		newsFeeds += s.fetchLeads(ctx, next)
	}
	return newsFeeds
}

// leadResult is what a lead returned: a feed, a sitemap index, a page that lists feeds, or none of these.
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
	if landed := finalURL(result, l.url); landed.Key() != l.url.Key() && s.tried.contains(landed) {
		return leadResult{outcome: result.Outcome, status: result.Status, detail: "Redirects to " + landed.String() + ", which is tried itself."}
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
		URL: l.url.String(), FinalURL: l.url.String(), From: l.from, Title: l.title, Outcome: NotChecked, Language: l.language,
		Hops: []Hop{}, HTTPS: l.url.Scheme() == "https", Warnings: []string{}, Preview: []Item{}, Score: scoreNotChecked,
		Existing: s.existingEndpoint(ctx, l.url, l.url), AnnouncedBy: l.announcedBy.String(), ExternalDomain: s.externalDomain(l, l.url),
	}
	return newRankedCandidate(l, c, nil)
}

// feedsListedIn returns the feeds that a page of feeds lists. If the page is on another domain, such as the publisher's,
// only feeds on the outlet's own domain are returned.
func (s *search) feedsListedIn(l lead, result *fetch.Result) (feeds []lead) {
	if !l.mayBeFeedIndex() {
		return nil
	}
	page := parsePage(result)
	isOwnPage := s.isOwn(page.URL)
	for _, f := range leadsOf(page, s.ownDomains...) {
		if f.from == FromPlatform || !isOwnPage && !s.isOwn(f.url) {
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
