package registerapi

import (
	"context"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/convert"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/input"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/register/people"
)

func (s *Routes) ListAdministrators(ctx context.Context,
	_ api.ListAdministratorsRequestObject) (api.ListAdministratorsResponseObject, error) {
	list, err := s.People.Administrators(ctx)
	if err != nil {
		return nil, err
	}
	return api.ListAdministrators200JSONResponse{Items: convert.All(list, convert.ToMemberPerson)}, nil
}

func (s *Routes) ListMembers(ctx context.Context, request api.ListMembersRequestObject) (api.ListMembersResponseObject,
	error) {
	p := request.Params
	after, err := input.IDCursor(p.Cursor)
	if err != nil {
		return nil, err
	}
	limit := input.PageLimit(p.Limit)
	list, err := s.People.List(ctx, people.MemberQuery{
		Text: convert.OrZero(p.Q), Role: identity.Role(convert.OrZero(p.Role)), State: people.State(convert.OrZero(p.State)),
		After: after, Limit: limit + 1,
	})
	if err != nil {
		return nil, err
	}
	list, next := convert.TrimPage(list, limit, func(m people.Member) uuid.UUID { return m.ID })
	return api.ListMembers200JSONResponse{Items: convert.All(list, toMember), NextCursor: next}, nil
}

func (s *Routes) GetMember(ctx context.Context, request api.GetMemberRequestObject) (api.GetMemberResponseObject,
	error) {
	found, err := s.People.Get(ctx, request.MemberId)
	if err != nil {
		return nil, err
	}
	return api.GetMember200JSONResponse{Body: toMember(*found),
		Headers: api.GetMember200ResponseHeaders{ETag: convert.ETag(found.Version)}}, nil
}

func (s *Routes) UpdateMember(ctx context.Context,
	request api.UpdateMemberRequestObject) (api.UpdateMemberResponseObject,
	error) {
	version, err := input.IfMatch(request.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	changed, err := s.People.Update(ctx, input.Actor(ctx), request.MemberId, version, people.Change{
		Role: (*identity.Role)(request.Body.Role), Disabled: request.Body.Disabled,
	})
	if err != nil {
		return nil, err
	}
	return api.UpdateMember200JSONResponse{Body: toMember(*changed),
		Headers: api.UpdateMember200ResponseHeaders{ETag: convert.ETag(changed.Version)}}, nil
}

func (s *Routes) RemoveMember(ctx context.Context,
	request api.RemoveMemberRequestObject) (api.RemoveMemberResponseObject,
	error) {
	version, err := input.IfMatch(request.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	return api.RemoveMember204Response{}, s.People.Remove(ctx, input.Actor(ctx), request.MemberId, version)
}

func (s *Routes) ListInvitations(ctx context.Context,
	_ api.ListInvitationsRequestObject) (api.ListInvitationsResponseObject,
	error) {
	list, err := s.People.Invitations(ctx)
	if err != nil {
		return nil, err
	}
	return api.ListInvitations200JSONResponse{Items: convert.All(list, toInvitation)}, nil
}

func (s *Routes) CreateInvitation(ctx context.Context,
	request api.CreateInvitationRequestObject) (api.CreateInvitationResponseObject, error) {
	b := request.Body
	created, err := s.People.Invite(ctx, input.Actor(ctx), people.InvitationInput{
		Email: convert.OrZero(b.Email), Domain: convert.OrZero(b.Domain), Role: identity.Role(b.Role),
	})
	if err != nil {
		return nil, err
	}
	return api.CreateInvitation201JSONResponse{
		Body:    toInvitation(*created),
		Headers: api.CreateInvitation201ResponseHeaders{Location: "/newssources/invitations/" + created.ID.String()},
	}, nil
}

func (s *Routes) WithdrawInvitation(ctx context.Context,
	request api.WithdrawInvitationRequestObject) (api.WithdrawInvitationResponseObject, error) {
	return api.WithdrawInvitation204Response{}, s.People.Withdraw(ctx, input.Actor(ctx), request.InvitationId)
}

func toMember(m people.Member) api.Member {
	return api.Member{
		Id: m.ID, Email: m.Email, Name: identity.DisplayName(m.Name, m.Email), Role: api.Role(m.Role),
		State:     api.MemberState(m.State),
		CreatedAt: convert.UTC(m.CreatedAt), LastSeenAt: m.LastSeenAt, Version: m.Version,
	}
}

func toInvitation(i people.Invitation) api.Invitation {
	out := api.Invitation{Kind: api.InvitationKind(i.Kind), Value: i.Value, People: i.People, Configured: i.Configured,
		CreatedBy: convert.Optional(i.CreatedBy)}
	if !i.Configured {
		role, at := api.Role(i.Role), convert.UTC(i.CreatedAt)
		out.Id, out.Role, out.CreatedAt = &i.ID, &role, &at
	}
	return out
}
