package schema

import (
	"time"

	"entgo.io/ent"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
	"github.com/google/uuid"
)

// JobPause exists while an administrator has paused a kind of background work.
type JobPause struct{ ent.Schema }

// Mixin returns the shared fields.
func (JobPause) Mixin() []ent.Mixin { return []ent.Mixin{withID{}} }

// Fields returns the columns.
func (JobPause) Fields() []ent.Field {
	return []ent.Field{
		field.String("kind").Unique().Immutable(),
		field.Time("paused_at").Default(time.Now).Immutable(),
		field.UUID("paused_by_id", uuid.UUID{}).Optional().Nillable().Immutable(),
		field.Text("reason").Default("").Immutable(),
	}
}

// Edges returns the relations.
func (JobPause) Edges() []ent.Edge {
	return []ent.Edge{edge.To("paused_by", Member.Type).Field("paused_by_id").Unique().Immutable()}
}
