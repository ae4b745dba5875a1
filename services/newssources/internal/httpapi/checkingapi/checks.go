package checkingapi

import (
	"context"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/checking/check"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/convert"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/input"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

func (s *Routes) GetCheckStatus(ctx context.Context,
	_ api.GetCheckStatusRequestObject) (api.GetCheckStatusResponseObject,
	error) {
	status, err := s.Checks.Status(ctx)
	if err != nil {
		return nil, err
	}
	return api.GetCheckStatus200JSONResponse(toCheckStatus(status)), nil
}

func (s *Routes) PauseChecks(ctx context.Context, request api.PauseChecksRequestObject) (api.PauseChecksResponseObject,
	error) {
	if err := s.Checks.Pause(ctx, input.Actor(ctx).ActorID, convert.OrZero(request.Body.Reason)); err != nil {
		return nil, err
	}
	status, err := s.Checks.Status(ctx)
	if err != nil {
		return nil, err
	}
	return api.PauseChecks200JSONResponse(toCheckStatus(status)), nil
}

func (s *Routes) ResumeChecks(ctx context.Context, _ api.ResumeChecksRequestObject) (api.ResumeChecksResponseObject,
	error) {
	if err := s.Checks.Resume(ctx); err != nil {
		return nil, err
	}
	status, err := s.Checks.Status(ctx)
	if err != nil {
		return nil, err
	}
	return api.ResumeChecks200JSONResponse(toCheckStatus(status)), nil
}

func (s *Routes) CheckSources(ctx context.Context,
	request api.CheckSourcesRequestObject) (api.CheckSourcesResponseObject,
	error) {
	var requested *check.Requested
	var err error
	if filter := request.Body.All; filter != nil {
		query, invalid := input.ListQuery(ctx, *filter)
		if invalid != nil {
			return nil, invalid
		}
		requested, err = s.Checks.CheckView(ctx, input.Actor(ctx).ActorID, query)
	} else {
		ids, invalid := s.survivors(ctx, convert.OrZero(request.Body.Ids))
		if invalid != nil {
			return nil, invalid
		}
		requested, err = s.Checks.CheckSources(ctx, input.Actor(ctx).ActorID, ids)
	}
	if err != nil {
		return nil, err
	}
	return api.CheckSources200JSONResponse(toRequestedChecks(requested)), nil
}

func (s *Routes) CheckSource(ctx context.Context, request api.CheckSourceRequestObject) (api.CheckSourceResponseObject,
	error) {
	requested, err := s.Checks.CheckSource(ctx, input.Actor(ctx).ActorID, request.Id)
	if err != nil {
		return nil, err
	}
	return api.CheckSource200JSONResponse(toRequestedChecks(requested)), nil
}

func (s *Routes) CheckEndpoint(ctx context.Context,
	request api.CheckEndpointRequestObject) (api.CheckEndpointResponseObject,
	error) {
	requested, err := s.Checks.CheckEndpoint(ctx, input.Actor(ctx).ActorID, request.Id, request.EndpointId)
	if err != nil {
		return nil, err
	}
	return api.CheckEndpoint200JSONResponse(toRequestedChecks(requested)), nil
}

func toCheckStatus(status *check.Status) api.CheckStatus {
	out := api.CheckStatus{Paused: status.PausedAt != nil, PausedAt: status.PausedAt, Due: status.Due,
		Overdue: status.Overdue}
	if status.PausedAt != nil {
		person := convert.ToPerson(status.PausedBy)
		out.PausedBy, out.PauseReason = &person, convert.Optional(status.Reason)
	}
	return out
}

func toRequestedChecks(r *check.Requested) api.RequestedChecks {
	return api.RequestedChecks{Endpoints: r.Endpoints, Skipped: r.Skipped, From: convert.UTCPointer(r.From),
		To:     convert.UTCPointer(r.To),
		Paused: r.IsPaused}
}

// survivors replaces the ids of merged sources by those of the sources that continue them.
func (s *Routes) survivors(ctx context.Context, ids []uuid.UUID) ([]uuid.UUID, error) {
	if len(ids) == 0 {
		return ids, nil
	}
	found, err := source.Survivors(ctx, s.DB.Pool, ids...)
	for i, id := range ids {
		if survivor, isMerged := found[id]; isMerged {
			ids[i] = survivor
		}
	}
	return ids, err
}
