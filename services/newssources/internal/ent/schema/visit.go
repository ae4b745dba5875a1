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

// Visit is the schedule and the last result of the visits of a source's homepage.
type Visit struct{ ent.Schema }

// Mixin returns the shared fields.
func (Visit) Mixin() []ent.Mixin { return []ent.Mixin{withID{}} }

// Fields returns the columns.
func (Visit) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("source_id", uuid.UUID{}).Immutable(),
		field.String("domain").Default("").
			Comment("registrable domain of the homepage, which is visited by one process at a time"),
		field.Time("due_at").Optional().Nillable().Comment("the next visit, or the end of the lease of a running one; null " +
			"if none is needed"),
		field.Time("started_at").Optional().Nillable(),
		field.Time("finished_at").Optional().Nillable(),
		field.Int("attempts").Default(0).Comment("visits since the last success"),
		field.String("outcome").Default("").Comment("of the last visit; see package fetch"),
		field.Text("detail").Default("").Comment("the reason of a failure, in words"),
		field.Text("homepage").Default("").Comment("the source's homepage at the last visit"),
		field.Text("url").Default("").Comment("the page that the last visit read"),
		field.Time("created_at").Default(time.Now).Immutable(),
	}
}

// Edges returns the relations.
func (Visit) Edges() []ent.Edge {
	return []ent.Edge{
		edge.From("source", Source.Type).Ref("visit").Field("source_id").Unique().Required().Immutable(),
	}
}

// Indexes returns the indexes: the queue, the running and recent visits of a domain, and the
// failures.
func (Visit) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("due_at").StorageKey("visits_due").Annotations(entsql.IndexWhere("due_at IS NOT NULL")),
		index.Fields("domain", "started_at").StorageKey("visits_by_domain"),
		index.Fields("id").StorageKey("visits_failed").Annotations(entsql.IndexWhere("outcome <> '' AND outcome <> 'ok'")),
	}
}
