package registerapi

import (
	"context"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/convert"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/input"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
)

func (s *Routes) ListHistory(ctx context.Context, request api.ListHistoryRequestObject) (api.ListHistoryResponseObject,
	error) {
	before, err := input.IDCursor(request.Params.Cursor)
	if err != nil {
		return nil, err
	}
	limit := input.PageLimit(request.Params.Limit)
	list, err := s.Register.History(ctx, request.Id, before, limit+1)
	if err != nil {
		return nil, err
	}
	list, next := convert.TrimPage(list, limit, func(e audit.Entry) uuid.UUID { return e.ID })
	return api.ListHistory200JSONResponse{Items: convert.All(list, toAuditEvent), NextCursor: next}, nil
}

func (s *Routes) ListRegisterHistory(ctx context.Context,
	request api.ListRegisterHistoryRequestObject) (api.ListRegisterHistoryResponseObject, error) {
	p := request.Params
	before, err := input.IDCursor(p.Cursor)
	if err != nil {
		return nil, err
	}
	of, err := s.survivorOf(ctx, p.Source)
	if err != nil {
		return nil, err
	}
	limit := input.PageLimit(p.Limit)
	query := audit.Query{
		SourceID: of, TargetTypes: convert.Texts[audit.TargetType](p.TargetType), Action: convert.OrZero(p.Action),
		ActorID: p.Actor,
		Since:   convert.OrZero(p.Since), Until: convert.OrZero(p.Until), Before: before, Limit: limit + 1,
	}
	read := s.Register.AllHistory
	if convert.OrZero(p.Grouped) && query.SourceID == nil && len(query.TargetTypes) == 0 && query.Action == "" {
		read = s.Register.GroupedHistory
	}
	switch person, _ := identity.FromContext(ctx); convert.OrZero(p.Area) {
	case api.People:
		if !person.Role.Allows(identity.Admin) {
			return nil, problem.New(problem.RoleTooLow, "Only administrators see the changes of members, invitations and API "+
				"tokens.")
		}
		read = s.People.History
	case api.Alerts:
		if !person.Role.Allows(identity.Editor) {
			return nil, problem.New(problem.RoleTooLow, "Only editors see the changes of alert rules, webhooks, shared views "+
				"and live lists.")
		}
		read = s.Alerts.History
	}
	list, err := read(ctx, query)
	if err != nil {
		return nil, err
	}
	list, next := convert.TrimPage(list, limit, func(e audit.Entry) uuid.UUID { return e.ID })
	return api.ListRegisterHistory200JSONResponse{Items: convert.All(list, toAuditEvent), NextCursor: next}, nil
}

func (s *Routes) CountRegisterHistory(
	ctx context.Context, request api.CountRegisterHistoryRequestObject,
) (api.CountRegisterHistoryResponseObject, error) {
	counts, isMinimum, err := s.Register.CountChanges(ctx, request.Params.Since)
	if err != nil {
		return nil, err
	}
	return api.CountRegisterHistory200JSONResponse{Actions: counts, IsMinimum: isMinimum}, nil
}

func toAuditEvent(e audit.Entry) api.AuditEvent {
	out := api.AuditEvent{Id: e.ID, At: convert.UTC(e.At), Action: e.Action,
		RequestId: convert.Optional(e.Actor.RequestID),
		ImportId:  e.Actor.ImportID, ChangeSetId: e.Actor.ChangeSetID,
		ChangeSetChanged: convert.Optional(e.Changed), MergedSource: convert.Optional(e.MergedSource)}
	out.Actor.Id, out.Actor.Email, out.Actor.Role = e.Actor.ActorID, e.Actor.Email, e.Actor.Role
	out.Actor.Name = identity.DisplayName(e.Actor.Name, e.Actor.Email)
	if e.Actor.TokenID != nil {
		out.Actor.Token = &struct {
			Id   uuid.UUID `json:"id"`
			Name string    `json:"name"`
		}{*e.Actor.TokenID, e.Actor.TokenName}
	}
	out.Target.Id, out.Target.Name, out.Target.Type = e.TargetID, e.TargetName, api.TargetType(e.TargetType)
	if e.SourceID != uuid.Nil {
		out.SourceId = &e.SourceID
	}
	out.Changes = convert.ToFieldChanges(e.Changes)
	return out
}
