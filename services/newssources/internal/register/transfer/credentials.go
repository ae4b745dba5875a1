package transfer

import (
	"errors"
	"strings"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/ent"
	"github.com/newsources/newsources/services/newssources/internal/ent/importrow"
	"github.com/newsources/newsources/services/newssources/internal/platform/seal"
	"github.com/newsources/newsources/services/newssources/internal/platform/textkey"
	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/register/credential"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// Reasons of rows whose address contains credentials.
const (
	credentialsMoved = "The user name and password were removed from the address and stored encrypted."
	noKeys           = "The address contains a user name or a password, and this installation has no key to encrypt them. " +
		"Ask an operator to set CREDENTIALS_KEYS, then import the list again."
	keyMissing = "The user name and password cannot be decrypted, because their key was removed. Import the " +
		"list again."
	credentialsNotProposed = "The address contains a user name or a password, which can't be proposed. An editor can add " +
		"this endpoint separately, on the page of the source."
	credentialsDropped = " Its user name and password were not saved."
)

// splitCredentials removes user names and passwords from all texts of an outline and returns those
// of its feed address.
func splitCredentials(o Outline) (Outline, *credential.Credentials) {
	given := textkey.SingleLine(o.XMLURL)
	address, username, password := weburl.SplitCredentials(given)
	hide := weburl.HideCredentials
	if address != given { // lists repeat the address as the title, in spellings that HideCredentials may not recognise
		replace := strings.NewReplacer(o.XMLURL, address, given, address)
		hide = func(text string) string { return weburl.HideCredentials(replace.Replace(text)) }
	}
	o.XMLURL, o.Title, o.Language = address, hide(o.Title), hide(o.Language)
	o.HTMLURL, _, _ = weburl.SplitCredentials(textkey.SingleLine(o.HTMLURL))
	categories := make([]string, len(o.Categories))
	for i, category := range o.Categories { // categories are split at slashes, so an address arrives in parts
		categories[i], _, _ = weburl.SplitCredentials(hide(category))
	}
	o.Categories = categories
	if username+password == "" {
		return o, nil
	}
	return o, &credential.Credentials{Username: username, Password: password}
}

// stagedRow holds the columns of a staged row that depend on the outline's credentials.
type stagedRow struct {
	sealed           []byte
	result           importrow.Result
	reason, recovery string
	recovered        bool
}

// encryptFor encrypts the credentials of an outline for its row.
func (im *Imports) encryptFor(row uuid.UUID, o Outline, credentials *credential.Credentials) (s stagedRow, err error) {
	s = stagedRow{result: importrow.ResultPending, recovered: o.Recovered, recovery: textkey.SingleLine(o.Reason)}
	if o.LeftOut != "" {
		s.result, s.reason = importrow.ResultInvalid, o.LeftOut
		return s, nil
	}
	if credentials == nil {
		return s, nil
	}
	endpoint := source.EndpointDetails{Kind: feed.Kind(endpointKind(o.Type)), URL: o.XMLURL}
	endpoint.SetCredentials(credentials)
	if err := endpoint.Validate(); err != nil { // so that overlong credentials are not stored
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
	s.recovered, s.recovery = true, strings.TrimSpace(s.recovery+" "+credentialsMoved)
	return s, nil
}

// decryptRow returns the credentials of a row, or nil if it has none.
func decryptRow(keys *seal.Keys, row *ent.ImportRow) (*credential.Credentials, error) {
	if row.Sealed == nil {
		return nil, nil
	}
	address, err := weburl.Parse(row.URL)
	if err != nil {
		return nil, err
	}
	return credential.Open(keys, row.Sealed, row.ID, address)
}
