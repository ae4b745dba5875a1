package schema

import (
	"time"

	"entgo.io/ent"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
	"github.com/google/uuid"
)

// SourceLogo is the picture of a source. It has a table of its own, so that whoever reads sources doesn't carry it along.
type SourceLogo struct{ ent.Schema }

// Mixin of the table.
func (SourceLogo) Mixin() []ent.Mixin { return []ent.Mixin{identified{}} }

// Fields of the table.
func (SourceLogo) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("source_id", uuid.UUID{}).Immutable(),
		field.Bytes("png").Comment("see package picture"),
		field.String("version").MaxLen(64).Comment("a hash of the picture; sources.logo is the same"),
		field.Time("updated_at").Default(time.Now).UpdateDefault(time.Now),
	}
}

// Edges of the table.
func (SourceLogo) Edges() []ent.Edge {
	return []ent.Edge{
		edge.From("source", Source.Type).Ref("picture").Field("source_id").Unique().Required().Immutable(),
	}
}
