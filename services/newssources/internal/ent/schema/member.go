package schema

import (
	"time"

	"entgo.io/ent"
	"entgo.io/ent/schema/field"
)

// Member is a person who has signed in, with a role.
type Member struct{ ent.Schema }

// Mixin returns the shared fields.
func (Member) Mixin() []ent.Mixin { return []ent.Mixin{withID{}} }

// Fields returns the columns.
func (Member) Fields() []ent.Field {
	return []ent.Field{
		field.String("uid").Unique().Immutable().Comment("the subject of the identity provider's tokens"),
		field.String("email"),
		field.String("name").Default(""),
		field.Enum("role").Values("viewer", "editor", "admin"),
		field.Time("disabled_at").Optional().Nillable(),
		field.Time("created_at").Default(time.Now).Immutable(),
		field.Time("updated_at").Default(time.Now).UpdateDefault(time.Now),
		field.Time("last_seen_at").Optional().Nillable(),
	}
}
