// Package schema defines the tables. The rest of internal/ent and the SQL migrations are generated
// from it.
package schema

import (
	"time"

	"entgo.io/ent"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/mixin"
	"github.com/google/uuid"
)

// newID returns a UUID v7. Its time prefix sorts by creation, which keeps indexes compact.
func newID() uuid.UUID { return uuid.Must(uuid.NewV7()) }

// withID adds the primary key.
type withID struct{ mixin.Schema }

func (withID) Fields() []ent.Field {
	return []ent.Field{field.UUID("id", uuid.UUID{}).Default(newID).Immutable()}
}

// Base adds the id, the timestamps and the version for optimistic locking.
type Base struct{ mixin.Schema }

// Fields returns the columns of the mixin.
func (Base) Fields() []ent.Field {
	return append(withID{}.Fields(),
		field.Time("created_at").Default(time.Now).Immutable(),
		field.Time("updated_at").Default(time.Now).UpdateDefault(time.Now),
		field.Int("version").Default(1).Positive(),
	)
}
