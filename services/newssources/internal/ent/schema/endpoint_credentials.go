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

// EndpointCredentials are the user name and the password of an endpoint, sealed. They have a table of their own, so that
// whoever reads or edits an endpoint doesn't carry them along.
type EndpointCredentials struct{ ent.Schema }

// Annotations of the table.
func (EndpointCredentials) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("endpoint_credentials")}
}

// Mixin of the table.
func (EndpointCredentials) Mixin() []ent.Mixin { return []ent.Mixin{identified{}} }

// Fields of the table.
func (EndpointCredentials) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("endpoint_id", uuid.UUID{}).Immutable(),
		field.Bytes("sealed").Sensitive().Comment("see package seal; the owner is the endpoint"),
		field.Time("updated_at").Default(time.Now).UpdateDefault(time.Now),
	}
}

// Edges of the table.
func (EndpointCredentials) Edges() []ent.Edge {
	return []ent.Edge{
		edge.From("endpoint", Endpoint.Type).Ref("credentials").Field("endpoint_id").Unique().Required().Immutable(),
	}
}
