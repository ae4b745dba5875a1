package people

import (
	"strings"
	"testing"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

func TestTokenInputIsValidated(t *testing.T) {
	t.Parallel()
	now := time.Now()
	day := now.Add(24 * time.Hour)
	read, write := []identity.Scope{identity.Read}, []identity.Scope{identity.Write}
	for _, c := range []struct {
		name string
		in   TokenInput
		role identity.Role
		ok   bool
	}{
		{"valid", TokenInput{Name: " a  b ", Scopes: read, ExpiresAt: day}, identity.Viewer, true},
		{"no name", TokenInput{Name: " ", Scopes: read, ExpiresAt: day}, identity.Viewer, false},
		{"long name", TokenInput{Name: strings.Repeat("é", 101), Scopes: read, ExpiresAt: day}, identity.Viewer, false},
		{"no scope", TokenInput{Name: "a", ExpiresAt: day}, identity.Viewer, false},
		{"unknown scope", TokenInput{Name: "a", Scopes: []identity.Scope{"admin"}, ExpiresAt: day}, identity.Admin, false},
		{"a viewer can't write", TokenInput{Name: "a", Scopes: write, ExpiresAt: day}, identity.Viewer, false},
		{"an editor can write", TokenInput{Name: "a", Scopes: write, ExpiresAt: day}, identity.Editor, true},
		{"expired", TokenInput{Name: "a", Scopes: read, ExpiresAt: now}, identity.Viewer, false},
		{"valid for too long", TokenInput{Name: "a", Scopes: read, ExpiresAt: now.Add(maxTokenAge + time.Second)},
			identity.Viewer, false},
	} {
		if err := c.in.validate(now, c.role); (err == nil) != c.ok {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

func TestTokenHasTheAccessOfItsOwner(t *testing.T) {
	t.Parallel()
	d := newTestDirectory(t)
	ctx := t.Context()
	d.addMember("admin", identity.Admin)
	ana := d.addMember("ana", identity.Editor)
	token, secret, err := d.CreateToken(ctx, d.actor,
		TokenInput{Owner: ana.ID, Name: "export", Scopes: []identity.Scope{"write"}, ExpiresAt: time.Now().Add(time.Hour)})
	must(t, err)
	if !strings.HasPrefix(secret, "nws_") || len(secret) < 40 || !strings.HasPrefix(secret, token.Hint) ||
		len(token.Hint) > 8 {
		t.Errorf("%q, %q", secret, token.Hint)
	}
	var stored string
	must(t, d.db.Pool.QueryRow(ctx, `SELECT t::text || (SELECT string_agg(a::text, '') FROM audit_events a)
		FROM api_tokens t`).Scan(&stored))
	if strings.Contains(stored, secret[8:]) {
		t.Error("the secret is stored")
	}
	p, err := d.members.ResolveToken(ctx, secret)
	if err != nil || p.ID != ana.ID || p.Role != identity.Editor || p.Token.Name != "export" || !p.CanWrite() {
		t.Fatalf("got %+v, %v", p, err)
	}
	changed, err := d.Update(ctx, d.actor, ana.ID, 1, Change{Role: ptr(identity.Viewer)})
	must(t, err)
	if p, err := d.members.ResolveToken(ctx, secret); err != nil || p.Role != identity.Viewer || p.CanWrite() {
		t.Errorf("after the demotion: %+v, %v", p, err)
	}
	changed, err = d.Update(ctx, d.actor, ana.ID, changed.Version, Change{Disabled: ptr(true)})
	must(t, err)
	_, err = d.members.ResolveToken(ctx, secret)
	d.wantProblem(err, problem.MemberDisabled)
	_, err = d.Update(ctx, d.actor, ana.ID, changed.Version, Change{Disabled: ptr(false)})
	must(t, err)
	_, err = d.members.ResolveToken(ctx, secret)
	must(t, err)

	eve := d.addMember("eve", identity.Editor)
	d.wantProblem(d.RevokeToken(ctx, d.actor, token.ID, &eve.ID), problem.NotFound)
	must(t, d.RevokeToken(ctx, d.actor, token.ID, &ana.ID))
	_, err = d.members.ResolveToken(ctx, secret)
	d.wantProblem(err, problem.TokenRevoked)
	_, err = d.members.ResolveToken(ctx, secret+"x")
	d.wantProblem(err, problem.Unauthenticated)
}

func TestLastUseIsWrittenOncePerMinute(t *testing.T) {
	t.Parallel()
	d := newTestDirectory(t)
	ctx := t.Context()
	ana := d.addMember("ana", identity.Editor)
	_, secret, err := d.CreateToken(ctx, d.actor,
		TokenInput{Owner: ana.ID, Name: "export", Scopes: []identity.Scope{"read"}, ExpiresAt: time.Now().Add(time.Hour)})
	must(t, err)
	lastWriter := func() (xmin string) {
		must(t, d.db.Pool.QueryRow(ctx, `SELECT xmin::text FROM api_tokens WHERE last_used_at IS NOT NULL`).Scan(&xmin))
		return xmin
	}
	_, err = d.members.ResolveToken(ctx, secret)
	must(t, err)
	before := lastWriter()
	for range 3 {
		d.members.Forget()
		_, err = d.members.ResolveToken(ctx, secret)
		must(t, err)
	}
	if lastWriter() != before {
		t.Error("a request within a minute wrote the row")
	}
	_, err = d.db.Pool.Exec(ctx, `UPDATE api_tokens SET last_used_at = now() - interval '61 seconds'`)
	must(t, err)
	before = lastWriter()
	d.members.Forget()
	_, err = d.members.ResolveToken(ctx, secret)
	must(t, err)
	if lastWriter() == before {
		t.Error("a request after a minute did not write the row")
	}
}
