package notify

import (
	"context"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

// selectOutside selects the e-mail addresses that no invitation admits. Their domains are the
// second parameter.
const selectOutside = `
	SELECT a.email
	FROM unnest($1::text[], $2::text[]) a(email, domain)
	WHERE NOT EXISTS (
		SELECT FROM invitations i
		WHERE i.kind = 'email' AND i.value = a.email OR i.kind = 'domain' AND i.value = a.domain
	)`

// checkRecipients returns a problem if a rule gets a recipient who may not use this service.
// Administrators may add them, and the ones that a rule has already stay allowed.
func (s *Service) checkRecipients(ctx context.Context, before, after []string) error {
	if person, _ := identity.FromContext(ctx); person.Role.Allows(identity.Admin) {
		return nil
	}
	var emails, domains []string
	for _, email := range after {
		if slices.Contains(before, email) || s.Allowed.Allows(email) {
			continue
		}
		folded := identity.FoldEmail(email)
		emails, domains = append(emails, folded), append(domains, folded[strings.LastIndexByte(folded, '@')+1:])
	}
	if len(emails) == 0 {
		return nil
	}
	rows, err := s.db.Pool.Query(ctx, selectOutside, emails, domains)
	if err != nil {
		return err
	}
	outside, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return err
	}
	var invalid problem.Fields
	for _, email := range outside {
		invalid.Add("/emails", "outside",
			"%s may not use this service, so only an administrator can add this recipient. Ask one, or use another address.",
			email)
	}
	return invalid.Err()
}
