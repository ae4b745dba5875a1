package audit

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"slices"
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/ent"
	"github.com/newsources/newsources/services/newssources/internal/ent/auditevent"
)

// Entry is a recorded event.
type Entry struct {
	ID    uuid.UUID
	At    time.Time
	Actor Actor
	Event
	// MergedSource is the name of the source that was changed, if it was merged into the one whose history this is.
	MergedSource string
	// Changed is the number of changed items of the change set whose first event this is; only in the
	// result of Grouped.
	Changed int
}

// Query selects events. Zero values select all.
type Query struct {
	SourceID    *uuid.UUID     // of a source and its endpoints
	Merged      []MergedSource // further sources that were merged into SourceID
	People      bool           // of members, invitations and API tokens, instead of sources
	Alerts      bool           // of alert rules, webhooks, shared views and live lists, instead of sources
	TargetTypes []TargetType
	Action      string
	ActorID     *uuid.UUID
	Since       time.Time // inclusive
	Until       time.Time // exclusive
	Before      uuid.UUID // events older than this one
	Limit       int
}

// MergedSource is a source that was merged into another one.
type MergedSource struct {
	ID   uuid.UUID
	Name string
}

var alertTargets = []string{string(TargetAlertRule), string(TargetWebhook), string(TargetView),
	string(TargetLiveList)}

// History returns the selected events, newest first.
func History(ctx context.Context, client *ent.Client, q Query) ([]Entry, error) {
	rows, err := newestFirst(client, q).All(ctx)
	if err != nil {
		return nil, err
	}
	list, err := entries(rows)
	for i := range list {
		for _, merged := range q.Merged {
			if merged.ID == list[i].SourceID {
				list[i].MergedSource = merged.Name
			}
		}
	}
	return list, err
}

// CountActions returns the number of events of each action among the newest q.Limit selected
// events. isMinimum reports that there may be more.
func CountActions(ctx context.Context, client *ent.Client, q Query) (counts map[string]int, isMinimum bool, err error) {
	actions, err := newestFirst(client, q).Select(auditevent.FieldAction).Strings(ctx)
	counts = map[string]int{}
	for _, action := range actions {
		counts[action]++
	}
	return counts, len(actions) == q.Limit, err
}

// newestFirst returns the query of the selected events, newest first. Ids are ordered by time, so
// that every selection reads an index in order: that of the ids, or those by source, actor or
// action.
func newestFirst(client *ent.Client, q Query) *ent.AuditEventQuery {
	query := client.AuditEvent.Query()
	switch {
	case q.People:
		query.Where(auditevent.SourceID(uuid.Nil), auditevent.TargetTypeNotIn(alertTargets...))
	case q.Alerts:
		query.Where(auditevent.SourceID(uuid.Nil), auditevent.TargetTypeIn(alertTargets...))
	case q.SourceID != nil && len(q.Merged) > 0:
		ids := []uuid.UUID{*q.SourceID}
		for _, merged := range q.Merged {
			ids = append(ids, merged.ID)
		}
		query.Where(auditevent.SourceIDIn(ids...))
	case q.SourceID != nil:
		query.Where(auditevent.SourceID(*q.SourceID))
	default:
		query.Where(auditevent.SourceIDNEQ(uuid.Nil))
	}
	if len(q.TargetTypes) > 0 {
		types := make([]string, len(q.TargetTypes))
		for i, t := range q.TargetTypes {
			types[i] = string(t)
		}
		query.Where(auditevent.TargetTypeIn(types...))
	}
	if q.Action != "" {
		query.Where(auditevent.Action(q.Action))
	}
	if q.ActorID != nil {
		query.Where(auditevent.ActorID(*q.ActorID))
	}
	if !q.Since.IsZero() {
		query.Where(auditevent.IDGTE(firstID(q.Since)))
	}
	if !q.Until.IsZero() {
		query.Where(auditevent.IDLT(firstID(q.Until)))
	}
	if q.Before != uuid.Nil {
		query.Where(auditevent.IDLT(q.Before))
	}
	return query.Order(auditevent.ByID(sql.OrderDesc())).Limit(q.Limit)
}

// firstID returns the smallest UUID v7 of a time (RFC 9562 §5.7).
func firstID(at time.Time) (id uuid.UUID) {
	binary.BigEndian.PutUint64(id[:8], uint64(max(at.UnixMilli(), 0))<<16)
	id[6] = 7 << 4
	return id
}

// Conflict holds the changes of a target since an earlier version.
type Conflict struct {
	Fields  []Change
	Last    Entry
	Version int
}

// Since combines the changes of a target after a version to one change per field, without fields
// that have their former value again. It returns nil if nothing was recorded after that version.
func Since(ctx context.Context, client *ent.Client, targetID uuid.UUID, version int) (*Conflict, error) {
	rows, err := client.AuditEvent.Query().
		Where(auditevent.TargetID(targetID), auditevent.VersionGT(version)).
		Order(auditevent.ByVersion(), auditevent.ByID()).All(ctx)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	list, err := entries(rows)
	if err != nil {
		return nil, err
	}
	conflict := &Conflict{Fields: []Change{}, Last: list[len(list)-1]}
	conflict.Version = conflict.Last.Version
	position := map[string]int{}
	for _, entry := range list {
		for _, change := range entry.Changes {
			if at, seen := position[change.Field]; seen {
				conflict.Fields[at].After = change.After
				continue
			}
			position[change.Field] = len(conflict.Fields)
			conflict.Fields = append(conflict.Fields, change)
		}
	}
	conflict.Fields = slices.DeleteFunc(conflict.Fields, func(c Change) bool { return bytes.Equal(c.Before, c.After) })
	return conflict, nil
}

func entries(rows []*ent.AuditEvent) ([]Entry, error) {
	list := make([]Entry, len(rows))
	for i, r := range rows {
		list[i] = Entry{
			ID: r.ID, At: r.At,
			Actor: Actor{ActorID: r.ActorID, Email: r.ActorEmail, Name: r.ActorName, Role: r.ActorRole,
				RequestID: r.RequestID, ImportID: r.ImportID, ChangeSetID: r.ChangeSetID,
				TokenID: r.ActorTokenID, TokenName: r.ActorTokenName},
			Event: Event{Action: r.Action, TargetType: TargetType(r.TargetType), TargetID: r.TargetID, TargetName: r.TargetName,
				SourceID: r.SourceID, Version: r.Version},
		}
		if err := json.Unmarshal(r.Changes, &list[i].Changes); err != nil {
			return nil, err
		}
	}
	return list, nil
}
