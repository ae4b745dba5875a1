package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// ImportRow is one outline of an import, and what became of it.
type ImportRow struct{ ent.Schema }

// Mixin of the table.
func (ImportRow) Mixin() []ent.Mixin { return []ent.Mixin{identified{}} }

// Fields of the table.
func (ImportRow) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("import_id", uuid.UUID{}).Immutable(),
		field.Int("number").Immutable().Comment("position in the file, from 1"),
		field.Int("line").Immutable(),
		field.Text("title").Immutable(),
		field.Text("url").Immutable(),
		field.Bytes("sealed").Optional().Sensitive().Comment("credentials of the address until it is applied; see package seal"),
		field.Text("html_url").Default("").Immutable(),
		field.String("kind").Default("rss").Immutable(),
		field.String("language").Default("").Immutable(),
		field.JSON("tags", []string{}).Default([]string{}).Immutable(),
		field.Bool("recovered").Default(false).Immutable(),
		field.String("recovery").Default("").Immutable().Comment("what was recovered, in words"),
		field.String("outlet_name").Default("").Immutable().Comment("what a source of its outlet is called; see transfer.nameOutlets"),
		field.Enum("result").Values("pending", "created", "exists", "invalid").Default("pending"),
		field.String("reason").Default(""),
		field.UUID("source_id", uuid.UUID{}).Optional().Nillable(),
		field.UUID("endpoint_id", uuid.UUID{}).Optional().Nillable(),
	}
}

// Edges of the table.
func (ImportRow) Edges() []ent.Edge {
	return []ent.Edge{
		edge.From("list_import", ListImport.Type).Ref("rows").Field("import_id").Unique().Required().Immutable(),
	}
}

// Indexes of the table.
func (ImportRow) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("import_id", "number").Unique().StorageKey("import_rows_by_number"),
		index.Fields("import_id", "result", "number").StorageKey("import_rows_by_result"),
		// The few rows that still carry a password are found without looking at all others.
		index.Fields("import_id").StorageKey("import_rows_sealed").Annotations(entsql.IndexWhere("sealed IS NOT NULL")),
	}
}
