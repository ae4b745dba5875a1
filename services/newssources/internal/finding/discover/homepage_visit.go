package discover

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/checking/outlet"
	"github.com/newsources/newsources/services/newssources/internal/finding/homepage"
	"github.com/newsources/newsources/services/newssources/internal/finding/hosting"
	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
	"github.com/newsources/newsources/services/newssources/internal/reading/outletfield"
	"github.com/newsources/newsources/services/newssources/internal/reading/webpage"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcerights"
)

const (
	// VisitTimeout of a visit: a feed, a page with its robots.txt, icons and two files about rights, a
	// second apart.
	VisitTimeout = 30 * time.Second
	// visitResponseTimeout of one request of a visit. It includes waiting for other requests to the
	// host.
	visitResponseTimeout = 10 * time.Second
)

// VisitRequest is the homepage of a source and what is known about it.
type VisitRequest struct {
	Homepage string
	Feed     string // address of a feed of the source; empty if there is none without credentials
	// IsDerived reports that the homepage was derived from the feed's address, so that the feed's own
	// link is preferred.
	IsDerived bool
	// Titles and URLs are those of the latest items of the source.
	Titles, URLs []string
	// LicenseFile is the address of a licence file (RSL) that a feed of the source names; empty if there is none.
	LicenseFile string
}

// Visit holds the values that a homepage and a feed give for their outlet.
type Visit struct {
	Outcome    fetch.Outcome       // of the homepage
	Detail     string              // the reason of a failure, for people
	URL        string              // the page that was read; empty after a failure
	RetryAfter time.Duration       // requested by the site
	Fields     []outletfield.Field // the most trusted value of each field
	Hosting    hosting.Hosting     // of the homepage
	Page       homepage.Page       // what it shows of its outlet
	// Rights are what the places that could be read declare about the use of the content.
	Rights []sourcerights.Reading
}

// Visit reads a homepage, its logo and, if needed, a feed. Unlike Run, it looks for no feeds.
func (f *Finder) Visit(ctx context.Context, request VisitRequest) (*Visit, error) {
	address, err := weburl.Parse(request.Homepage)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, VisitTimeout)
	defer cancel()
	s := f.newSearch(ctx, address, credentials{}, visitResponseTimeout, func(Event) {})
	var link weburl.URL
	if request.IsDerived {
		link = s.readFeedFields(ctx, request.Feed)
	}
	page, visit := s.visitPage(ctx, link)
	if page == nil {
		page, visit = s.visitPage(ctx, address)
	}
	if page != nil {
		s.report.propose(append(page.fields, page.paywall...)...)
		s.report.propose(outletfield.LanguageOfContent(outlet.LanguageOf(page.headlines), len(page.headlines)),
			outletfield.LanguageOfItems(outlet.LanguageOf(request.Titles), len(request.Titles)))
		visit.Page = homepage.Read(page.result, request.Homepage)
		s.releasePages([]*pageSummary{page})
		s.findLogo(ctx, []*pageSummary{page})
	}
	if page != nil {
		visit.Hosting = hosting.Of(page.result)
		visit.Rights = s.readRights(ctx, page, request)
	}
	if _, hasLanguage := s.report.fields[outletfield.Language]; !request.IsDerived && !hasLanguage {
		s.readFeedFields(ctx, request.Feed)
	}
	visit.Fields = slices.SortedFunc(maps.Values(s.report.fields),
		func(a, b outletfield.Field) int { return strings.Compare(a.Name, b.Name) })
	return visit, nil
}

// visitPage fetches an address as a homepage. The page is nil if there is none; visit then has the
// reason.
func (s *search) visitPage(ctx context.Context, address weburl.URL) (*pageSummary, *Visit) {
	if address.IsZero() {
		return nil, nil
	}
	s.given = address
	g, _ := s.readGiven(ctx)
	visit := &Visit{Outcome: g.result.Outcome, Detail: g.result.Detail, RetryAfter: g.result.RetryAfter}
	switch {
	case g.page != nil:
		page := s.followRefresh(ctx, g.page)
		visit.Outcome, visit.Detail, visit.URL = fetch.OK, "", page.url.String()
		return page, visit
	case g.isFeed:
		visit.Outcome, visit.Detail = fetch.BadResponse, "The homepage returns a feed, not a web page."
	}
	return nil, visit
}

// readFeedFields proposes the values that a feed gives for its outlet, and returns the homepage
// that it names, or the zero URL.
func (s *search) readFeedFields(ctx context.Context, address string) (home weburl.URL) {
	at, err := weburl.Parse(address)
	if err != nil {
		return weburl.URL{}
	}
	memory := s.reserve(maxBodyBytes)
	defer memory.release()
	result := s.getPage(ctx, at, fetch.Request{MaxBytes: maxBodyBytes, ReserveMemory: memory.acquire})
	if !hasBody(result) {
		return weburl.URL{}
	}
	document, err := feed.Parse(result.Body,
		feed.Options{BaseURL: result.FinalURL, ContentType: result.ContentType, Now: s.now()})
	if err != nil {
		return weburl.URL{}
	}
	s.report.propose(outletfield.OfFeed(document)...)
	link, _ := weburl.Parse(document.HomeURL)
	return webpage.HomeOf(link)
}
