package httpapi

import (
	"context"

	"github.com/newsources/newsources/services/newssources/internal/checking/check"
	"github.com/newsources/newsources/services/newssources/internal/checking/outlet"
)

func (s *server) GetHeldItems(ctx context.Context, request GetHeldItemsRequestObject) (GetHeldItemsResponseObject,
	error) {
	held, err := s.Checks.HeldItems(ctx, request.Id, request.EndpointId)
	if err != nil {
		return nil, err
	}
	response := GetHeldItems200JSONResponse{}
	if held != nil {
		response.Held = &HeldItems{
			Version: held.Version, Since: utc(held.Since), Count: held.Count, DocumentItems: held.DocumentItems,
			Sample: mapAll(held.Sample, toHeldItem), Cause: HeldItemsCause(held.Cause), Outlet: toOutletChange(held.Outlet),
		}
	}
	return response, nil
}

func (s *server) ListHeldItems(ctx context.Context, request ListHeldItemsRequestObject) (ListHeldItemsResponseObject,
	error) {
	ids, err := s.survivors(ctx, request.Params.SourceId)
	if err != nil {
		return nil, err
	}
	list, err := s.Checks.HeldEndpoints(ctx, ids)
	if err != nil {
		return nil, err
	}
	return ListHeldItems200JSONResponse{Items: mapAll(list, func(e check.HeldEndpoint) HeldEndpoint {
		return HeldEndpoint{SourceId: e.SourceID, SourceName: e.SourceName, EndpointId: e.EndpointID, EndpointName: e.Name,
			Version: e.Version, Count: e.Count}
	})}, nil
}

func (s *server) DecideHeldItems(ctx context.Context,
	request DecideHeldItemsRequestObject) (DecideHeldItemsResponseObject, error) {
	decided, err := s.Checks.DecideHeld(ctx, actor(ctx), request.Id, request.EndpointId, request.Body.Version,
		check.HeldDecision(request.Body.Decision))
	if err != nil {
		return nil, err
	}
	return DecideHeldItems200JSONResponse{
		Decision: request.Body.Decision, Count: decided.Count, State: HealthState(decided.Health),
		Cause: optionalAs[HealthCause](decided.HealthCause),
	}, nil
}

func toOutletChange(c *check.HeldOutlet) *OutletChange {
	if c == nil {
		return nil
	}
	return &OutletChange{Before: toOutletOutline(c.Before), After: toOutletOutline(c.After),
		Signals: mapAll(c.Signals, func(s outlet.Signal) OutletSignal {
			return OutletSignal{Name: OutletSignalName(s.Name), Before: optional(s.Before), After: optional(s.After),
				Points: float32(s.Points)}
		})}
}

func toOutletOutline(o outlet.Outline) OutletOutline {
	isText := func(s string) string { return s }
	return OutletOutline{Name: optional(o.Name), Description: optional(o.Description), Generator: optional(o.Generator),
		Domains: mapAll(o.Domains, isText), Authors: mapAll(o.Authors, isText), Titles: mapAll(o.Titles, isText)}
}

func toHeldItem(i check.HeldItem) HeldItem {
	return HeldItem{
		Identity: i.Identity, FormerIdentity: i.FormerIdentity, Guid: optional(i.GUID), Title: i.Title, Url: optional(i.URL),
		PublishedAt: utcPointer(i.PublishedAt),
	}
}
