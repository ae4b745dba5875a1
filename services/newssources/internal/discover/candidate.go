package discover

import (
	"math"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/feed"
	"github.com/newsources/newsources/services/newssources/internal/fetch"
	"github.com/newsources/newsources/services/newssources/internal/pagelist"
)

const (
	// previewItems are shown of a feed.
	previewItems = 20
	// maxSummary of a shown item, in characters.
	maxSummary = 300
)

// judge reads what came of a lead. The document is nil when it is no feed.
func (r *run) judge(l lead, result *fetch.Result) (*Candidate, *feed.Document) {
	return r.judgeAs(l, result, nil, feed.Options{})
}

// judgeAs is judge with an endpoint's settings for how it is read.
func (r *run) judgeAs(l lead, result *fetch.Result, recipe *pagelist.Recipe, options feed.Options) (*Candidate, *feed.Document) {
	c := &Candidate{
		URL: l.URL, FinalURL: result.FinalURL, From: l.From, Title: l.Title, Outcome: string(result.Outcome), Detail: result.Detail,
		Status: result.Status, Hops: hops(result), Timings: timings(result), HTTPS: strings.HasPrefix(result.FinalURL, "https://"),
		Warnings: []string{}, Preview: []Item{},
	}
	c.Existing = r.gathered(l.URL, result.FinalURL)
	if result.Outcome != fetch.OK && result.Outcome != fetch.TooLarge {
		c.Score = scoreNoFeed
		return c, nil
	}
	options.BaseURL, options.ContentType, options.Now = result.FinalURL, result.ContentType, r.now()
	document, err := pagelist.Read(result.Body, recipe, options)
	if err != nil {
		c.Score = scoreNoFeed
		if result.Outcome == fetch.TooLarge { // its beginning means nothing by itself
			return c, nil
		}
		c.Outcome, c.Detail = string(fetch.BadResponse), err.Error()
		if feed.Sniff(result.Body, result.ContentType) == feed.HTML {
			c.Outcome, c.Detail = string(fetch.HTMLInsteadOfFeed), "There is a page at this address, not a feed."
		}
		return c, nil
	}
	if isList(document.Kind) {
		c.Recipe = recipe
	}
	r.describe(c, document, result)
	if c.Language == "" {
		c.Language = l.Language
	}
	return c, document
}

// describe fills in what a feed says about itself.
func (r *run) describe(c *Candidate, document *feed.Document, result *fetch.Result) {
	stats := document.Stats()
	c.Kind, c.Items, c.Newest, c.PerDay = string(document.Kind), stats.Items, stats.Newest, math.Round(stats.PerDay*10)/10
	c.FullText, c.Comments, c.Language = stats.FullText, document.Comments || looksLikeComments(c), document.Language
	if document.Title != "" && (c.From != FromLink || saysNothing(c.Title)) || c.Title == "" {
		c.Title = shorten(document.Title, maxTitle)
	}
	c.Warnings = append(moved(*c, result.Permanent), concerns(document, result, "", r.now())...)
	for _, item := range document.Items[:min(len(document.Items), previewItems)] {
		c.Preview = append(c.Preview, Item{
			Title: item.Title, URL: item.URL, Published: item.Published, Author: item.Author,
			Summary: shorten(item.Summary, maxSummary), Identity: item.Identity,
		})
	}
	c.Score, c.Preselected = score(c, r.now(), r.pasted), isWorth(c, r.now(), r.pasted)
}

// looksLikeComments recognises comment feeds by their address and title, as WordPress and others name them.
func looksLikeComments(c *Candidate) bool {
	address, title := strings.ToLower(c.FinalURL), strings.ToLower(c.Title)
	return strings.Contains(address, "/comments/") || strings.Contains(address, "comments.xml") ||
		strings.HasPrefix(title, "comments on") || strings.HasPrefix(title, "comments for") || strings.HasSuffix(title, "comments feed")
}

func isFeed(kind feed.Kind) bool {
	return kind != feed.HTML && kind != feed.HTMLList && kind != feed.Unknown
}
