// Package audit records the history of changes. Each event is written in the transaction of its
// change.
package audit

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
)

// Actor identifies who makes a change, with the name and role at that time, and the request or
// import that it belongs to. ActorID is nil for commands and background work; TokenID is set for
// programs that use an API token.
type Actor struct {
	ActorID   *uuid.UUID
	Email     string
	Name      string
	Role      string
	RequestID string
	ImportID  *uuid.UUID
	TokenID   *uuid.UUID
	TokenName string
}

// Change is the change of one field. Before or After is nil if the field has no value.
type Change struct {
	Field  string          `json:"field"`
	Before json.RawMessage `json:"before,omitempty"`
	After  json.RawMessage `json:"after,omitempty"`
}

// TargetType is the type of a changed object.
type TargetType string

// Target types.
const (
	TargetSource   TargetType = "source"
	TargetEndpoint TargetType = "endpoint"

	TargetMember     TargetType = "member"
	TargetInvitation TargetType = "invitation"
	TargetToken      TargetType = "token"

	TargetAlertRule TargetType = "alert_rule"
	TargetWebhook   TargetType = "webhook"

	TargetView TargetType = "view"
)

// Event is one change of a source or of one of its endpoints, or of a member, an invitation, an API
// token, an alert rule, a webhook or a shared view. SourceID is uuid.Nil for the latter.
type Event struct {
	Action     string
	TargetType TargetType
	TargetID   uuid.UUID
	TargetName string
	SourceID   uuid.UUID
	Version    int
	Changes    []Change
}

// insertEvents inserts events with one statement, because a chunk of an import has hundreds.
const insertEvents = `
	INSERT INTO audit_events (at, actor_id, actor_email, actor_name, actor_role, request_id, import_id, actor_token_id,
		actor_token_name,
		id, action, target_type, target_id, target_name, source_id, version, changes)
	SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, e.id, e.action, e.type, e.target, e.name, e.source, e.version,
		e.changes::jsonb
	FROM unnest($10::uuid[], $11::text[], $12::text[], $13::uuid[], $14::text[], $15::uuid[], $16::int[], $17::text[])
		e(id, action, type, target, name, source, version, changes)`

// Record inserts events in the transaction of their changes.
func Record(ctx context.Context, tx postgres.Tx, actor Actor, events ...Event) error {
	args, err := arguments(actor, events)
	if err == nil {
		_, err = tx.Exec(ctx, insertEvents, args...)
	}
	return err
}

// arguments returns the parameters of insertEvents.
func arguments(actor Actor, events []Event) ([]any, error) {
	var ids, targets, sources []uuid.UUID
	var actions, types, names, changes []string
	var versions []int
	for _, e := range events {
		data, err := json.Marshal(append([]Change{}, e.Changes...))
		if err != nil {
			return nil, err
		}
		ids, targets, sources = append(ids, uuid.Must(uuid.NewV7())), append(targets, e.TargetID), append(sources, e.SourceID)
		actions, types, names = append(actions, e.Action), append(types, string(e.TargetType)), append(names, e.TargetName)
		versions, changes = append(versions, e.Version), append(changes, string(data))
	}
	return []any{
		time.Now(), actor.ActorID, actor.Email, actor.Name, actor.Role, actor.RequestID, actor.ImportID,
		actor.TokenID, actor.TokenName, ids, actions, types, targets, names, sources, versions, changes,
	}, nil
}

// Diff returns the changed JSON members of two values, sorted by name. Empty members count as
// absent. Either value may be nil.
func Diff(before, after any) ([]Change, error) {
	old, err := members(before)
	if err != nil {
		return nil, err
	}
	now, err := members(after)
	if err != nil {
		return nil, err
	}
	fields := maps.Clone(old)
	maps.Copy(fields, now)
	var changes []Change
	for _, field := range slices.Sorted(maps.Keys(fields)) {
		if !bytes.Equal(old[field], now[field]) {
			changes = append(changes, Change{field, old[field], now[field]})
		}
	}
	return changes, nil
}

// members returns the JSON members of v that are not empty.
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
	if out == nil { // v is a nil map or a nil pointer
		out = map[string]json.RawMessage{}
	}
	for field, value := range out {
		switch string(value) {
		case "null", `""`, "[]", "{}":
			delete(out, field)
		}
	}
	return out, nil
}
