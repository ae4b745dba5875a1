package notify

import (
	"context"

	"github.com/newsources/newsources/services/newssources/internal/register/audit"
)

// History returns the changes of alert rules, webhooks, shared views and live lists, newest
// first.
func (s *Service) History(ctx context.Context, q audit.Query) ([]audit.Entry, error) {
	q.Alerts = true
	return audit.History(ctx, s.db.Ent, q)
}
