package discover

import (
	"bytes"
	"context"
	"strconv"
	"strings"

	"github.com/PuerkitoBio/goquery"

	"github.com/newsources/newsources/services/newssources/internal/fetch"
	"github.com/newsources/newsources/services/newssources/internal/weburl"
)

// pageSummary is what is kept of a page. Its tree would take many times the size of its body.
type pageSummary struct {
	url      weburl.URL
	isHome   bool
	home     weburl.URL // homepage of the outlet; zero if the page does not tell
	refresh  weburl.URL // target of <meta http-equiv="refresh">
	language string
	fields   []Field
	leads    []lead
	section  []lead // where the feed of the section may be that the page shows
	logos    []Field

	// result has the body if the page may be read as a page list.
	result *fetch.Result
}

// summarize parses a page. The caller holds a memory reservation for it. The body is kept for a page list unless the page is
// an article or the budget for kept pages is used up.
func (s *search) summarize(result *fetch.Result) *pageSummary {
	p := parsePage(result)
	summary := &pageSummary{
		url: p.url, isHome: p.isHome(), home: p.home(), refresh: p.refreshTarget(), language: p.language(),
		fields: p.fields(), leads: p.leads(), logos: p.logos(),
	}
	summary.section = p.sectionLeads(summary.leads)
	kept := *result
	summary.result, kept.Body = &kept, nil
	if !p.isArticle() && s.pageMemory.TryAcquire(int64(len(result.Body))) {
		kept.Body = bytes.Clone(result.Body) // without spare capacity
	}
	return summary
}

// releasePages releases the bodies of pages.
func (s *search) releasePages(pages []*pageSummary) {
	for _, page := range pages {
		s.pageMemory.Release(int64(len(page.result.Body)))
		page.result.Body = nil
	}
}

// followRefresh returns the page that a page redirects to by <meta http-equiv="refresh">, or the page itself.
func (s *search) followRefresh(ctx context.Context, page *pageSummary) *pageSummary {
	if page.refresh.IsZero() || !s.tried.markTried(page.refresh) {
		return page
	}
	next := s.fetchPage(ctx, page.refresh)
	if next == nil {
		return page
	}
	s.releasePages([]*pageSummary{page})
	return next
}

// maxRefreshDelay is the delay in seconds up to which a refresh is a redirect. News sites reload themselves every few
// minutes.
const maxRefreshDelay = 10

// refreshTarget returns where <meta http-equiv="refresh"> redirects to within the outlet, or the zero URL.
func (p *page) refreshTarget() (target weburl.URL) {
	p.document.Find("meta[http-equiv][content]").EachWithBreak(func(_ int, s *goquery.Selection) bool {
		if !strings.EqualFold(s.AttrOr("http-equiv", ""), "refresh") {
			return true
		}
		delay, to, _ := strings.Cut(s.AttrOr("content", ""), ";")
		seconds, err := strconv.ParseFloat(strings.TrimSpace(delay), 64)
		if name, href, ok := strings.Cut(to, "="); err == nil && seconds <= maxRefreshDelay && ok && strings.EqualFold(strings.TrimSpace(name), "url") {
			target = p.resolve(strings.Trim(strings.TrimSpace(href), `'"`))
		}
		return false
	})
	if target.RegistrableDomain() != p.url.RegistrableDomain() {
		return weburl.URL{}
	}
	return target
}
