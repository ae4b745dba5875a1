package discover

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/platform/seal"
	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/reading/feeddate"
	"github.com/newsources/newsources/services/newssources/internal/register/credential"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// previewSettings are the settings of a preview: those of a saved endpoint, overridden by the
// request.
type previewSettings struct {
	address     weburl.URL
	kind        string // empty if unknown
	reading     source.ReadSettings
	zone        *time.Location
	credentials credentials
	warnings    []string
}

// The warnings for saved credentials that are not sent with the request of a preview.
const (
	otherServerWarning = "The saved user name and password are not sent, because this address is on another server."
	lostKeyWarning     = "The saved user name and password are not sent, because they can no longer be decrypted. Edit " +
		"the endpoint and enter them again."
)

// previewSettings returns the settings of a preview, or an error that lists all invalid ones.
func (f *Finder) previewSettings(ctx context.Context, request PreviewRequest) (*previewSettings, error) {
	var saved source.Endpoint
	if request.EndpointID != nil {
		found, err := f.register.FindEndpoint(ctx, *request.EndpointID)
		if err != nil {
			return nil, err
		}
		saved = *found
	}
	s := &previewSettings{kind: string(saved.Kind), reading: saved.ReadSettings}
	override(&s.kind, request.Kind)
	override(&s.reading.Charset, request.Charset)
	override(&s.reading.DefaultZone, request.Zone)
	override(&s.reading.IdentityPolicy, (*feed.IdentityPolicy)(request.Identity))
	if request.Recipe != nil {
		s.reading.Recipe = request.Recipe
	}
	if s.kind != "" && s.kind != string(feed.HTMLList) {
		s.reading.Recipe = nil // only page lists have a recipe; saving the endpoint removes it, too
	}
	var fields problem.Fields
	fields.Merge(s.reading.Validate())
	var err error
	if s.address, s.credentials, err = parseGiven(cmp.Or(request.URL, saved.URL)); err != nil {
		fields.AddWithSuggestion("/url", "address", weburl.Suggest(request.URL), err.Error())
	}
	if err := fields.Err(); err != nil {
		return nil, err
	}
	if s.zone, err = feeddate.LoadZone(s.reading.DefaultZone); err != nil {
		return nil, err
	}
	return s, f.setCredentials(ctx, s, request.Credentials, saved)
}

// setCredentials sets the credentials: those of the request, else those in the address, else the
// saved ones.
func (f *Finder) setCredentials(ctx context.Context, s *previewSettings, given *credential.Credentials,
	saved source.Endpoint) error {
	if given == nil && !s.credentials.isSet() && saved.HasCredentials {
		opened, err := f.register.Credentials(ctx, saved.ID, s.address)
		switch {
		case errors.Is(err, seal.ErrUnknownKey), errors.Is(err, seal.ErrDamaged):
			s.warnings = append(s.warnings, lostKeyWarning)
		case err != nil:
			return err
		case opened == nil:
			s.warnings = append(s.warnings, otherServerWarning)
		}
		given = opened
	}
	if given != nil {
		s.credentials = credentials{s.address, given.Username, given.Password}
	}
	return nil
}

// override sets target to value unless value is nil.
func override[T any](target, value *T) {
	if value != nil {
		*target = *value
	}
}
