package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// SourceTag links a source to a tag.
type SourceTag struct{ ent.Schema }

// Annotations returns the name of the table.
func (SourceTag) Annotations() []schema.Annotation {
	return []schema.Annotation{field.ID("source_id", "tag_id")}
}

// Fields returns the columns.
func (SourceTag) Fields() []ent.Field {
	return []ent.Field{field.UUID("source_id", uuid.UUID{}), field.UUID("tag_id", uuid.UUID{})}
}

// Edges returns the relations.
func (SourceTag) Edges() []ent.Edge {
	return []ent.Edge{
		edge.To("source", Source.Type).Field("source_id").Unique().Required().Annotations(entsql.OnDelete(entsql.Cascade)),
		edge.To("tag", Tag.Type).Field("tag_id").Unique().Required().Annotations(entsql.OnDelete(entsql.Cascade)),
	}
}

// Indexes returns the index that finds the sources of a tag.
func (SourceTag) Indexes() []ent.Index {
	return []ent.Index{index.Fields("tag_id", "source_id").StorageKey("source_tags_by_tag")}
}
