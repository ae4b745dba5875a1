package people

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"golang.org/x/net/publicsuffix"

	"github.com/newsources/newsources/services/newssources/internal/platform/idempotency"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
)

// maxInvitations bounds the list of invitations, which is not split into pages. A newsroom invites
// its domain and some single addresses.
const maxInvitations = 1000

// Kind is what an invitation admits.
type Kind string

// The kinds of invitations.
const (
	EmailKind  Kind = "email"
	DomainKind Kind = "domain"
)

// Invitation admits an e-mail address or a domain.
type Invitation struct {
	ID         uuid.UUID // uuid.Nil if configured; only the configuration can remove it
	Kind       Kind
	Value      string
	Role       identity.Role // at the first sign-in; empty if configured
	CreatedAt  time.Time
	CreatedBy  string // name or e-mail address of a member; empty if configured or created by a command
	People     int    // members with this address or domain
	Configured bool
}

// Invitations returns the configured and the invited addresses and domains, in alphabetical order.
func (d *Directory) Invitations(ctx context.Context) ([]Invitation, error) {
	rows, err := d.db.Pool.Query(ctx, `
		WITH list AS (
		       SELECT id, kind, value, role, created_at, created_by_id, false AS configured FROM invitations
		       UNION ALL SELECT NULL, 'domain', v, '', NULL, NULL, true FROM unnest($1::text[]) v
		       UNION ALL SELECT NULL, 'email', v, '', NULL, NULL, true FROM unnest($2::text[]) v)
		SELECT list.id, list.kind, list.value, list.role, coalesce(list.created_at, 'epoch'),
			coalesce(nullif(author.name, ''), author.email, ''), configured,
		       (SELECT count(DISTINCT m.email_key) FROM members m WHERE m.removed_at IS NULL AND CASE list.kind
		          WHEN 'email' THEN m.email_key = list.value ELSE substring(m.email_key FROM '[^@]*$') = list.value END)
		  FROM list LEFT JOIN members author ON author.id = list.created_by_id
		 ORDER BY list.value COLLATE "C", configured DESC`, d.allowed.Domains(), d.allowed.Emails())
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (i Invitation, err error) {
		var id *uuid.UUID
		err = row.Scan(&id, &i.Kind, &i.Value, &i.Role, &i.CreatedAt, &i.CreatedBy, &i.Configured, &i.People)
		if id != nil {
			i.ID = *id
		}
		return i, err
	})
}

// InvitationInput holds the values of a new invitation: either an e-mail address or a domain.
type InvitationInput struct {
	Email  string
	Domain string
	Role   identity.Role
}

// parse validates the input and returns its kind and folded value.
func (in InvitationInput) parse() (kind Kind, value string, err error) {
	var invalid problem.Fields
	var ok bool
	switch {
	case (in.Email == "") == (in.Domain == ""):
		invalid.Add("/email", "required", "Send either an e-mail address or a domain.")
	case in.Email != "":
		kind = EmailKind
		if value, ok = identity.ParseEmail(in.Email); !ok {
			invalid.Add("/email", "format", "Enter an e-mail address such as ana@example.org.")
		}
	default:
		kind = DomainKind
		value, ok = identity.ParseDomain(in.Domain)
		suffix, _ := publicsuffix.PublicSuffix(value)
		switch {
		case !ok:
			invalid.Add("/domain", "format", "Enter a domain such as example.org.")
		case suffix == value || slices.Contains(publicMailDomains, value):
			invalid.Add("/domain", "public", "Anyone can get an address at %s. Invite single e-mail addresses instead.", value)
		case in.Role == identity.Admin:
			invalid.Add("/role", "domain", "An invited domain can't have the role administrator. Choose another role, then "+
				"make single members administrators.")
		}
	}
	return kind, value, invalid.Err()
}

// publicMailDomains are the largest providers at which anyone can get an address.
var publicMailDomains = []string{
	"gmail.com", "googlemail.com", "outlook.com", "hotmail.com", "live.com", "msn.com", "yahoo.com", "ymail.com",
	"icloud.com", "me.com", "mac.com",
	"aol.com", "gmx.com", "gmx.de", "gmx.net", "web.de", "t-online.de", "mail.com", "proton.me", "protonmail.com", "pm.me",
	"zoho.com", "fastmail.com",
	"orange.fr", "wanadoo.fr", "free.fr", "laposte.net", "libero.it", "mail.ru", "yandex.ru", "yandex.com", "qq.com",
	"163.com", "126.com", "naver.com",
}

// Invite admits an e-mail address or a domain. For an e-mail address, it also restores a removed
// member and sets the role.
func (d *Directory) Invite(ctx context.Context, actor audit.Actor, in InvitationInput) (*Invitation, error) {
	kind, value, err := in.parse()
	if err != nil {
		return nil, err
	}
	if created, err := idempotency.Created(ctx, d.invitation); created != nil || err != nil {
		return created, err
	}
	created := Invitation{ID: idempotency.NewID(ctx), Kind: kind, Value: value, Role: in.Role}
	err = d.change(ctx, func(tx postgres.Tx) error {
		if err := d.checkInvitation(ctx, tx, kind, value); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `INSERT INTO invitations (id, kind, value, role, created_at, created_by_id)
			VALUES ($1, $2, $3, $4, now(), $5)`,
			created.ID, string(kind), value, string(in.Role), actor.ActorID)
		if err != nil {
			return err
		}
		if err := record(ctx, tx, actor, created.event("invitation.created"), nil, created.fields()); err != nil {
			return err
		}
		if kind == DomainKind {
			return nil
		}
		if err := d.restore(ctx, tx, actor, value, in.Role); err != nil {
			return err
		}
		return d.checkAdministrators(ctx, tx)
	})
	if err != nil {
		return nil, err
	}
	if stored, err := d.invitation(ctx, created.ID); stored != nil || err != nil {
		return stored, err
	}
	return &created, nil
}

// invitation returns the invitation with an id, or nil.
func (d *Directory) invitation(ctx context.Context, id uuid.UUID) (*Invitation, error) {
	list, err := d.Invitations(ctx)
	if at := slices.IndexFunc(list, func(i Invitation) bool { return i.ID == id }); at >= 0 {
		return &list[at], nil
	}
	return nil, err
}

// checkInvitation returns a problem if the address or the domain has access already, or if there
// are too many invitations.
func (d *Directory) checkInvitation(ctx context.Context, tx postgres.Tx, kind Kind, value string) error {
	count, err := queryOne[int](ctx, tx, `SELECT count(*) FROM invitations`)
	if err != nil {
		return err
	}
	exists, err := queryOne[bool](ctx, tx, `SELECT EXISTS (SELECT FROM invitations WHERE value = $1)`, value)
	if err != nil {
		return err
	}
	if kind == EmailKind {
		member, err := queryOne[bool](ctx, tx, `
			SELECT EXISTS (SELECT FROM members m WHERE m.email_key = $3 AND m.removed_at IS NULL AND `+admitted+`)`,
			d.allowed.Domains(), d.allowed.Emails(), value)
		if err != nil {
			return err
		}
		if member {
			return problem.New(problem.DuplicateMember, "%s is a member already. Change the role in the list of members.", value)
		}
	}
	switch {
	case exists:
		return problem.New(problem.DuplicateMember,
			"%s is invited already. To change the role, withdraw that invitation first.", value)
	case kind == DomainKind && slices.Contains(d.allowed.Domains(), value):
		return problem.New(problem.DuplicateMember, "Everyone at %s already has access by the configuration of the "+
			"service. No invitation is needed.", value)
	case count >= maxInvitations:
		return problem.New(problem.LimitReached, "There are %d invitations, which is the maximum. Withdraw some first, or "+
			"invite a domain.", count)
	}
	return nil
}

// restore makes all accounts with an e-mail address active again, also removed and disabled ones,
// and sets their role.
func (d *Directory) restore(ctx context.Context, tx postgres.Tx, actor audit.Actor, emailKey string,
	role identity.Role) error {
	accounts, err := queryAll(ctx, tx, scanCollected,
		`SELECT `+memberColumns+` FROM members m WHERE m.email_key = $3 ORDER BY m.id FOR UPDATE OF m`,
		d.allowed.Domains(), d.allowed.Emails(), emailKey)
	if err != nil {
		return err
	}
	for _, m := range accounts {
		_, err := tx.Exec(ctx, `
			UPDATE members SET removed_at = NULL, disabled_at = NULL, role = $2, version = version + 1, updated_at = now()
			WHERE id = $1`, m.ID, string(role))
		if err != nil {
			return err
		}
		after := m
		after.Role, after.State = role, Active
		if err := record(ctx, tx, actor, memberEvent("member.restored", m, m.Version+1), nil, after.fields()); err != nil {
			return err
		}
	}
	return nil
}

// Withdraw deletes an invitation. Members who are admitted by this invitation only lose their
// access. Their API tokens no longer work, so that the leases of these tokens end.
func (d *Directory) Withdraw(ctx context.Context, actor audit.Actor, id uuid.UUID) error {
	return d.change(ctx, func(tx postgres.Tx) error {
		exists, err := queryOne[bool](ctx, tx, `SELECT EXISTS (SELECT FROM invitations WHERE id = $1)`, id)
		if err != nil {
			return err
		}
		if !exists {
			return problem.New(problem.NotFound, "There is no invitation with this id. It may have been withdrawn.")
		}
		if err := deleteInvitations(ctx, tx, actor, `id = $1`, id); err != nil {
			return err
		}
		err = endLeases(ctx, tx, `t.owner_id IN (SELECT m.id FROM members m WHERE NOT `+admitted+`)`,
			d.allowed.Domains(), d.allowed.Emails())
		if err != nil {
			return err
		}
		return d.checkAdministrators(ctx, tx)
	})
}

// deleteInvitations deletes the invitations that match an SQL condition, and records each in the
// history.
func deleteInvitations(ctx context.Context, tx postgres.Tx, actor audit.Actor, condition string, arg any) error {
	deleted, err := queryAll(ctx, tx, func(row pgx.CollectableRow) (i Invitation, err error) {
		return i, row.Scan(&i.ID, &i.Kind, &i.Value, &i.Role)
	}, `DELETE FROM invitations WHERE `+condition+` RETURNING id, kind, value, role`, arg)
	if err != nil {
		return err
	}
	for _, i := range deleted {
		if err := record(ctx, tx, actor, i.event("invitation.deleted"), i.fields(), nil); err != nil {
			return err
		}
	}
	return nil
}

func (i Invitation) fields() fields { return fields{string(i.Kind): i.Value, "role": i.Role} }

func (i Invitation) event(action string) audit.Event {
	return audit.Event{Action: action, TargetType: audit.TargetInvitation, TargetID: i.ID, TargetName: i.Value}
}
