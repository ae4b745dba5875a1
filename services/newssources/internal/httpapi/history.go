package httpapi

import (
	"context"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/audit"
)

func (s *server) ListHistory(ctx context.Context, request ListHistoryRequestObject) (ListHistoryResponseObject, error) {
	before, err := idCursor(request.Params.Cursor)
	if err != nil {
		return nil, err
	}
	limit := pageLimit(request.Params.Limit)
	list, err := s.Register.History(ctx, request.Id, before, limit+1)
	if err != nil {
		return nil, err
	}
	list, next := trimPage(list, limit, func(e audit.Entry) uuid.UUID { return e.ID })
	return ListHistory200JSONResponse{Items: mapAll(list, toAuditEvent), NextCursor: next}, nil
}
