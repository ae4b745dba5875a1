package httpapi

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/checking/checkreport"
	"github.com/newsources/newsources/services/newssources/internal/rules/health"
	"github.com/newsources/newsources/services/newssources/internal/rules/rights"
	"github.com/newsources/newsources/services/newssources/internal/rules/schedule"
)

func (s *server) GetHealth(ctx context.Context, request GetHealthRequestObject) (GetHealthResponseObject, error) {
	found, err := s.Reports.Health(ctx, request.Id)
	if err != nil {
		return nil, err
	}
	endpoints := mapAll(found.Endpoints, toEndpointHealth)
	for i := range endpoints {
		if w := endpoints[i].Websub; w != nil && !s.Hubs.IsOn() {
			w.State, w.Detail = WebSubStateOff, nil
		}
	}
	response := GetHealth200JSONResponse{
		State: optionalAs[HealthState](found.State), Cause: optionalAs[HealthCause](found.Cause),
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

func toEndpointHealth(e checkreport.EndpointHealth) EndpointHealth {
	out := EndpointHealth{
		EndpointId: e.EndpointID, IsChecked: e.Enabled, State: HealthState(e.Health),
		Cause: optionalAs[HealthCause](e.HealthCause), Since: utcPointer(e.HealthSince),
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
		out.Websub = &WebSubSubscription{
			Hub: e.Subscription.Hub, State: WebSubState(e.Subscription.State), Detail: optional(e.Subscription.Detail),
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
		At      time.Time        `json:"at"`
		Reasons []ScheduleReason `json:"reasons"`
	}{utc(e.NextCheckAt), mapAll(e.NextReasons,
		func(r schedule.Reason) ScheduleReason { return ScheduleReason{Code: string(r.Code), Text: r.Text} })}
	return out
}

func (s *server) ListAttempts(ctx context.Context, request ListAttemptsRequestObject) (ListAttemptsResponseObject,
	error) {
	p := request.Params
	list, next, err := s.Reports.Attempts(ctx, checkreport.AttemptQuery{
		EndpointID: request.EndpointId, Result: checkreport.AttemptResult(valueOrZero(p.Result)),
		Cursor: valueOrZero(p.Cursor), Limit: pageLimit(p.Limit),
	})
	if err != nil {
		return nil, err
	}
	return ListAttempts200JSONResponse{Items: mapAll(list, toCheckAttempt), NextCursor: optional(next)}, nil
}

func toCheckAttempt(a checkreport.Attempt) CheckAttempt {
	out := CheckAttempt{
		StartedAt: utc(a.StartedAt), Requested: a.Requested, Outcome: a.Outcome, OutcomeText: optional(a.Cause.Title()),
		Cause:  optionalAs[HealthCause](a.Cause),
		Detail: optional(a.Detail), State: HealthState(a.Health), Phases: toPhases(a.Phases), Status: optional(a.Status),
		DurationMs: int(a.Duration.Milliseconds()),
		Redirects:  mapAll(a.Redirects, toHop), WireBytes: int(a.WireBytes), Bytes: int(a.Bytes),
		ContentType: optional(a.ContentType),
		Items:       a.Items, ItemsNew: a.ItemsNew,
	}
	if a.Reporter.TokenID != uuid.Nil {
		out.ReportedBy = &Reporter{TokenId: a.Reporter.TokenID, Token: a.Reporter.TokenName, Owner: a.Reporter.OwnerName}
	}
	return out
}

func (s *server) ListItems(ctx context.Context, request ListItemsRequestObject) (ListItemsResponseObject, error) {
	p := request.Params
	list, next, err := s.Reports.Items(ctx,
		checkreport.ItemQuery{EndpointID: request.EndpointId, Text: valueOrZero(p.Q), Cursor: valueOrZero(p.Cursor),
			Limit: pageLimit(p.Limit)})
	if err != nil {
		return nil, err
	}
	return ListItems200JSONResponse{Items: mapAll(list, func(i checkreport.Item) SeenItem {
		return SeenItem{Identity: i.IdentityText(), Title: i.Title, Url: optional(i.URL),
			PublishedAt: utcPointer(i.PublishedAt), FirstSeenAt: utc(i.FirstSeenAt)}
	}), NextCursor: optional(next)}, nil
}

// streamLimit is the default number of items of an answer; the contract has the same.
const streamLimit = 200

func (s *server) StreamItems(ctx context.Context, request StreamItemsRequestObject) (StreamItemsResponseObject, error) {
	limit := streamLimit
	if request.Params.Limit != nil {
		limit = *request.Params.Limit
	}
	list, next, err := s.Reports.Stream(ctx, valueOrZero(request.Params.Since),
		rights.Use(valueOrZero(request.Params.Use)), limit)
	if err != nil {
		return nil, err
	}
	return StreamItems200JSONResponse{NextCursor: next, Items: mapAll(list, func(i checkreport.StreamItem) StreamedItem {
		return StreamedItem{
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
