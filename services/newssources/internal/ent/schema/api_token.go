package schema

import (
	"time"

	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// APIToken authenticates a program on behalf of a member. Only a hash of the token is stored.
type APIToken struct{ ent.Schema }

// Annotations returns the name of the table.
func (APIToken) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("api_tokens")}
}

// Mixin returns the shared fields.
func (APIToken) Mixin() []ent.Mixin { return []ent.Mixin{withID{}} }

// Fields returns the columns.
func (APIToken) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("owner_id", uuid.UUID{}).Immutable(),
		field.String("name").Immutable(),
		field.JSON("scopes", []string{}).Immutable(),
		field.Bytes("hash").Unique().Immutable().Sensitive().Comment("SHA-256 of the token"),
		field.String("hint").Immutable().Comment("the first characters of the token, to recognise it"),
		field.Time("created_at").Default(time.Now).Immutable(),
		field.Time("expires_at").Immutable(),
		field.Time("last_used_at").Optional().Nillable(),
		field.Time("revoked_at").Optional().Nillable(),
	}
}

// Edges returns the relations.
func (APIToken) Edges() []ent.Edge {
	return []ent.Edge{
		edge.To("owner", Member.Type).Field("owner_id").Unique().Required().Immutable(),
	}
}

// Indexes returns the indexes.
func (APIToken) Indexes() []ent.Index {
	return []ent.Index{index.Fields("owner_id", "id").StorageKey("api_tokens_by_owner")}
}
