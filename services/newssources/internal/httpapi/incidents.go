package httpapi

import (
	"context"

	"github.com/newsources/newsources/services/newssources/internal/checking/check"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
)

func (s *server) ListIncidents(ctx context.Context,
	request api.ListIncidentsRequestObject) (api.ListIncidentsResponseObject,
	error) {
	list, err := s.Checks.Incidents(ctx, valueOrZero(request.Params.Open), pageLimit(request.Params.Limit))
	if err != nil {
		return nil, err
	}
	return api.ListIncidents200JSONResponse{Items: mapAll(list, toIncident)}, nil
}

func toIncident(i check.Incident) api.Incident {
	return api.Incident{
		Id: i.ID, Scope: api.IncidentScope(i.Scope), Worker: optional(i.Worker), Failure: i.Failure, Checks: i.Checks,
		Failed: i.Failed, Domains: i.Domains,
		StartedAt: utc(i.StartedAt), EndedAt: utcPointer(i.EndedAt),
	}
}
