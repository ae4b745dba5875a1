package people

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/platform/testdb"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
)

// testDirectory is a directory in its own database, which admits example.org.
type testDirectory struct {
	*Directory
	t       *testing.T
	actor   audit.Actor
	members *identity.Members
}

func newTestDirectory(t *testing.T) *testDirectory {
	t.Helper()
	pool := testdb.New(t)
	members, err := identity.NewMembers(pool, "viewer", nil)
	must(t, err)
	allowed, err := identity.NewAllowList([]string{"example.org"}, nil)
	must(t, err)
	d := &testDirectory{Directory: New(postgres.FromPool(pool), allowed, members.Forget), t: t, members: members}
	d.actor = audit.Actor{Email: "admin@example.org", Name: "Administrator", Role: "admin"}
	return d
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// signIn resolves the member of an account.
func (d *testDirectory) signIn(uid, email string) (identity.Person, error) {
	return d.members.Resolve(d.t.Context(),
		identity.Claims{UID: uid, Email: email, Name: "Name of " + uid, IssuedAt: time.Now()})
}

// addMember creates a member with a role.
func (d *testDirectory) addMember(name string, role identity.Role) Member {
	d.t.Helper()
	p, err := d.signIn("uid-"+name, name+"@example.org")
	must(d.t, err)
	_, err = d.db.Pool.Exec(d.t.Context(), `UPDATE members SET role = $2 WHERE id = $1`, p.ID, string(role))
	must(d.t, err)
	m, err := d.Get(d.t.Context(), p.ID)
	must(d.t, err)
	return *m
}

func (d *testDirectory) wantProblem(err error, code problem.Code) {
	d.t.Helper()
	if !problem.Is(err, code) {
		d.t.Fatalf("got %v, want %s", err, code)
	}
}

func (d *testDirectory) actions() (list []string) {
	d.t.Helper()
	entries, err := d.History(d.t.Context(), audit.Query{Limit: 100})
	must(d.t, err)
	for _, e := range entries {
		list = append(list, e.Action+" "+e.TargetName)
	}
	slices.Reverse(list)
	return list
}

func ptr[T any](v T) *T { return &v }

func TestLastAdministratorCannotBeRemoved(t *testing.T) {
	t.Parallel()
	d := newTestDirectory(t)
	ctx := t.Context()
	admin, ana := d.addMember("admin", identity.Admin), d.addMember("ana", identity.Editor)
	_, err := d.Update(ctx, d.actor, admin.ID, 1, Change{Role: ptr(identity.Editor)})
	d.wantProblem(err, problem.LastAdministrator)
	_, err = d.Update(ctx, d.actor, admin.ID, 1, Change{Disabled: ptr(true)})
	d.wantProblem(err, problem.LastAdministrator)
	d.wantProblem(d.Remove(ctx, d.actor, admin.ID, 1), problem.LastAdministrator)
	if got := d.actions(); len(got) != 0 {
		t.Errorf("refused changes are in the history: %v", got)
	}

	changed, err := d.Update(ctx, d.actor, ana.ID, 1, Change{Role: ptr(identity.Admin)})
	if err != nil || changed.Role != identity.Admin || changed.Version != 2 {
		t.Fatalf("got %+v, %v", changed, err)
	}
	must(t, d.Remove(ctx, d.actor, admin.ID, 1))
	d.wantProblem(d.Remove(ctx, d.actor, ana.ID, 2), problem.LastAdministrator)
	if got, want := d.actions(), []string{"member.updated Name of uid-ana",
		"member.removed Name of uid-admin"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	entries, err := d.History(ctx, audit.Query{Action: "member.updated", Limit: 10})
	must(t, err)
	if c := entries[0].Changes; len(c) != 1 || c[0].Field != "role" || string(c[0].Before) != `"editor"` ||
		string(c[0].After) != `"admin"` {
		t.Errorf("got %+v", c)
	}
}

// TestInvitationOfTheLastAdministratorCannotBeWithdrawn covers an administrator who is admitted by
// an invitation only.
func TestInvitationOfTheLastAdministratorCannotBeWithdrawn(t *testing.T) {
	t.Parallel()
	d := newTestDirectory(t)
	ctx := t.Context()
	invited, err := d.Invite(ctx, d.actor, InvitationInput{Domain: "elsewhere.test", Role: identity.Viewer})
	must(t, err) // allowed although there is no administrator yet, because inviting a domain removes no access
	p, err := d.signIn("uid-eve", "eve@elsewhere.test")
	must(t, err)
	_, err = d.db.Pool.Exec(ctx, `UPDATE members SET role = 'admin' WHERE id = $1`, p.ID)
	must(t, err)
	d.wantProblem(d.Withdraw(ctx, d.actor, invited.ID), problem.LastAdministrator)
	d.addMember("admin", identity.Admin)
	must(t, d.Withdraw(ctx, d.actor, invited.ID))
	if m, err := d.Get(ctx, p.ID); err != nil || m.State != NotAdmitted {
		t.Errorf("got %+v, %v", m, err)
	}
}

func TestConcurrentChangesKeepAnAdministrator(t *testing.T) {
	t.Parallel()
	d := newTestDirectory(t)
	var admins []Member
	for _, name := range []string{"a", "b", "c", "d"} {
		admins = append(admins, d.addMember(name, identity.Admin))
	}
	var wait sync.WaitGroup
	for i, m := range admins {
		wait.Go(func() {
			switch i % 3 {
			case 0:
				_, _ = d.Update(t.Context(), d.actor, m.ID, 1, Change{Role: ptr(identity.Viewer)})
			case 1:
				_, _ = d.Update(t.Context(), d.actor, m.ID, 1, Change{Disabled: ptr(true)})
			default:
				_ = d.Remove(t.Context(), d.actor, m.ID, 1)
			}
		})
	}
	wait.Wait()
	if left, err := d.Administrators(t.Context()); err != nil || len(left) != 1 {
		t.Errorf("%d administrators are left, %v", len(left), err)
	}
}

func TestInvitationsAreValidatedAndAdmitMembers(t *testing.T) {
	t.Parallel()
	d := newTestDirectory(t)
	ctx := t.Context()
	d.addMember("admin", identity.Admin)
	for _, c := range []struct {
		name string
		in   InvitationInput
		want problem.Code
	}{
		{"neither address nor domain", InvitationInput{Role: identity.Viewer}, problem.Invalid},
		{"address and domain", InvitationInput{Email: "a@b.test", Domain: "b.test", Role: identity.Viewer}, problem.Invalid},
		{"an invalid address", InvitationInput{Email: "ana", Role: identity.Viewer}, problem.Invalid},
		{"a public provider", InvitationInput{Domain: "Gmail.com", Role: identity.Viewer}, problem.Invalid},
		{"a public suffix", InvitationInput{Domain: "co.uk", Role: identity.Viewer}, problem.Invalid},
		{"administrators by domain", InvitationInput{Domain: "b.test", Role: identity.Admin}, problem.Invalid},
		{"a configured domain", InvitationInput{Domain: "example.org", Role: identity.Editor}, problem.DuplicateMember},
		{"a member", InvitationInput{Email: "Admin@Example.org", Role: identity.Editor}, problem.DuplicateMember},
	} {
		if _, err := d.Invite(ctx, d.actor, c.in); !problem.Is(err, c.want) {
			t.Errorf("%s: got %v", c.name, err)
		}
	}
	_, err := d.Invite(ctx, d.actor, InvitationInput{Domain: "@Elsewhere.Test", Role: identity.Viewer})
	must(t, err)
	guest, err := d.Invite(ctx, d.actor, InvitationInput{Email: "Guest@elsewhere.test", Role: identity.Editor})
	must(t, err)
	_, err = d.Invite(ctx, d.actor, InvitationInput{Email: "guest@ELSEWHERE.test", Role: identity.Viewer})
	d.wantProblem(err, problem.DuplicateMember)

	for email, want := range map[string]bool{"guest@elsewhere.test": true, "other@Elsewhere.test": true,
		"a@sub.elsewhere.test": false, "a@b.test": false} {
		if got, err := d.members.Invited(ctx, email); got != want || err != nil {
			t.Errorf("%s is invited: %t, %v", email, got, err)
		}
	}
	p, err := d.signIn("uid-guest", "GUEST@elsewhere.test")
	if err != nil || p.Role != identity.Editor {
		t.Errorf("the invitation of the address gives the role %s, %v", p.Role, err)
	}
	if p, err := d.signIn("uid-other", "other@elsewhere.test"); err != nil || p.Role != identity.Viewer {
		t.Errorf("the invitation of the domain gives the role %s, %v", p.Role, err)
	}
	list, err := d.Invitations(ctx)
	must(t, err)
	var got []string
	for _, i := range list {
		got = append(got, i.Value)
		if i.ID == guest.ID && (i.People != 1 || i.Role != identity.Editor) {
			t.Errorf("got %+v", i)
		}
	}
	if want := []string{"elsewhere.test", "example.org", "guest@elsewhere.test"}; !slices.Equal(got, want) {
		t.Errorf("got %v", got)
	}
}

func TestRemovedMemberReturnsOnlyWithAnInvitation(t *testing.T) {
	t.Parallel()
	d := newTestDirectory(t)
	ctx := t.Context()
	d.addMember("admin", identity.Admin)
	ana := d.addMember("ana", identity.Editor)
	_, secret, err := d.CreateToken(ctx, d.actor,
		TokenInput{Owner: ana.ID, Name: "export", Scopes: []identity.Scope{"read"}, ExpiresAt: time.Now().Add(time.Hour)})
	must(t, err)
	must(t, d.Remove(ctx, d.actor, ana.ID, 1))
	for _, uid := range []string{"uid-ana", "uid-ana-again"} {
		if _, err := d.signIn(uid, "Ana@example.org"); !problem.Is(err, problem.NotAllowed) {
			t.Errorf("%s: got %v", uid, err)
		}
	}
	_, err = d.members.ResolveToken(ctx, secret)
	d.wantProblem(err, problem.TokenRevoked)
	_, err = d.Get(ctx, ana.ID)
	d.wantProblem(err, problem.NotFound)
	_, err = d.Invite(ctx, d.actor, InvitationInput{Email: "ana@example.org", Role: identity.Viewer})
	must(t, err)
	if p, err := d.signIn("uid-ana", "ana@example.org"); err != nil || p.Role != identity.Viewer || p.ID != ana.ID {
		t.Errorf("got %+v, %v", p, err)
	}
	want := []string{"token.created export", "member.removed Name of uid-ana", "token.revoked export",
		"invitation.created ana@example.org",
		"member.restored Name of uid-ana", "member.restored Name of uid-ana-again"}
	if got := d.actions(); !slices.Equal(got[:4], want[:4]) || len(got) != len(want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestUpdateRejectsStaleVersionsAndUnknownMembers(t *testing.T) {
	t.Parallel()
	d := newTestDirectory(t)
	ctx := t.Context()
	d.addMember("admin", identity.Admin)
	ana := d.addMember("ana", identity.Editor)
	_, err := d.Update(ctx, d.actor, ana.ID, 1, Change{Disabled: ptr(true)})
	must(t, err)
	_, err = d.Update(ctx, d.actor, ana.ID, 1, Change{Role: ptr(identity.Viewer)})
	d.wantProblem(err, problem.StaleVersion)
	_, err = d.Update(ctx, d.actor, uuid.New(), 1, Change{Role: ptr(identity.Viewer)})
	d.wantProblem(err, problem.NotFound)
}

// TestConcurrentStaleUpdatesShareAFewConnections checks that concurrent stale updates do not block
// each other when the pool has few connections.
func TestConcurrentStaleUpdatesShareAFewConnections(t *testing.T) {
	t.Parallel()
	d := newTestDirectory(t)
	d.addMember("admin", identity.Admin)
	m := d.addMember("ana", identity.Viewer)
	_, err := d.Update(t.Context(), d.actor, m.ID, m.Version, Change{Role: ptr(identity.Editor)})
	must(t, err)
	db, err := postgres.Open(t.Context(), d.db.Pool.Config().ConnString(), 3)
	must(t, err)
	t.Cleanup(db.Close)
	d.db = db
	// Not reached, unless all updates wait for a connection.
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	var updates sync.WaitGroup
	for range 10 {
		updates.Go(func() {
			_, err := d.Update(ctx, d.actor, m.ID, m.Version, Change{Role: ptr(identity.Admin)})
			if !problem.Is(err, problem.StaleVersion) {
				t.Errorf("a stale update returned %v", err)
			}
		})
	}
	updates.Wait()
}

func TestListFiltersAndPages(t *testing.T) {
	t.Parallel()
	d := newTestDirectory(t)
	ctx := t.Context()
	bojan := d.addMember("bojan", identity.Admin)
	ana, bob := d.addMember("ana", identity.Editor), d.addMember("bob", identity.Viewer)
	_, err := d.Update(ctx, d.actor, bob.ID, 1, Change{Disabled: ptr(true)})
	must(t, err)
	for _, c := range []struct {
		name  string
		query MemberQuery
		want  []uuid.UUID
	}{
		{"all, by address", MemberQuery{}, []uuid.UUID{ana.ID, bob.ID, bojan.ID}},
		{"the next page", MemberQuery{After: ana.ID}, []uuid.UUID{bob.ID, bojan.ID}},
		{"by text", MemberQuery{Text: "BO"}, []uuid.UUID{bob.ID, bojan.ID}},
		{"a percent sign is no pattern", MemberQuery{Text: "%"}, nil},
		{"by role", MemberQuery{Role: identity.Editor}, []uuid.UUID{ana.ID}},
		{"by state", MemberQuery{State: Disabled}, []uuid.UUID{bob.ID}},
	} {
		c.query.Limit = 10
		list, err := d.List(ctx, c.query)
		must(t, err)
		var got []uuid.UUID
		for _, m := range list {
			got = append(got, m.ID)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: got %v", c.name, got)
		}
	}
}
