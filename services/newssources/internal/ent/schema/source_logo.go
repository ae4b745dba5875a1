package schema

import (
	"time"

	"entgo.io/ent"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
	"github.com/google/uuid"
)

// SourceLogo is the logo of a source. It has its own table, so that queries for sources do not read
// it.
type SourceLogo struct{ ent.Schema }

// Mixin returns the shared fields.
func (SourceLogo) Mixin() []ent.Mixin { return []ent.Mixin{withID{}} }

// Fields returns the columns.
func (SourceLogo) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("source_id", uuid.UUID{}).Immutable(),
		field.Bytes("png").Comment("see package picture"),
		field.String("version").MaxLen(64).Comment("a hash of the PNG, equal to sources.logo"),
		field.Time("updated_at").Default(time.Now).UpdateDefault(time.Now),
	}
}

// Edges returns the relations.
func (SourceLogo) Edges() []ent.Edge {
	return []ent.Edge{
		edge.From("source", Source.Type).Ref("picture").Field("source_id").Unique().Required().Immutable(),
	}
}
