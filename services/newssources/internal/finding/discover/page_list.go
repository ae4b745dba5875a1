package discover

import (
	"context"
	"slices"

	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
	"github.com/newsources/newsources/services/newssources/internal/reading/markup"
	"github.com/newsources/newsources/services/newssources/internal/reading/pagelist"
)

// Warnings of a page list, which is proposed only when there is nothing better.
const (
	noFeedWarning = "No feed was found." + pageListWarning
	noNewsWarning = "No feed found here has current news." + pageListWarning

	uncheckedWarning = "Some addresses could not be checked, so the site may have a feed." + pageListWarning

	pageListWarning = " This list is read from the links of the page; it breaks when the page's layout changes."
)

// addPageList adds a page list as a candidate if no other candidate is usable: of the given page,
// else of the homepage.
func (s *search) addPageList(ctx context.Context, pages []*pageSummary) {
	candidates := s.report.ranked()
	if slices.ContainsFunc(candidates, (*rankedCandidate).makesPageListUnnecessary) {
		return
	}
	warning := noFeedWarning
	if slices.ContainsFunc(candidates,
		func(c *rankedCandidate) bool { return c.Kind == "" || isNews(feed.Kind(c.Kind)) }) {
		warning = noNewsWarning
	}
	for _, page := range pages {
		if list := s.readAsList(ctx, page, warning); list != nil {
			if s.report.hasObstacles() {
				list.isUsable, list.Warnings[0] = false, uncheckedWarning
			}
			s.report.add(list)
			return
		}
	}
}

// makesPageListUnnecessary reports whether the candidate is usable, may become usable on a retry,
// or exists already.
func (r *rankedCandidate) makesPageListUnnecessary() bool {
	return r.isUsable || isTransient(fetch.Outcome(r.Outcome)) || r.Existing != nil && r.IsNews()
}

// readAsList reads a page with a suggested recipe. It returns nil if the page is not a list of
// articles.
func (s *search) readAsList(ctx context.Context, page *pageSummary, warning string) (list *rankedCandidate) {
	if page.result.Body == nil {
		return nil
	}
	// The cost is doubled, because the page is parsed twice.
	err := s.parse(ctx, 2*parseCost(len(page.result.Body)), func() { list = s.readWithSuggestion(page, warning) })
	if err != nil || list == nil {
		return nil
	}
	s.markExisting(ctx, list)
	return list
}

// readWithSuggestion reads a page with a suggested recipe. The caller holds memory for parsing.
func (s *search) readWithSuggestion(page *pageSummary, warning string) *rankedCandidate {
	root, err := markup.ParsePage(page.result.Body, page.result.ContentType)
	if err != nil {
		return nil
	}
	options := feed.Options{BaseURL: page.url.String(), ContentType: page.result.ContentType, Now: s.now()}
	recipe := pagelist.Suggest(root, options)
	if recipe == nil {
		return nil
	}
	l := lead{url: page.url, from: FromPage, language: page.language, announcedBy: page.url}
	candidate, document := s.judgeWithRecipe(l, page.result, recipe, options)
	if document == nil {
		return nil
	}
	candidate.Warnings = append([]string{warning}, candidate.Warnings...)
	return newRankedCandidate(l, candidate, document)
}
