package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
)

// Tag is a label of sources.
type Tag struct{ ent.Schema }

// Mixin returns the shared fields.
func (Tag) Mixin() []ent.Mixin { return []ent.Mixin{withID{}} }

// Fields returns the columns.
func (Tag) Fields() []ent.Field {
	return []ent.Field{
		field.String("name").MaxRuneLen(60).Comment("in the spelling of its creation"),
		field.String("name_key").Unique().Comment("folded, so that Politik and politik are the same tag").
			Annotations(entsql.Annotation{Collation: "C"}), // sorts the list of tags; see sources.name_key
	}
}

// Edges returns the relations.
func (Tag) Edges() []ent.Edge {
	return []ent.Edge{edge.From("sources", Source.Type).Ref("tags").Through("source_tags", SourceTag.Type)}
}
