package discover

import (
	"context"

	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
	"github.com/newsources/newsources/services/newssources/internal/reading/rightsignal"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcerights"
	"github.com/newsources/newsources/services/newssources/internal/rules/rights"
)

// readRights returns what a homepage and at most two small files of its site declare about the use of
// the content: tdmrep.json, and the licence that robots.txt, the page or a feed names or else trust.txt. Places
// that could not be read are left out.
func (s *search) readRights(ctx context.Context, page *pageSummary, r VisitRequest) (found []sourcerights.Reading) {
	urls := rightsignal.URLs{Articles: r.URLs, Feed: r.Feed}
	found = append(found, sourcerights.Reading{Place: sourcerights.Homepage, Signals: page.signals})
	robots, articles := page.result.RobotsSignals, page.result.RobotsOfArticles(urls.For(page.result.RobotsURL))
	if url := page.result.RobotsURL; url != "" {
		found = append(found, sourcerights.Reading{Place: sourcerights.Robots, RobotsURL: url, Signals: robots},
			sourcerights.Reading{Place: sourcerights.RobotsOfArticles, RobotsURL: url, Signals: articles})
	}
	site := ownSite(page.url.Root(), page)
	if site.IsZero() {
		return found
	}
	readFile := func(place sourcerights.Place, read func([]byte, string) ([]rights.Signal, bool), address weburl.URL) {
		result := s.get(ctx, fetch.Request{URL: address.String(), MaxBytes: rightsignal.MaxFileBytes, Accept: "*/*"})
		reading := sourcerights.Reading{Place: place}
		switch result.Outcome {
		case fetch.OK:
			reading.Signals, _ = read(result.Body, result.FinalURL) // of a file that is not valid: none
		case fetch.NotFound, fetch.Gone:
		default: // may be temporary
			return
		}
		found = append(found, reading)
	}
	readFile(sourcerights.TDMRepFile, urls.TDMRep, site.WithPath(rightsignal.TDMRepPath))
	license := rightsignal.LicenseFile(r.LicenseFile, robots, page.signals)
	if license == "" {
		readFile(sourcerights.TrustFile, rightsignal.Trust, site.WithPath(rightsignal.TrustPath))
	} else if address, err := site.Resolve(license); err == nil {
		readFile(sourcerights.LicenseFile, urls.RSL, address)
	}
	return found
}
