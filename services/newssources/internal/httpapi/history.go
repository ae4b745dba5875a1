package httpapi

import (
	"context"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
)

func (s *server) ListHistory(ctx context.Context, request api.ListHistoryRequestObject) (api.ListHistoryResponseObject,
	error) {
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
	return api.ListHistory200JSONResponse{Items: mapAll(list, toAuditEvent), NextCursor: next}, nil
}

func (s *server) ListRegisterHistory(ctx context.Context,
	request api.ListRegisterHistoryRequestObject) (api.ListRegisterHistoryResponseObject, error) {
	p := request.Params
	before, err := idCursor(p.Cursor)
	if err != nil {
		return nil, err
	}
	of, err := s.survivorOf(ctx, p.Source)
	if err != nil {
		return nil, err
	}
	limit := pageLimit(p.Limit)
	query := audit.Query{
		SourceID: of, TargetTypes: convertAll[audit.TargetType](p.TargetType), Action: valueOrZero(p.Action),
		ActorID: p.Actor,
		Since:   valueOrZero(p.Since), Until: valueOrZero(p.Until), Before: before, Limit: limit + 1,
	}
	read := s.Register.AllHistory
	if valueOrZero(p.Grouped) && query.SourceID == nil && len(query.TargetTypes) == 0 && query.Action == "" {
		read = s.Register.GroupedHistory
	}
	switch person, _ := identity.FromContext(ctx); valueOrZero(p.Area) {
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
	list, next := trimPage(list, limit, func(e audit.Entry) uuid.UUID { return e.ID })
	return api.ListRegisterHistory200JSONResponse{Items: mapAll(list, toAuditEvent), NextCursor: next}, nil
}

func (s *server) CountRegisterHistory(
	ctx context.Context, request api.CountRegisterHistoryRequestObject,
) (api.CountRegisterHistoryResponseObject, error) {
	counts, isMinimum, err := s.Register.CountChanges(ctx, request.Params.Since)
	if err != nil {
		return nil, err
	}
	return api.CountRegisterHistory200JSONResponse{Actions: counts, IsMinimum: isMinimum}, nil
}
