package discover

import (
	"bytes"
	"context"
	"slices"

	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
	"github.com/newsources/newsources/services/newssources/internal/reading/outletfield"
	"github.com/newsources/newsources/services/newssources/internal/reading/webpage"
	"github.com/newsources/newsources/services/newssources/internal/rules/rights"
)

// pageSummary is what is kept of a page. Its tree would take many times the size of its body.
type pageSummary struct {
	url       weburl.URL
	isHome    bool
	isSection bool
	home      weburl.URL // homepage of the outlet; zero if the page does not tell
	refresh   weburl.URL // target of <meta http-equiv="refresh">
	language  string
	fields    []outletfield.Field
	paywall   []outletfield.Field
	headlines []string
	leads     []lead
	section   []lead // where the feed of the section may be that the page shows
	editions  []lead // pages in other languages
	menu      []lead // other pages of the site
	news      []lead // those of the menu with addresses of news pages
	logos     []outletfield.Field
	signals   []rights.Signal // that the page declares

	// result has the body if the page may be read as a page list.
	result *fetch.Result
}

// parsePage parses the response as a page.
func parsePage(result *fetch.Result) *webpage.Page {
	url, _ := weburl.Parse(result.FinalURL)
	return webpage.Parse(url, result.Body, result.ContentType, result.Header)
}

// summarize parses a page. The caller holds memory for parsing. The body is kept for a page list
// unless the page is an article or the budget for kept pages is used up.
func (s *search) summarize(result *fetch.Result) *pageSummary {
	p := parsePage(result)
	summary := &pageSummary{
		url: p.URL, isHome: p.IsHome(), isSection: p.SectionPath() != "", home: p.Home(), refresh: p.RefreshTarget(),
		language: p.Language(),
		fields:   outletfield.OfPage(p, len(result.Hops) > 0), leads: leadsOf(p), logos: outletfield.LogosOf(p),
		paywall: outletfield.PaywallOf(p), headlines: p.Headlines(),
		signals: p.RightsSignals(result.Agent),
	}
	summary.section = sectionLeads(p, summary.leads)
	menu := p.MenuLinks()
	summary.editions, summary.menu = newLeads(p.URL, p.Editions()), newLeads(p.URL, menu)
	summary.news = newLeads(p.URL, slices.DeleteFunc(menu, func(l webpage.Link) bool { return !l.IsNewsPage() }))
	kept := *result
	summary.result, kept.Body = &kept, nil
	if !p.IsArticle() && s.pageMemory.TryAcquire(s.member, int64(len(result.Body))) {
		kept.Body = bytes.Clone(result.Body) // without spare capacity
	}
	return summary
}

// releasePages releases the bodies of pages.
func (s *search) releasePages(pages []*pageSummary) {
	for _, page := range pages {
		s.pageMemory.Release(s.member, int64(len(page.result.Body)))
		page.result.Body = nil
	}
}

// followRefresh returns the page that a page redirects to by <meta http-equiv="refresh">, or the
// page itself.
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
