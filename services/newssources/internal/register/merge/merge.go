// Package merge merges two sources of one outlet. The merge is a change set: its preview, approval,
// application and undo are those of package change (ADR 67).
package merge

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/change"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcerights"
)

// Merges compares and merges sources. It is safe for concurrent use.
type Merges struct {
	db   *postgres.DB
	sets *change.Sets
}

// New returns the merges of a database.
func New(db *postgres.DB, sets *change.Sets) *Merges { return &Merges{db, sets} }

// Choice says which value of a field the remaining source gets.
type Choice string

// The choices. Both is for lists and notes.
const (
	Keep Choice = "keep" // that of the remaining source
	Take Choice = "take" // that of the merged source
	Both Choice = "both"
)

// Input describes a merge: From is merged into Into. A field without a choice has its default.
type Input struct {
	From, Into uuid.UUID
	Choices    map[string]Choice
	Reason     string
}

// Draft makes a change set that merges two sources, with its preview. It returns a problem if they
// cannot be merged.
func (m *Merges) Draft(ctx context.Context, by audit.Actor, input Input) (*change.Set, error) {
	from, into, err := m.load(ctx, input.From, input.Into)
	if err != nil {
		return nil, err
	}
	if err := m.check(ctx, from, into); err != nil {
		return nil, err
	}
	details, err := merged(from, into, input.Choices)
	if err != nil {
		return nil, err
	}
	draft := change.Set{Title: "Merge " + from.Name + " into " + into.Name, Reason: input.Reason, Origin: change.Merge,
		Spec: change.Spec{Merge: &change.MergeSpec{From: from.ID, Into: into.ID}}}
	return m.sets.CreateDraft(ctx, by, draft, func(tx postgres.Tx) ([]change.Item, error) {
		items, err := itemsOf(from, into, details)
		if err == nil {
			err = m.sets.Plan(ctx, tx, items)
		}
		if err != nil {
			return nil, err
		}
		for _, i := range items {
			if i.Result == change.Conflict || i.Result == change.Refused {
				return nil, problem.New(problem.Invalid, "“%s” can't be merged. %s: %s", from.Name, i.TargetName, i.Reason)
			}
		}
		return items, nil
	})
}

// load reads the two sources with their endpoints. A parent that was merged is replaced by the remaining source.
func (m *Merges) load(ctx context.Context, fromID, intoID uuid.UUID) (from, into *source.Source, err error) {
	if fromID == intoID {
		return nil, nil, problem.New(problem.Invalid, "A source can't be merged into itself. Choose another source.")
	}
	list, err := source.Load(ctx, m.db.Pool, []uuid.UUID{fromID, intoID})
	if err != nil {
		return nil, nil, err
	}
	if len(list) < 2 {
		return nil, nil, problem.New(problem.NotFound, "One of the two sources does not exist. It may have been deleted.")
	}
	for _, s := range list {
		if s.ParentID == nil {
			continue
		}
		survivors, err := source.Survivors(ctx, m.db.Pool, *s.ParentID)
		if err != nil {
			return nil, nil, err
		}
		if into, isMerged := survivors[*s.ParentID]; isMerged {
			s.ParentID = &into
		}
	}
	return list[0], list[1], nil
}

// check returns a problem if the sources cannot be merged.
func (m *Merges) check(ctx context.Context, from, into *source.Source) error {
	var party, document string
	err := m.db.Pool.QueryRow(ctx, sourcerights.SelectLost, from.ID, into.ID).Scan(&party, &document)
	if err != nil && !postgres.IsNoRows(err) {
		return err
	}
	if err := source.RefuseMerged(ctx, m.db.Pool, from.ID, into.ID); err != nil {
		return err
	}
	switch {
	case into.ParentID != nil && *into.ParentID == from.ID:
		return problem.New(problem.Invalid, "“%s” is a part of “%s”. Merge in the other direction, or give it another parent "+
			"first.", into.Name, from.Name)
	case into.Lifecycle == source.Archived:
		return problem.New(problem.Archived, "“%s” is archived, so no source can be merged into it. Unarchive it, or merge "+
			"it into “%s” instead.", into.Name, from.Name)
	case party != "":
		return problem.New(problem.Invalid, "“%s” has a valid contract with “%s” (%s) that “%s” does not have, "+
			"and a merge does not move it. First record the same contract for “%s”, or delete it from “%s”.", from.Name,
			party, document, into.Name, into.Name, from.Name)
	case len(from.Endpoints)+len(into.Endpoints) > source.MaxEndpoints:
		return problem.New(problem.Invalid, "“%s” would have %d endpoints, and a source can have at most %d. Delete endpoints "+
			"first.", into.Name, len(from.Endpoints)+len(into.Endpoints), source.MaxEndpoints)
	}
	return nil
}

// itemsOf returns the items of a merge, after which into has the details.
func itemsOf(from, into *source.Source, details source.Details) ([]change.Item, error) {
	changes, err := audit.Diff(into.Details, details)
	if err != nil {
		return nil, err
	}
	gone := from.Details
	gone.MergedInto, gone.Lifecycle = &into.ID, source.Archived
	archived, err := audit.Diff(from.Details, gone)
	if err != nil {
		return nil, err
	}
	items := []change.Item{sourceItem(into, changes), sourceItem(from, archived)}
	for _, e := range from.Endpoints {
		moved := e.EndpointDetails
		if moved.Source = into.ID; isTaken(e, from, into) {
			moved.Intent = source.EndpointRetired
		}
		changes, err := audit.Diff(e.EndpointDetails, moved)
		if err != nil {
			return nil, err
		}
		name := e.Name
		if name == "" {
			name = e.URL
		}
		items = append(items, change.Item{Action: change.Update, TargetType: audit.TargetEndpoint, TargetID: e.ID,
			TargetName: name, SourceID: from.ID, BaseVersion: e.Version, Changes: changes})
	}
	return items, nil
}

func sourceItem(of *source.Source, changes []audit.Change) change.Item {
	return change.Item{Action: change.Update, TargetType: audit.TargetSource, TargetID: of.ID, TargetName: of.Name,
		SourceID: of.ID, BaseVersion: of.Version, Changes: changes}
}

// isTaken reports whether the remaining source has the address of an endpoint of an archived source,
// whose endpoints are not live. Such an endpoint is retired, because live endpoints never share an
// address.
func isTaken(e source.Endpoint, from, into *source.Source) bool {
	return from.Lifecycle == source.Archived && slices.ContainsFunc(into.Endpoints, func(other source.Endpoint) bool {
		return other.Key() == e.Key() && other.Intent != source.EndpointRetired
	})
}

// merged returns the details of the remaining source after the merge. Its aliases are extended by the
// name, the outlet and the aliases of the merged source.
func merged(from, into *source.Source, choices map[string]Choice) (source.Details, error) {
	d := into.Details
	d.Aliases = slices.Clone(into.Aliases)
	for _, f := range fields {
		choice := choices[f.name]
		if choice == "" {
			choice = f.suggest(from, into)
		}
		if choice != Keep {
			f.apply(&d, &from.Details, choice)
		}
	}
	for name, choice := range choices {
		i := slices.IndexFunc(fields, func(f field) bool { return f.name == name })
		var wrong problem.Fields
		switch {
		case i < 0:
			wrong.Add("/choices/"+name, "unknown", "“%s” is not a field that can be chosen.", name)
		case choice == Both && fields[i].both == nil, choice != Keep && choice != Take && choice != Both:
			wrong.Add("/choices/"+name, "unknown", "The field %s has no choice “%s”.", name, choice)
		}
		if err := wrong.Err(); err != nil {
			return d, err
		}
	}
	outlet := into.Outlet
	if choices["homepage_url"] == Take {
		outlet = from.Outlet
	}
	own := []source.Alias{
		{Kind: source.AliasName, Value: into.Name, Origin: source.AliasOfMerge}, into.Outlet.Alias(source.AliasOfMerge),
		{Kind: source.AliasName, Value: from.Name, Origin: source.AliasOfMerge}, from.Outlet.Alias(source.AliasOfMerge),
	}
	d.Aliases = source.AddAliases(d.Aliases, d.Name, outlet, append(own, from.Aliases...)...)
	return d, checkProhibition(from, into, d.Rights)
}

// isForbidden reports whether one of two sources has the rights “forbidden”. A merge keeps them, because it has no
// note with the reason; see source.Details.CheckRightsNote.
func isForbidden(from, into *source.Source) bool {
	return from.Rights == source.RightsForbidden || into.Rights == source.RightsForbidden
}

// checkProhibition returns a problem if a merge would lift “forbidden”.
func checkProhibition(from, into *source.Source, after source.Rights) error {
	var wrong problem.Fields
	if isForbidden(from, into) && after != source.RightsForbidden {
		name := into.Name
		if from.Rights == source.RightsForbidden {
			name = from.Name
		}
		wrong.Add("/choices/rights", "forbidden", "The rights of “%s” are “forbidden”, and a merge does not lift "+
			"that. Choose “forbidden”, or first edit the rights of “%s” and enter the reason.", name, name)
	}
	return wrong.Err()
}
