package httpapi

import (
	"context"

	"github.com/newsources/newsources/services/newssources/internal/checking/check"
)

func (s *server) ListIncidents(ctx context.Context, request ListIncidentsRequestObject) (ListIncidentsResponseObject,
	error) {
	list, err := s.Checks.Incidents(ctx, valueOrZero(request.Params.Open), pageLimit(request.Params.Limit))
	if err != nil {
		return nil, err
	}
	return ListIncidents200JSONResponse{Items: mapAll(list, toIncident)}, nil
}

func toIncident(i check.Incident) Incident {
	return Incident{
		Id: i.ID, Scope: IncidentScope(i.Scope), Worker: optional(i.Worker), Failure: i.Failure, Checks: i.Checks,
		Failed: i.Failed, Domains: i.Domains,
		StartedAt: utc(i.StartedAt), EndedAt: utcPointer(i.EndedAt),
	}
}
