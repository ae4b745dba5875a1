package httpapi

import (
	"context"

	"github.com/newsources/newsources/services/newssources/internal/checking/check"
	"github.com/newsources/newsources/services/newssources/internal/checking/outlet"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
)

func (s *server) GetHeldItems(ctx context.Context,
	request api.GetHeldItemsRequestObject) (api.GetHeldItemsResponseObject,
	error) {
	held, err := s.Checks.HeldItems(ctx, request.Id, request.EndpointId)
	if err != nil {
		return nil, err
	}
	response := api.GetHeldItems200JSONResponse{}
	if held != nil {
		response.Held = &api.HeldItems{
			Version: held.Version, Since: utc(held.Since), Count: held.Count, DocumentItems: held.DocumentItems,
			Sample: mapAll(held.Sample, toHeldItem), Cause: api.HeldItemsCause(held.Cause), Outlet: toOutletChange(held.Outlet),
		}
	}
	return response, nil
}

func (s *server) ListHeldItems(ctx context.Context,
	request api.ListHeldItemsRequestObject) (api.ListHeldItemsResponseObject,
	error) {
	ids, err := s.survivors(ctx, request.Params.SourceId)
	if err != nil {
		return nil, err
	}
	list, err := s.Checks.HeldEndpoints(ctx, ids)
	if err != nil {
		return nil, err
	}
	return api.ListHeldItems200JSONResponse{Items: mapAll(list, func(e check.HeldEndpoint) api.HeldEndpoint {
		return api.HeldEndpoint{SourceId: e.SourceID, SourceName: e.SourceName, EndpointId: e.EndpointID,
			EndpointName: e.Name,
			Version:      e.Version, Count: e.Count}
	})}, nil
}

func (s *server) DecideHeldItems(ctx context.Context,
	request api.DecideHeldItemsRequestObject) (api.DecideHeldItemsResponseObject, error) {
	decided, err := s.Checks.DecideHeld(ctx, actor(ctx), request.Id, request.EndpointId, request.Body.Version,
		check.HeldDecision(request.Body.Decision))
	if err != nil {
		return nil, err
	}
	return api.DecideHeldItems200JSONResponse{
		Decision: request.Body.Decision, Count: decided.Count, State: api.HealthState(decided.Health),
		Cause: optionalAs[api.HealthCause](decided.HealthCause),
	}, nil
}

func toOutletChange(c *check.HeldOutlet) *api.OutletChange {
	if c == nil {
		return nil
	}
	return &api.OutletChange{Before: toOutletOutline(c.Before), After: toOutletOutline(c.After),
		Signals: mapAll(c.Signals, func(s outlet.Signal) api.OutletSignal {
			return api.OutletSignal{Name: api.OutletSignalName(s.Name), Before: optional(s.Before), After: optional(s.After),
				Points: float32(s.Points)}
		})}
}

func toOutletOutline(o outlet.Outline) api.OutletOutline {
	isText := func(s string) string { return s }
	return api.OutletOutline{Name: optional(o.Name), Description: optional(o.Description),
		Generator: optional(o.Generator),
		Domains:   mapAll(o.Domains, isText), Authors: mapAll(o.Authors, isText), Titles: mapAll(o.Titles, isText)}
}

func toHeldItem(i check.HeldItem) api.HeldItem {
	return api.HeldItem{
		Identity: i.Identity, FormerIdentity: i.FormerIdentity, Guid: optional(i.GUID), Title: i.Title, Url: optional(i.URL),
		PublishedAt: utcPointer(i.PublishedAt),
	}
}
