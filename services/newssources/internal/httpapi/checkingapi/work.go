package checkingapi

import (
	"context"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/finding/suggestion"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/convert"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/input"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcelist"
	"github.com/newsources/newsources/services/newssources/internal/register/worklist"
	"github.com/newsources/newsources/services/newssources/internal/rules/health"
)

func (s *Routes) ListWork(ctx context.Context, request api.ListWorkRequestObject) (api.ListWorkResponseObject, error) {
	query := worklist.Query{}
	switch id := convert.OrZero(request.Params.Assignee); id {
	case "":
	case input.AssignedToMe:
		query.Assignee = *input.Actor(ctx).ActorID
	case sourcelist.None:
		query.IsUnassigned = true
	default:
		query.Assignee = uuid.MustParse(id) // the contract checks the format
	}
	groups, err := s.Work.Groups(ctx, query)
	if err != nil {
		return nil, err
	}
	suggestions, err := s.Suggestions.CountOpen(ctx)
	if err != nil {
		return nil, err
	}
	response := api.ListWork200JSONResponse{Groups: []api.WorkGroup{}, Suggestions: []api.SuggestionCount{},
		States: convert.All(health.WorkStates(), func(state health.State) api.HealthState { return api.HealthState(state) })}
	for _, g := range groups {
		response.Total += g.Sources
		response.Snoozed += g.Snoozed
		response.Groups = append(response.Groups, api.WorkGroup{
			Cause: api.HealthCause(g.Cause), Title: g.Cause.Title(), Meaning: health.Why(g.Cause), Remedy: g.Cause.Remedy(),
			Sources: g.Sources, Snoozed: g.Snoozed,
		})
	}
	for _, kind := range suggestion.Kinds {
		if n := suggestions[kind]; n > 0 {
			response.Suggestions = append(response.Suggestions, api.SuggestionCount{Kind: api.SuggestionKind(kind), Count: n})
		}
	}
	return response, nil
}

func (s *Routes) ListAssignees(ctx context.Context,
	request api.ListAssigneesRequestObject) (api.ListAssigneesResponseObject,
	error) {
	list, err := s.People.Assignees(ctx, convert.OrZero(request.Params.Q))
	if err != nil {
		return nil, err
	}
	return api.ListAssignees200JSONResponse{Items: convert.All(list, convert.ToMemberPerson)}, nil
}

func (s *Routes) ChangeWork(ctx context.Context, request api.ChangeWorkRequestObject) (api.ChangeWorkResponseObject,
	error) {
	b := request.Body
	change := worklist.Change{Action: worklist.Action(b.Action), Assignee: convert.OrZero(b.AssigneeId),
		Until: convert.OrZero(b.SnoozedUntil)}
	var invalid problem.Fields
	if (b.AssigneeId != nil) != (change.Action == worklist.Assign) {
		invalid.Add("/assignee_id", "required", "Send the id of a member with the action assign, and with no other action.")
	}
	if (b.SnoozedUntil != nil) != (change.Action == worklist.Snooze) {
		invalid.Add("/snoozed_until", "required", "Send a date with the action snooze, and with no other action.")
	}
	if err := invalid.Err(); err != nil {
		return nil, err
	}
	for _, item := range b.Items {
		change.Items = append(change.Items, worklist.Item{SourceID: item.SourceId, Version: item.Version})
	}
	results, err := s.Work.Change(ctx, input.Actor(ctx), change)
	if err != nil {
		return nil, err
	}
	return api.ChangeWork200JSONResponse{Items: convert.All(results, func(r worklist.Result) api.WorkOutcome {
		return api.WorkOutcome{
			SourceId: r.SourceID, SourceName: convert.Optional(r.SourceName), Outcome: api.WorkOutcomeOutcome(r.Outcome),
			Detail: convert.Optional(r.Detail),
			Work:   convert.ToSourceWork(r.Work),
		}
	})}, nil
}
