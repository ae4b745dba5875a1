// Package identity authenticates and authorizes requests: it verifies Firebase ID tokens, stores
// members and their roles, and issues the anti-forgery token that is bound to a person's sign-in.
package identity

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
)

// Role is what a member may do. Each role includes the permissions of the previous ones.
type Role string

// The roles, in ascending order.
const (
	Viewer      Role = "viewer"
	Contributor Role = "contributor" // whose changes are proposals; see Person.Proposes
	Editor      Role = "editor"
	Admin       Role = "admin"
)

var rolesAscending = []Role{Viewer, Contributor, Editor, Admin}

// ParseRole parses the name of a role.
func ParseRole(name string) (Role, error) {
	if role := Role(name); slices.Contains(rolesAscending, role) {
		return role, nil
	}
	return "", fmt.Errorf("%q is not a role: use viewer, contributor, editor or admin", name)
}

// Allows reports whether the role includes the permissions of the role least. It returns false if
// either role is unknown.
func (r Role) Allows(least Role) bool {
	have, need := slices.Index(rolesAscending, r), slices.Index(rolesAscending, least)
	return need >= 0 && have >= need
}

// Person is the member on whose behalf a request runs.
type Person struct {
	ID       uuid.UUID
	UID      string // of the identity provider
	Email    string
	Name     string
	Role     Role
	AuthTime time.Time // of the sign-in; distinguishes sessions
	Token    *TokenRef // the API token of a program; nil for a signed-in person
}

// DisplayName returns the name of a person, or the e-mail address of one without a name.
func DisplayName(name, email string) string { return cmp.Or(name, email) }

// CanWrite reports whether the person, or the program with the person's API token, may change
// sources.
func (p Person) CanWrite() bool {
	return p.Role.Allows(Editor) && (p.Token == nil || p.Token.Allows(Write))
}

// Proposes reports whether the changes of the person become proposals, which an editor approves.
func (p Person) Proposes() bool { return p.Role == Contributor }

type personKey struct{}

// NewContext returns a context that carries the person.
func NewContext(ctx context.Context, p Person) context.Context {
	return context.WithValue(ctx, personKey{}, p)
}

// FromContext returns the person that the context carries.
func FromContext(ctx context.Context) (Person, bool) {
	p, ok := ctx.Value(personKey{}).(Person)
	return p, ok
}
