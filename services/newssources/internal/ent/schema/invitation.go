package schema

import (
	"time"

	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema/field"
	"github.com/google/uuid"
)

// Invitation admits an e-mail address, or all addresses of a domain. It adds to the configured
// addresses and domains.
type Invitation struct{ ent.Schema }

// Mixin returns the shared fields.
func (Invitation) Mixin() []ent.Mixin { return []ent.Mixin{withID{}} }

// Fields returns the columns.
func (Invitation) Fields() []ent.Field {
	return []ent.Field{
		field.Enum("kind").Values("email", "domain").Immutable(),
		field.String("value").Unique().Immutable().Comment("an address or a domain, in the form in which they are compared").
			Annotations(entsql.Annotation{Collation: "C"}),
		field.Enum("role").Values("viewer", "contributor", "editor", "admin").Comment("of people at their first sign-in"),
		field.Time("created_at").Default(time.Now).Immutable(),
		field.UUID("created_by_id", uuid.UUID{}).Optional().Nillable().Immutable(),
	}
}
