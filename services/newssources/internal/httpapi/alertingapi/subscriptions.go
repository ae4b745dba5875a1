package alertingapi

import (
	"context"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/alerting/notify"
	"github.com/newsources/newsources/services/newssources/internal/alerting/subscription"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/convert"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/input"
)

func (s *Routes) ListViewSubscriptions(ctx context.Context,
	request api.ListViewSubscriptionsRequestObject) (api.ListViewSubscriptionsResponseObject, error) {
	list, err := s.Subscriptions.List(ctx, input.Actor(ctx), request.ViewId)
	if err != nil {
		return nil, err
	}
	return api.ListViewSubscriptions200JSONResponse{Items: convert.All(list, toSubscription),
		CanEmail: s.Alerts.CanEmail()}, nil
}

func (s *Routes) CreateViewSubscription(ctx context.Context,
	request api.CreateViewSubscriptionRequestObject) (api.CreateViewSubscriptionResponseObject, error) {
	created, err := s.Subscriptions.Create(ctx, input.Actor(ctx), request.ViewId, fromSubscription(*request.Body))
	if err != nil {
		return nil, err
	}
	list := "/newssources/views/" + request.ViewId.String() + "/subscriptions/"
	return api.CreateViewSubscription201JSONResponse{Body: toSubscription(*created),
		Headers: api.CreateViewSubscription201ResponseHeaders{
			Location: list + created.ID.String(), ETag: convert.ETag(created.Version)}}, nil
}

func (s *Routes) ReplaceViewSubscription(ctx context.Context,
	request api.ReplaceViewSubscriptionRequestObject) (api.ReplaceViewSubscriptionResponseObject, error) {
	version, err := input.IfMatch(request.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	changed, err := s.Subscriptions.Replace(ctx, input.Actor(ctx), request.ViewId, request.SubscriptionId, version,
		fromSubscription(*request.Body))
	if err != nil {
		return nil, err
	}
	return api.ReplaceViewSubscription200JSONResponse{Body: toSubscription(*changed),
		Headers: api.ReplaceViewSubscription200ResponseHeaders{ETag: convert.ETag(changed.Version)}}, nil
}

func (s *Routes) DeleteViewSubscription(ctx context.Context,
	request api.DeleteViewSubscriptionRequestObject) (api.DeleteViewSubscriptionResponseObject, error) {
	version, err := input.IfMatch(request.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	return api.DeleteViewSubscription204Response{},
		s.Subscriptions.Delete(ctx, input.Actor(ctx), request.ViewId, request.SubscriptionId, version)
}

func (s *Routes) SendViewSubscription(ctx context.Context,
	request api.SendViewSubscriptionRequestObject) (api.SendViewSubscriptionResponseObject, error) {
	sent, err := s.Subscriptions.SendNow(ctx, input.Actor(ctx), request.ViewId, request.SubscriptionId)
	if err != nil {
		return nil, err
	}
	return api.SendViewSubscription200JSONResponse(toSubscription(*sent)), nil
}

func fromSubscription(in api.ViewSubscriptionInput) subscription.Settings {
	return subscription.Settings{
		Content: subscription.Content(in.Content), Weekday: convert.OrZero(in.Weekday), Hour: in.Hour, Zone: in.Zone,
		Paused: convert.OrZero(in.Paused), Destinations: notify.Destinations{
			Emails: convert.OrZero(in.Emails), WebhookIDs: convert.OrZero(in.WebhookIds)},
	}
}

func toSubscription(s subscription.Subscription) api.ViewSubscription {
	out := api.ViewSubscription{
		Id: s.ID, Version: s.Version, Content: api.SubscriptionContent(s.Content), Weekday: convert.Optional(s.Weekday),
		Hour: s.Hour, Zone: s.Zone, Paused: s.Paused, Emails: append([]string{}, s.Emails...),
		WebhookIds: append([]uuid.UUID{}, s.WebhookIDs...), NextAt: convert.UTC(s.NextAt),
		CheckedAt: convert.UTCPointer(s.CheckedAt), Failure: convert.Optional(s.Failure),
		Deliveries: convert.All(s.Deliveries, toViewDelivery), CreatedAt: convert.UTC(s.CreatedAt),
		UpdatedAt: convert.UTC(s.UpdatedAt),
	}
	out.Owner.Id, out.Owner.Name = s.OwnerID, s.OwnerName
	return out
}

func toViewDelivery(d notify.Delivery) api.ViewDelivery {
	return api.ViewDelivery{
		Id: d.ID, Channel: api.ViewDeliveryChannel(d.Channel), Address: d.Address,
		WebhookName: convert.Optional(d.WebhookName), State: api.ViewDeliveryState(d.State), Attempts: d.Attempts,
		Status: convert.Optional(d.Status), Error: convert.Optional(d.Error),
		NextAttemptAt: convert.UTCPointer(d.NextAttemptAt), CreatedAt: convert.UTC(d.CreatedAt),
		FinishedAt: convert.UTCPointer(d.FinishedAt), Summary: d.Message.Subject(),
	}
}
