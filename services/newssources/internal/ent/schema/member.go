package schema

import (
	"time"

	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
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
		field.String("email_key").Default("").Comment("the address in the form in which addresses are compared; see " +
			"identity.FoldEmail").
			Annotations(entsql.Annotation{Collation: "C"}), // other collations consider different addresses as equal
		field.String("name").Default(""),
		field.Enum("role").Values("viewer", "contributor", "editor", "admin"),
		field.Time("disabled_at").Optional().Nillable(),
		field.Time("removed_at").Optional().Nillable().Comment("the row of a removed member is kept, because sources and " +
			"imports name it"),
		field.Int("version").Default(1).Positive().Comment("counts the changes by administrators"),
		field.Time("created_at").Default(time.Now).Immutable(),
		field.Time("updated_at").Default(time.Now).UpdateDefault(time.Now),
		field.Time("last_seen_at").Optional().Nillable(),
	}
}

// Indexes returns the indexes.
func (Member) Indexes() []ent.Index {
	return []ent.Index{index.Fields("email_key", "id").StorageKey("members_by_email")}
}
