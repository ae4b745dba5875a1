package alertingapi

import (
	"context"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/alerting/notify"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/convert"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/input"
)

func (s *Routes) ListAlertHistory(ctx context.Context,
	request api.ListAlertHistoryRequestObject) (api.ListAlertHistoryResponseObject, error) {
	before, err := input.IDCursor(request.Params.Cursor)
	if err != nil {
		return nil, err
	}
	limit := input.PageLimit(request.Params.Limit)
	list, err := s.Alerts.Occurrences(ctx, request.RuleId, before, limit+1)
	if err != nil {
		return nil, err
	}
	list, next := convert.TrimPage(list, limit, func(o notify.Occurrence) uuid.UUID { return o.ID })
	return api.ListAlertHistory200JSONResponse{Items: convert.All(list, toAlertOccurrence), NextCursor: next}, nil
}

func toAlertOccurrence(o notify.Occurrence) api.AlertOccurrence {
	return api.AlertOccurrence{
		Alert: toFiringAlert(o.Firing), FiredAt: convert.UTC(*o.FiredAt), RecoveredAt: convert.UTCPointer(o.RecoveredAt),
		EndedAt:    convert.UTCPointer(o.EndedAt),
		Deliveries: o.Deliveries, Failed: o.Failed,
	}
}
