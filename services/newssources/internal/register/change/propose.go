package change

import (
	"cmp"
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/approval"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// ProposeEdit proposes an edit of a source.
func (s *Sets) ProposeEdit(ctx context.Context, by audit.Actor, edit source.Edit) (*Set, error) {
	var outcome source.Outcome
	made, err := s.propose(ctx, by, func(tx postgres.Tx, set *Set) ([]Item, error) {
		outcomes, err := source.PlanEdits(ctx, tx, []source.Edit{edit}, nil)
		if err != nil {
			return nil, err
		}
		if outcome = outcomes[0]; outcome.Err != nil {
			return nil, outcome.Err
		}
		verb := "Edit"
		switch from, to := outcome.Before.Lifecycle, outcome.After.Lifecycle; {
		case edit.Delete:
			verb = "Delete"
		case from != to && to == source.Archived:
			verb = "Archive"
		case from != to && from == source.Archived:
			verb = "Unarchive"
		}
		set.Title = titleOf("%s “%s”", verb, outcome.Before.Name)
		return []Item{SourceItem(edit, outcome)}, nil
	})
	if err != nil {
		return nil, s.register.Explain(ctx, err, edit, outcome)
	}
	return made, nil
}

// ProposeEndpointEdit proposes an edit of an endpoint.
func (s *Sets) ProposeEndpointEdit(ctx context.Context, by audit.Actor, edit source.EndpointEdit) (*Set, error) {
	var outcome source.EndpointOutcome
	made, err := s.propose(ctx, by, func(tx postgres.Tx, set *Set) ([]Item, error) {
		outcomes, err := s.register.PlanEndpointEdits(ctx, tx, []source.EndpointEdit{edit})
		if err != nil {
			return nil, err
		}
		if outcome = outcomes[0]; outcome.Err != nil {
			return nil, outcome.Err
		}
		item := endpointItem(edit, outcome)
		set.Title = titleOf("Edit the endpoint “%s”", item.TargetName)
		return []Item{item}, nil
	})
	if err != nil {
		return nil, s.register.ExplainEndpoint(ctx, err, edit, outcome)
	}
	return made, nil
}

// ProposeSource proposes a new source with its endpoints.
func (s *Sets) ProposeSource(ctx context.Context, by audit.Actor, input source.CreateInput) (*Set, error) {
	if err := s.register.CheckCreate(&input); err != nil {
		return nil, err
	}
	return s.propose(ctx, by, func(tx postgres.Tx, set *Set) ([]Item, error) {
		set.Title = titleOf("Add “%s”", input.Name)
		creation, err := SourceCreation(uuid.Must(uuid.NewV7()), &input)
		if err != nil {
			return nil, err
		}
		items := []Item{creation}
		for _, e := range input.Endpoints {
			item, err := EndpointCreation(creation.TargetID, e)
			if err != nil {
				return nil, err
			}
			items = append(items, item)
		}
		return items, checkCreations(ctx, tx, items)
	})
}

// ProposeEndpoint proposes a new endpoint of a source.
func (s *Sets) ProposeEndpoint(ctx context.Context, by audit.Actor, sourceID uuid.UUID,
	details source.EndpointDetails) (*Set, error) {
	name, err := s.register.CheckEndpoint(ctx, sourceID, &details)
	if err != nil {
		return nil, err
	}
	return s.propose(ctx, by, func(tx postgres.Tx, set *Set) ([]Item, error) {
		set.Title = titleOf("Add an endpoint to “%s”", name)
		item, err := EndpointCreation(sourceID, details)
		if err != nil {
			return nil, err
		}
		items := []Item{item}
		return items, checkCreations(ctx, tx, items)
	})
}

// SourceCreation returns the item that creates a source from a validated input, without its endpoints.
func SourceCreation(id uuid.UUID, input *source.CreateInput) (Item, error) {
	changes, err := input.Creation()
	return Item{Action: Create, TargetType: audit.TargetSource, TargetID: id, TargetName: input.Name, SourceID: id,
		Changes: changes}, err
}

// NewEndpoint returns the item that creates an endpoint with these values. Plan checks it.
func NewEndpoint(sourceID uuid.UUID, name string, changes []audit.Change) Item {
	return Item{Action: Create, TargetType: audit.TargetEndpoint, TargetID: uuid.Must(uuid.NewV7()), TargetName: name,
		SourceID: sourceID, Changes: changes}
}

// EndpointCreation returns the item that creates an endpoint with validated details.
func EndpointCreation(sourceID uuid.UUID, details source.EndpointDetails) (Item, error) {
	changes, err := audit.Diff(nil, details)
	if details.Credentials != nil {
		changes = append(changes, audit.Change{Field: "credentials"})
	}
	return NewEndpoint(sourceID, cmp.Or(details.Name, details.URL), changes), err
}

// checkCreations sets the results of items that create sources and endpoints. It returns the problem of
// an address that another source has.
func checkCreations(ctx context.Context, tx postgres.Tx, items []Item) error {
	for n := range items {
		if err := items[n].creation().Check(ctx, tx, false); err != nil {
			return err
		}
		items[n].setResult(nil, Pending)
	}
	return nil
}

// notProposable are the fields whose values a change set does not store.
var notProposable = map[string]string{
	"logo":        "A logo can't be proposed. Leave it out, and ask an editor to change it.",
	"credentials": "A user name and a password can't be proposed. Leave them out, and ask an editor to enter them.",
}

// propose stores a proposal with the items that plan returns. plan sets the title.
func (s *Sets) propose(ctx context.Context, by audit.Actor,
	plan func(tx postgres.Tx, set *Set) ([]Item, error)) (*Set, error) {
	id := uuid.Must(uuid.NewV7())
	err := s.db.Tx(ctx, func(tx postgres.Tx) error {
		set := Set{ID: id, Origin: Proposal, State: Proposed}
		items, err := plan(tx, &set)
		if err != nil {
			return err
		}
		if err := checkProposable(items); err != nil {
			return err
		}
		if err := approval.CheckOpen(ctx, tx, by); err != nil {
			return err
		}
		return insertPreviewed(ctx, tx, by, set, items)
	})
	if err != nil {
		return nil, err
	}
	return s.Get(ctx, id)
}

// ProposeItems proposes the given items on behalf of a member, such as those of an imported list. Without
// a member, it proposes them on behalf of the service, and every editor may decide on them.
func (s *Sets) ProposeItems(ctx context.Context, tx postgres.Tx, by audit.Actor, set Set, items []Item) error {
	if by.ActorID != nil {
		if err := approval.CheckOpen(ctx, tx, by); err != nil {
			return err
		}
	}
	for n := range items {
		items[n].Result = Pending
	}
	set.State = Proposed
	return insertPreviewed(ctx, tx, by, set, items)
}

// Supersede ends a proposal, if it is undecided, because another one replaces it.
func (s *Sets) Supersede(ctx context.Context, tx postgres.Tx, id uuid.UUID, reason string) error {
	set, err := lock(ctx, tx, id)
	if err != nil || set.State != Proposed {
		return err
	}
	return s.end(ctx, tx, set, reason)
}

// checkProposable returns a problem if an item changes nothing, or a value that items do not store.
func checkProposable(items []Item) error {
	var wrong problem.Fields
	endpoints := 0
	for _, i := range items {
		pointer := "/"
		if i.Action == Create && i.TargetType == audit.TargetEndpoint && items[0].TargetType == audit.TargetSource {
			pointer = fmt.Sprintf("/endpoints/%d/", endpoints)
			endpoints++
		}
		if i.Result == Unchanged {
			return problem.New(problem.Invalid, "Nothing would change, because “%s” has these values already. Change a value, "+
				"then propose it.", i.TargetName)
		}
		for _, c := range i.Changes {
			if detail := notProposable[c.Field]; detail != "" {
				wrong.Add(pointer+c.Field, "not_proposable", "%s", detail)
			}
		}
	}
	return wrong.Err()
}

// checkOwn returns a problem if a contributor changes the draft or the proposal of another member.
func checkOwn(set *Set, by audit.Actor) error {
	if identity.Role(by.Role) != identity.Contributor || isBy(set.CreatedBy, by) {
		return nil
	}
	return problem.New(problem.NotOwner, "This change set is by %s. Contributors can only change their own.",
		nameOf(set.CreatedBy))
}

// isBy reports whether a person is the actor. A person who signs in with two accounts has two members
// with the same e-mail address.
func isBy(p *source.Person, by audit.Actor) bool {
	return p != nil && by.ActorID != nil &&
		(p.ID == *by.ActorID || by.Email != "" && identity.FoldEmail(p.Email) == identity.FoldEmail(by.Email))
}

func nameOf(p *source.Person) string {
	if p == nil {
		return "the command line"
	}
	return identity.DisplayName(p.Name, p.Email)
}

func titleOf(format string, args ...any) string {
	return cutTitle(fmt.Sprintf(format, args...))
}
