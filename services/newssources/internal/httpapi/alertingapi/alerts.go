package alertingapi

import (
	"context"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/alerting/notify"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/convert"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/input"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcerights"
	"github.com/newsources/newsources/services/newssources/internal/rules/health"
)

// maxFiringListed bounds the list of firing alerts, which is not split into pages; the register's
// list shows all sources.
const maxFiringListed = 100

func (s *Routes) ListAlertRules(ctx context.Context,
	_ api.ListAlertRulesRequestObject) (api.ListAlertRulesResponseObject,
	error) {
	list, err := s.Alerts.Rules(ctx)
	if err != nil {
		return nil, err
	}
	toRule, err := s.alertRuleConverter(ctx)
	if err != nil {
		return nil, err
	}
	out := api.ListAlertRules200JSONResponse{Items: convert.All(list, toRule)}
	out.Channels.Email, out.Channels.Webhook = s.Alerts.CanEmail(), s.Alerts.CanWebhook()
	return out, nil
}

func (s *Routes) GetAlertRule(ctx context.Context,
	request api.GetAlertRuleRequestObject) (api.GetAlertRuleResponseObject,
	error) {
	found, err := s.Alerts.Rule(ctx, request.RuleId)
	if err != nil {
		return nil, err
	}
	toRule, err := s.alertRuleConverter(ctx)
	if err != nil {
		return nil, err
	}
	return api.GetAlertRule200JSONResponse{Body: toRule(*found),
		Headers: api.GetAlertRule200ResponseHeaders{ETag: convert.ETag(found.Version)}}, nil
}

func (s *Routes) CreateAlertRule(ctx context.Context,
	request api.CreateAlertRuleRequestObject) (api.CreateAlertRuleResponseObject, error) {
	settings, err := alertSettings(ctx, *request.Body)
	if err != nil {
		return nil, err
	}
	created, err := s.Alerts.CreateRule(ctx, input.Actor(ctx), settings)
	if err != nil {
		return nil, err
	}
	toRule, err := s.alertRuleConverter(ctx)
	if err != nil {
		return nil, err
	}
	return api.CreateAlertRule201JSONResponse{
		Body: toRule(*created),
		Headers: api.CreateAlertRule201ResponseHeaders{Location: "/newssources/alerts/" + created.ID.String(),
			ETag: convert.ETag(created.Version)},
	}, nil
}

func (s *Routes) ReplaceAlertRule(ctx context.Context,
	request api.ReplaceAlertRuleRequestObject) (api.ReplaceAlertRuleResponseObject, error) {
	version, err := input.IfMatch(request.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	settings, err := alertSettings(ctx, *request.Body)
	if err != nil {
		return nil, err
	}
	changed, err := s.Alerts.ReplaceRule(ctx, input.Actor(ctx), request.RuleId, version, settings)
	if err != nil {
		return nil, err
	}
	toRule, err := s.alertRuleConverter(ctx)
	if err != nil {
		return nil, err
	}
	return api.ReplaceAlertRule200JSONResponse{Body: toRule(*changed),
		Headers: api.ReplaceAlertRule200ResponseHeaders{ETag: convert.ETag(changed.Version)}}, nil
}

func (s *Routes) DeleteAlertRule(ctx context.Context,
	request api.DeleteAlertRuleRequestObject) (api.DeleteAlertRuleResponseObject, error) {
	version, err := input.IfMatch(request.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	return api.DeleteAlertRule204Response{}, s.Alerts.DeleteRule(ctx, input.Actor(ctx), request.RuleId, version)
}

func (s *Routes) PreviewAlertRule(ctx context.Context,
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

func (s *Routes) ListFiringAlerts(ctx context.Context,
	request api.ListFiringAlertsRequestObject) (api.ListFiringAlertsResponseObject, error) {
	list, total, err := s.Alerts.Firing(ctx, request.RuleId, maxFiringListed)
	if err != nil {
		return nil, err
	}
	return api.ListFiringAlerts200JSONResponse{Items: convert.All(list, toFiringAlert), Total: total}, nil
}

func (s *Routes) TestAlertRule(ctx context.Context,
	request api.TestAlertRuleRequestObject) (api.TestAlertRuleResponseObject,
	error) {
	count, err := s.Alerts.Test(ctx, input.Actor(ctx), request.RuleId)
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
		MutedUntil:     b.MutedUntil, QuietFrom: convert.OrZero(b.QuietFrom), QuietTo: convert.OrZero(b.QuietTo),
		Digest:   notify.Digest(b.Digest),
		DigestAt: convert.OrZero(b.DigestAt), Zone: convert.OrZero(b.Zone), Emails: convert.OrZero(b.Emails),
		WebhookIDs: convert.OrZero(b.WebhookIds),
	}, nil
}

// alertCondition converts a condition. Its filter is checked like that of the list.
func alertCondition(ctx context.Context, b api.AlertCondition) (c notify.Condition, err error) {
	c = notify.Condition{Scope: notify.Scope(b.Scope), ViewID: b.ViewId, Causes: convert.Texts[health.Cause](b.Causes),
		MinSources: convert.OrZero(b.MinSources), MinShare: convert.OrZero(b.MinShare)}
	for _, state := range b.States {
		c.States = append(c.States, health.State(state))
	}
	for _, review := range convert.OrZero(b.RightsReviews) {
		c.Reviews = append(c.Reviews, sourcerights.Review(review))
	}
	filter := convert.OrZero(b.Filter)
	if _, err := input.ListQuery(ctx, filter); err != nil {
		return c, err
	}
	return c, convert.JSON(filter, &c.Filter)
}

// alertRuleConverter returns the conversion of rules for the caller.
func (s *Routes) alertRuleConverter(ctx context.Context) (func(notify.Rule) api.AlertRule, error) {
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
			NotifyRecovery: r.NotifyRecovery, MutedUntil: convert.UTCPointer(r.MutedUntil),
			QuietFrom: convert.Optional(r.QuietFrom),
			QuietTo:   convert.Optional(r.QuietTo),
			Digest:    api.AlertRuleDigest(r.Digest), DigestAt: convert.Optional(r.DigestAt), Zone: r.Zone, Firing: r.Firing,
			NextDigestAt: convert.UTCPointer(r.NextDigestAt),
			EvaluatedAt:  convert.UTCPointer(r.EvaluatedAt), Error: convert.Optional(r.Error),
			CreatedAt: convert.UTC(r.CreatedAt),
			CreatedBy: convert.Optional(r.CreatedBy),
			UpdatedAt: convert.UTC(r.UpdatedAt), UpdatedBy: convert.Optional(r.UpdatedBy), Emails: []string{},
		}
		out.Condition = toAlertCondition(r.Condition)
		out.ViewName = convert.Optional(r.ViewName)
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
	out := api.AlertCondition{Scope: api.AlertConditionScope(c.Scope), MinSources: convert.Optional(c.MinSources),
		MinShare: convert.Optional(c.MinShare)}
	out.States = convert.All(c.States,
		func(state health.State) api.AlertConditionStates { return api.AlertConditionStates(state) })
	if len(c.Causes) > 0 {
		causes := convert.All(c.Causes, func(cause health.Cause) api.HealthCause { return api.HealthCause(cause) })
		out.Causes = &causes
	}
	if len(c.Reviews) > 0 {
		reviews := convert.All(c.Reviews, func(r sourcerights.Review) api.AlertConditionRightsReviews {
			return api.AlertConditionRightsReviews(r)
		})
		out.RightsReviews = &reviews
	}
	if out.ViewId = c.ViewID; out.ViewId != nil {
		return out
	}
	var filter api.SourceFilter
	if convert.JSON(c.Filter, &filter) == nil {
		out.Filter = &filter
	}
	return out
}
