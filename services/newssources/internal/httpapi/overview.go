package httpapi

import (
	"context"

	"github.com/oapi-codegen/runtime/types"

	"github.com/newsources/newsources/services/newssources/internal/checking/checkreport"
)

// activityDays is the default number of days of GetActivity, and listActivityDays that of
// ListActivity; the contract has the same defaults.
const activityDays, listActivityDays = 30, 14

func (s *server) GetOverview(ctx context.Context, _ GetOverviewRequestObject) (GetOverviewResponseObject, error) {
	found, err := s.Reports.Overview(ctx)
	if err != nil {
		return nil, err
	}
	f := found.Figures
	return GetOverview200JSONResponse{
		ComputedAt: utcPointer(found.ComputedAt), UnknownSince: utcPointer(found.UnknownSince), Endpoints: f.Active,
		Fresh: f.Fresh, OldestDueSeconds: f.OldestDueSeconds,
		WorstHosts: mapAll(f.Worst, toHostFigure), SlowestHosts: mapAll(f.Slowest, toHostFigure),
		Days: mapAll(found.Days, func(d checkreport.RegisterDay) RegisterDay {
			return RegisterDay{Day: types.Date{Time: d.Day}, Items: d.Items, States: d.States}
		}),
		Countries: mapAll(found.Countries, toFacetCount), Languages: mapAll(found.Languages, toFacetCount),
	}, nil
}

func toHostFigure(h checkreport.HostFigure) HostFigure {
	return HostFigure{Domain: h.Domain, Endpoints: h.Endpoints, Failing: optional(h.Failing),
		DurationMs: optional(h.DurationMS)}
}

func toFacetCount(v checkreport.ValueCount) CoverageCount {
	return CoverageCount{Value: optional(v.Value), Count: v.N}
}

func (s *server) GetActivity(ctx context.Context, request GetActivityRequestObject) (GetActivityResponseObject, error) {
	days := activityDays
	if request.Params.Days != nil {
		days = *request.Params.Days
	}
	list, err := s.Reports.SourceDays(ctx, request.Id, days)
	if err != nil {
		return nil, err
	}
	return GetActivity200JSONResponse{Days: mapAll(list, func(d checkreport.SourceDay) SourceDay {
		return SourceDay{Day: types.Date{Time: d.Day}, Items: d.Items}
	})}, nil
}

func (s *server) ListActivity(ctx context.Context, request ListActivityRequestObject) (ListActivityResponseObject,
	error) {
	days := listActivityDays
	if request.Params.Days != nil {
		days = *request.Params.Days
	}
	list, err := s.Reports.DaysOfSources(ctx, request.Params.SourceId, days)
	if err != nil {
		return nil, err
	}
	return ListActivity200JSONResponse{Items: mapAll(list, func(d checkreport.SourceCounts) ActivityCounts {
		return ActivityCounts{SourceId: d.SourceID, Counts: d.Counts}
	})}, nil
}
