package registerapi

import (
	"context"
	"errors"
	"strconv"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/convert"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/input"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/register/change"
	"github.com/newsources/newsources/services/newssources/internal/register/history"
)

const (
	// sampleItems is the number of items in the sample of a change set, as in openapi.yaml.
	sampleItems = 5
	// maxReasons is the number of reasons in a change set, as in openapi.yaml.
	maxReasons = 10
)

func (s *Routes) ListChangeSets(ctx context.Context,
	request api.ListChangeSetsRequestObject) (api.ListChangeSetsResponseObject,
	error) {
	p := request.Params
	before, err := input.IDCursor(p.Cursor)
	if err != nil {
		return nil, err
	}
	limit := input.PageLimit(p.Limit)
	list, err := s.Changes.List(ctx, change.Query{
		Origins: convert.Texts[change.Origin](p.Origin), States: convert.Texts[change.State](p.State), Author: p.Author,
		Parent: p.Parent, Since: p.Since, Until: p.Until, Before: before, Limit: limit + 1,
	})
	if err != nil {
		return nil, err
	}
	list, next := convert.TrimPage(list, limit, func(c change.Set) uuid.UUID { return c.ID })
	response := api.ListChangeSets200JSONResponse{Items: make([]api.ChangeSet, len(list)), NextCursor: next}
	for i := range list {
		if response.Items[i], err = toChangeSet(&list[i]); err != nil {
			return nil, err
		}
	}
	return response, nil
}

func (s *Routes) CreateChangeSet(ctx context.Context,
	request api.CreateChangeSetRequestObject) (api.CreateChangeSetResponseObject, error) {
	b := request.Body
	draft := change.Input{Title: convert.OrZero(b.Title), Reason: convert.OrZero(b.Reason), Expected: b.Selection.Expected,
		Spec: change.Spec{IDs: convert.OrZero(b.Selection.Ids), Kinds: convert.Texts[feed.Kind](b.EndpointKinds)}}
	if (b.Selection.Filter == nil) == (len(draft.Spec.IDs) == 0) {
		var wrong problem.Fields
		wrong.Add("/selection", "required", "Select the sources by either ids or filter.")
		return nil, wrong.Err()
	}
	if b.Selection.Filter != nil {
		query, err := input.ListQuery(ctx, *b.Selection.Filter)
		if err != nil {
			return nil, err
		}
		query.Limit, draft.Spec.Filter = 0, &query
	}
	if err := convert.JSON(b.Operations, &draft.Spec.Operations); err != nil {
		return nil, err
	}
	made, err := s.Changes.Create(ctx, input.Actor(ctx), draft)
	body, err := s.withDetails(ctx, made, err)
	if err != nil {
		return nil, err
	}
	return api.CreateChangeSet201JSONResponse{
		Body: body, Headers: api.CreateChangeSet201ResponseHeaders{Location: changeSetPath(made.ID)},
	}, nil
}

func (s *Routes) GetChangeSet(ctx context.Context,
	request api.GetChangeSetRequestObject) (api.GetChangeSetResponseObject,
	error) {
	found, err := s.Changes.Get(ctx, request.ChangeSetId)
	body, err := s.withDetails(ctx, found, err)
	return api.GetChangeSet200JSONResponse(body), err
}

func (s *Routes) PreviewChangeSet(ctx context.Context,
	request api.PreviewChangeSetRequestObject) (api.PreviewChangeSetResponseObject, error) {
	previewed, err := s.Changes.Preview(ctx, input.Actor(ctx), request.ChangeSetId)
	body, err := s.withDetails(ctx, previewed, err)
	return api.PreviewChangeSet200JSONResponse(body), err
}

func (s *Routes) ApplyChangeSet(ctx context.Context,
	request api.ApplyChangeSetRequestObject) (api.ApplyChangeSetResponseObject,
	error) {
	confirmed := change.ApplyInput{Expected: request.Body.Expected, Confirm: request.Body.Confirm,
		Propose: convert.OrZero(request.Body.Propose)}
	applied, err := s.Changes.Apply(ctx, input.Actor(ctx), request.ChangeSetId, confirmed)
	body, err := s.withDetails(ctx, applied, err)
	return api.ApplyChangeSet202JSONResponse{
		Body: body, Headers: api.ApplyChangeSet202ResponseHeaders{Location: changeSetPath(request.ChangeSetId)},
	}, err
}

func (s *Routes) CancelChangeSet(ctx context.Context,
	request api.CancelChangeSetRequestObject) (api.CancelChangeSetResponseObject, error) {
	cancelled, err := s.Changes.Cancel(ctx, input.Actor(ctx), request.ChangeSetId)
	if postgres.IsStatementTimeout(err) || errors.Is(err, context.DeadlineExceeded) {
		err = problem.Wrap(err, problem.Timeout, "The change is not stopped yet, because a part of it is being applied. Try "+
			"again in a moment, or undo the change when it has ended.")
	}
	body, err := s.withDetails(ctx, cancelled, err)
	return api.CancelChangeSet200JSONResponse(body), err
}

func (s *Routes) UndoChangeSet(ctx context.Context,
	request api.UndoChangeSetRequestObject) (api.UndoChangeSetResponseObject,
	error) {
	b := request.Body
	made, err := s.Changes.Undo(ctx, input.Actor(ctx), request.ChangeSetId, convert.OrZero(b.Items),
		convert.OrZero(b.Reason))
	body, err := s.withDetails(ctx, made, err)
	if err != nil {
		return nil, err
	}
	return api.UndoChangeSet201JSONResponse{
		Body: body, Headers: api.UndoChangeSet201ResponseHeaders{Location: changeSetPath(made.ID)},
	}, nil
}

func (s *Routes) RestoreSource(ctx context.Context,
	request api.RestoreSourceRequestObject) (api.RestoreSourceResponseObject,
	error) {
	b := request.Body
	if b.EventId != nil && b.At != nil {
		var wrong problem.Fields
		wrong.Add("/at", "conflict", "Choose an entry of the history or a time, not both.")
		return nil, wrong.Err()
	}
	version := history.Version{EventID: convert.OrZero(b.EventId), At: convert.OrZero(b.At),
		Fields: convert.Texts[string](b.Fields)}
	made, err := s.Changes.RestoreSource(ctx, input.Actor(ctx), request.Id, version, convert.OrZero(b.Reason))
	body, err := s.withDetails(ctx, made, err)
	if err != nil {
		return nil, err
	}
	return api.RestoreSource201JSONResponse{
		Body: body, Headers: api.RestoreSource201ResponseHeaders{Location: changeSetPath(made.ID)},
	}, nil
}

func (s *Routes) ListChangeItems(ctx context.Context,
	request api.ListChangeItemsRequestObject) (api.ListChangeItemsResponseObject, error) {
	set, err := s.Changes.Get(ctx, request.ChangeSetId)
	if err != nil {
		return nil, err
	}
	after := 0
	if text := convert.OrZero(request.Params.Cursor); text != "" {
		if after, err = strconv.Atoi(text); err != nil {
			return nil, problem.New(problem.InvalidCursor,
				"The cursor does not belong to this list. Start from the first page.")
		}
	}
	limit := input.PageLimit(request.Params.Limit)
	results := convert.Texts[change.Result](request.Params.Result)
	list, err := s.Changes.Items(ctx, request.ChangeSetId, results, after, limit+1)
	if err != nil {
		return nil, err
	}
	response := api.ListChangeItems200JSONResponse{}
	if len(list) > limit {
		list = list[:limit]
		response.NextCursor = convert.Optional(strconv.Itoa(list[limit-1].Number))
	}
	response.Items = convert.All(list, ChangeItemOf)
	rebased, err := s.Changes.Compare(ctx, set, list)
	for i := range response.Items {
		if r, ok := rebased[response.Items[i].Number]; ok {
			response.Items[i].Rebased = toRebased(r)
		}
	}
	return response, err
}

func changeSetPath(id uuid.UUID) string { return "/newssources/change-sets/" + id.String() }

// withDetails returns a change set with its sample and reasons, or the error of the request.
func (s *Routes) withDetails(ctx context.Context, set *change.Set, err error) (api.ChangeSet, error) {
	if err != nil {
		return api.ChangeSet{}, err
	}
	out, err := toChangeSet(set)
	if err != nil {
		return out, err
	}
	items, err := s.Changes.Items(ctx, set.ID, []change.Result{change.Pending, change.Changed}, 0, sampleItems)
	if err != nil {
		return out, err
	}
	sample := convert.All(items, ChangeItemOf)
	list, err := s.Changes.Reasons(ctx, set.ID, maxReasons)
	reasons := convert.All(list, func(r change.ReasonCount) api.ChangeReason {
		return api.ChangeReason{Result: api.ChangeItemResult(r.Result), Reason: r.Reason, Count: r.Count}
	})
	out.Sample, out.Reasons = &sample, &reasons
	if err == nil {
		out.Approval, err = s.neededApproval(ctx, set)
	}
	if err == nil && set.State == change.Proposed {
		var stale int
		stale, err = s.Changes.CountStale(ctx, set.ID)
		out.Stale = &stale
	}
	return out, err
}

func toChangeSet(set *change.Set) (api.ChangeSet, error) {
	out := api.ChangeSet{
		Id: set.ID, Title: set.Title, Reason: convert.Optional(set.Reason), Origin: api.ChangeSetOrigin(set.Origin),
		State: api.ChangeSetState(set.State), Stopped: convert.Optional(set.Stopped), CreatedAt: convert.UTC(set.CreatedAt),
		CreatedBy: AuthorOf(set),
		StartedAt: convert.UTCPointer(set.StartedAt), FinishedAt: convert.UTCPointer(set.FinishedAt),
		ParentId: set.ParentID, Selected: set.Selected, Examined: set.Examined, PreviewComplete: set.Previewed,
		Generation: set.Generation, ProposedAt: convert.UTCPointer(set.ProposedAt),
		DecidedAt: convert.UTCPointer(set.DecidedAt),
		Answer:    convert.Optional(set.Answer), AnswerUnseen: convert.Optional(!set.AnswerSeen),
		Operations: []api.ChangeOperation{}, Confirmation: convert.Optional(set.Confirmation()),
		Counts: api.ChangeSetCounts{Total: set.Total(), Pending: set.Pending, Changed: set.Changed, Unchanged: set.Unchanged,
			Conflict: set.Conflict, Refused: set.Refused},
	}
	if set.StartedAt != nil {
		person := convert.ToPerson(set.AppliedBy)
		out.AppliedBy, out.Announced = &person, &set.Announced
	}
	if set.DecidedAt != nil {
		person := convert.ToPerson(set.DecidedBy)
		out.DecidedBy = &person
	}
	if len(set.Spec.Kinds) > 0 {
		kinds := convert.All(set.Spec.Kinds, func(k feed.Kind) api.EndpointKind { return api.EndpointKind(k) })
		out.EndpointKinds = &kinds
	}
	if e := set.Effects; e != nil && set.Previewed {
		out.Effects = &api.ChangeSetEffects{EndpointsStopped: e.EndpointsStopped, EndpointsChecked: e.EndpointsChecked,
			AlertsEnded: e.AlertsEnded}
	}
	if set.Spec.Filter != nil {
		out.Filter = &api.SourceFilter{}
		if err := convert.JSON(set.Spec.Filter, out.Filter); err != nil {
			return out, err
		}
	}
	if len(set.Spec.Operations) == 0 {
		return out, nil
	}
	return out, convert.JSON(set.Spec.Operations, &out.Operations)
}

// AuthorOf returns the author of a change set: a member, a command or the service itself.
func AuthorOf(set *change.Set) api.Person {
	if set.CreatedBy == nil && (set.Origin == change.Suggestion || set.Origin == change.LiveList) {
		return api.Person{Name: "The service"}
	}
	return convert.ToPerson(set.CreatedBy)
}

// ChangeItemOf returns an item as the contract describes it.
func ChangeItemOf(i change.Item) api.ChangeItem {
	out := api.ChangeItem{
		Number: i.Number, Action: api.ChangeItemAction(i.Action), SourceId: i.SourceID, BaseVersion: i.BaseVersion,
		Version: i.Version, Result: api.ChangeItemResult(i.Result), Reason: convert.Optional(i.Reason),
		Changes: convert.ToFieldChanges(i.Changes),
	}
	out.Target.Id, out.Target.Name, out.Target.Type = i.TargetID, i.TargetName, api.ChangeItemTargetType(i.ShownType())
	return out
}
