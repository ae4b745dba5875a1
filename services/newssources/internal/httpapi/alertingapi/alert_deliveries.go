package alertingapi

import (
	"context"
	"net/url"
	"strings"

	"github.com/google/uuid"
	openapi_types "github.com/oapi-codegen/runtime/types"

	"github.com/newsources/newsources/services/newssources/internal/alerting/notify"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/convert"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/input"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcelist"
	"github.com/newsources/newsources/services/newssources/internal/rules/health"
)

func (s *Routes) ListAlertDeliveries(ctx context.Context,
	request api.ListAlertDeliveriesRequestObject) (api.ListAlertDeliveriesResponseObject, error) {
	before, err := input.IDCursor(request.Params.Cursor)
	if err != nil {
		return nil, err
	}
	limit := input.PageLimit(request.Params.Limit)
	list, err := s.Alerts.Deliveries(ctx, request.Params.Rule, before, limit+1)
	if err != nil {
		return nil, err
	}
	list, next := convert.TrimPage(list, limit, func(d notify.Delivery) uuid.UUID { return d.ID })
	return api.ListAlertDeliveries200JSONResponse{Items: convert.All(list, alertDeliveryConverter(ctx)),
		NextCursor: next}, nil
}

func (s *Routes) ResendAlertDelivery(ctx context.Context,
	request api.ResendAlertDeliveryRequestObject) (api.ResendAlertDeliveryResponseObject, error) {
	resent, err := s.Alerts.Resend(ctx, input.Actor(ctx), request.DeliveryId)
	if err != nil {
		return nil, err
	}
	return api.ResendAlertDelivery200JSONResponse(alertDeliveryConverter(ctx)(*resent)), nil
}

// alertDeliveryConverter returns the conversion of deliveries for the caller.
func alertDeliveryConverter(ctx context.Context) func(notify.Delivery) api.AlertDelivery {
	mask := addressMask(ctx)
	return func(d notify.Delivery) api.AlertDelivery {
		out := api.AlertDelivery{
			Id: d.ID, Type: api.AlertDeliveryType(d.Message.Kind), Channel: api.AlertDeliveryChannel(d.Channel),
			Address:     mask(d.Channel, d.Address),
			WebhookName: convert.Optional(d.WebhookName), State: api.AlertDeliveryState(d.State), Attempts: d.Attempts,
			Status: convert.Optional(d.Status), Error: convert.Optional(d.Error),
			NextAttemptAt: convert.UTCPointer(d.NextAttemptAt),
			CreatedAt:     convert.UTC(d.CreatedAt), FinishedAt: convert.UTCPointer(d.FinishedAt),
			ResendOf: d.ResendOf,
			Firing:   d.Message.Firing.Count, StillFiring: d.Message.Reminded.Count, Recovered: d.Message.Recovered.Count,
			Summary: d.Message.Subject(),
		}
		out.Rule.Id, out.Rule.Name = d.RuleID, d.RuleName
		return out
	}
}

// addressMask returns how addresses of destinations are shown to the caller: viewers see neither
// the names in e-mail addresses nor the paths of webhooks, which may contain secrets.
func addressMask(ctx context.Context) func(notify.Channel, string) string {
	person, _ := identity.FromContext(ctx)
	if person.Role.Allows(identity.Editor) {
		return func(_ notify.Channel, address string) string { return address }
	}
	return func(channel notify.Channel, address string) string {
		if channel == notify.Email {
			name, domain, _ := strings.Cut(address, "@")
			return name[:min(1, len(name))] + "…@" + domain
		}
		if u, err := url.Parse(address); err == nil {
			return u.Scheme + "://" + u.Host + "/…"
		}
		return "…"
	}
}

func toFiringAlert(f notify.Firing) api.FiringAlert {
	out := api.FiringAlert{
		Id: f.ID, State: convert.OptionalAs[api.HealthState](f.State),
		Cause: convert.OptionalAs[api.HealthCause](f.Cause), Affected: f.Affected,
		Total: f.Total, Since: convert.UTC(f.Since),
		NotifiedAt: convert.UTCPointer(f.NotifiedAt), Text: f.Text,
	}
	if f.State == "" { // the cause of a review is not one of a health
		out.Cause = nil
	}
	if f.SourceID != uuid.Nil {
		out.Source = &struct {
			Id   uuid.UUID `json:"id"`
			Name string    `json:"name"`
		}{f.SourceID, f.SourceName}
	}
	return out
}

func toAlertPreview(p *notify.Preview) api.AlertPreview {
	out := api.AlertPreview{Matching: p.Matching, Total: p.Total, Firings: len(p.Firings), IsComplete: p.IsComplete}
	out.Examples = convert.All(p.Examples, func(m sourcelist.HealthMatch) struct {
		Id   uuid.UUID `json:"id"`
		Name string    `json:"name"`
		Text string    `json:"text"`
	} {
		return struct {
			Id   uuid.UUID `json:"id"`
			Name string    `json:"name"`
			Text string    `json:"text"`
		}{m.ID, m.Name, health.ReasonOf(m.State, m.Cause, m.Affected, m.Checked)}
	})
	type day = struct {
		Date    openapi_types.Date `json:"date"`
		Firings int                `json:"firings"`
	}
	out.Days = []day{}
	for _, at := range p.Firings {
		date := convert.UTC(at).Truncate(24 * 60 * 60 * 1e9)
		if n := len(out.Days); n == 0 || !out.Days[n-1].Date.Equal(date) {
			out.Days = append(out.Days, day{Date: openapi_types.Date{Time: date}})
		}
		out.Days[len(out.Days)-1].Firings++
	}
	if !p.RecordedSince.IsZero() {
		at := convert.UTC(p.RecordedSince)
		out.RecordedSince = &at
	}
	return out
}
