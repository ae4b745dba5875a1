package discover

import (
	"context"
	"slices"

	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
	"github.com/newsources/newsources/services/newssources/internal/reading/rightsignal"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcerights"
	"github.com/newsources/newsources/services/newssources/internal/rules/rights"
)

// readRights returns what a homepage and at most two small files of its site declare about the use of
// the content: tdmrep.json, and the licence that robots.txt or the page names or else trust.txt. Places that could
// not be read are left out. urls are the addresses of the feed and of articles.
func (s *search) readRights(ctx context.Context, page *pageSummary, urls []string) (found []sourcerights.Reading) {
	found = append(found, sourcerights.Reading{Place: sourcerights.Homepage, Signals: page.signals})
	robots, articles := page.result.RobotsSignals, page.result.RobotsOfArticles(urls)
	if url := page.result.RobotsURL; url != "" {
		found = append(found, sourcerights.Reading{Place: sourcerights.Robots, RobotsURL: url, Signals: robots},
			sourcerights.Reading{Place: sourcerights.RobotsOfArticles, RobotsURL: url, Signals: articles})
	}
	site := ownSite(page.url.Root(), page)
	if site.IsZero() {
		return found
	}
	readFile := func(place sourcerights.Place, address weburl.URL, read func([]byte, string) ([]rights.Signal, bool)) {
		result := s.get(ctx, fetch.Request{URL: address.String(), MaxBytes: rightsignal.MaxFileBytes, Accept: "*/*"})
		switch result.Outcome { // other failures may be temporary
		case fetch.OK:
			signals, _ := read(result.Body, result.FinalURL) // of a file that is not valid: none
			found = append(found, sourcerights.Reading{Place: place, Signals: signals})
		case fetch.NotFound, fetch.Gone:
			found = append(found, sourcerights.Reading{Place: place})
		}
	}
	readFile(sourcerights.TDMRepFile, site.WithPath(rightsignal.TDMRepPath),
		func(body []byte, address string) ([]rights.Signal, bool) {
			return rightsignal.TDMRep(body, address, urls)
		})
	signals := slices.Concat(robots, page.signals)
	i := slices.IndexFunc(signals, func(s rights.Signal) bool {
		return s.Kind == rights.RobotsLicense || s.Kind == rights.LicenseFile
	})
	if i < 0 {
		readFile(sourcerights.TrustFile, site.WithPath(rightsignal.TrustPath), rightsignal.Trust)
		return found
	}
	if license, err := site.Resolve(signals[i].Value); err == nil {
		readFile(sourcerights.LicenseFile, license, func(body []byte, address string) ([]rights.Signal, bool) {
			return rightsignal.RSL(body, address, urls)
		})
	}
	return found
}
