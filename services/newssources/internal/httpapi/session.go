package httpapi

import (
	"context"

	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
)

func (s *server) GetSession(ctx context.Context, _ GetSessionRequestObject) (GetSessionResponseObject, error) {
	person, _ := identity.FromContext(ctx)
	var cookie *string
	if person.Token == nil {
		text := s.XSRF.Issue(person).String()
		cookie = &text
	}
	return GetSession200JSONResponse{
		Body: Session{Id: person.ID, Email: person.Email, Name: identity.DisplayName(person.Name, person.Email),
			Role:     Role(person.Role),
			CanWrite: person.CanWrite()},
		Headers: GetSession200ResponseHeaders{SetCookie: cookie},
	}, nil
}
