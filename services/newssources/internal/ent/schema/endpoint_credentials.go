package schema

import (
	"time"

	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
	"github.com/google/uuid"
)

// EndpointCredentials are the encrypted user name and password of an endpoint. They have their own
// table, so that queries for endpoints do not read them.
type EndpointCredentials struct{ ent.Schema }

// Annotations returns the name of the table.
func (EndpointCredentials) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("endpoint_credentials")}
}

// Mixin returns the shared fields.
func (EndpointCredentials) Mixin() []ent.Mixin { return []ent.Mixin{withID{}} }

// Fields returns the columns.
func (EndpointCredentials) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("endpoint_id", uuid.UUID{}).Immutable(),
		field.Bytes("sealed").Sensitive().Comment("encrypted by package seal; the owner is the endpoint"),
		field.Time("updated_at").Default(time.Now).UpdateDefault(time.Now),
	}
}

// Edges returns the relations.
func (EndpointCredentials) Edges() []ent.Edge {
	return []ent.Edge{
		edge.From("endpoint", Endpoint.Type).Ref("credentials").Field("endpoint_id").Unique().Required().Immutable(),
	}
}
