package subscription

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/savedview"
)

// check normalizes and validates settings, and returns the view. before are the previous e-mail addresses.
func (s *Service) check(ctx context.Context, owner, viewID uuid.UUID, before []string,
	settings *Settings) (*savedview.View, error) {
	if err := settings.validate(); err != nil {
		return nil, err
	}
	if err := s.alerts.CheckDestinations(ctx, before, &settings.Destinations); err != nil {
		return nil, err
	}
	return s.viewToSend(ctx, owner, viewID, *settings)
}

// viewToSend returns the view if its sources may be sent in the name of the owner of a subscription. Otherwise,
// it returns a problem.
func (s *Service) viewToSend(ctx context.Context, owner, viewID uuid.UUID, settings Settings) (*savedview.View, error) {
	email, role, err := s.alerts.Recipient(ctx, s.db.Pool, owner)
	switch {
	case err != nil:
		return nil, err
	case email == "":
		return nil, problem.New(problem.NotOwner, "The owner of this subscription has no access any more.")
	case !role.Allows(identity.Editor):
		return nil, problem.New(problem.RoleTooLow, "Only editors and administrators can subscribe to views.")
	}
	view, err := s.views.Get(ctx, owner, viewID)
	if problem.Is(err, problem.NotFound) {
		return nil, problem.New(problem.NotFound, "The view is now personal, and the owner of this subscription can no "+
			"longer read it.")
	}
	if err != nil {
		return nil, err
	}
	if view.Sharing == savedview.Personal && (len(settings.WebhookIDs) > 0 ||
		slices.ContainsFunc(settings.Emails, func(to string) bool { return to != identity.FoldEmail(email) })) {
		var invalid problem.Fields
		invalid.Add("/emails", "personal", "This view is personal, so it can be sent only to %s. Share it with all members "+
			"to send it to others.", email)
		return nil, invalid.Err()
	}
	return view, nil
}
