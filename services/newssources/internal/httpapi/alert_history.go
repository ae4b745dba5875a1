package httpapi

import (
	"context"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/alerting/notify"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
)

func (s *server) ListAlertHistory(ctx context.Context,
	request api.ListAlertHistoryRequestObject) (api.ListAlertHistoryResponseObject, error) {
	before, err := idCursor(request.Params.Cursor)
	if err != nil {
		return nil, err
	}
	limit := pageLimit(request.Params.Limit)
	list, err := s.Alerts.Occurrences(ctx, request.RuleId, before, limit+1)
	if err != nil {
		return nil, err
	}
	list, next := trimPage(list, limit, func(o notify.Occurrence) uuid.UUID { return o.ID })
	return api.ListAlertHistory200JSONResponse{Items: mapAll(list, toAlertOccurrence), NextCursor: next}, nil
}

func toAlertOccurrence(o notify.Occurrence) api.AlertOccurrence {
	return api.AlertOccurrence{
		Alert: toFiringAlert(o.Firing), FiredAt: utc(*o.FiredAt), RecoveredAt: utcPointer(o.RecoveredAt),
		EndedAt:    utcPointer(o.EndedAt),
		Deliveries: o.Deliveries, Failed: o.Failed,
	}
}
