package httpapi

import (
	"context"
	"encoding/json"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/audit"
	"github.com/newsources/newsources/services/newssources/internal/problem"
)

func (s *server) ListHistory(ctx context.Context, request ListHistoryRequestObject) (ListHistoryResponseObject, error) {
	before, err := idCursor(request.Params.Cursor)
	if err != nil {
		return nil, err
	}
	limit := or(value(request.Params.Limit), defaultLimit)
	list, err := s.Register.History(ctx, request.Id, before, limit+1)
	if err != nil {
		return nil, err
	}
	list, next := cut(list, limit, func(e audit.Entry) uuid.UUID { return e.ID })
	return ListHistory200JSONResponse{Items: each(list, toAuditEvent), NextCursor: next}, nil
}

// idCursor reads the cursor of a list in the order of its ids.
func idCursor(text *string) (uuid.UUID, error) {
	if value(text) == "" {
		return uuid.Nil, nil
	}
	id, err := uuid.Parse(*text)
	if err != nil {
		return uuid.Nil, problem.New(problem.InvalidCursor, "The cursor doesn't belong to this list. Start from its first page.")
	}
	return id, nil
}

// cut takes away the row that was read only to see whether there is more, and gives the cursor to it.
func cut[T any](list []T, limit int, id func(T) uuid.UUID) ([]T, *string) {
	if len(list) <= limit {
		return list, nil
	}
	next := id(list[limit-1]).String()
	return list[:limit], &next
}

func toAuditEvent(e audit.Entry) AuditEvent {
	out := AuditEvent{Id: e.ID, At: utc(e.At), Action: e.Action, RequestId: optional(e.Actor.RequestID), ImportId: e.Actor.ImportID}
	out.Actor.Id, out.Actor.Email, out.Actor.Name, out.Actor.Role = e.Actor.ActorID, e.Actor.Email, or(e.Actor.Name, e.Actor.Email), e.Actor.Role
	out.Target.Id, out.Target.Name, out.Target.Type = e.TargetID, e.TargetName, AuditEventTargetType(e.TargetType)
	out.Changes = each(e.Changes, func(c audit.Change) FieldChange {
		return FieldChange{Field: c.Field, Before: decoded(c.Before), After: decoded(c.After)}
	})
	return out
}

// decoded is a field's value, or nil where it has none.
func decoded(raw json.RawMessage) any {
	var value any
	if len(raw) > 0 {
		_ = json.Unmarshal(raw, &value) // it comes out of a jsonb column
	}
	return value
}
