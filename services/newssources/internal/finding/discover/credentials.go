package discover

import (
	"context"

	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
)

// credentials are the user name and password from the given address. They are sent to its server
// only and never emitted.
type credentials struct {
	owner              weburl.URL // the address that they were given for
	username, password string
}

// parseGiven parses an address as a person enters it, with or without credentials.
func parseGiven(text string) (weburl.URL, credentials, error) {
	address, username, password := weburl.SplitCredentials(weburl.Clean(text))
	parsed, err := weburl.Parse(address)
	return parsed, credentials{parsed, username, password}, err
}

func (c credentials) isSet() bool { return c.username != "" || c.password != "" }

// get fetches an address within the response timeout and the budget of requests, with the
// credentials if they belong to its server. Sites that limit or refuse requests are not asked
// again.
func (s *search) get(ctx context.Context, request fetch.Request) *fetch.Result {
	to, err := weburl.Parse(request.URL)
	if err == nil {
		if refusal := s.refusals.Of(to); refusal != nil {
			return refusal
		}
		redirects, ok := s.requests.Take(to)
		if !ok {
			return &fetch.Result{Outcome: fetch.Cancelled, FinalURL: request.URL,
				Detail: "Not requested, because the search has reached its request limit."}
		}
		request.MaxRedirects = max(1, redirects)
		if s.credentials.isSet() && to.KeepsCredentialsOf(s.credentials.owner) {
			request.Username, request.Password = s.credentials.username, s.credentials.password
		}
	}
	ctx, cancel := context.WithTimeout(ctx, s.responseTimeout)
	defer cancel()
	request.Caller, request.Entered = s.member, s.given
	result := s.fetch.Get(ctx, request)
	s.requests.AddRedirects(result)
	s.refusals.Record(result)
	return result
}
