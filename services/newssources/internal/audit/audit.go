// Package audit keeps who changed what. An event is written in the transaction of its change, so that there is never
// one without the other.
package audit

import (
	"bytes"
	"context"
	"encoding/json"
	"sort"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/ent"
)

// By says who acts, as they are at this moment, and on which occasion. A nil ActorID is a command or the product itself.
type Actor struct {
	ActorID   *uuid.UUID
	Email     string
	Name      string
	Role      string
	RequestID string
	ImportID  *uuid.UUID
}

// Change is the difference in one field; Before or After is nil when there was or is no value.
type Change struct {
	Field  string          `json:"field"`
	Before json.RawMessage `json:"before,omitempty"`
	After  json.RawMessage `json:"after,omitempty"`
}

// Event is one change of a source or of one of its endpoints.
type Event struct {
	Action     string
	TargetType string
	TargetID   uuid.UUID
	TargetName string
	SourceID   uuid.UUID
	Version    int
	Changes    []Change
}

// Record writes events within their changes' transaction, in one statement: an import has hundreds.
func Record(ctx context.Context, tx *ent.Tx, actor Actor, events ...Event) error {
	var ids, targets, sources []uuid.UUID
	var actions, types, names, changes []string
	var versions []int
	for _, e := range events {
		data, err := json.Marshal(append([]Change{}, e.Changes...))
		if err != nil {
			return err
		}
		ids, targets, sources = append(ids, uuid.Must(uuid.NewV7())), append(targets, e.TargetID), append(sources, e.SourceID)
		actions, types, names = append(actions, e.Action), append(types, e.TargetType), append(names, e.TargetName)
		versions, changes = append(versions, e.Version), append(changes, string(data))
	}
	_, err := tx.ExecContext(ctx, `
		INSERT INTO audit_events (at, actor_id, actor_email, actor_name, actor_role, request_id, import_id,
			id, action, target_type, target_id, target_name, source_id, version, changes)
		SELECT $1, $2, $3, $4, $5, $6, $7, e.id, e.action, e.type, e.target, e.name, e.source, e.version, e.changes::jsonb
		FROM unnest($8::uuid[], $9::text[], $10::text[], $11::uuid[], $12::text[], $13::uuid[], $14::int[], $15::text[])
			e(id, action, type, target, name, source, version, changes)`,
		time.Now(), actor.ActorID, actor.Email, actor.Name, actor.Role, actor.RequestID, actor.ImportID,
		ids, actions, types, targets, names, sources, versions, changes)
	return err
}

// Diff compares two values by their JSON members, and leaves out what is empty on both sides. Either may be nil.
func Diff(before, after any) ([]Change, error) {
	old, err := members(before)
	if err != nil {
		return nil, err
	}
	now, err := members(after)
	if err != nil {
		return nil, err
	}
	var changes []Change
	for field := range union(old, now) {
		if !bytes.Equal(old[field], now[field]) {
			changes = append(changes, Change{field, old[field], now[field]})
		}
	}
	sort.Slice(changes, func(i, j int) bool { return changes[i].Field < changes[j].Field })
	return changes, nil
}

// members gives the JSON members of v that hold something.
func members(v any) (map[string]json.RawMessage, error) {
	out := map[string]json.RawMessage{}
	if v == nil {
		return out, nil
	}
	data, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(data, &out); err != nil {
		return nil, err
	}
	for field, value := range out {
		switch string(value) {
		case "null", `""`, "[]", "{}":
			delete(out, field)
		}
	}
	return out, nil
}

func union(a, b map[string]json.RawMessage) map[string]struct{} {
	keys := make(map[string]struct{}, len(a)+len(b))
	for k := range a {
		keys[k] = struct{}{}
	}
	for k := range b {
		keys[k] = struct{}{}
	}
	return keys
}
