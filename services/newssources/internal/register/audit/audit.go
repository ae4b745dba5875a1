// Package audit records the history of changes. Each event is written in the transaction of its
// change.
package audit

import (
	"context"
	"encoding/json"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
)

// Actor identifies who makes a change, with the name and role at that time, and the request, import
// or change set that it belongs to. ActorID is nil for commands and background work; TokenID is set for
// programs that use an API token.
type Actor struct {
	ActorID     *uuid.UUID
	Email       string
	Name        string
	Role        string
	RequestID   string
	ImportID    *uuid.UUID
	ChangeSetID *uuid.UUID
	TokenID     *uuid.UUID
	TokenName   string
	// Recorded is called with the events in the transaction of their changes, after they were inserted.
	// It may be nil.
	Recorded func(ctx context.Context, tx postgres.Tx, events []Event) error
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

	TargetApprovalRule TargetType = "approval_rule"

	TargetLiveList TargetType = "live_list"
)

// Event is one change of a source or of one of its endpoints, or of a member, an invitation, an API
// token, an alert rule, a webhook, a shared view, a live list or the rule for approvals. SourceID is uuid.Nil
// unless the change is of a source or an endpoint.
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
		actor_token_name, change_set_id,
		id, action, target_type, target_id, target_name, source_id, version, changes)
	SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10::uuid, e.id, e.action, e.type, e.target, e.name, e.source, e.version,
		e.changes::jsonb
	FROM unnest($11::uuid[], $12::text[], $13::text[], $14::uuid[], $15::text[], $16::uuid[], $17::int[], $18::text[])
		e(id, action, type, target, name, source, version, changes)`

// Record inserts events in the transaction of their changes.
func Record(ctx context.Context, tx postgres.Tx, actor Actor, events ...Event) error {
	ids := make([]uuid.UUID, len(events))
	for n := range ids {
		ids[n] = uuid.Must(uuid.NewV7())
	}
	args, err := arguments(actor, ids, events)
	if err == nil {
		_, err = tx.Exec(ctx, insertEvents, args...)
	}
	if err == nil && actor.Recorded != nil {
		err = actor.Recorded(ctx, tx, events)
	}
	if err == nil && actor.ChangeSetID != nil && len(ids) > 0 {
		_, err = tx.Exec(ctx, setFirstEvent, actor.ChangeSetID, ids[0])
	}
	return err
}

// setFirstEvent makes an event the entry of its change set in the list of all changes.
const setFirstEvent = "UPDATE change_sets SET first_event_id = $2 WHERE id = $1 AND first_event_id IS NULL"

// arguments returns the parameters of insertEvents.
func arguments(actor Actor, ids []uuid.UUID, events []Event) ([]any, error) {
	var targets, sources []uuid.UUID
	var actions, types, names, changes []string
	var versions []int
	for _, e := range events {
		data, err := json.Marshal(append([]Change{}, e.Changes...))
		if err != nil {
			return nil, err
		}
		targets, sources = append(targets, e.TargetID), append(sources, e.SourceID)
		actions, types, names = append(actions, e.Action), append(types, string(e.TargetType)), append(names, e.TargetName)
		versions, changes = append(versions, e.Version), append(changes, string(data))
	}
	return []any{
		time.Now(), actor.ActorID, actor.Email, actor.Name, actor.Role, actor.RequestID, actor.ImportID,
		actor.TokenID, actor.TokenName, actor.ChangeSetID, ids, actions, types, targets, names, sources, versions, changes,
	}, nil
}
