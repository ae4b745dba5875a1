package checkingapi

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/checking/checkreport"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/convert"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/input"
	"github.com/newsources/newsources/services/newssources/internal/rules/health"
	"github.com/newsources/newsources/services/newssources/internal/rules/rights"
	"github.com/newsources/newsources/services/newssources/internal/rules/schedule"
)

func (s *Routes) GetHealth(ctx context.Context, request api.GetHealthRequestObject) (api.GetHealthResponseObject,
	error) {
	found, err := s.Reports.Health(ctx, request.Id)
	if err != nil {
		return nil, err
	}
	endpoints := convert.All(found.Endpoints, toEndpointHealth)
	for i := range endpoints {
		if w := endpoints[i].Websub; w != nil && !s.Hubs.IsOn() {
			w.State, w.Detail = api.WebSubStateOff, nil
		}
	}
	response := api.GetHealth200JSONResponse{
		State: convert.OptionalAs[api.HealthState](found.State), Cause: convert.OptionalAs[api.HealthCause](found.Cause),
		Since:  convert.OptionalTime(found.Since),
		Reason: convert.Optional(found.Why), Outlook: convert.Optional(health.Outlook(found.State, found.Cause)),
		Remedy:      convert.Optional(found.Cause.Remedy()),
		NextCheckAt: convert.UTCPointer(found.NextCheckAt), Endpoints: endpoints,
	}
	if known := found.LastKnown; known != nil {
		response.LastKnown = convert.ToLastKnown(known.State, known.Cause, convert.OptionalTime(known.Since), known.Why)
	}
	return response, nil
}

func toEndpointHealth(e checkreport.EndpointHealth) api.EndpointHealth {
	out := api.EndpointHealth{
		EndpointId: e.EndpointID, IsChecked: e.Enabled, State: api.HealthState(e.Health),
		Cause: convert.OptionalAs[api.HealthCause](e.HealthCause), Since: convert.UTCPointer(e.HealthSince),
		Reason:  convert.Optional(health.Why(e.HealthCause)),
		Outlook: convert.Optional(health.Outlook(e.Health, e.HealthCause)),
		Remedy:  convert.Optional(e.HealthCause.Remedy()), Detail: convert.Optional(e.LastDetail),
		Checks: e.Checks, FailedChecks: e.FailedChecks, LastCheckAt: convert.UTCPointer(e.LastAttemptAt),
		LastSuccessAt: convert.UTCPointer(e.LastSuccessAt), LastNewItemAt: convert.UTCPointer(e.LastNewItemAt),
		HeldItems: convert.Optional(e.HeldItems),
	}
	if known := e.LastKnown; known != nil {
		out.LastKnown = convert.ToLastKnown(known.State, known.Cause, known.Since, health.Why(known.Cause))
	}
	if e.Subscription != nil {
		out.Websub = &api.WebSubSubscription{
			Hub: e.Subscription.Hub, State: api.WebSubState(e.Subscription.State),
			Detail: convert.Optional(e.Subscription.Detail),
			Since:  convert.UTC(e.Subscription.Since), IsTrusted: !e.Subscription.HasMissed && e.Subscription.DeliveredAt != nil,
			LeaseUntil:     convert.UTCPointer(e.Subscription.LeaseUntil),
			LastDeliveryAt: convert.UTCPointer(e.Subscription.DeliveredAt),
			HasMissed:      e.Subscription.HasMissed,
		}
	}
	if !e.Enabled {
		out.Outlook = nil
		return out
	}
	out.NextCheck = &struct {
		At      time.Time            `json:"at"`
		Reasons []api.ScheduleReason `json:"reasons"`
	}{convert.UTC(e.NextCheckAt), convert.All(e.NextReasons,
		func(r schedule.Reason) api.ScheduleReason {
			return api.ScheduleReason{Code: string(r.Code), Text: r.Text}
		})}
	return out
}

func (s *Routes) ListAttempts(ctx context.Context,
	request api.ListAttemptsRequestObject) (api.ListAttemptsResponseObject,
	error) {
	p := request.Params
	list, next, err := s.Reports.Attempts(ctx, checkreport.AttemptQuery{
		EndpointID: request.EndpointId, Result: checkreport.AttemptResult(convert.OrZero(p.Result)),
		Cursor: convert.OrZero(p.Cursor), Limit: input.PageLimit(p.Limit),
	})
	if err != nil {
		return nil, err
	}
	return api.ListAttempts200JSONResponse{Items: convert.All(list, toCheckAttempt),
		NextCursor: convert.Optional(next)}, nil
}

func toCheckAttempt(a checkreport.Attempt) api.CheckAttempt {
	out := api.CheckAttempt{
		StartedAt: convert.UTC(a.StartedAt), Requested: a.Requested, Outcome: a.Outcome,
		OutcomeText: convert.Optional(a.Cause.Title()),
		Cause:       convert.OptionalAs[api.HealthCause](a.Cause),
		Detail:      convert.Optional(a.Detail), State: api.HealthState(a.Health),
		Phases: toPhases(a.Phases), Status: convert.Optional(a.Status),
		DurationMs: int(a.Duration.Milliseconds()),
		Redirects:  convert.All(a.Redirects, toHop), WireBytes: int(a.WireBytes), Bytes: int(a.Bytes),
		ContentType: convert.Optional(a.ContentType),
		Items:       a.Items, ItemsNew: a.ItemsNew,
	}
	if a.Reporter.TokenID != uuid.Nil {
		out.ReportedBy = &api.Reporter{TokenId: a.Reporter.TokenID, Token: a.Reporter.TokenName, Owner: a.Reporter.OwnerName}
	}
	return out
}

func (s *Routes) ListItems(ctx context.Context, request api.ListItemsRequestObject) (api.ListItemsResponseObject,
	error) {
	p := request.Params
	list, next, err := s.Reports.Items(ctx,
		checkreport.ItemQuery{EndpointID: request.EndpointId, Text: convert.OrZero(p.Q), Cursor: convert.OrZero(p.Cursor),
			Limit: input.PageLimit(p.Limit)})
	if err != nil {
		return nil, err
	}
	return api.ListItems200JSONResponse{Items: convert.All(list, func(i checkreport.Item) api.SeenItem {
		return api.SeenItem{Identity: i.IdentityText(), Title: i.Title, Url: convert.Optional(i.URL),
			PublishedAt: convert.UTCPointer(i.PublishedAt), FirstSeenAt: convert.UTC(i.FirstSeenAt)}
	}), NextCursor: convert.Optional(next)}, nil
}

// streamLimit is the default number of items of an answer; the contract has the same.
const streamLimit = 200

func (s *Routes) StreamItems(ctx context.Context, request api.StreamItemsRequestObject) (api.StreamItemsResponseObject,
	error) {
	limit := streamLimit
	if request.Params.Limit != nil {
		limit = *request.Params.Limit
	}
	list, next, err := s.Reports.Stream(ctx, convert.OrZero(request.Params.Since),
		rights.Use(convert.OrZero(request.Params.Use)), limit)
	if err != nil {
		return nil, err
	}
	return api.StreamItems200JSONResponse{NextCursor: next,
		Items: convert.All(list, func(i checkreport.StreamItem) api.StreamedItem {
			return api.StreamedItem{
				EndpointId: i.EndpointID, SourceId: i.SourceID, Identity: i.IdentityText(), Title: i.Title,
				Url:         convert.Optional(i.URL),
				PublishedAt: convert.UTCPointer(i.PublishedAt), FirstSeenAt: convert.UTC(i.FirstSeenAt),
			}
		})}, nil
}
