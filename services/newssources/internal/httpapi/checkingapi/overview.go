package checkingapi

import (
	"context"

	"github.com/oapi-codegen/runtime/types"

	"github.com/newsources/newsources/services/newssources/internal/checking/checkreport"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/convert"
)

// activityDays is the default number of days of GetActivity, as in the contract. That of ListActivity is
// checkreport.RecentDays.
const activityDays = 30

func (s *Routes) GetOverview(ctx context.Context, _ api.GetOverviewRequestObject) (api.GetOverviewResponseObject,
	error) {
	found, err := s.Reports.Overview(ctx)
	if err != nil {
		return nil, err
	}
	f := found.Figures
	return api.GetOverview200JSONResponse{
		ComputedAt:   convert.UTCPointer(found.ComputedAt),
		UnknownSince: convert.UTCPointer(found.UnknownSince), Endpoints: f.Active,
		Fresh: f.Fresh, OldestDueSeconds: f.OldestDueSeconds,
		WorstHosts: convert.All(f.Worst, toHostFigure), SlowestHosts: convert.All(f.Slowest, toHostFigure),
		Days: convert.All(found.Days, func(d checkreport.RegisterDay) api.RegisterDay {
			return api.RegisterDay{Day: types.Date{Time: d.Day}, Items: d.Items, States: d.States}
		}),
		Countries: convert.All(found.Countries, toFacetCount), Languages: convert.All(found.Languages, toFacetCount),
	}, nil
}

func toHostFigure(h checkreport.HostFigure) api.HostFigure {
	return api.HostFigure{Domain: h.Domain, Endpoints: h.Endpoints, Failing: convert.Optional(h.Failing),
		DurationMs: convert.Optional(h.DurationMS)}
}

func toFacetCount(v checkreport.ValueCount) api.CoverageCount {
	return api.CoverageCount{Value: convert.Optional(v.Value), Count: v.N}
}

func (s *Routes) GetActivity(ctx context.Context, request api.GetActivityRequestObject) (api.GetActivityResponseObject,
	error) {
	days := activityDays
	if request.Params.Days != nil {
		days = *request.Params.Days
	}
	list, err := s.Reports.SourceDays(ctx, request.Id, days)
	if err != nil {
		return nil, err
	}
	return api.GetActivity200JSONResponse{Days: convert.All(list, func(d checkreport.SourceDay) api.SourceDay {
		return api.SourceDay{Day: types.Date{Time: d.Day}, Items: d.Items}
	})}, nil
}

func (s *Routes) ListActivity(ctx context.Context,
	request api.ListActivityRequestObject) (api.ListActivityResponseObject,
	error) {
	days := checkreport.RecentDays
	if request.Params.Days != nil {
		days = *request.Params.Days
	}
	list, err := s.Reports.DaysOfSources(ctx, request.Params.SourceId, days)
	if err != nil {
		return nil, err
	}
	return api.ListActivity200JSONResponse{Items: convert.All(list, func(d checkreport.SourceCounts) api.ActivityCounts {
		return api.ActivityCounts{SourceId: d.SourceID, Counts: d.Counts}
	})}, nil
}
