package httpapi

import (
	"context"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/register/people"
)

func (s *server) ListAdministrators(ctx context.Context,
	_ ListAdministratorsRequestObject) (ListAdministratorsResponseObject, error) {
	list, err := s.People.Administrators(ctx)
	if err != nil {
		return nil, err
	}
	return ListAdministrators200JSONResponse{Items: mapAll(list, memberPerson)}, nil
}

func (s *server) ListMembers(ctx context.Context, request ListMembersRequestObject) (ListMembersResponseObject, error) {
	p := request.Params
	after, err := idCursor(p.Cursor)
	if err != nil {
		return nil, err
	}
	limit := pageLimit(p.Limit)
	list, err := s.People.List(ctx, people.MemberQuery{
		Text: valueOrZero(p.Q), Role: identity.Role(valueOrZero(p.Role)), State: people.State(valueOrZero(p.State)),
		After: after, Limit: limit + 1,
	})
	if err != nil {
		return nil, err
	}
	list, next := trimPage(list, limit, func(m people.Member) uuid.UUID { return m.ID })
	return ListMembers200JSONResponse{Items: mapAll(list, toMember), NextCursor: next}, nil
}

func (s *server) GetMember(ctx context.Context, request GetMemberRequestObject) (GetMemberResponseObject, error) {
	found, err := s.People.Get(ctx, request.MemberId)
	if err != nil {
		return nil, err
	}
	return GetMember200JSONResponse{Body: toMember(*found),
		Headers: GetMember200ResponseHeaders{ETag: etag(found.Version)}}, nil
}

func (s *server) UpdateMember(ctx context.Context, request UpdateMemberRequestObject) (UpdateMemberResponseObject,
	error) {
	version, err := ifMatch(request.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	changed, err := s.People.Update(ctx, actor(ctx), request.MemberId, version, people.Change{
		Role: (*identity.Role)(request.Body.Role), Disabled: request.Body.Disabled,
	})
	if err != nil {
		return nil, err
	}
	return UpdateMember200JSONResponse{Body: toMember(*changed),
		Headers: UpdateMember200ResponseHeaders{ETag: etag(changed.Version)}}, nil
}

func (s *server) RemoveMember(ctx context.Context, request RemoveMemberRequestObject) (RemoveMemberResponseObject,
	error) {
	version, err := ifMatch(request.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	return RemoveMember204Response{}, s.People.Remove(ctx, actor(ctx), request.MemberId, version)
}

func (s *server) ListInvitations(ctx context.Context, _ ListInvitationsRequestObject) (ListInvitationsResponseObject,
	error) {
	list, err := s.People.Invitations(ctx)
	if err != nil {
		return nil, err
	}
	return ListInvitations200JSONResponse{Items: mapAll(list, toInvitation)}, nil
}

func (s *server) CreateInvitation(ctx context.Context,
	request CreateInvitationRequestObject) (CreateInvitationResponseObject, error) {
	b := request.Body
	created, err := s.People.Invite(ctx, actor(ctx), people.InvitationInput{
		Email: valueOrZero(b.Email), Domain: valueOrZero(b.Domain), Role: identity.Role(b.Role),
	})
	if err != nil {
		return nil, err
	}
	return CreateInvitation201JSONResponse{
		Body:    toInvitation(*created),
		Headers: CreateInvitation201ResponseHeaders{Location: "/newssources/invitations/" + created.ID.String()},
	}, nil
}

func (s *server) WithdrawInvitation(ctx context.Context,
	request WithdrawInvitationRequestObject) (WithdrawInvitationResponseObject, error) {
	return WithdrawInvitation204Response{}, s.People.Withdraw(ctx, actor(ctx), request.InvitationId)
}

func memberPerson(m people.Member) Person {
	return Person{Id: &m.ID, Email: m.Email, Name: identity.DisplayName(m.Name, m.Email)}
}

func toMember(m people.Member) Member {
	return Member{
		Id: m.ID, Email: m.Email, Name: identity.DisplayName(m.Name, m.Email), Role: Role(m.Role),
		State:     MemberState(m.State),
		CreatedAt: utc(m.CreatedAt), LastSeenAt: m.LastSeenAt, Version: m.Version,
	}
}

func toInvitation(i people.Invitation) Invitation {
	out := Invitation{Kind: InvitationKind(i.Kind), Value: i.Value, People: i.People, Configured: i.Configured,
		CreatedBy: optional(i.CreatedBy)}
	if !i.Configured {
		role, at := Role(i.Role), utc(i.CreatedAt)
		out.Id, out.Role, out.CreatedAt = &i.ID, &role, &at
	}
	return out
}
