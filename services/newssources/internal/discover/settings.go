package discover

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/feed"
	"github.com/newsources/newsources/services/newssources/internal/feeddate"
	"github.com/newsources/newsources/services/newssources/internal/problem"
	"github.com/newsources/newsources/services/newssources/internal/seal"
	"github.com/newsources/newsources/services/newssources/internal/source"
	"github.com/newsources/newsources/services/newssources/internal/weburl"
)

// settings are what a preview goes by: those of a saved endpoint, and what a person tries instead.
type settings struct {
	address  weburl.URL
	kind     string // as it is saved, or would be; empty when nobody said
	reading  source.ReadSettings
	zone     *time.Location
	secret   secret
	warnings []string
}

// What is said when a saved password isn't sent.
const (
	ownServer = "The saved user name and password aren't sent, since this address is on another server."
	lostKey   = "The saved user name and password aren't sent, since they can't be opened any more. Edit the endpoint and enter them again."
)

func (f *Finder) settings(ctx context.Context, request PreviewRequest) (*settings, error) {
	var saved source.Endpoint
	if request.EndpointID != nil {
		found, err := f.register.FindEndpoint(ctx, *request.EndpointID)
		if err != nil {
			return nil, err
		}
		saved = *found
	}
	s := &settings{kind: string(saved.Kind), reading: saved.ReadSettings}
	override(&s.kind, request.Kind)
	override(&s.reading.Charset, request.Charset)
	override(&s.reading.DefaultZone, request.Zone)
	override(&s.reading.IdentityPolicy, (*feed.IdentityPolicy)(request.Identity))
	if request.Recipe != nil {
		s.reading.Recipe = request.Recipe
	}
	if s.kind != "" && s.kind != string(feed.HTMLList) {
		s.reading.Recipe = nil // as saving it so would
	}
	var wrong problem.Fields
	wrong.Merge(s.reading.Validate())
	var err error
	if s.address, s.secret, err = open(cmp.Or(request.URL, saved.URL)); err != nil {
		wrong.Add("/url", "address", "%s", err.Error())
	}
	if err := wrong.Err(); err != nil {
		return nil, err
	}
	if s.zone, err = feeddate.LoadZone(s.reading.DefaultZone); err != nil {
		return nil, err
	}
	return s, f.take(ctx, s, request.Credentials, saved)
}

// take finds the user name and the password: those that are given count, then those in the address, then the saved ones.
func (f *Finder) take(ctx context.Context, s *settings, given *source.Credentials, saved source.Endpoint) error {
	if given == nil && !s.secret.given() && saved.HasCredentials {
		opened, err := f.register.Credentials(ctx, saved.ID, s.address)
		switch {
		case errors.Is(err, seal.ErrUnknownKey), errors.Is(err, seal.ErrDamaged):
			s.warnings = append(s.warnings, lostKey)
		case err != nil:
			return err
		case opened == nil:
			s.warnings = append(s.warnings, ownServer)
		}
		given = opened
	}
	if given != nil {
		s.secret = secret{s.address, given.Username, given.Password}
	}
	return nil
}

func override[T any](target, with *T) {
	if with != nil {
		*target = *with
	}
}
