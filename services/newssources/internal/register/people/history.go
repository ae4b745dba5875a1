package people

import (
	"context"

	"github.com/newsources/newsources/services/newssources/internal/register/audit"
)

// History returns the changes of members, invitations and API tokens, newest first.
func (d *Directory) History(ctx context.Context, q audit.Query) ([]audit.Entry, error) {
	q.People = true
	return audit.History(ctx, d.db.Ent, q)
}
