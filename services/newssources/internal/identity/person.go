// Package identity says who is calling and what they may do: it checks Firebase ID tokens, keeps the members with
// their roles, and makes the anti-forgery token that ties a browser's changes to its own session (design §4 and §5).
package identity

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
)

// Role is what a member may do. Each role may do all that the ones before it may.
type Role string

// The roles, from least to most.
const (
	Viewer Role = "viewer"
	Editor Role = "editor"
	Admin  Role = "admin"
)

var ladder = []Role{Viewer, Editor, Admin}

// ParseRole reads a role's name.
func ParseRole(name string) (Role, error) {
	if role := Role(name); slices.Contains(ladder, role) {
		return role, nil
	}
	return "", fmt.Errorf("%q is no role: use viewer, editor or admin", name)
}

// Allows reports whether the role includes what least may do. A role that isn't on the ladder allows nothing, and
// nothing allows a demand that isn't.
func (r Role) Allows(least Role) bool {
	have, need := slices.Index(ladder, r), slices.Index(ladder, least)
	return need >= 0 && have >= need
}

// Person is the member on whose behalf a request runs.
type Person struct {
	ID       uuid.UUID
	UID      string // the identity provider's name for them
	Email    string
	Name     string
	Role     Role
	AuthTime time.Time // when they signed in; tells their sessions apart
}

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
