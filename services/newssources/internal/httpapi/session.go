package httpapi

import (
	"context"
	"strconv"

	"github.com/newsources/newsources/services/newssources/internal/alerting/updates"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
)

func (s *server) GetSession(ctx context.Context, _ api.GetSessionRequestObject) (api.GetSessionResponseObject, error) {
	person, _ := identity.FromContext(ctx)
	var cookie *string
	if person.Token == nil {
		text := s.XSRF.Issue(person).String()
		cookie = &text
	}
	return api.GetSession200JSONResponse{
		Body: api.Session{Id: person.ID, Email: person.Email, Name: identity.DisplayName(person.Name, person.Email),
			Role:     api.Role(person.Role),
			CanWrite: person.CanWrite(), LastEventId: eventID(s.Updates.Position())},
		Headers: api.GetSession200ResponseHeaders{SetCookie: cookie},
	}, nil
}

// eventID returns a position as the id of an event, or nil for zero.
func eventID(position updates.Position) *string {
	if position == 0 {
		return nil
	}
	text := strconv.FormatInt(int64(position), 10)
	return &text
}
