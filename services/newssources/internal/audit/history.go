package audit

import (
	"bytes"
	"context"
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
}

// History returns at most limit events of a source and its endpoints, newest first. Unless before is uuid.Nil, it returns
// only events older than the event before: ids are ordered by time.
func History(ctx context.Context, client *ent.Client, sourceID, before uuid.UUID, limit int) ([]Entry, error) {
	query := client.AuditEvent.Query().Where(auditevent.SourceID(sourceID))
	if before != uuid.Nil {
		query.Where(auditevent.IDLT(before))
	}
	rows, err := query.Order(auditevent.ByID(sql.OrderDesc())).Limit(limit).All(ctx)
	if err != nil {
		return nil, err
	}
	return entries(rows)
}

// Conflict holds the changes of a target since an earlier version.
type Conflict struct {
	Fields  []Change
	Last    Entry
	Version int
}

// Since combines the changes of a target after a version to one change per field, without fields that have their former
// value again. It returns nil if nothing was recorded after that version.
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
				RequestID: r.RequestID, ImportID: r.ImportID},
			Event: Event{Action: r.Action, TargetType: TargetType(r.TargetType), TargetID: r.TargetID, TargetName: r.TargetName,
				SourceID: r.SourceID, Version: r.Version},
		}
		if err := json.Unmarshal(r.Changes, &list[i].Changes); err != nil {
			return nil, err
		}
	}
	return list, nil
}
