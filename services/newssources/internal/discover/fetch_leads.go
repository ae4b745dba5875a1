package discover

import (
	"context"
	"sync"

	"github.com/newsources/newsources/services/newssources/internal/feed"
	"github.com/newsources/newsources/services/newssources/internal/fetch"
)

// fetchLeads fetches the leads that were not tried yet, AtOnce at a time, and the leads that they name. It returns the
// number of news feeds among them.
func (s *search) fetchLeads(ctx context.Context, leads []lead) (newsFeeds int) {
	fresh := leads[:0:0]
	for _, l := range leads {
		if s.tried.markTried(l.url) {
			fresh = append(fresh, l)
		}
	}
	results := make([]leadResult, len(fresh))
	forEach(ctx, len(fresh), func(i int) {
		results[i] = s.fetchLead(ctx, fresh[i])
		if results[i].candidate != nil {
			s.report.add(results[i].candidate)
		}
	})
	var sitemaps, feeds []lead
	for _, r := range results {
		if isNews(r.kind) {
			newsFeeds++
		}
		sitemaps, feeds = append(sitemaps, r.sitemaps...), append(feeds, r.feeds...)
	}
	if next := append(feeds, s.limitSitemaps(sitemaps)...); len(next) > 0 {
		newsFeeds += s.fetchLeads(ctx, next)
	}
	return newsFeeds
}

// leadResult is what a lead returned: a feed, a sitemap index, or a page that lists feeds.
type leadResult struct {
	candidate *rankedCandidate // nil if the result is not shown
	kind      feed.Kind
	sitemaps  []lead
	feeds     []lead
}

// fetchLead fetches and reads a lead within one memory reservation.
func (s *search) fetchLead(ctx context.Context, l lead) (r leadResult) {
	memory := s.reserve(maxBodyBytes)
	if l.mayBeFeedIndex() {
		memory = s.reserve(pageReservation)
	}
	defer memory.release()
	result := s.get(ctx, fetch.Request{URL: l.url.String(), NoRedirects: l.from == FromWellKnown, MaxBytes: maxBodyBytes, ReserveMemory: memory.acquire})
	if landed := finalURL(result, l.url); landed.Key() != l.url.Key() && s.tried.contains(landed) {
		return leadResult{} // redirects to an address that is tried itself
	}
	candidate, document := s.judge(ctx, l, result, feed.Options{})
	if l.isShown(document) {
		r.candidate = newRankedCandidate(candidate, document)
	}
	switch {
	case document != nil:
		r.kind, r.sitemaps = document.Kind, l.sitemapsOf(document)
	case candidate.Outcome == string(fetch.HTMLInsteadOfFeed):
		r.feeds = l.feedsListedIn(result)
	}
	return r
}

// feedsListedIn returns the feeds that a page of feeds lists. Pages of other outlets are ignored.
func (l lead) feedsListedIn(result *fetch.Result) []lead {
	if !l.mayBeFeedIndex() || l.url.RegistrableDomain() != finalURL(result, l.url).RegistrableDomain() {
		return nil
	}
	feeds := parsePage(result).leads()
	for i := range feeds {
		feeds[i].depth = 1
	}
	return feeds
}

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
