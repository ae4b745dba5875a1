package schema

import (
	"encoding/json"
	"time"

	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// AuditEvent is one recorded change. It has no foreign keys, because it is kept after its target is
// deleted.
type AuditEvent struct{ ent.Schema }

// Mixin returns the shared fields.
func (AuditEvent) Mixin() []ent.Mixin { return []ent.Mixin{withID{}} }

// Fields returns the columns.
func (AuditEvent) Fields() []ent.Field {
	return []ent.Field{
		field.Time("at").Default(time.Now).Immutable(),
		field.UUID("actor_id", uuid.UUID{}).Optional().Nillable().Immutable(),
		field.String("actor_email").Immutable(),
		field.String("actor_name").Immutable(),
		field.String("actor_role").Immutable(),
		field.UUID("actor_token_id", uuid.UUID{}).Optional().Nillable().Immutable().
			Comment("the API token with which the change was made"),
		field.String("actor_token_name").Default("").Immutable(),
		field.String("action").Immutable(),
		field.String("target_type").Immutable(),
		field.UUID("target_id", uuid.UUID{}).Immutable(),
		field.String("target_name").Immutable(),
		field.UUID("source_id", uuid.UUID{}).Immutable().Comment("the source whose history this belongs to; the zero UUID " +
			"for people and tokens"),
		field.Int("version").Default(0).Immutable().Comment("the target's version after the change"),
		field.JSON("changes", json.RawMessage{}).Immutable(),
		field.String("request_id").Default("").Immutable(),
		field.UUID("import_id", uuid.UUID{}).Optional().Nillable().Immutable(),
		field.UUID("change_set_id", uuid.UUID{}).Optional().Nillable().Immutable(),
	}
}

// Indexes returns the indexes.
func (AuditEvent) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("source_id", "id").StorageKey("audit_events_by_source"),
		index.Fields("target_id", "version").StorageKey("audit_events_by_target"),
		index.Fields("actor_id", "id").StorageKey("audit_events_by_actor"),
		index.Fields("action", "id").StorageKey("audit_events_by_action"),
		index.Fields("id").StorageKey("audit_events_single").Annotations(entsql.IndexWhere("change_set_id IS NULL")),
	}
}
