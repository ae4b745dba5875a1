// Package schema describes the tables. ent generates the rest of internal/ent from it, and the migration tool the SQL.
package schema

import (
	"time"

	"entgo.io/ent"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/mixin"
	"github.com/google/uuid"
)

// newID makes a UUID v7: unguessable enough for an address, and in the order of creation, which keeps indexes compact.
func newID() uuid.UUID { return uuid.Must(uuid.NewV7()) }

// identified gives a table its primary key.
type identified struct{ mixin.Schema }

func (identified) Fields() []ent.Field {
	return []ent.Field{field.UUID("id", uuid.UUID{}).Default(newID).Immutable()}
}

// Base gives a table its id, its times and the version that optimistic locking compares.
type Base struct{ mixin.Schema }

// Fields of the mixin.
func (Base) Fields() []ent.Field {
	return append(identified{}.Fields(),
		field.Time("created_at").Default(time.Now).Immutable(),
		field.Time("updated_at").Default(time.Now).UpdateDefault(time.Now),
		field.Int("version").Default(1).Positive(),
	)
}
