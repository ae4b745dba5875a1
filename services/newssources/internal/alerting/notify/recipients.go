package notify

import (
	"context"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
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
	added := slices.DeleteFunc(slices.Clone(after), func(email string) bool { return slices.Contains(before, email) })
	outside, err := s.outside(ctx, s.db.Pool, added)
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

// outside returns the e-mail addresses that neither the configuration nor an invitation admits.
func (s *Service) outside(ctx context.Context, q postgres.Querier, list []string) ([]string, error) {
	var emails, domains []string
	for _, email := range list {
		if !s.Allowed.Allows(email) {
			folded := identity.FoldEmail(email)
			emails, domains = append(emails, folded), append(domains, folded[strings.LastIndexByte(folded, '@')+1:])
		}
	}
	if len(emails) == 0 {
		return nil, nil
	}
	rows, err := q.Query(ctx, selectOutside, emails, domains)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}
