package discover

import (
	"bytes"

	"github.com/newsources/newsources/services/newssources/internal/feed"
	"github.com/newsources/newsources/services/newssources/internal/fetch"
	"github.com/newsources/newsources/services/newssources/internal/markup"
	"github.com/newsources/newsources/services/newssources/internal/pagelist"
)

// gist is what is kept of a page when it was looked through: its tree takes many times what was sent.
type gist struct {
	url      string
	home     bool   // it is the outlet's first page
	further  string // where it leads by itself
	language string
	fields   []Field
	leads    []lead
	logos    []Field

	// result has the body where the page may be read as a list, if all else fails, and nil otherwise.
	result *fetch.Result
}

// gist looks through a page. It needs the room of one.
func (r *run) gist(result *fetch.Result) *gist {
	p := readPage(result)
	g := &gist{
		url: p.url.String(), home: p.isHome(), further: p.refresh(), language: p.language(),
		fields: p.fields(), leads: p.leads(), logos: p.logos(),
	}
	kept := *result
	g.result, kept.Body = &kept, nil
	// An article's list goes with the article. Where many keep large pages at the same time, some lists aren't proposed.
	if !p.isArticle() && r.kept.TryAcquire(int64(len(result.Body))) {
		kept.Body = bytes.Clone(result.Body) // in a place of its size
	}
	return g
}

// letGo gives back what is kept of the pages.
func (r *run) letGo() {
	for _, page := range r.pagesRead {
		r.drop(page)
	}
}

func (r *run) drop(page *gist) {
	r.kept.Release(int64(len(page.result.Body)))
	page.result.Body = nil
}

// asList reads a page as a list of articles, if it is one.
func (r *run) asList(page *gist, warning string) *told {
	h := r.holding(pageBytes)
	defer h.giveBack()
	if page.result.Body == nil || h.take(r.ctx) != nil {
		return nil
	}
	root, err := markup.ParsePage(page.result.Body, page.result.ContentType)
	if err != nil {
		return nil
	}
	options := feed.Options{BaseURL: page.url, ContentType: page.result.ContentType, Now: r.now()}
	recipe := pagelist.Suggest(root, options)
	if recipe == nil {
		return nil
	}
	candidate, document := r.judgeAs(lead{URL: page.url, From: FromPage, Language: page.language}, page.result, recipe, options)
	if document == nil {
		return nil
	}
	candidate.Warnings = append([]string{warning}, candidate.Warnings...)
	return newTold(candidate, document)
}
