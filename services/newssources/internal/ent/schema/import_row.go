package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// ImportRow is one row of an import with its result.
type ImportRow struct{ ent.Schema }

// Mixin returns the shared fields.
func (ImportRow) Mixin() []ent.Mixin { return []ent.Mixin{withID{}} }

// Fields returns the columns.
func (ImportRow) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("import_id", uuid.UUID{}).Immutable(),
		field.Int("number").Immutable().Comment("position in the file, from 1"),
		field.Int("line").Immutable(),
		field.Text("title").Immutable(),
		field.Text("url").Immutable(),
		field.Bytes("sealed").Optional().Sensitive().Comment("encrypted credentials of the address until the row is " +
			"applied; see package seal"),
		field.Text("html_url").Default("").Immutable(),
		field.String("kind").Default("rss").Immutable(),
		field.String("language").Default("").Immutable(),
		field.JSON("tags", []string{}).Default([]string{}).Immutable(),
		field.Bool("recovered").Default(false).Immutable(),
		field.String("recovery").Default("").Immutable().Comment("a text that says what was repaired"),
		field.String("outlet_name").Default("").Immutable().Comment("the name of a new source for the outlet of the row; " +
			"see transfer.nameOutlets"),
		field.String("outlet_path").Default("").Immutable().Comment("path prefix of the outlet on a host with several " +
			"publishers"),
		field.Enum("result").Values("pending", "created", "exists", "invalid", "removed").Default("pending"),
		field.String("reason").Default(""),
		field.UUID("source_id", uuid.UUID{}).Optional().Nillable(),
		field.UUID("endpoint_id", uuid.UUID{}).Optional().Nillable(),
	}
}

// Edges returns the relations.
func (ImportRow) Edges() []ent.Edge {
	return []ent.Edge{
		edge.From("list_import", ListImport.Type).Ref("rows").Field("import_id").Unique().Required().Immutable(),
	}
}

// Indexes returns the indexes.
func (ImportRow) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("import_id", "number").Unique().StorageKey("import_rows_by_number"),
		index.Fields("import_id", "result", "number").StorageKey("import_rows_by_result"),
		// Finds the few rows that still have credentials.
		index.Fields("import_id").StorageKey("import_rows_sealed").Annotations(entsql.IndexWhere("sealed IS NOT NULL")),
	}
}
