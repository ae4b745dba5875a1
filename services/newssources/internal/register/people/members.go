package people

import (
	"cmp"
	"context"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
)

// maxAdministrators bounds the list in which every member finds an administrator to ask.
const maxAdministrators = 20

// MemberQuery selects members. Zero values select all that are not removed.
type MemberQuery struct {
	Text  string // part of the name or the e-mail address
	Role  identity.Role
	State State
	After uuid.UUID // the last member of the previous page
	Limit int
}

// List returns members in the order of their e-mail addresses.
func (d *Directory) List(ctx context.Context, q MemberQuery) ([]Member, error) {
	rows, err := d.db.Pool.Query(ctx, `
		SELECT * FROM (SELECT `+memberColumns+` AS state FROM members m
		 WHERE m.removed_at IS NULL
		   AND ($3 = '' OR position(lower($3) IN lower(m.name || ' ' || m.email)) > 0)
		   AND ($4 = '' OR m.role = $4)
		   AND ($6::uuid IS NULL OR (m.email_key, m.id) > (SELECT email_key, id FROM members WHERE id = $6))) list
		 WHERE $5 = '' OR state = $5
		 ORDER BY email_key, id LIMIT $7`,
		d.allowed.Domains(), d.allowed.Emails(), q.Text, string(q.Role), string(q.State), optionalID(q.After), q.Limit)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, scanCollected)
}

// Get returns a member who is not removed.
func (d *Directory) Get(ctx context.Context, id uuid.UUID) (*Member, error) {
	m, err := scan(d.db.Pool.QueryRow(ctx, `SELECT `+memberColumns+` FROM members m
		WHERE m.id = $3 AND m.removed_at IS NULL`,
		d.allowed.Domains(), d.allowed.Emails(), id))
	if postgres.IsNoRows(err) {
		return nil, memberNotFound()
	}
	return &m, err
}

// ByEmail returns the member with an e-mail address, for commands. Of several accounts, it returns
// the one that was seen last.
func (d *Directory) ByEmail(ctx context.Context, email string) (*Member, error) {
	m, err := scan(d.db.Pool.QueryRow(ctx, `
		SELECT `+memberColumns+` FROM members m WHERE m.email_key = $3 AND m.removed_at IS NULL ORDER BY m.last_seen_at DESC NULLS LAST LIMIT 1`,
		d.allowed.Domains(), d.allowed.Emails(), identity.FoldEmail(email)))
	if postgres.IsNoRows(err) {
		return nil, problem.New(problem.NotFound, "There is no member with the address %q. A person becomes a member at "+
			"the first sign-in.", email)
	}
	return &m, err
}

// Administrators returns up to maxAdministrators administrators who can sign in, in descending
// order of their last request.
func (d *Directory) Administrators(ctx context.Context) ([]Member, error) {
	rows, err := d.db.Pool.Query(ctx, `
		SELECT `+memberColumns+` FROM members m
		 WHERE m.role = 'admin' AND m.disabled_at IS NULL AND m.removed_at IS NULL AND `+admitted+`
		 ORDER BY m.last_seen_at DESC NULLS LAST, m.id LIMIT $3`, d.allowed.Domains(), d.allowed.Emails(), maxAdministrators)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, scanCollected)
}

// Change is a change of a member. Nil fields are kept.
type Change struct {
	Role     *identity.Role
	Disabled *bool
}

// Update changes the role or the state of a member. It applies to all accounts with the same e-mail
// address.
func (d *Directory) Update(ctx context.Context, actor audit.Actor, id uuid.UUID, version int, change Change) (*Member,
	error) {
	err := d.change(ctx, func(tx postgres.Tx) error {
		accounts, err := d.lockAccounts(ctx, tx, id, version)
		if err != nil {
			return err
		}
		for _, before := range accounts {
			after := before
			if change.Role != nil {
				after.Role = *change.Role
			}
			if change.Disabled != nil {
				after.State = Active
				if *change.Disabled {
					after.State = Disabled
				}
			}
			if err := d.save(ctx, tx, actor, before, after); err != nil {
				return err
			}
		}
		return d.checkAdministrators(ctx, tx)
	})
	if err != nil {
		return nil, err
	}
	return d.Get(ctx, id)
}

// save writes the role and the state of a member, and records the change.
func (d *Directory) save(ctx context.Context, tx postgres.Tx, actor audit.Actor, before, after Member) error {
	disabled := after.State == Disabled
	if before.Role == after.Role && (before.State == Disabled) == disabled {
		return nil
	}
	_, err := tx.Exec(ctx, `
		UPDATE members
			SET role = $2, disabled_at = CASE WHEN $3 THEN coalesce(disabled_at, now()) END, version = version + 1,
				updated_at = now()
		 WHERE id = $1`, before.ID, string(after.Role), disabled)
	if err != nil {
		return err
	}
	event := memberEvent("member.updated", before, before.Version+1)
	if err := record(ctx, tx, actor, event, before.fields(), after.fields()); err != nil {
		return err
	}
	if disabled || !after.Role.Allows(identity.Editor) {
		if err := endLeases(ctx, tx, `t.owner_id = $1`, before.ID); err != nil {
			return err
		}
		_, err = unassign(ctx, tx, actor, []uuid.UUID{before.ID}, nil)
	}
	return err
}

// Remove ends the access of a member: it deletes the invitation of the address, revokes the API
// tokens and deletes the personal views. The member remains the author of earlier changes, and
// regains access only by a new invitation.
func (d *Directory) Remove(ctx context.Context, actor audit.Actor, id uuid.UUID, version int) error {
	return d.change(ctx, func(tx postgres.Tx) error {
		accounts, err := d.lockAccounts(ctx, tx, id, version)
		if err != nil {
			return err
		}
		for _, m := range accounts {
			if _, err := tx.Exec(ctx, `UPDATE members SET removed_at = now(), version = version + 1, updated_at = now()
				WHERE id = $1`, m.ID); err != nil {
				return err
			}
			if err := record(ctx, tx, actor, memberEvent("member.removed", m, m.Version+1), m.fields(), nil); err != nil {
				return err
			}
			if err := revokeTokens(ctx, tx, actor, m.ID); err != nil {
				return err
			}
			// Shared views stay, and an editor may take them over.
			const deleteViews = "DELETE FROM saved_views WHERE owner_id = $1 AND sharing = 'none'"
			if _, err := tx.Exec(ctx, deleteViews, m.ID); err != nil {
				return err
			}
			if _, err := unassign(ctx, tx, actor, []uuid.UUID{m.ID}, nil); err != nil {
				return err
			}
		}
		if err := deleteInvitations(ctx, tx, actor, `kind = 'email' AND value = $1`, accounts[0].emailKey); err != nil {
			return err
		}
		return d.checkAdministrators(ctx, tx)
	})
}

// lockAccounts locks the accounts with the e-mail address of a member and returns them. It returns
// a stale_version problem unless the member has this version.
func (d *Directory) lockAccounts(ctx context.Context, tx postgres.Tx, id uuid.UUID, version int) ([]Member, error) {
	accounts, err := queryAll(ctx, tx, scanCollected, `
		SELECT `+memberColumns+` FROM members m
		 WHERE m.removed_at IS NULL
			AND (m.id = $3 OR m.email_key = (SELECT email_key FROM members WHERE id = $3) AND m.email_key <> '')
		 ORDER BY m.id FOR UPDATE OF m`, d.allowed.Domains(), d.allowed.Emails(), id)
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(accounts, func(m Member) bool { return m.ID == id })
	if at < 0 {
		return nil, memberNotFound()
	}
	if accounts[at].Version != version {
		return nil, explainStale(ctx, tx, accounts[at], version)
	}
	return accounts, nil
}

// explainStale returns a stale_version problem that names the author of the last change since
// version.
func explainStale(ctx context.Context, tx postgres.Tx, m Member, version int) error {
	conflict, err := audit.Since(ctx, tx.Ent, m.ID, version)
	if err != nil {
		return err
	}
	author := "Another administrator"
	if conflict != nil {
		author = cmp.Or(conflict.Last.Actor.Name, conflict.Last.Actor.Email, author)
	}
	return problem.New(problem.StaleVersion, "%s changed %s after you opened this page. Check the current values, then "+
		"repeat your change.", author, identity.DisplayName(m.Name, m.Email))
}

func (m Member) fields() fields {
	state := Active
	if m.State == Disabled {
		state = Disabled
	}
	return fields{"email": m.Email, "role": m.Role, "state": state}
}

func memberEvent(action string, m Member, version int) audit.Event {
	return audit.Event{Action: action, TargetType: audit.TargetMember, TargetID: m.ID,
		TargetName: identity.DisplayName(m.Name, m.Email), Version: version}
}

func memberNotFound() error {
	return problem.New(problem.NotFound, "There is no member with this id. The member may have been removed.")
}

// optionalID returns nil for uuid.Nil, which becomes NULL.
func optionalID(id uuid.UUID) *uuid.UUID {
	if id == uuid.Nil {
		return nil
	}
	return &id
}
