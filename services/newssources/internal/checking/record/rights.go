package record

import (
	"net/url"

	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
	"github.com/newsources/newsources/services/newssources/internal/reading/rightsignal"
	"github.com/newsources/newsources/services/newssources/internal/reading/webpage"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcerights"
	"github.com/newsources/newsources/services/newssources/internal/rules/rights"
)

// queueRights stores what the checks read about the use of the content. A response that fails declares
// nothing, so what was read before stays.
func queueRights(batch *pgx.Batch, verdicts []*verdict) {
	var readings []sourcerights.Reading
	for _, v := range verdicts {
		readings = append(readings, v.finding.rightsReadings()...)
	}
	sourcerights.QueueEndpoints(batch, readings)
}

func (f *Finding) rightsReadings() (readings []sourcerights.Reading) {
	if f.Token != nil || f.IsOwnFault || f.IsPostponed {
		return nil
	}
	if f.Result.RobotsURL != "" {
		readings = append(readings, sourcerights.Reading{ID: f.EndpointID, Place: sourcerights.Robots,
			RobotsURL: f.Result.RobotsURL, Signals: f.Result.RobotsSignals})
	}
	if f.Result.Outcome == fetch.OK {
		signals := append(rightsignal.Header(f.Result.Header, f.Result.Agent, f.URL),
			f.licenseFile(webpage.LicenseFilesOf(f.Result.Header)...)...)
		readings = append(readings, sourcerights.Reading{ID: f.EndpointID, Place: sourcerights.Header, Signals: signals})
	}
	if f.Document != nil {
		readings = append(readings,
			sourcerights.Reading{ID: f.EndpointID, Place: sourcerights.Document, Signals: f.copyrightSignals})
		if f.Result.RobotsURL != "" {
			readings = append(readings, sourcerights.Reading{ID: f.EndpointID, Place: sourcerights.RobotsOfArticles,
				RobotsURL: f.Result.RobotsURL, Signals: f.articleSignals})
		}
	}
	return readings
}

// documentSignals returns what the document declares about the use of its content.
func (f *Finding) documentSignals() []rights.Signal {
	d := f.Document
	return append(rightsignal.Feed(d.Copyright, d.Licenses, f.Result.Body, f.URL), f.licenseFile(d.LicenseFile)...)
}

// licenseFile returns the signal of the first valid address of a licence file, which visits read.
func (f *Finding) licenseFile(addresses ...string) []rights.Signal {
	base, err := url.Parse(f.Result.FinalURL)
	if err != nil {
		return nil
	}
	file := httpURL(base, addresses...)
	if file == "" {
		return nil
	}
	return []rights.Signal{{Kind: rights.LicenseFile, Value: file, Address: f.URL}}
}
