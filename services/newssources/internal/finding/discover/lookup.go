package discover

import (
	"context"

	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
)

// Lookup is what is known about an address without fetching it.
type Lookup struct {
	Valid       bool
	Detail      string // why it is not valid
	Suggestion  string // the address that an invalid text probably means
	Canonical   string
	Outlet      string
	Existing    *ExistingSource
	Credentials bool // the address contains credentials, which are not repeated here
}

// LookUp returns what is known about an address without fetching it. An invalid address is not an
// error: people are still typing.
func (f *Finder) LookUp(ctx context.Context, text string) (*Lookup, error) {
	address, credentials, err := parseGiven(text)
	if err != nil {
		return &Lookup{Detail: err.Error(), Suggestion: weburl.Suggest(text), Credentials: credentials.isSet()}, nil
	}
	domain, prefix := weburl.Outlet(address)
	lookup := &Lookup{Valid: true, Canonical: address.String(), Outlet: domain + prefix, Credentials: credentials.isSet()}
	match, err := f.register.Match(ctx, address)
	if err == nil && match != nil {
		lookup.Existing = newExistingSource(match)
	}
	return lookup, err
}

// Check returns an error if an address is not valid.
func Check(text string) error {
	if _, _, err := parseGiven(text); err != nil {
		return invalidAddress(text, err)
	}
	return nil
}
