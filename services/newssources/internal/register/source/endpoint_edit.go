package source

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/ent"
	entsource "github.com/newsources/newsources/services/newssources/internal/ent/source"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/reading/pagelist"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/rules/schedule"
)

// EndpointEdit is a change of the details of one endpoint.
type EndpointEdit struct {
	ID       uuid.UUID
	SourceID uuid.UUID
	Version  int // the version on which the change is based
	// IsUnconditional allows any version.
	IsUnconditional bool
	Change          func(*EndpointDetails) error
	MoveTo          uuid.UUID // the source to which Change moves the endpoint, if any
}

// EndpointOutcome is the result of an EndpointEdit; see Outcome.
type EndpointOutcome struct {
	Before  *Endpoint // nil if the endpoint does not exist
	After   EndpointDetails
	Changes []audit.Change
	Version int
	Err     error

	event audit.Event
}

// PlanEndpointEdits returns the outcomes that edits would have, in their order, and writes nothing.
func (r *Register) PlanEndpointEdits(ctx context.Context, q postgres.Querier,
	edits []EndpointEdit) ([]EndpointOutcome, error) {
	return r.planEndpointEdits(ctx, q, edits, "")
}

// ApplyEndpointEdits applies edits of different endpoints in the transaction tx, like ApplyEdits.
// The sources are locked before the endpoints.
func (r *Register) ApplyEndpointEdits(ctx context.Context, tx postgres.Tx, actor audit.Actor,
	edits []EndpointEdit) ([]EndpointOutcome, error) {
	sources := sourcesOf(edits)
	locked, err := tx.Ent.Source.Query().Where(entsource.IDIn(sources...)).Order(entsource.ByID()).
		ForUpdate(sql.WithLockTables(entsource.Table)).All(ctx)
	if err != nil {
		return nil, err
	}
	outcomes, err := r.planEndpointEdits(ctx, tx, edits, " ORDER BY e.id FOR UPDATE OF e")
	if err != nil {
		return nil, err
	}
	var events []audit.Event
	changed := map[uuid.UUID]bool{}
	var rows []endpointColumns
	var moved []uuid.UUID
	for _, o := range outcomes {
		if o.Err != nil || len(o.Changes) == 0 {
			continue
		}
		if err := updateCredentials(ctx, tx, r.keys, o.Before.ID, o.Before.EndpointDetails, o.After); err != nil {
			return outcomes, err
		}
		rows, events = append(rows, o.columns()), append(events, o.event)
		changed[o.Before.SourceID], changed[o.After.Source] = true, true
		if o.After.Source != o.Before.SourceID {
			moved = append(moved, o.Before.ID)
		}
	}
	if len(rows) == 0 {
		return outcomes, nil
	}
	if err := updateEndpoints(ctx, tx, rows); err != nil {
		return outcomes, err
	}
	if err := moveEndpoints(ctx, tx, moved, sources); err != nil {
		return outcomes, err
	}
	if err := audit.Record(ctx, tx, actor, events...); err != nil {
		return outcomes, err
	}
	var affected []*ent.Source
	for _, row := range locked {
		if changed[row.ID] {
			affected = append(affected, row)
		}
	}
	return outcomes, updateDerived(ctx, tx, actor, affected, nil)
}

// sourcesOf returns the sources of edits, and those to which they move endpoints.
func sourcesOf(edits []EndpointEdit) (ids []uuid.UUID) {
	for _, e := range edits {
		if ids = append(ids, e.SourceID); e.MoveTo != uuid.Nil {
			ids = append(ids, e.MoveTo)
		}
	}
	slices.SortFunc(ids, func(a, b uuid.UUID) int { return bytes.Compare(a[:], b[:]) })
	return slices.Compact(ids)
}

// endpointSource is what the validation of an endpoint needs of its source.
type endpointSource struct {
	ID        uuid.UUID
	Lifecycle Lifecycle
	Tier      *int
}

func (r *Register) planEndpointEdits(ctx context.Context, q postgres.Querier, edits []EndpointEdit,
	lock string) ([]EndpointOutcome, error) {
	ids := make([]uuid.UUID, len(edits))
	for i, e := range edits {
		ids[i] = e.ID
	}
	rows, err := q.Query(ctx, "SELECT id, lifecycle, tier FROM sources WHERE id = ANY($1)", sourcesOf(edits))
	if err != nil {
		return nil, err
	}
	list, err := pgx.CollectRows(rows, pgx.RowToStructByName[endpointSource])
	if err != nil {
		return nil, err
	}
	sources := make(map[uuid.UUID]endpointSource, len(list))
	for _, s := range list {
		sources[s.ID] = s
	}
	endpoints, err := readEndpoints(ctx, q, "e.id = ANY($1)"+lock, ids)
	if err != nil {
		return nil, err
	}
	byID := make(map[uuid.UUID]*Endpoint, len(endpoints))
	for i := range endpoints {
		byID[endpoints[i].ID] = &endpoints[i]
	}
	outcomes := make([]EndpointOutcome, len(edits))
	for i, e := range edits {
		of, to := sources[e.SourceID], sources[e.SourceID]
		if e.MoveTo != uuid.Nil {
			to = sources[e.MoveTo]
		}
		if outcomes[i], err = r.planEndpointEdit(e, byID[e.ID], of, to); err != nil {
			return nil, err
		}
	}
	return outcomes, nil
}

// planEndpointEdit plans the edit of an endpoint of a source, which moves it to another source or keeps
// it. Endpoints of archived sources can only be moved.
func (r *Register) planEndpointEdit(e EndpointEdit, before *Endpoint, of, to endpointSource) (EndpointOutcome, error) {
	o := EndpointOutcome{Before: before}
	switch {
	case of.ID == uuid.Nil || to.ID == uuid.Nil:
		o.Before, o.Err = nil, missing("source")
	case of.Lifecycle == Archived && e.MoveTo == uuid.Nil:
		o.Err = ArchivedError()
	case before == nil || before.SourceID != of.ID:
		o.Before, o.Err = nil, missing("endpoint")
	case e.Version != before.Version && !e.IsUnconditional:
		o.Err = ErrStale
	}
	if o.Err != nil {
		return o, nil
	}
	o.After, o.Version = before.EndpointDetails, before.Version
	if o.Err = e.Change(&o.After); o.Err != nil {
		return o, nil
	}
	o.After.Source = to.ID
	if o.Err = r.validateChange(tierOf(to.Tier), before.EndpointDetails, &o.After); o.Err != nil {
		return o, nil
	}
	if o.After.URL == before.URL { // an unchanged address keeps the spelling that was entered first
		o.After.URLEntered = before.URLEntered
	}
	var err error
	o.event, err = endpointEvent(before.ID, to.ID, before.Version+1, &before.EndpointDetails, &o.After)
	if to.ID != before.SourceID {
		o.event.Action = "endpoint.moved"
	}
	if o.Changes = o.event.Changes; len(o.Changes) > 0 {
		o.Version++
	}
	return o, err
}

// endpointColumns are the columns that an edit sets, with the names of the table.
type endpointColumns struct {
	ID             uuid.UUID           `json:"id"`
	Kind           feed.Kind           `json:"kind"`
	URL            string              `json:"url"`
	URLEntered     string              `json:"url_entered"`
	URLKey         string              `json:"url_key"`
	Name           string              `json:"name"`
	Section        string              `json:"section"`
	Language       string              `json:"language"`
	Intent         Intent              `json:"intent"`
	Charset        string              `json:"charset"`
	DefaultZone    string              `json:"default_zone"`
	IdentityPolicy feed.IdentityPolicy `json:"identity_policy"`
	Recipe         *pagelist.Recipe    `json:"recipe"`
	Schedule       *schedule.Spec      `json:"schedule"`
	SourceID       uuid.UUID           `json:"source_id"`
}

func (o EndpointOutcome) columns() endpointColumns {
	d := o.After
	return endpointColumns{
		ID: o.Before.ID, Kind: d.Kind, URL: d.URL, URLEntered: d.URLEntered, URLKey: d.key, Name: d.Name,
		Section: d.Section, Language: d.Language, Intent: d.Intent, Charset: d.Charset, DefaultZone: d.DefaultZone,
		IdentityPolicy: d.IdentityPolicy, Recipe: d.Recipe, Schedule: d.Schedule, SourceID: d.Source,
	}
}

// updateEndpoints updates endpoints. Those of archived sources are not live.
func updateEndpoints(ctx context.Context, tx postgres.Tx, list []endpointColumns) error {
	data, err := json.Marshal(list)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `
		UPDATE endpoints e SET
			version = e.version + 1, updated_at = $2, source_id = d.source_id,
			live = d.intent <> 'retired' AND s.lifecycle <> 'archived',
			kind = d.kind, url = d.url, url_entered = d.url_entered, url_key = d.url_key, name = d.name,
			section = d.section, language = d.language, intent = d.intent, charset = d.charset,
			default_zone = d.default_zone, identity_policy = d.identity_policy, recipe = d.recipe, schedule = d.schedule
		FROM json_to_recordset($1) d(
			id uuid, kind text, url text, url_entered text, url_key text, name text, section text, language text,
			intent text, charset text, default_zone text, identity_policy text, recipe jsonb, schedule jsonb,
			source_id uuid)
		JOIN sources s ON s.id = d.source_id
		WHERE e.id = d.id`, data, time.Now())
	return err
}
