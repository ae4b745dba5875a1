package httpapi

import (
	"context"

	"github.com/newsources/newsources/services/newssources/internal/identity"
)

func (s *server) GetSession(ctx context.Context, _ GetSessionRequestObject) (GetSessionResponseObject, error) {
	person, _ := identity.FromContext(ctx)
	return GetSession200JSONResponse{
		Body: Session{Id: person.ID, Email: person.Email, Name: displayName(person.Name, person.Email), Role: SessionRole(person.Role),
			CanWrite: person.Role.Allows(identity.Editor)},
		Headers: GetSession200ResponseHeaders{SetCookie: s.XSRF.Issue(person).String()},
	}, nil
}
