package source

import (
	"context"
	"encoding/json"
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
func (r *Register) PlanEndpointEdits(ctx context.Context, q Querier, edits []EndpointEdit) ([]EndpointOutcome, error) {
	return r.planEndpointEdits(ctx, q, edits, "")
}

// ApplyEndpointEdits applies edits of different endpoints in the transaction tx, like ApplyEdits.
// The sources are locked before the endpoints.
func (r *Register) ApplyEndpointEdits(ctx context.Context, tx postgres.Tx, actor audit.Actor,
	edits []EndpointEdit) ([]EndpointOutcome, error) {
	sources := make([]uuid.UUID, len(edits))
	for i, e := range edits {
		sources[i] = e.SourceID
	}
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
	for _, o := range outcomes {
		if o.Err != nil || len(o.Changes) == 0 {
			continue
		}
		if err := updateCredentials(ctx, tx, r.keys, o.Before.ID, o.Before.EndpointDetails, o.After); err != nil {
			return outcomes, err
		}
		rows, events = append(rows, o.columns()), append(events, o.event)
		changed[o.Before.SourceID] = true
	}
	if len(rows) == 0 {
		return outcomes, nil
	}
	if err := updateEndpoints(ctx, tx, rows); err != nil {
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

// endpointSource is what the validation of an endpoint needs of its source.
type endpointSource struct {
	ID        uuid.UUID
	Lifecycle Lifecycle
	Tier      *int
}

func (r *Register) planEndpointEdits(ctx context.Context, q Querier, edits []EndpointEdit,
	lock string) ([]EndpointOutcome, error) {
	ids, sourceIDs := make([]uuid.UUID, len(edits)), make([]uuid.UUID, len(edits))
	for i, e := range edits {
		ids[i], sourceIDs[i] = e.ID, e.SourceID
	}
	rows, err := q.Query(ctx, "SELECT id, lifecycle, tier FROM sources WHERE id = ANY($1)", sourceIDs)
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
		if outcomes[i], err = r.planEndpointEdit(e, byID[e.ID], sources[e.SourceID]); err != nil {
			return nil, err
		}
	}
	return outcomes, nil
}

func (r *Register) planEndpointEdit(e EndpointEdit, before *Endpoint, of endpointSource) (EndpointOutcome, error) {
	o := EndpointOutcome{Before: before}
	switch {
	case of.ID == uuid.Nil:
		o.Before, o.Err = nil, missing("source")
	case of.Lifecycle == Archived:
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
	if o.Err = r.validateChange(tierOf(of.Tier), before.EndpointDetails, &o.After); o.Err != nil {
		return o, nil
	}
	if o.After.URL == before.URL { // an unchanged address keeps the spelling that was entered first
		o.After.URLEntered = before.URLEntered
	}
	var err error
	o.event, err = endpointEvent(before.ID, before.SourceID, before.Version+1, &before.EndpointDetails, &o.After)
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
}

func (o EndpointOutcome) columns() endpointColumns {
	d := o.After
	return endpointColumns{
		ID: o.Before.ID, Kind: d.Kind, URL: d.URL, URLEntered: d.URLEntered, URLKey: d.key, Name: d.Name,
		Section: d.Section, Language: d.Language, Intent: d.Intent, Charset: d.Charset, DefaultZone: d.DefaultZone,
		IdentityPolicy: d.IdentityPolicy, Recipe: d.Recipe, Schedule: d.Schedule,
	}
}

// updateEndpoints updates the endpoints of sources that are not archived.
func updateEndpoints(ctx context.Context, tx postgres.Tx, list []endpointColumns) error {
	data, err := json.Marshal(list)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `
		UPDATE endpoints e SET
			version = e.version + 1, updated_at = $2, live = d.intent <> 'retired',
			kind = d.kind, url = d.url, url_entered = d.url_entered, url_key = d.url_key, name = d.name,
			section = d.section, language = d.language, intent = d.intent, charset = d.charset,
			default_zone = d.default_zone, identity_policy = d.identity_policy, recipe = d.recipe, schedule = d.schedule
		FROM json_to_recordset($1) d(
			id uuid, kind text, url text, url_entered text, url_key text, name text, section text, language text,
			intent text, charset text, default_zone text, identity_policy text, recipe jsonb, schedule jsonb)
		WHERE e.id = d.id`, data, time.Now())
	return err
}
