package savedview

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/listfile"
)

// maxAddresses is the maximum number of addresses of a view that are not revoked: one per reader.
const maxAddresses = 20

// addressPrefix begins the secret of an address.
const addressPrefix = "nwv_"

// Address is an address with a secret, at which programs read the sources of a view (ADR 59).
type Address struct {
	ID             uuid.UUID
	ViewID         uuid.UUID
	Format         listfile.Format
	OmitsForbidden bool
	Hint           string // the beginning of the secret
	CreatedAt      time.Time
	LastUsedAt     *time.Time
	RevokedAt      *time.Time
}

const selectAddresses = `
	SELECT a.id, a.view_id, a.format, a.omits_forbidden, a.hint, a.created_at, a.last_used_at, a.revoked_at
	FROM view_addresses a
	WHERE a.view_id = $1`

func scanAddress(row pgx.CollectableRow) (a Address, err error) {
	return a, row.Scan(&a.ID, &a.ViewID, &a.Format, &a.OmitsForbidden, &a.Hint, &a.CreatedAt, &a.LastUsedAt,
		&a.RevokedAt)
}

// Addresses returns the addresses of a view of the actor that are not revoked, newest first.
// Administrators may read those of all shared views.
func (s *Views) Addresses(ctx context.Context, actor audit.Actor, viewID uuid.UUID) ([]Address, error) {
	view, err := s.Get(ctx, *actor.ActorID, viewID)
	if err != nil {
		return nil, err
	}
	if err := view.checkOwnerOrAdmin(actor); err != nil {
		return nil, err
	}
	rows, err := s.db.Pool.Query(ctx, selectAddresses+`
			AND a.revoked_at IS NULL
		ORDER BY a.id DESC`, viewID)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, scanAddress)
}

// checkOwnerOrAdmin returns a problem unless the actor owns the view or is an administrator.
func (v View) checkOwnerOrAdmin(actor audit.Actor) error {
	if identity.Role(actor.Role).Allows(identity.Admin) {
		return nil
	}
	return v.checkOwner(actor)
}

// checkOwner returns a problem unless the actor owns the view.
func (v View) checkOwner(actor audit.Actor) error {
	if *actor.ActorID == v.OwnerID {
		return nil
	}
	return problem.New(problem.NotOwner, "Only %s has addresses of this view. Save a copy of the view to get your own.",
		v.OwnerName)
}

// CreateAddress creates an address of a view of the actor, and returns it with its secret, which the
// database does not have.
func (s *Views) CreateAddress(ctx context.Context, actor audit.Actor, viewID uuid.UUID, format listfile.Format,
	omitsForbidden bool) (*Address, string, error) {
	secret, hash, hint := identity.NewSecret(addressPrefix)
	a := Address{ID: uuid.Must(uuid.NewV7()), ViewID: viewID, Format: format, OmitsForbidden: omitsForbidden, Hint: hint,
		CreatedAt: time.Now()}
	err := s.db.Tx(ctx, func(tx postgres.Tx) error {
		view, err := get(ctx, tx, *actor.ActorID, viewID, "FOR UPDATE OF v") // serializes concurrent creations
		if err != nil {
			return err
		}
		if err := view.checkOwner(actor); err != nil {
			return err
		}
		var count int
		err = tx.QueryRow(ctx, "SELECT count(*) FROM view_addresses WHERE view_id = $1 AND revoked_at IS NULL",
			viewID).Scan(&count)
		if err != nil {
			return err
		}
		if count >= maxAddresses {
			return problem.New(problem.LimitReached, "“%s” has %d addresses, which is the maximum. Revoke one first.",
				view.Name, count)
		}
		_, err = tx.Exec(ctx, `
			INSERT INTO view_addresses (id, view_id, owner_id, format, omits_forbidden, hash, hint, created_at)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
			a.ID, viewID, view.OwnerID, a.Format, a.OmitsForbidden, hash, a.Hint, a.CreatedAt)
		if err != nil {
			return err
		}
		return recordAddress(ctx, tx, actor, view, "view.address_created", a)
	})
	if err != nil {
		return nil, "", err
	}
	s.hashes.Expire()
	return &a, secret, nil
}

// RevokeAddress revokes an address of a view of the actor. Administrators may revoke those of all
// shared views. Revoking a revoked address has no effect.
func (s *Views) RevokeAddress(ctx context.Context, actor audit.Actor, viewID, id uuid.UUID) error {
	return s.db.Tx(ctx, func(tx postgres.Tx) error {
		view, err := get(ctx, tx, *actor.ActorID, viewID, "")
		if err != nil {
			return err
		}
		if err := view.checkOwnerOrAdmin(actor); err != nil {
			return err
		}
		rows, err := tx.Query(ctx, selectAddresses+`
				AND a.id = $2
			FOR UPDATE`, viewID, id)
		if err != nil {
			return err
		}
		a, err := pgx.CollectExactlyOneRow(rows, scanAddress)
		switch {
		case postgres.IsNoRows(err):
			return problem.New(problem.NotFound, "This view has no address with this id. Reload the list of its addresses.")
		case err != nil || a.RevokedAt != nil:
			return err
		}
		if _, err := tx.Exec(ctx, "UPDATE view_addresses SET revoked_at = now() WHERE id = $1", id); err != nil {
			return err
		}
		return recordAddress(ctx, tx, actor, view, "view.address_revoked", a)
	})
}

// HistoryName returns the name of a view for the history. It leaves out the name of a personal view, because
// other members read the history.
func (v View) HistoryName() string {
	if v.Sharing == Personal {
		return "Personal view"
	}
	return v.Name
}

// recordAddress records the creation or the revocation of an address.
func recordAddress(ctx context.Context, tx postgres.Tx, actor audit.Actor, view *View, action string,
	a Address) error {
	fields := map[string]any{"address": a.Hint + "…", "format": a.Format, "omits_forbidden": a.OmitsForbidden}
	before, after := map[string]any(nil), fields
	if action == "view.address_revoked" {
		before, after = fields, nil
	}
	changes, err := audit.Diff(before, after)
	if err != nil {
		return err
	}
	return audit.Record(ctx, tx, actor, audit.Event{
		Action: action, TargetType: audit.TargetView, TargetID: view.ID, TargetName: view.HistoryName(),
		Version: view.Version, Changes: changes,
	})
}
