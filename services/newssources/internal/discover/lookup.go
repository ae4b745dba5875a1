package discover

import (
	"context"

	"github.com/newsources/newsources/services/newssources/internal/weburl"
)

// Lookup is what an address means to us, without fetching it.
type Lookup struct {
	Valid       bool
	Detail      string // why it isn't valid
	Canonical   string
	Outlet      string
	Existing    *Collected
	Credentials bool // it carries a user name, which nothing here repeats
}

// LookUp says what an address means to us. An address that is none is an answer too: people are still typing.
func (f *Finder) LookUp(ctx context.Context, text string) (*Lookup, error) {
	address, secret, err := open(text)
	if err != nil {
		return &Lookup{Detail: err.Error(), Credentials: secret.given()}, nil
	}
	domain, prefix := weburl.Outlet(address)
	found := &Lookup{Valid: true, Canonical: address.String(), Outlet: domain + prefix, Credentials: secret.given()}
	match, err := f.register.Match(ctx, address)
	if err == nil && match != nil {
		found.Existing = collectedOf(match)
	}
	return found, err
}

// Check says in an error whether an address can be one at all.
func Check(text string) error {
	if _, _, err := open(text); err != nil {
		return invalidAddress(err)
	}
	return nil
}
