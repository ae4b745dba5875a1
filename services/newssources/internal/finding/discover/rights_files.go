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
// the content: tdmrep.json, and the licence that robots.txt names or else trust.txt. Places that could
// not be read are left out.
func (s *search) readRights(ctx context.Context, page *pageSummary) map[sourcerights.Place][]rights.Signal {
	found := map[sourcerights.Place][]rights.Signal{sourcerights.Homepage: page.signals}
	site := ownSite(page.url.Root(), page)
	if site.IsZero() {
		return found
	}
	s.readRightsFile(ctx, found, sourcerights.TDMRepFile, site.WithPath(rightsignal.TDMRepPath), rightsignal.TDMRep)
	i := slices.IndexFunc(page.signals, func(s rights.Signal) bool { return s.Kind == rights.RobotsLicense })
	if i < 0 {
		s.readRightsFile(ctx, found, sourcerights.TrustFile, site.WithPath(rightsignal.TrustPath), rightsignal.Trust)
		return found
	}
	if license, err := site.Resolve(page.signals[i].Value); err == nil {
		s.readRightsFile(ctx, found, sourcerights.LicenseFile, license, rightsignal.RSL)
	}
	return found
}

// readRightsFile fetches a file and adds its signals to found. A file that does not exist or is not valid
// declares nothing; other failures may be temporary.
func (s *search) readRightsFile(ctx context.Context, found map[sourcerights.Place][]rights.Signal,
	place sourcerights.Place, address weburl.URL, read func([]byte, string) ([]rights.Signal, bool)) {
	result := s.get(ctx, fetch.Request{URL: address.String(), MaxBytes: rightsignal.MaxFileBytes, Accept: "*/*"})
	switch result.Outcome {
	case fetch.OK:
		found[place], _ = read(result.Body, result.FinalURL)
	case fetch.NotFound, fetch.Gone:
		found[place] = nil
	}
}
