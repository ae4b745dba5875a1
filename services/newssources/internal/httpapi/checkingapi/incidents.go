package checkingapi

import (
	"context"

	"github.com/newsources/newsources/services/newssources/internal/checking/check"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/convert"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/input"
)

func (s *Routes) ListIncidents(ctx context.Context,
	request api.ListIncidentsRequestObject) (api.ListIncidentsResponseObject,
	error) {
	list, err := s.Checks.Incidents(ctx, convert.OrZero(request.Params.Open), input.PageLimit(request.Params.Limit))
	if err != nil {
		return nil, err
	}
	return api.ListIncidents200JSONResponse{Items: convert.All(list, toIncident)}, nil
}

func toIncident(i check.Incident) api.Incident {
	return api.Incident{
		Id: i.ID, Scope: api.IncidentScope(i.Scope), Worker: convert.Optional(i.Worker), Failure: i.Failure, Checks: i.Checks,
		Failed: i.Failed, Domains: i.Domains,
		StartedAt: convert.UTC(i.StartedAt), EndedAt: convert.UTCPointer(i.EndedAt),
	}
}
