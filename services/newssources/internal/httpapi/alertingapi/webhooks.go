package alertingapi

import (
	"context"

	"github.com/newsources/newsources/services/newssources/internal/alerting/notify"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/convert"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/input"
)

func (s *Routes) ListWebhooks(ctx context.Context, _ api.ListWebhooksRequestObject) (api.ListWebhooksResponseObject,
	error) {
	list, err := s.Alerts.Webhooks(ctx)
	if err != nil {
		return nil, err
	}
	return api.ListWebhooks200JSONResponse{Items: convert.All(list, toWebhook)}, nil
}

func (s *Routes) CreateWebhook(ctx context.Context,
	request api.CreateWebhookRequestObject) (api.CreateWebhookResponseObject,
	error) {
	created, secret, err := s.Alerts.CreateWebhook(ctx, input.Actor(ctx),
		notify.WebhookInput{Name: request.Body.Name, URL: request.Body.Url})
	if err != nil {
		return nil, err
	}
	return api.CreateWebhook201JSONResponse{
		Body:    api.WebhookWithSecret{Webhook: toWebhook(*created), Secret: secret},
		Headers: api.CreateWebhook201ResponseHeaders{Location: "/newssources/webhooks/" + created.ID.String()},
	}, nil
}

func (s *Routes) ReplaceWebhook(ctx context.Context,
	request api.ReplaceWebhookRequestObject) (api.ReplaceWebhookResponseObject,
	error) {
	version, err := input.IfMatch(request.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	changed, err := s.Alerts.ReplaceWebhook(ctx, input.Actor(ctx), request.WebhookId, version,
		notify.WebhookInput{Name: request.Body.Name, URL: request.Body.Url})
	if err != nil {
		return nil, err
	}
	return api.ReplaceWebhook200JSONResponse{Body: toWebhook(*changed),
		Headers: api.ReplaceWebhook200ResponseHeaders{ETag: convert.ETag(changed.Version)}}, nil
}

func (s *Routes) RotateWebhookSecret(ctx context.Context,
	request api.RotateWebhookSecretRequestObject) (api.RotateWebhookSecretResponseObject, error) {
	version, err := input.IfMatch(request.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	changed, secret, err := s.Alerts.RotateSecret(ctx, input.Actor(ctx), request.WebhookId, version)
	if err != nil {
		return nil, err
	}
	return api.RotateWebhookSecret200JSONResponse{
		Body:    api.WebhookWithSecret{Webhook: toWebhook(*changed), Secret: secret},
		Headers: api.RotateWebhookSecret200ResponseHeaders{ETag: convert.ETag(changed.Version)},
	}, nil
}

func (s *Routes) DeleteWebhook(ctx context.Context,
	request api.DeleteWebhookRequestObject) (api.DeleteWebhookResponseObject,
	error) {
	version, err := input.IfMatch(request.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	return api.DeleteWebhook204Response{}, s.Alerts.DeleteWebhook(ctx, input.Actor(ctx), request.WebhookId, version)
}

func toWebhook(w notify.WebhookTarget) api.Webhook {
	return api.Webhook{
		Id: w.ID, Version: w.Version, Name: w.Name, Url: w.URL, Hint: w.Hint,
		PreviousUntil: convert.UTCPointer(w.PreviousUntil),
		Rules:         w.Rules, Subscriptions: w.Subscriptions,
		CreatedAt: convert.UTC(w.CreatedAt), CreatedBy: convert.Optional(w.CreatedBy),
		UpdatedAt: convert.UTC(w.UpdatedAt),
	}
}
