package schema

import (
	"time"

	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// Proposal is a value for an empty or derived field of a source, found by a visit of its homepage.
type Proposal struct{ ent.Schema }

// Mixin returns the shared fields.
func (Proposal) Mixin() []ent.Mixin { return []ent.Mixin{withID{}} }

// Fields returns the columns.
func (Proposal) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("source_id", uuid.UUID{}).Immutable(),
		field.Enum("field").Values("name", "homepage_url", "country", "languages", "logo").Immutable(),
		field.Text("before").Default("").Immutable().Comment("the field's value when the proposal was made"),
		field.Text("value").Immutable().Comment("languages are separated by commas; the address of a logo"),
		field.String("origin").Immutable().Comment("where the value was found, in words"),
		field.Bytes("png").Optional().Comment("of an open proposal for a logo; see package picture"),
		field.Enum("state").Values("open", "accepted", "dismissed").Default("open"),
		field.Time("created_at").Default(time.Now).Immutable(),
		field.Time("decided_at").Optional().Nillable(),
		field.UUID("decided_by_id", uuid.UUID{}).Optional().Nillable(),
	}
}

// Edges returns the relations.
func (Proposal) Edges() []ent.Edge {
	return []ent.Edge{
		edge.From("source", Source.Type).Ref("proposals").Field("source_id").Unique().Required().Immutable(),
		edge.To("decided_by", Member.Type).Field("decided_by_id").Unique(),
	}
}

// Indexes returns the indexes: one open proposal per field of a source, which also counts the
// sources; the lists of all open proposals and of those for one field; and the decided proposals of
// a source.
func (Proposal) Indexes() []ent.Index {
	open := entsql.IndexWhere("state = 'open'")
	return []ent.Index{
		index.Fields("source_id", "field").Unique().StorageKey("proposals_open_by_source").Annotations(open),
		index.Fields("id").StorageKey("proposals_open").Annotations(open),
		index.Fields("field", "id").StorageKey("proposals_open_by_field").Annotations(open),
		index.Fields("source_id", "field", "state").StorageKey("proposals_by_source"),
	}
}
