package httpapi

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/checking/checkreport"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/rules/health"
	"github.com/newsources/newsources/services/newssources/internal/rules/rights"
	"github.com/newsources/newsources/services/newssources/internal/rules/schedule"
)

func (s *server) GetHealth(ctx context.Context, request api.GetHealthRequestObject) (api.GetHealthResponseObject,
	error) {
	found, err := s.Reports.Health(ctx, request.Id)
	if err != nil {
		return nil, err
	}
	endpoints := mapAll(found.Endpoints, toEndpointHealth)
	for i := range endpoints {
		if w := endpoints[i].Websub; w != nil && !s.Hubs.IsOn() {
			w.State, w.Detail = api.WebSubStateOff, nil
		}
	}
	response := api.GetHealth200JSONResponse{
		State: optionalAs[api.HealthState](found.State), Cause: optionalAs[api.HealthCause](found.Cause),
		Since:  optionalTime(found.Since),
		Reason: optional(found.Why), Outlook: optional(health.Outlook(found.State, found.Cause)),
		Remedy:      optional(found.Cause.Remedy()),
		NextCheckAt: utcPointer(found.NextCheckAt), Endpoints: endpoints,
	}
	if known := found.LastKnown; known != nil {
		response.LastKnown = toLastKnown(known.State, known.Cause, optionalTime(known.Since), known.Why)
	}
	return response, nil
}

func toEndpointHealth(e checkreport.EndpointHealth) api.EndpointHealth {
	out := api.EndpointHealth{
		EndpointId: e.EndpointID, IsChecked: e.Enabled, State: api.HealthState(e.Health),
		Cause: optionalAs[api.HealthCause](e.HealthCause), Since: utcPointer(e.HealthSince),
		Reason: optional(health.Why(e.HealthCause)), Outlook: optional(health.Outlook(e.Health, e.HealthCause)),
		Remedy: optional(e.HealthCause.Remedy()), Detail: optional(e.LastDetail),
		Checks: e.Checks, FailedChecks: e.FailedChecks, LastCheckAt: utcPointer(e.LastAttemptAt),
		LastSuccessAt: utcPointer(e.LastSuccessAt), LastNewItemAt: utcPointer(e.LastNewItemAt),
		HeldItems: optional(e.HeldItems),
	}
	if known := e.LastKnown; known != nil {
		out.LastKnown = toLastKnown(known.State, known.Cause, known.Since, health.Why(known.Cause))
	}
	if e.Subscription != nil {
		out.Websub = &api.WebSubSubscription{
			Hub: e.Subscription.Hub, State: api.WebSubState(e.Subscription.State), Detail: optional(e.Subscription.Detail),
			Since: utc(e.Subscription.Since), IsTrusted: !e.Subscription.HasMissed && e.Subscription.DeliveredAt != nil,
			LeaseUntil: utcPointer(e.Subscription.LeaseUntil), LastDeliveryAt: utcPointer(e.Subscription.DeliveredAt),
			HasMissed: e.Subscription.HasMissed,
		}
	}
	if !e.Enabled {
		out.Outlook = nil
		return out
	}
	out.NextCheck = &struct {
		At      time.Time            `json:"at"`
		Reasons []api.ScheduleReason `json:"reasons"`
	}{utc(e.NextCheckAt), mapAll(e.NextReasons,
		func(r schedule.Reason) api.ScheduleReason {
			return api.ScheduleReason{Code: string(r.Code), Text: r.Text}
		})}
	return out
}

func (s *server) ListAttempts(ctx context.Context,
	request api.ListAttemptsRequestObject) (api.ListAttemptsResponseObject,
	error) {
	p := request.Params
	list, next, err := s.Reports.Attempts(ctx, checkreport.AttemptQuery{
		EndpointID: request.EndpointId, Result: checkreport.AttemptResult(valueOrZero(p.Result)),
		Cursor: valueOrZero(p.Cursor), Limit: pageLimit(p.Limit),
	})
	if err != nil {
		return nil, err
	}
	return api.ListAttempts200JSONResponse{Items: mapAll(list, toCheckAttempt), NextCursor: optional(next)}, nil
}

func toCheckAttempt(a checkreport.Attempt) api.CheckAttempt {
	out := api.CheckAttempt{
		StartedAt: utc(a.StartedAt), Requested: a.Requested, Outcome: a.Outcome, OutcomeText: optional(a.Cause.Title()),
		Cause:  optionalAs[api.HealthCause](a.Cause),
		Detail: optional(a.Detail), State: api.HealthState(a.Health), Phases: toPhases(a.Phases), Status: optional(a.Status),
		DurationMs: int(a.Duration.Milliseconds()),
		Redirects:  mapAll(a.Redirects, toHop), WireBytes: int(a.WireBytes), Bytes: int(a.Bytes),
		ContentType: optional(a.ContentType),
		Items:       a.Items, ItemsNew: a.ItemsNew,
	}
	if a.Reporter.TokenID != uuid.Nil {
		out.ReportedBy = &api.Reporter{TokenId: a.Reporter.TokenID, Token: a.Reporter.TokenName, Owner: a.Reporter.OwnerName}
	}
	return out
}

func (s *server) ListItems(ctx context.Context, request api.ListItemsRequestObject) (api.ListItemsResponseObject,
	error) {
	p := request.Params
	list, next, err := s.Reports.Items(ctx,
		checkreport.ItemQuery{EndpointID: request.EndpointId, Text: valueOrZero(p.Q), Cursor: valueOrZero(p.Cursor),
			Limit: pageLimit(p.Limit)})
	if err != nil {
		return nil, err
	}
	return api.ListItems200JSONResponse{Items: mapAll(list, func(i checkreport.Item) api.SeenItem {
		return api.SeenItem{Identity: i.IdentityText(), Title: i.Title, Url: optional(i.URL),
			PublishedAt: utcPointer(i.PublishedAt), FirstSeenAt: utc(i.FirstSeenAt)}
	}), NextCursor: optional(next)}, nil
}

// streamLimit is the default number of items of an answer; the contract has the same.
const streamLimit = 200

func (s *server) StreamItems(ctx context.Context, request api.StreamItemsRequestObject) (api.StreamItemsResponseObject,
	error) {
	limit := streamLimit
	if request.Params.Limit != nil {
		limit = *request.Params.Limit
	}
	list, next, err := s.Reports.Stream(ctx, valueOrZero(request.Params.Since),
		rights.Use(valueOrZero(request.Params.Use)), limit)
	if err != nil {
		return nil, err
	}
	return api.StreamItems200JSONResponse{NextCursor: next,
		Items: mapAll(list, func(i checkreport.StreamItem) api.StreamedItem {
			return api.StreamedItem{
				EndpointId: i.EndpointID, SourceId: i.SourceID, Identity: i.IdentityText(), Title: i.Title, Url: optional(i.URL),
				PublishedAt: utcPointer(i.PublishedAt), FirstSeenAt: utc(i.FirstSeenAt),
			}
		})}, nil
}

// optionalTime returns a pointer to t in UTC, or nil for the zero time.
func optionalTime(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return utcPointer(&t)
}

// utcPointer returns a pointer to a time in UTC, or nil for nil.
func utcPointer(t *time.Time) *time.Time {
	if t == nil {
		return nil
	}
	at := t.UTC()
	return &at
}
