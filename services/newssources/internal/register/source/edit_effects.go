package source

import (
	"context"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcerights"
)

// updateLive updates which endpoints of archived and unarchived sources are live.
func (w *editWriter) updateLive(ctx context.Context) error {
	live := map[bool][]uuid.UUID{}
	for _, o := range w.outcomes {
		if !o.isDeletion && o.isArchivalChange() {
			isLive := o.After.Lifecycle != Archived
			live[isLive] = append(live[isLive], o.Before.ID)
		}
	}
	for isLive, ids := range live {
		_, err := w.tx.Exec(ctx, `
			UPDATE endpoints SET live = $1, updated_at = $2
			WHERE source_id = ANY($3) AND intent <> 'retired'`, isLive, w.now, ids)
		if err != nil {
			return err
		}
	}
	return nil
}

// isArchivalChange reports whether the edit archives or unarchives the source.
func (o *Outcome) isArchivalChange() bool {
	return (o.Before.Lifecycle == Archived) != (o.After.Lifecycle == Archived)
}

// updateCompletion deletes the open suggestions for the fields that the edits changed, and schedules
// visits of new homepages and of sources that are fetched from now on. It deletes the visits of
// sources that were archived or forbidden, and all open suggestions for fields of archived ones.
func (w *editWriter) updateCompletion(ctx context.Context) error {
	var changed, archived, unvisited []uuid.UUID
	var fields []string
	var visits []scheduledVisit
	for _, o := range w.outcomes {
		b, after := o.Before, o.After
		switch {
		case o.isDeletion:
			continue
		case after.Lifecycle == Archived && b.Lifecycle != Archived:
			archived, unvisited = append(archived, b.ID), append(unvisited, b.ID)
			continue
		case after.Rights == RightsForbidden && b.Rights != RightsForbidden:
			unvisited = append(unvisited, b.ID)
		}
		for _, c := range o.Changes {
			changed, fields = append(changed, b.ID), append(fields, c.Field)
		}
		isNew := after.HomepageURL != b.HomepageURL || after.Lifecycle != b.Lifecycle || after.IsFetched() && !b.IsFetched()
		if isNew && after.IsFetched() {
			visits = append(visits, scheduledVisit{b.ID, after.HomepageURL, isComplete(after,
				b.IsNameDerived && after.Name == b.Name, b.IsHomepageDerived && after.HomepageURL == b.HomepageURL)})
		}
	}
	if len(changed) > 0 {
		_, err := w.tx.Exec(ctx, `
			DELETE FROM suggestions g
			USING unnest($1::uuid[], $2::text[]) c(source_id, field)
			WHERE g.source_id = c.source_id AND g.kind = 'field' AND g.state = 'open' AND g.field = c.field`, changed, fields)
		if err != nil {
			return err
		}
	}
	if len(archived) > 0 {
		_, err := w.tx.Exec(ctx, `
			DELETE FROM suggestions
			WHERE source_id = ANY($1) AND kind = 'field' AND state = 'open'`, archived)
		if err != nil {
			return err
		}
	}
	if len(unvisited) > 0 {
		if _, err := w.tx.Exec(ctx, "DELETE FROM visits WHERE source_id = ANY($1)", unvisited); err != nil {
			return err
		}
	}
	return scheduleVisits(ctx, w.tx, visits)
}

// refreshUses derives the uses of sources whose rights were changed.
func (w *editWriter) refreshUses(ctx context.Context) error {
	var changed []uuid.UUID
	for _, o := range w.outcomes {
		if !o.isDeletion && o.After.Rights != o.Before.Rights {
			changed = append(changed, o.Before.ID)
		}
	}
	return sourcerights.Refresh(ctx, w.tx, w.actor, w.now, changed...)
}

// deleteSources deletes sources with their endpoints. The details of the endpoints are recorded at the
// same time as those of the source, so that the source can be restored.
func (w *editWriter) deleteSources(ctx context.Context) error {
	var ids []uuid.UUID
	for _, o := range w.outcomes {
		if o.isDeletion {
			ids = append(ids, o.Before.ID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	endpoints, err := readEndpoints(ctx, w.tx, "e.source_id = ANY($1)", ids)
	if err != nil {
		return err
	}
	for _, e := range endpoints {
		event, err := endpointEvent(e.ID, e.SourceID, e.Version+1, &e.EndpointDetails, nil)
		if err != nil {
			return err
		}
		w.events = append(w.events, event)
	}
	_, err = w.tx.Exec(ctx, "DELETE FROM sources WHERE id = ANY($1)", ids)
	return err
}

// record records the changes of the sources in the history.
func (w *editWriter) record(ctx context.Context) error {
	for _, o := range w.outcomes {
		event := audit.Event{Action: o.action(), TargetType: audit.TargetSource, TargetID: o.Before.ID,
			TargetName: o.Before.Name, SourceID: o.Before.ID, Version: o.Version, Changes: o.Changes}
		if !o.isDeletion {
			event.TargetName = o.After.Name
		}
		w.events = append(w.events, event)
	}
	return audit.Record(ctx, w.tx, w.actor, w.events...)
}

func (o *Outcome) action() string {
	switch {
	case o.isDeletion:
		return "source.deleted"
	case o.Before.MergedInto == nil && o.After.MergedInto != nil:
		return "source.merged"
	case o.Before.MergedInto != nil && o.After.MergedInto == nil:
		return "source.separated"
	case !o.isArchivalChange():
		return "source.updated"
	case o.After.Lifecycle == Archived:
		return "source.archived"
	}
	return "source.unarchived"
}
