package discover

import (
	"context"

	"github.com/newsources/newsources/services/newssources/internal/fetch"
	"github.com/newsources/newsources/services/newssources/internal/weburl"
)

// credentials are the user name and password from the given address. They are sent to its server only and never emitted.
type credentials struct {
	owner              weburl.URL // the address that they were given for
	username, password string
}

// parseGiven parses an address as a person enters it, with or without credentials.
func parseGiven(text string) (weburl.URL, credentials, error) {
	address, username, password := weburl.SplitCredentials(text)
	parsed, err := weburl.Parse(address)
	return parsed, credentials{parsed, username, password}, err
}

func (c credentials) isSet() bool { return c.username != "" || c.password != "" }

// get fetches an address within the response timeout, with the credentials if they belong to its server.
func (s *search) get(ctx context.Context, request fetch.Request) *fetch.Result {
	if s.credentials.isSet() {
		if to, err := weburl.Parse(request.URL); err == nil && to.KeepsCredentialsOf(s.credentials.owner) {
			request.Username, request.Password = s.credentials.username, s.credentials.password
		}
	}
	ctx, cancel := context.WithTimeout(ctx, s.responseTimeout)
	defer cancel()
	return s.fetch.Get(ctx, request)
}
