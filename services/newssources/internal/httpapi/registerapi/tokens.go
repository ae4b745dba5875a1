package registerapi

import (
	"context"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/convert"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/input"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/people"
)

func (s *Routes) ListTokens(ctx context.Context, request api.ListTokensRequestObject) (api.ListTokensResponseObject,
	error) {
	person, _ := identity.FromContext(ctx)
	owner := &person.ID
	if convert.OrZero(request.Params.All) {
		if !person.Role.Allows(identity.Admin) {
			return nil, problem.New(problem.RoleTooLow, "Only administrators see the API tokens of other members.")
		}
		owner = nil
	}
	list, err := s.People.Tokens(ctx, owner)
	if err != nil {
		return nil, err
	}
	return api.ListTokens200JSONResponse{Items: convert.All(list, toAPIToken)}, nil
}

func (s *Routes) CreateToken(ctx context.Context, request api.CreateTokenRequestObject) (api.CreateTokenResponseObject,
	error) {
	person, _ := identity.FromContext(ctx)
	b := request.Body
	created, secret, err := s.People.CreateToken(ctx, input.Actor(ctx), people.TokenInput{
		Owner: person.ID, Name: b.Name, Scopes: convert.Texts[identity.Scope](&b.Scopes), ExpiresAt: b.ExpiresAt,
	})
	if err != nil {
		return nil, err
	}
	t := toAPIToken(*created)
	return api.CreateToken201JSONResponse{
		Body: api.ApiTokenCreated{
			Id: t.Id, Owner: t.Owner, Name: t.Name, Scopes: t.Scopes, Hint: t.Hint, CreatedAt: t.CreatedAt,
			ExpiresAt: t.ExpiresAt, Token: secret,
		},
		Headers: api.CreateToken201ResponseHeaders{Location: "/newssources/tokens/" + t.Id.String()},
	}, nil
}

func (s *Routes) RevokeToken(ctx context.Context, request api.RevokeTokenRequestObject) (api.RevokeTokenResponseObject,
	error) {
	person, _ := identity.FromContext(ctx)
	var owner *uuid.UUID
	if !person.Role.Allows(identity.Admin) {
		owner = &person.ID
	}
	return api.RevokeToken204Response{}, s.People.RevokeToken(ctx, input.Actor(ctx), request.TokenId, owner)
}

func toAPIToken(t people.Token) api.ApiToken {
	return api.ApiToken{
		Id: t.ID, Owner: convert.ToMemberPerson(t.Owner), Name: t.Name,
		Scopes: convert.All(t.Scopes, func(s identity.Scope) api.TokenScope { return api.TokenScope(s) }),
		Hint:   t.Hint, CreatedAt: convert.UTC(t.CreatedAt), ExpiresAt: convert.UTC(t.ExpiresAt), LastUsedAt: t.LastUsedAt,
		RevokedAt: t.RevokedAt,
	}
}
