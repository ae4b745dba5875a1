package change

import (
	"context"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
)

const selectActor = `
	SELECT c.from_command, c.request_id, m.id, coalesce(m.email, ''), coalesce(m.name, ''), coalesce(m.role, ''),
		m.id IS NOT NULL AND m.disabled_at IS NULL AND m.removed_at IS NULL,
		c.applied_token_id, coalesce(t.name, ''), c.applied_token_id IS NULL OR coalesce(t.revoked_at IS NULL, false)
	FROM change_sets c
	LEFT JOIN members m ON m.id = c.applied_by_id
	LEFT JOIN api_tokens t ON t.id = c.applied_token_id
	WHERE c.id = $1`

// readActor returns the person who applies a change set, with the present role. stopped is the reason
// if that person may not change sources any more.
func readActor(ctx context.Context, tx postgres.Tx, set *Set) (by audit.Actor, stopped string, err error) {
	var isCommand, isActive, hasToken bool
	var id *uuid.UUID
	var name string
	err = tx.QueryRow(ctx, selectActor, set.ID).Scan(&isCommand, &by.RequestID, &id, &by.Email, &name, &by.Role, &isActive,
		&by.TokenID, &by.TokenName, &hasToken)
	by.ActorID, by.ChangeSetID = id, &set.ID
	if set.Origin == Table || set.Origin == Import {
		by.ImportID = &set.ID
	}
	switch {
	case err != nil:
	case isCommand:
		by.Name, by.Role = "Command line", string(identity.Admin)
	case !isActive || !identity.Role(by.Role).Allows(set.LeastRole()):
		stopped = "The member who applied it may not change these sources any more."
	case !hasToken:
		stopped = "The API token with which it was applied was revoked."
	default:
		by.Name = identity.DisplayName(name, by.Email)
	}
	return by, stopped, err
}
