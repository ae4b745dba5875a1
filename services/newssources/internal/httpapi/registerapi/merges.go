package registerapi

import (
	"context"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/convert"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/input"
	"github.com/newsources/newsources/services/newssources/internal/register/merge"
)

// survivorOf returns the id of the source that continues a merged one, or nil for nil.
func (s *Routes) survivorOf(ctx context.Context, id *uuid.UUID) (*uuid.UUID, error) {
	if id == nil {
		return nil, nil
	}
	survivor, err := s.Register.Survivor(ctx, *id)
	return &survivor, err
}

func (s *Routes) CompareSources(ctx context.Context,
	request api.CompareSourcesRequestObject) (api.CompareSourcesResponseObject, error) {
	c, err := s.Merges.Compare(ctx, request.Params.From, request.Params.Into, *input.Actor(ctx).ActorID)
	if err != nil {
		return nil, err
	}
	return api.CompareSources200JSONResponse{From: convert.ToSource(c.From), Into: convert.ToSource(c.Into),
		Obstacle: convert.Optional(c.Obstacle),
		Fields:   convert.All(c.Fields, toMergeField), Effects: api.MergeEffects{Endpoints: c.Effects.Endpoints,
			Alerts: c.Effects.Alerts, HasAssignee: c.Effects.HasAssignee, Changes: c.Effects.Changes,
			Rules: convert.All(c.Effects.Rules, toMention), Views: convert.All(c.Effects.Views, toMention)}}, nil
}

func toMention(m merge.Mention) api.Mention { return api.Mention{Id: m.ID, Name: m.Name} }

func toMergeField(f merge.Field) api.MergeField {
	return api.MergeField{Field: f.Name, From: toMergeValue(f.From), Into: toMergeValue(f.Into),
		Suggested: api.MergeChoice(f.Suggested), Choices: convert.Texts[api.MergeChoice](&f.Choices)}
}

func toMergeValue(v merge.Value) api.MergeValue {
	value := api.MergeValue{At: convert.UTCPointer(v.At), By: convert.Optional(v.By)}
	if len(v.JSON) > 0 {
		value.Value = v.JSON
	}
	return value
}

func (s *Routes) CreateMerge(ctx context.Context, request api.CreateMergeRequestObject) (api.CreateMergeResponseObject,
	error) {
	draft := merge.Input{From: request.Body.From, Into: request.Body.Into, Reason: convert.OrZero(request.Body.Reason),
		Choices: map[string]merge.Choice{}}
	for field, choice := range convert.OrZero(request.Body.Choices) {
		draft.Choices[field] = merge.Choice(choice)
	}
	made, err := s.Merges.Draft(ctx, input.Actor(ctx), draft)
	body, err := s.withDetails(ctx, made, err)
	if err != nil {
		return nil, err
	}
	return api.CreateMerge201JSONResponse{
		Body: body, Headers: api.CreateMerge201ResponseHeaders{Location: changeSetPath(made.ID)},
	}, nil
}
