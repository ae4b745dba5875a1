package httpapi

import (
	"context"
	"encoding/json"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/alerting/notify"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcerights"
	"github.com/newsources/newsources/services/newssources/internal/rules/health"
)

// maxFiringListed bounds the list of firing alerts, which is not split into pages; the register's
// list shows all sources.
const maxFiringListed = 100

func (s *server) ListAlertRules(ctx context.Context,
	_ api.ListAlertRulesRequestObject) (api.ListAlertRulesResponseObject,
	error) {
	list, err := s.Alerts.Rules(ctx)
	if err != nil {
		return nil, err
	}
	convert, err := s.alertRuleConverter(ctx)
	if err != nil {
		return nil, err
	}
	out := api.ListAlertRules200JSONResponse{Items: mapAll(list, convert)}
	out.Channels.Email, out.Channels.Webhook = s.Alerts.CanEmail(), s.Alerts.CanWebhook()
	return out, nil
}

func (s *server) GetAlertRule(ctx context.Context,
	request api.GetAlertRuleRequestObject) (api.GetAlertRuleResponseObject,
	error) {
	found, err := s.Alerts.Rule(ctx, request.RuleId)
	if err != nil {
		return nil, err
	}
	convert, err := s.alertRuleConverter(ctx)
	if err != nil {
		return nil, err
	}
	return api.GetAlertRule200JSONResponse{Body: convert(*found),
		Headers: api.GetAlertRule200ResponseHeaders{ETag: etag(found.Version)}}, nil
}

func (s *server) CreateAlertRule(ctx context.Context,
	request api.CreateAlertRuleRequestObject) (api.CreateAlertRuleResponseObject, error) {
	settings, err := alertSettings(ctx, *request.Body)
	if err != nil {
		return nil, err
	}
	created, err := s.Alerts.CreateRule(ctx, actor(ctx), settings)
	if err != nil {
		return nil, err
	}
	convert, err := s.alertRuleConverter(ctx)
	if err != nil {
		return nil, err
	}
	return api.CreateAlertRule201JSONResponse{
		Body: convert(*created),
		Headers: api.CreateAlertRule201ResponseHeaders{Location: "/newssources/alerts/" + created.ID.String(),
			ETag: etag(created.Version)},
	}, nil
}

func (s *server) ReplaceAlertRule(ctx context.Context,
	request api.ReplaceAlertRuleRequestObject) (api.ReplaceAlertRuleResponseObject, error) {
	version, err := ifMatch(request.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	settings, err := alertSettings(ctx, *request.Body)
	if err != nil {
		return nil, err
	}
	changed, err := s.Alerts.ReplaceRule(ctx, actor(ctx), request.RuleId, version, settings)
	if err != nil {
		return nil, err
	}
	convert, err := s.alertRuleConverter(ctx)
	if err != nil {
		return nil, err
	}
	return api.ReplaceAlertRule200JSONResponse{Body: convert(*changed),
		Headers: api.ReplaceAlertRule200ResponseHeaders{ETag: etag(changed.Version)}}, nil
}

func (s *server) DeleteAlertRule(ctx context.Context,
	request api.DeleteAlertRuleRequestObject) (api.DeleteAlertRuleResponseObject, error) {
	version, err := ifMatch(request.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	return api.DeleteAlertRule204Response{}, s.Alerts.DeleteRule(ctx, actor(ctx), request.RuleId, version)
}

func (s *server) PreviewAlertRule(ctx context.Context,
	request api.PreviewAlertRuleRequestObject) (api.PreviewAlertRuleResponseObject, error) {
	condition, err := alertCondition(ctx, request.Body.Condition)
	if err != nil {
		return nil, err
	}
	preview, err := s.Alerts.Preview(ctx, condition, request.Body.ForMinutes)
	if err != nil {
		return nil, err
	}
	return api.PreviewAlertRule200JSONResponse(toAlertPreview(preview)), nil
}

func (s *server) ListFiringAlerts(ctx context.Context,
	request api.ListFiringAlertsRequestObject) (api.ListFiringAlertsResponseObject, error) {
	list, total, err := s.Alerts.Firing(ctx, request.RuleId, maxFiringListed)
	if err != nil {
		return nil, err
	}
	return api.ListFiringAlerts200JSONResponse{Items: mapAll(list, toFiringAlert), Total: total}, nil
}

func (s *server) TestAlertRule(ctx context.Context,
	request api.TestAlertRuleRequestObject) (api.TestAlertRuleResponseObject,
	error) {
	count, err := s.Alerts.Test(ctx, actor(ctx), request.RuleId)
	if err != nil {
		return nil, err
	}
	return api.TestAlertRule200JSONResponse{Deliveries: count}, nil
}

// alertSettings converts the settings of a rule.
func alertSettings(ctx context.Context, b api.AlertRuleInput) (notify.Settings, error) {
	condition, err := alertCondition(ctx, b.Condition)
	if err != nil {
		return notify.Settings{}, err
	}
	return notify.Settings{
		Name: b.Name, Enabled: b.Enabled, Condition: condition, ForMinutes: b.ForMinutes, RepeatMinutes: b.RepeatMinutes,
		NotifyRecovery: b.NotifyRecovery,
		MutedUntil:     b.MutedUntil, QuietFrom: valueOrZero(b.QuietFrom), QuietTo: valueOrZero(b.QuietTo),
		Digest:   notify.Digest(b.Digest),
		DigestAt: valueOrZero(b.DigestAt), Zone: valueOrZero(b.Zone), Emails: valueOrZero(b.Emails),
		WebhookIDs: valueOrZero(b.WebhookIds),
	}, nil
}

// alertCondition converts a condition. Its filter is checked like that of the list.
func alertCondition(ctx context.Context, b api.AlertCondition) (c notify.Condition, err error) {
	c = notify.Condition{Scope: notify.Scope(b.Scope), ViewID: b.ViewId, Causes: convertAll[health.Cause](b.Causes),
		MinSources: valueOrZero(b.MinSources), MinShare: valueOrZero(b.MinShare)}
	for _, state := range b.States {
		c.States = append(c.States, health.State(state))
	}
	for _, review := range valueOrZero(b.RightsReviews) {
		c.Reviews = append(c.Reviews, sourcerights.Review(review))
	}
	filter := valueOrZero(b.Filter)
	if _, err := listQuery(ctx, filter); err != nil {
		return c, err
	}
	return c, convertJSON(filter, &c.Filter)
}

// convertJSON converts between types with the same JSON form.
func convertJSON(from, to any) error {
	data, err := json.Marshal(from)
	if err == nil {
		err = json.Unmarshal(data, to)
	}
	return err
}

// alertRuleConverter returns the conversion of rules for the caller.
func (s *server) alertRuleConverter(ctx context.Context) (func(notify.Rule) api.AlertRule, error) {
	webhooks, err := s.Alerts.Webhooks(ctx)
	if err != nil {
		return nil, err
	}
	names := map[uuid.UUID]string{}
	for _, w := range webhooks {
		names[w.ID] = w.Name
	}
	mask := addressMask(ctx)
	return func(r notify.Rule) api.AlertRule {
		out := api.AlertRule{
			Id: r.ID, Version: r.Version, Name: r.Name, Enabled: r.Enabled, ForMinutes: r.ForMinutes,
			RepeatMinutes:  r.RepeatMinutes,
			NotifyRecovery: r.NotifyRecovery, MutedUntil: utcPointer(r.MutedUntil), QuietFrom: optional(r.QuietFrom),
			QuietTo: optional(r.QuietTo),
			Digest:  api.AlertRuleDigest(r.Digest), DigestAt: optional(r.DigestAt), Zone: r.Zone, Firing: r.Firing,
			NextDigestAt: utcPointer(r.NextDigestAt),
			EvaluatedAt:  utcPointer(r.EvaluatedAt), Error: optional(r.Error), CreatedAt: utc(r.CreatedAt),
			CreatedBy: optional(r.CreatedBy),
			UpdatedAt: utc(r.UpdatedAt), UpdatedBy: optional(r.UpdatedBy), Emails: []string{},
		}
		out.Condition = toAlertCondition(r.Condition)
		out.ViewName = optional(r.ViewName)
		for _, email := range r.Emails {
			out.Emails = append(out.Emails, mask(notify.Email, email))
		}
		out.Webhooks = make([]struct {
			Id   uuid.UUID `json:"id"`
			Name string    `json:"name"`
		}, 0, len(r.WebhookIDs))
		for _, id := range r.WebhookIDs {
			out.Webhooks = append(out.Webhooks, struct {
				Id   uuid.UUID `json:"id"`
				Name string    `json:"name"`
			}{id, names[id]})
		}
		return out
	}, nil
}

func toAlertCondition(c notify.Condition) api.AlertCondition {
	out := api.AlertCondition{Scope: api.AlertConditionScope(c.Scope), MinSources: optional(c.MinSources),
		MinShare: optional(c.MinShare)}
	out.States = mapAll(c.States,
		func(state health.State) api.AlertConditionStates { return api.AlertConditionStates(state) })
	if len(c.Causes) > 0 {
		causes := mapAll(c.Causes, func(cause health.Cause) api.HealthCause { return api.HealthCause(cause) })
		out.Causes = &causes
	}
	if len(c.Reviews) > 0 {
		reviews := mapAll(c.Reviews, func(r sourcerights.Review) api.AlertConditionRightsReviews {
			return api.AlertConditionRightsReviews(r)
		})
		out.RightsReviews = &reviews
	}
	if out.ViewId = c.ViewID; out.ViewId != nil {
		return out
	}
	var filter api.SourceFilter
	if convertJSON(c.Filter, &filter) == nil {
		out.Filter = &filter
	}
	return out
}
