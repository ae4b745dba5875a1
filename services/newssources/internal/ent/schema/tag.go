package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
)

// Tag is a word that people give to sources.
type Tag struct{ ent.Schema }

// Mixin of the table.
func (Tag) Mixin() []ent.Mixin { return []ent.Mixin{identified{}} }

// Fields of the table.
func (Tag) Fields() []ent.Field {
	return []ent.Field{
		field.String("name").MaxRuneLen(60).Comment("as the first person wrote it"),
		field.String("name_key").Unique().Comment("folded, so that Politik and politik are one tag").
			Annotations(entsql.Annotation{Collation: "C"}), // the order of the list of tags; see sources.name_key
	}
}

// Edges of the table.
func (Tag) Edges() []ent.Edge {
	return []ent.Edge{edge.From("sources", Source.Type).Ref("tags").Through("source_tags", SourceTag.Type)}
}
