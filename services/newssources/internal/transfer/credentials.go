package transfer

import (
	"errors"
	"strings"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/ent"
	"github.com/newsources/newsources/services/newssources/internal/ent/importrow"
	"github.com/newsources/newsources/services/newssources/internal/feed"
	"github.com/newsources/newsources/services/newssources/internal/seal"
	"github.com/newsources/newsources/services/newssources/internal/source"
	"github.com/newsources/newsources/services/newssources/internal/weburl"
)

// What is said of an outline whose address carries credentials.
const (
	movedCredentials = "The user name and the password were taken out of its address; they are kept sealed."
	noKeys           = "Its address carries a user name or a password, and this installation has no key to keep passwords with. " +
		"Ask an operator to set CREDENTIALS_KEYS, and bring the list in again."
	lostKeys        = "Its user name and password can't be opened: the key they were sealed with is gone. Bring the list in again."
	leftCredentials = " Its user name and password were not taken over."
)

// withoutCredentials takes user names and passwords out of the texts of an outline, and returns those of its address.
func withoutCredentials(o Outline) (Outline, *source.Credentials) {
	given := readable(o.XMLURL)
	address, username, password := weburl.SplitCredentials(given)
	hide := weburl.HideCredentials
	if address != given { // lists repeat an address as the title, and not always as one that can be told
		replace := strings.NewReplacer(o.XMLURL, address, given, address)
		hide = func(text string) string { return weburl.HideCredentials(replace.Replace(text)) }
	}
	o.XMLURL, o.Title, o.Language = address, hide(o.Title), hide(o.Language)
	o.HTMLURL, _, _ = weburl.SplitCredentials(readable(o.HTMLURL))
	categories := make([]string, len(o.Categories))
	for i, category := range o.Categories { // a slash divides categories, so that an address comes in parts
		categories[i], _, _ = weburl.SplitCredentials(hide(category))
	}
	o.Categories = categories
	if username+password == "" {
		return o, nil
	}
	return o, &source.Credentials{Username: username, Password: password}
}

// staged is what a row keeps of an outline's credentials, and what that makes of the row.
type staged struct {
	sealed           []byte
	result           importrow.Result
	reason, recovery string
	recovered        bool
}

// sealFor seals the credentials of an outline for its row.
func (im *Imports) sealFor(row uuid.UUID, o Outline, credentials *source.Credentials) (s staged, err error) {
	s = staged{result: importrow.ResultPending, recovered: o.Recovered, recovery: readable(o.Reason)}
	if credentials == nil {
		return s, nil
	}
	endpoint := source.EndpointDetails{Kind: feed.Kind(kindOf(o.Type)), URL: o.XMLURL}
	endpoint.SetCredentials(credentials)
	if err := endpoint.Validate(); err != nil { // before anything that is far too long is kept
		s.result, s.reason = importrow.ResultInvalid, invalid(err).reason
		return s, nil
	}
	switch s.sealed, err = credentials.Seal(im.Keys, row, endpoint.URL); {
	case errors.Is(err, seal.ErrNoKey):
		s.result, s.reason = importrow.ResultInvalid, noKeys
		return s, nil
	case err != nil:
		return s, err
	}
	s.recovered, s.recovery = true, strings.TrimSpace(s.recovery+" "+movedCredentials)
	return s, nil
}

// openRow gives back the credentials of a row.
func openRow(keys *seal.Keys, row *ent.ImportRow) (*source.Credentials, error) {
	if row.Sealed == nil {
		return nil, nil
	}
	address, err := weburl.Parse(row.URL)
	if err != nil {
		return nil, err
	}
	return source.OpenCredentials(keys, row.Sealed, row.ID, address)
}
