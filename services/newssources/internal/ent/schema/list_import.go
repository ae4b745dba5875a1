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

// ListImport is the import of a list with its progress. ent cannot name a type Import, because
// import is a keyword of Go.
type ListImport struct{ ent.Schema }

// Annotations returns the name of the table.
func (ListImport) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("imports")}
}

// Mixin returns the shared fields.
func (ListImport) Mixin() []ent.Mixin { return []ent.Mixin{withID{}} }

// Fields returns the columns.
func (ListImport) Fields() []ent.Field {
	return []ent.Field{
		field.String("filename").MaxRuneLen(200).Immutable(),
		field.Enum("state").Values("queued", "running", "done", "failed", "undone").Default("queued"),
		field.String("error").Default(""),
		field.Int("total").Default(0),
		field.Text("notes").Default("").Immutable().Comment("faults of the file as a whole, one sentence per line"),
		field.Bool("incomplete").Default(false).Immutable().Comment("the file ends inside an outline"),
		field.Time("created_at").Default(time.Now).Immutable(),
		field.Time("finished_at").Optional().Nillable(),
		field.Time("undone_at").Optional().Nillable(),
		field.UUID("created_by_id", uuid.UUID{}).Optional().Nillable().Immutable(),
		field.String("request_id").Default("").Immutable(),
	}
}

// Edges returns the relations.
func (ListImport) Edges() []ent.Edge {
	return []ent.Edge{
		edge.To("rows", ImportRow.Type).Annotations(entsql.OnDelete(entsql.Cascade)),
		edge.To("created_by", Member.Type).Field("created_by_id").Unique().Immutable(),
	}
}
