package checkingapi

import (
	"context"

	"github.com/newsources/newsources/services/newssources/internal/checking/outlet"
	"github.com/newsources/newsources/services/newssources/internal/checking/record"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/convert"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/input"
)

func (s *Routes) GetHeldItems(ctx context.Context,
	request api.GetHeldItemsRequestObject) (api.GetHeldItemsResponseObject,
	error) {
	held, err := s.Checks.HeldItems(ctx, request.Id, request.EndpointId)
	if err != nil {
		return nil, err
	}
	response := api.GetHeldItems200JSONResponse{}
	if held != nil {
		response.Held = &api.HeldItems{
			Version: held.Version, Since: convert.UTC(held.Since), Count: held.Count, DocumentItems: held.DocumentItems,
			Sample: convert.All(held.Sample,
				toHeldItem), Cause: api.HeldItemsCause(held.Cause), Outlet: toOutletChange(held.Outlet),
		}
	}
	return response, nil
}

func (s *Routes) ListHeldItems(ctx context.Context,
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
	return api.ListHeldItems200JSONResponse{Items: convert.All(list, func(e record.HeldEndpoint) api.HeldEndpoint {
		return api.HeldEndpoint{SourceId: e.SourceID, SourceName: e.SourceName, EndpointId: e.EndpointID,
			EndpointName: e.Name,
			Version:      e.Version, Count: e.Count}
	})}, nil
}

func (s *Routes) DecideHeldItems(ctx context.Context,
	request api.DecideHeldItemsRequestObject) (api.DecideHeldItemsResponseObject, error) {
	decided, err := s.Checks.DecideHeld(ctx, input.Actor(ctx), request.Id, request.EndpointId, request.Body.Version,
		record.HeldDecision(request.Body.Decision))
	if err != nil {
		return nil, err
	}
	return api.DecideHeldItems200JSONResponse{
		Decision: request.Body.Decision, Count: decided.Count, State: api.HealthState(decided.Health),
		Cause: convert.OptionalAs[api.HealthCause](decided.HealthCause),
	}, nil
}

func toOutletChange(c *record.HeldOutlet) *api.OutletChange {
	if c == nil {
		return nil
	}
	return &api.OutletChange{Before: toOutletOutline(c.Before), After: toOutletOutline(c.After),
		Signals: convert.All(c.Signals, func(s outlet.Signal) api.OutletSignal {
			return api.OutletSignal{Name: api.OutletSignalName(s.Name), Before: convert.Optional(s.Before),
				After:  convert.Optional(s.After),
				Points: float32(s.Points)}
		})}
}

func toOutletOutline(o outlet.Outline) api.OutletOutline {
	isText := func(s string) string { return s }
	return api.OutletOutline{Name: convert.Optional(o.Name), Description: convert.Optional(o.Description),
		Generator: convert.Optional(o.Generator),
		Domains:   convert.All(o.Domains, isText), Authors: convert.All(o.Authors, isText), Titles: convert.All(o.Titles,
			isText)}
}

func toHeldItem(i record.HeldItem) api.HeldItem {
	return api.HeldItem{
		Identity: i.Identity, FormerIdentity: i.FormerIdentity,
		Guid: convert.Optional(i.GUID), Title: i.Title, Url: convert.Optional(i.URL),
		PublishedAt: convert.UTCPointer(i.PublishedAt),
	}
}
