// Package audit keeps who changed what. An event is written in the transaction of its change, so that there is never
// one without the other.
package audit

import (
	"bytes"
	"context"
	"encoding/json"
	"sort"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/ent"
)

// By says who acts, as they are at this moment, and on which occasion. A nil ActorID is a command or the product itself.
type By struct {
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

// Record writes events within their changes' transaction.
func Record(ctx context.Context, tx *ent.Tx, by By, events ...Event) error {
	creates := make([]*ent.AuditEventCreate, len(events))
	for i, event := range events {
		changes, err := json.Marshal(append([]Change{}, event.Changes...))
		if err != nil {
			return err
		}
		creates[i] = tx.AuditEvent.Create().
			SetNillableActorID(by.ActorID).SetActorEmail(by.Email).SetActorName(by.Name).SetActorRole(by.Role).
			SetRequestID(by.RequestID).SetNillableImportID(by.ImportID).
			SetAction(event.Action).SetTargetType(event.TargetType).SetTargetID(event.TargetID).SetTargetName(event.TargetName).
			SetSourceID(event.SourceID).SetVersion(event.Version).SetChanges(changes)
	}
	return tx.AuditEvent.CreateBulk(creates...).Exec(ctx)
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
