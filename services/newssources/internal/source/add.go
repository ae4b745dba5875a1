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

	"github.com/newsources/newsources/services/newssources/internal/audit"
	"github.com/newsources/newsources/services/newssources/internal/ent"
	entsource "github.com/newsources/newsources/services/newssources/internal/ent/source"
	"github.com/newsources/newsources/services/newssources/internal/seal"
)

// Join adds endpoints, and the tags it lacks, to a source that is there.
type ExtendInput struct {
	SourceID  uuid.UUID
	Endpoints []EndpointDetails
	Tags      []string

	EndpointIDs []uuid.UUID // in the order of Endpoints, set by InsertAll
}

// ErrSourceGone says that a source to be joined was archived or deleted since it had been looked for.
var ErrSourceGone = errors.New("a source was archived or deleted meanwhile")

// InsertAll makes sources, and joins endpoints to others, within a transaction and with as few statements for hundreds as
// for one. All inputs must have been validated. What somebody else made meanwhile ends it with a unique violation.
//
// Whoever adds waits for others in the same order, so that nobody waits for each other: tags, sources that are there,
// new sources, endpoints; and within each by key. The keys seal the credentials that the endpoints bring.
func InsertAll(ctx context.Context, tx *ent.Tx, keys *seal.Keys, actor audit.Actor, news []*CreateInput, joins []*ExtendInput) error {
	tags, err := findTags(ctx, tx, wordsOf(news, joins))
	if err != nil {
		return err
	}
	there, err := lockAll(ctx, tx, joins)
	if err != nil {
		return err
	}
	var events []audit.Event
	if err := insertSources(ctx, tx, actor, news, tags, &events); err != nil {
		return err
	}
	retagged, err := tagAll(ctx, tx, news, joins, there, tags, &events)
	if err != nil {
		return err
	}
	if err := insertEndpoints(ctx, tx, keys, news, joins, &events); err != nil {
		return err
	}
	if err := audit.Record(ctx, tx, actor, events...); err != nil {
		return err
	}
	return touch(ctx, tx, actor, slices.Collect(maps.Values(there)), retagged)
}

func wordsOf(news []*CreateInput, joins []*ExtendInput) (words []string) {
	for _, n := range news {
		words = append(words, n.Tags...)
	}
	for _, j := range joins {
		words = append(words, j.Tags...)
	}
	return words
}

// lockAll reads the sources that are joined: nobody else changes them until the transaction ends.
func lockAll(ctx context.Context, tx *ent.Tx, joins []*ExtendInput) (map[uuid.UUID]*ent.Source, error) {
	found := make(map[uuid.UUID]*ent.Source, len(joins))
	if len(joins) == 0 {
		return found, nil
	}
	ids := make([]uuid.UUID, len(joins))
	for i, j := range joins {
		ids[i] = j.SourceID
	}
	rows, err := tx.Source.Query().Where(entsource.IDIn(ids...)).Order(entsource.ByID()).
		ForUpdate(sql.WithLockTables(entsource.Table)).WithTags().All(ctx)
	for _, row := range rows {
		if row.Lifecycle != entsource.LifecycleArchived {
			found[row.ID] = row
		}
	}
	if err == nil && slices.ContainsFunc(ids, func(id uuid.UUID) bool { return found[id] == nil }) {
		return nil, ErrSourceGone
	}
	return found, err
}

func insertSources(ctx context.Context, tx *ent.Tx, actor audit.Actor, news []*CreateInput, tags map[string]*ent.Tag, events *[]audit.Event) error {
	now := time.Now() // the same for all, so that the ids alone keep them in the order of the list
	for _, n := range news {
		n.ID, n.Tags = uuid.Must(uuid.NewV7()), shown(tags, n.Tags)
		changes, err := audit.Diff(nil, n.Details)
		if err != nil {
			return err
		}
		*events = append(*events, audit.Event{Action: "source.created", TargetType: "source", TargetID: n.ID, TargetName: n.Name,
			SourceID: n.ID, Version: 1, Changes: changes})
	}
	sorted := slices.SortedFunc(slices.Values(news), func(a, b *CreateInput) int {
		return cmp.Or(cmp.Compare(a.outlet.Domain, b.outlet.Domain), cmp.Compare(a.outlet.PathPrefix, b.outlet.PathPrefix))
	})
	creates := make([]*ent.SourceCreate, len(sorted))
	for i, n := range sorted {
		create := tx.Source.Create().SetID(n.ID).SetCreatedAt(now).SetUpdatedAt(now).
			SetNillableCreatedByID(actor.ActorID).SetNillableUpdatedByID(actor.ActorID)
		setDetails(create.Mutation(), n.Details, n.outlet)
		setDerived(create.Mutation(), derive(n.Name, n.HomepageURL, n.outlet, derivedFromNew(n.Endpoints)))
		creates[i] = create
	}
	if err := tx.Source.CreateBulk(creates...).Exec(ctx); err != nil {
		return err
	}
	return insertLogos(ctx, tx, news)
}

// tagAll gives the sources their tags, and returns those that are there and got new ones.
func tagAll(ctx context.Context, tx *ent.Tx, news []*CreateInput, joins []*ExtendInput, there map[uuid.UUID]*ent.Source,
	tags map[string]*ent.Tag, events *[]audit.Event,
) (retagged []uuid.UUID, err error) {
	var sourceIDs, tagIDs []uuid.UUID
	link := func(id uuid.UUID, names []string) {
		for _, name := range names {
			sourceIDs, tagIDs = append(sourceIDs, id), append(tagIDs, tags[tagKey(name)].ID)
		}
	}
	for _, n := range news {
		link(n.ID, n.Tags)
	}
	for _, j := range joins {
		row := there[j.SourceID]
		before := fromEnt(row).Tags
		after := MergeTags(before, shown(tags, j.Tags))
		if len(after) == len(before) {
			continue
		}
		link(j.SourceID, lacking(before, after))
		changes, err := audit.Diff(map[string]any{"tags": before}, map[string]any{"tags": after})
		if err != nil {
			return nil, err
		}
		retagged = append(retagged, j.SourceID)
		*events = append(*events, audit.Event{Action: "source.updated", TargetType: "source", TargetID: j.SourceID, TargetName: row.Name,
			SourceID: j.SourceID, Version: row.Version + 1, Changes: changes})
	}
	return retagged, linkTags(ctx, tx, sourceIDs, tagIDs)
}

func insertEndpoints(ctx context.Context, tx *ent.Tx, keys *seal.Keys, news []*CreateInput, joins []*ExtendInput, events *[]audit.Event) error {
	type insert struct {
		key    string
		create *ent.EndpointCreate
	}
	var inserts []insert
	given := map[uuid.UUID]EndpointDetails{}
	add := func(sourceID uuid.UUID, endpoints []EndpointDetails) (ids []uuid.UUID, err error) {
		for _, e := range endpoints {
			id := uuid.Must(uuid.NewV7())
			create := tx.Endpoint.Create().SetID(id).SetSourceID(sourceID)
			setEndpoint(create.Mutation(), e)
			inserts = append(inserts, insert{e.key, create})
			if e.Credentials != nil {
				given[id] = e
			}
			event, err := endpointEvent("endpoint.created", id, sourceID, 1, nil, &e)
			if err != nil {
				return nil, err
			}
			ids, *events = append(ids, id), append(*events, event)
		}
		return ids, nil
	}
	var err error
	for _, n := range news {
		if n.EndpointIDs, err = add(n.ID, n.Endpoints); err != nil {
			return err
		}
	}
	for _, j := range joins {
		if j.EndpointIDs, err = add(j.SourceID, j.Endpoints); err != nil {
			return err
		}
	}
	slices.SortFunc(inserts, func(a, b insert) int { return cmp.Compare(a.key, b.key) })
	creates := make([]*ent.EndpointCreate, len(inserts))
	for i, in := range inserts {
		creates[i] = in.create
	}
	if err := tx.Endpoint.CreateBulk(creates...).Exec(ctx); err != nil {
		return err
	}
	return saveCredentials(ctx, tx, keys, given)
}
