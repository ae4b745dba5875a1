package source

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/ent"
	entsource "github.com/newsources/newsources/services/newssources/internal/ent/source"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/seal"
	"github.com/newsources/newsources/services/newssources/internal/platform/textkey"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/tag"
	userules "github.com/newsources/newsources/services/newssources/internal/rules/rights"
)

// ExtendInput adds endpoints and tags to an existing source.
type ExtendInput struct {
	SourceID  uuid.UUID
	Endpoints []EndpointDetails
	Tags      []string

	EndpointIDs []uuid.UUID // in the order of Endpoints; set by InsertAll if it is nil
	// EndpointVersions are the last versions of deleted endpoints that are created again, in the order of
	// Endpoints; 0 or missing: new endpoints.
	EndpointVersions []int
}

// ErrSourceGone is returned if the source of an ExtendInput was archived or deleted concurrently.
var ErrSourceGone = errors.New("the source was archived or deleted concurrently")

// InsertAll creates sources and extends others in the transaction tx. The number of statements does
// not depend on the number of inputs. All inputs must have been validated; keys encrypts the
// credentials of their endpoints. InsertAll returns a unique violation if an outlet or an endpoint
// was created concurrently.
//
// Locks are taken in a fixed order (tags, existing sources, new sources, endpoints; each sorted by
// key) to avoid deadlocks.
func InsertAll(ctx context.Context, tx postgres.Tx, keys *seal.Keys, actor audit.Actor, creates []*CreateInput,
	extends []*ExtendInput) error {
	tags, err := tag.Find(ctx, tx, tagNames(creates, extends))
	if err != nil {
		return err
	}
	existing, err := lockSources(ctx, tx, extends)
	if err != nil {
		return err
	}
	var events []audit.Event
	if err := insertSources(ctx, tx, actor, creates, tags, &events); err != nil {
		return err
	}
	retagged, retagEvents, err := insertTagLinks(ctx, tx, creates, extends, existing, tags)
	if err != nil {
		return err
	}
	events = append(events, retagEvents...)
	if err := insertEndpoints(ctx, tx, keys, creates, extends, existing, &events); err != nil {
		return err
	}
	if err := audit.Record(ctx, tx, actor, events...); err != nil {
		return err
	}
	return updateDerived(ctx, tx, actor, slices.Collect(maps.Values(existing)), retagged)
}

func tagNames(creates []*CreateInput, extends []*ExtendInput) (names []string) {
	for _, input := range creates {
		names = append(names, input.Tags...)
	}
	for _, input := range extends {
		names = append(names, input.Tags...)
	}
	return names
}

// lockSources reads the sources to be extended with a row lock. It accepts archived sources of version 1, because an
// import may add their endpoints in a later chunk.
func lockSources(ctx context.Context, tx postgres.Tx, extends []*ExtendInput) (map[uuid.UUID]*ent.Source, error) {
	found := make(map[uuid.UUID]*ent.Source, len(extends))
	if len(extends) == 0 {
		return found, nil
	}
	ids := make([]uuid.UUID, len(extends))
	for i, input := range extends {
		ids[i] = input.SourceID
	}
	rows, err := tx.Ent.Source.Query().Where(entsource.IDIn(ids...)).Order(entsource.ByID()).
		ForUpdate(sql.WithLockTables(entsource.Table)).WithTags().All(ctx)
	for _, row := range rows {
		if row.Lifecycle != entsource.LifecycleArchived || row.Version == 1 {
			found[row.ID] = row
		}
	}
	if err == nil && slices.ContainsFunc(ids, func(id uuid.UUID) bool { return found[id] == nil }) {
		return nil, ErrSourceGone
	}
	return found, err
}

func insertSources(ctx context.Context, tx postgres.Tx, actor audit.Actor, inputs []*CreateInput,
	tags map[string]tag.Stored, events *[]audit.Event) error {
	outcomes := make([]Outcome, len(inputs))
	for i, input := range inputs {
		outcomes[i] = Outcome{Before: &Source{}, After: input.Details, Outlet: input.outlet}
	}
	if err := inheritRights(ctx, tx, outcomes); err != nil {
		return err
	}
	now := time.Now() // the same for all: a list by creation then sorts them by id, in the order of inputs
	for i, input := range inputs {
		input.Details = outcomes[i].After
		if input.ID == uuid.Nil {
			input.ID = uuid.Must(uuid.NewV7())
		}
		input.Tags = tag.StoredNames(tags, input.Tags)
		changes, err := audit.Diff(nil, input.Details)
		if err != nil {
			return err
		}
		*events = append(*events,
			audit.Event{Action: creation("source", input.RestoredFrom), TargetType: audit.TargetSource, TargetID: input.ID,
				TargetName: input.Name, SourceID: input.ID, Version: input.RestoredFrom + 1, Changes: changes})
	}
	sorted := slices.SortedFunc(slices.Values(inputs), func(a, b *CreateInput) int {
		return cmp.Or(cmp.Compare(a.outlet.Domain, b.outlet.Domain), cmp.Compare(a.outlet.PathPrefix, b.outlet.PathPrefix))
	})
	creates := make([]*ent.SourceCreate, len(sorted))
	for i, input := range sorted {
		uses := userules.Derive(userules.Default(input.Rights), nil, nil, now)
		create := tx.Ent.Source.Create().SetID(input.ID).SetVersion(input.RestoredFrom + 1).
			SetCreatedAt(now).SetUpdatedAt(now).SetNillableCreatedByID(actor.ActorID).SetNillableUpdatedByID(actor.ActorID).
			SetNameDerived(input.IsNameDerived).SetHomepageDerived(input.IsHomepageDerived).
			SetUseLink(string(uses[userules.Link].State)).SetUseSnippet(string(uses[userules.Snippet].State)).
			SetUseFullText(string(uses[userules.FullText].State)).
			SetUseMachineLearning(string(uses[userules.MachineLearning].State))
		if input.Lifecycle == Archived {
			from := Active
			if input.PausedUntil != nil || input.PauseReason != "" {
				from = Paused
			}
			create.SetArchivedAt(now).SetArchivedFrom(string(from))
		}
		setDetails(create, input.Details, input.outlet)
		d := derive(input.Name, input.HomepageURL, input.outlet, input.Aliases, derivedInputs(input.Endpoints))
		create.SetSearchText(d.search).SetEndpointCount(d.endpoints).SetEndpointKinds(d.kinds)
		creates[i] = create
	}
	if err := tx.Ent.Source.CreateBulk(creates...).Exec(ctx); err != nil {
		return err
	}
	if err := insertLogos(ctx, tx, inputs); err != nil {
		return err
	}
	return scheduleCreated(ctx, tx, inputs)
}

// insertTagLinks adds tags, and returns the ids of the existing sources with new tags and the events of the changes.
func insertTagLinks(ctx context.Context, tx postgres.Tx, creates []*CreateInput, extends []*ExtendInput,
	existing map[uuid.UUID]*ent.Source, tags map[string]tag.Stored) (retagged []uuid.UUID, events []audit.Event,
	err error) {
	var sourceIDs, tagIDs []uuid.UUID
	link := func(id uuid.UUID, names []string) {
		for _, name := range names {
			sourceIDs, tagIDs = append(sourceIDs, id), append(tagIDs, tags[textkey.TagKey(name)].ID)
		}
	}
	for _, input := range creates {
		link(input.ID, input.Tags)
	}
	for _, input := range extends {
		row := existing[input.SourceID]
		before := make([]string, len(row.Edges.Tags))
		for i, t := range row.Edges.Tags {
			before[i] = t.Name
		}
		tag.Sort(before)
		after := tag.Merge(before, tag.StoredNames(tags, input.Tags))
		if len(after) == len(before) {
			continue
		}
		link(row.ID, slices.DeleteFunc(slices.Clone(after), func(name string) bool { return slices.Contains(before, name) }))
		changes, err := audit.Diff(map[string]any{"tags": before}, map[string]any{"tags": after})
		if err != nil {
			return nil, nil, err
		}
		retagged = append(retagged, row.ID)
		events = append(events, audit.Event{Action: "source.updated", TargetType: audit.TargetSource, TargetID: row.ID,
			TargetName: row.Name, SourceID: row.ID, Version: row.Version + 1, Changes: changes})
	}
	return retagged, events, tag.Link(ctx, tx, sourceIDs, tagIDs)
}

// creation returns the action of a creation in the history. restoredFrom is the last version of a
// deleted target that is created again, or 0.
func creation(target string, restoredFrom int) string {
	if restoredFrom > 0 {
		return target + ".restored"
	}
	return target + ".created"
}

func insertEndpoints(ctx context.Context, tx postgres.Tx, keys *seal.Keys, creates []*CreateInput,
	extends []*ExtendInput, existing map[uuid.UUID]*ent.Source, events *[]audit.Event) error {
	type endpointList struct {
		sourceID   uuid.UUID
		isArchived bool
		ids        *[]uuid.UUID
		endpoints  []EndpointDetails
		versions   []int
	}
	var lists []endpointList
	for _, c := range creates {
		lists = append(lists, endpointList{c.ID, c.Lifecycle == Archived, &c.EndpointIDs, c.Endpoints, c.EndpointVersions})
	}
	for _, x := range extends {
		isArchived := existing[x.SourceID].Lifecycle == entsource.LifecycleArchived
		lists = append(lists, endpointList{x.SourceID, isArchived, &x.EndpointIDs, x.Endpoints, x.EndpointVersions})
	}
	type insert struct {
		key    string
		create *ent.EndpointCreate
	}
	var inserts []insert
	withCredentials := map[uuid.UUID]EndpointDetails{}
	for _, l := range lists {
		for i, e := range l.endpoints {
			version := 0
			if i < len(l.versions) {
				version = l.versions[i]
			}
			if i == len(*l.ids) {
				*l.ids = append(*l.ids, uuid.Must(uuid.NewV7()))
			}
			id := (*l.ids)[i]
			create := tx.Ent.Endpoint.Create().SetID(id).SetSourceID(l.sourceID).SetVersion(version + 1)
			setEndpoint(create, e, l.isArchived)
			inserts = append(inserts, insert{e.key, create})
			if e.Credentials != nil {
				withCredentials[id] = e
			}
			event, err := endpointEvent(id, l.sourceID, version+1, nil, &e)
			if err != nil {
				return err
			}
			event.Action = creation("endpoint", version)
			*events = append(*events, event)
		}
	}
	slices.SortFunc(inserts, func(a, b insert) int { return cmp.Compare(a.key, b.key) })
	builders := make([]*ent.EndpointCreate, len(inserts))
	for i, in := range inserts {
		builders[i] = in.create
	}
	if err := tx.Ent.Endpoint.CreateBulk(builders...).Exec(ctx); err != nil {
		return err
	}
	return saveCredentials(ctx, tx, keys, withCredentials)
}
