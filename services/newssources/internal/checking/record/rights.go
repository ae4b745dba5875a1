package record

import (
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
	"github.com/newsources/newsources/services/newssources/internal/reading/rightsignal"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcerights"
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
		signals := rightsignal.Header(f.Result.Header, f.URL)
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
