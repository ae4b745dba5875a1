package discover

import (
	"context"

	"github.com/newsources/newsources/services/newssources/internal/fetch"
	"github.com/newsources/newsources/services/newssources/internal/weburl"
)

// answerBox is how long one answer may take in a discovery: half of all, so that after a pasted address that hangs there
// is time for the homepage.
const answerBox = timeBox / 2

// secret is the user name and the password that stood in the pasted address. They go to its server only, and nothing
// that is told has them.
type secret struct {
	of                 weburl.URL
	username, password string
}

// open reads an address as a person pastes it.
func open(text string) (weburl.URL, secret, error) {
	address, username, password := weburl.SplitCredentials(text)
	parsed, err := weburl.Parse(address)
	return parsed, secret{parsed, username, password}, err
}

func (s secret) given() bool { return s.username != "" || s.password != "" }

// get fetches with the secret where it belongs.
func (r *run) get(ctx context.Context, request fetch.Request) *fetch.Result {
	if r.secret.given() {
		if to, err := weburl.Parse(request.URL); err == nil && to.KeepsCredentialsOf(r.secret.of) {
			request.Username, request.Password = r.secret.username, r.secret.password
		}
	}
	ctx, cancel := context.WithTimeout(ctx, r.patience)
	defer cancel()
	return r.fetch.Get(ctx, request)
}
