package discover

import (
	"math"
	"slices"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/finding/warning"
	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
	"github.com/newsources/newsources/services/newssources/internal/reading/pagelist"
	"github.com/newsources/newsources/services/newssources/internal/reading/webpage"
)

const (
	// maxPreviewItems of a feed are shown.
	maxPreviewItems = 20
	// maxSummary of a shown item, in characters.
	maxSummary = 300
)

// judge reads the response to a lead and returns its candidate. The document is nil if the response
// is not a feed. The caller holds memory for parsing.
func (s *search) judge(l lead, result *fetch.Result, options feed.Options) (*Candidate, *feed.Document) {
	return s.judgeWithRecipe(l, result, nil, options)
}

// judgeWithRecipe is judge for an address that may be read as a page list.
func (s *search) judgeWithRecipe(l lead, result *fetch.Result, recipe *pagelist.Recipe,
	options feed.Options) (*Candidate, *feed.Document) {
	final := finalURL(result, l.url)
	c := &Candidate{
		URL: l.url.String(), FinalURL: result.FinalURL, From: l.from, Title: l.title, Outcome: string(result.Outcome),
		Detail: result.Detail,
		Status: result.Status, Hops: newHops(result), Timings: newTimings(result), HTTPS: final.Scheme() == "https",
		Warnings: []string{}, Preview: []Item{}, Rank: 1, Group: GroupOther,
		AnnouncedBy: l.announcedBy.String(), ExternalDomain: s.externalDomain(l, final),
	}
	if !hasBody(result) {
		c.Score = scoreNoFeed
		return c, nil
	}
	options.BaseURL, options.ContentType, options.Now = result.FinalURL, result.ContentType, s.now()
	document, err := pagelist.Read(result.Body, recipe, options)
	if err != nil {
		c.Score = scoreNoFeed
		if result.Outcome == fetch.TooLarge { // the format of a truncated document is not reliable
			return c, nil
		}
		c.Outcome, c.Detail = string(fetch.BadResponse), err.Error()
		if feed.Sniff(result.Body, result.ContentType) == feed.HTML {
			c.Outcome, c.Detail = string(fetch.HTMLInsteadOfFeed), "This address returns a web page, not a feed."
		}
		return c, nil
	}
	if document.Kind == feed.HTMLList {
		c.Recipe = recipe
	}
	s.describe(c, final, document, result)
	if s.isInsecure && final.Root() == s.given.Root() {
		c.Warnings = append(c.Warnings, insecureWarning)
	}
	if l.isOfSection && !c.Comments && !isBelow(final, s.given) {
		c.Score += scoreSection
	}
	switch {
	case c.Language == "":
		c.Language = l.language
	case l.language != "" && webpage.LanguageOf(c.Language) != webpage.LanguageOf(l.language):
		c.Score += scoreLanguage
	}
	if c.Kind != string(feed.HTMLList) && !c.Comments {
		c.Score += editionPoints(s.edition, c.Language)
	}
	return c, document
}

// externalDomain returns the registrable domain of a candidate if it is not one of the outlet's.
func (s *search) externalDomain(l lead, final weburl.URL) string {
	domain := final.RegistrableDomain()
	if l.from == FromGiven || l.from == FromPlatform || slices.Contains(s.ownDomains, domain) {
		return ""
	}
	return domain
}

// describe sets the members of a candidate that depend on its document.
func (s *search) describe(c *Candidate, final weburl.URL, document *feed.Document, result *fetch.Result) {
	stats := document.Stats()
	c.Kind, c.Items, c.Newest, c.PerDay = string(document.Kind), stats.Items, stats.Newest, math.Round(stats.PerDay*10)/10
	c.FullText, c.Comments, c.Language = stats.FullText, document.Comments ||
		hasCommentsAddress(c.FinalURL, c.Title), document.Language
	if document.Title != "" && (c.From != FromLink || webpage.NamesOnlyFormat(c.Title)) || c.Title == "" {
		c.Title = webpage.Shorten(document.Title, webpage.MaxTitle)
	}
	c.Warnings = append(warning.OfRedirects(c.URL, result), warning.Of(document, result, "", s.now())...)
	for _, item := range document.Items[:min(len(document.Items), maxPreviewItems)] {
		c.Preview = append(c.Preview, Item{
			Title: item.Title, URL: item.URL, Published: item.Published, Author: item.Author,
			Summary: webpage.Shorten(item.Summary, maxSummary), Identity: item.Identity,
		})
	}
	c.Score, c.Preselected = score(c, final, s.given, stats.Media, s.now()), isUsable(c, final, s.given, s.now())
}

// hasCommentsAddress reports whether the address or title is that of a comment feed of WordPress or
// similar systems.
func hasCommentsAddress(address, title string) bool {
	address, title = strings.ToLower(address), strings.ToLower(title)
	return strings.Contains(address, "/comments/") || strings.Contains(address, "comments.xml") ||
		strings.HasPrefix(title, "comments on") || strings.HasPrefix(title, "comments for") ||
		strings.HasSuffix(title, "comments feed")
}

func isFeed(kind feed.Kind) bool {
	return kind != feed.HTML && kind != feed.HTMLList && kind != feed.Unknown
}

// isNews reports whether documents of a kind hold news: feeds and news sitemaps, but not sitemaps
// of a whole site.
func isNews(kind feed.Kind) bool {
	switch kind {
	case feed.RSS, feed.Atom, feed.RDF, feed.JSONFeed, feed.NewsSitemap:
		return true
	}
	return false
}
