package checkingapi

import (
	"context"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/finding/visit"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/convert"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/input"
)

func (s *Routes) ListFailedVisits(ctx context.Context,
	request api.ListFailedVisitsRequestObject) (api.ListFailedVisitsResponseObject, error) {
	after, err := input.IDCursor(request.Params.Cursor)
	if err != nil {
		return nil, err
	}
	limit := input.PageLimit(request.Params.Limit)
	list, err := s.Visits.ListFailed(ctx, convert.OrZero(request.Params.ImportId), after, limit+1)
	if err != nil {
		return nil, err
	}
	list, next := convert.TrimPage(list, limit, func(v visit.Record) uuid.UUID { return v.ID })
	return api.ListFailedVisits200JSONResponse{Items: convert.All(list, toVisit), NextCursor: next}, nil
}

func (s *Routes) PauseVisits(ctx context.Context, _ api.PauseVisitsRequestObject) (api.PauseVisitsResponseObject,
	error) {
	if err := s.Visits.Pause(ctx, input.Actor(ctx).ActorID); err != nil {
		return nil, err
	}
	status, err := s.Visits.Status(ctx, uuid.Nil)
	if err != nil {
		return nil, err
	}
	return api.PauseVisits200JSONResponse(toVisitStatus(status)), nil
}

func (s *Routes) ResumeVisits(ctx context.Context, _ api.ResumeVisitsRequestObject) (api.ResumeVisitsResponseObject,
	error) {
	if err := s.Visits.Resume(ctx); err != nil {
		return nil, err
	}
	status, err := s.Visits.Status(ctx, uuid.Nil)
	if err != nil {
		return nil, err
	}
	return api.ResumeVisits200JSONResponse(toVisitStatus(status)), nil
}

func (s *Routes) GetVisit(ctx context.Context, request api.GetVisitRequestObject) (api.GetVisitResponseObject, error) {
	found, err := s.Visits.Get(ctx, request.Id)
	if err != nil {
		return nil, err
	}
	return api.GetVisit200JSONResponse(toVisit(*found)), nil
}

func (s *Routes) ScheduleVisit(ctx context.Context,
	request api.ScheduleVisitRequestObject) (api.ScheduleVisitResponseObject,
	error) {
	scheduled, err := s.Visits.Schedule(ctx, request.Id)
	if err != nil {
		return nil, err
	}
	return api.ScheduleVisit200JSONResponse(toVisit(*scheduled)), nil
}

func toVisit(v visit.Record) api.Visit {
	return api.Visit{
		SourceId: v.SourceID, SourceName: v.SourceName, HomepageUrl: v.HomepageURL, VisitedAt: v.VisitedAt,
		Outcome: convert.Optional(v.Outcome),
		Detail:  convert.Optional(v.Detail), Attempts: v.Attempts, NextAt: v.NextAt,
	}
}

func toVisitStatus(status *visit.Status) api.VisitStatus {
	out := api.VisitStatus{Paused: status.PausedAt != nil, PausedAt: status.PausedAt, Waiting: status.Waiting,
		Later: status.Later, Failed: status.Failed}
	if status.PausedAt != nil {
		person := convert.ToPerson(status.PausedBy)
		out.PausedBy = &person
	}
	return out
}
