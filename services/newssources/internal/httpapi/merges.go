package httpapi

import (
	"context"
	"net/http"
	"strings"

	"github.com/gin-gonic/gin"
	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/convert"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/input"
	"github.com/newsources/newsources/services/newssources/internal/register/merge"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

const sourcePath = "/newssources/:id"

// followMerged answers requests for sources that were merged into others: reads are redirected to the
// source that continues them, and changes are refused with its id. GetSource redirects by itself,
// because it reads the source.
func (s *server) followMerged(c *gin.Context) {
	route := c.FullPath()
	isRead := !isChange(c.Request.Method)
	if !strings.HasPrefix(route, sourcePath) || route == sourcePath && isRead {
		return
	}
	id, err := uuid.Parse(c.Param("id"))
	if err != nil {
		return // the contract refuses it
	}
	survivor, err := s.Register.Survivor(c, id)
	switch {
	case err != nil:
		respondError(c, err)
	case survivor == id:
	case isRead:
		c.Redirect(http.StatusPermanentRedirect, survivorAddress(c, survivor))
		c.Abort()
	default:
		respondError(c, source.MergedError(survivor))
	}
}

// survivorAddress returns the address of the request for the source that continues a merged one.
func survivorAddress(c *gin.Context, survivor uuid.UUID) string {
	return strings.Replace(c.Request.URL.RequestURI(), c.Param("id"), survivor.String(), 1)
}

// survivorOf is survivors for a parameter.
func (s *server) survivorOf(ctx context.Context, id *uuid.UUID) (*uuid.UUID, error) {
	if id == nil {
		return nil, nil
	}
	survivor, err := s.Register.Survivor(ctx, *id)
	return &survivor, err
}

func (s *server) CompareSources(ctx context.Context,
	request api.CompareSourcesRequestObject) (api.CompareSourcesResponseObject, error) {
	c, err := s.merges.Compare(ctx, request.Params.From, request.Params.Into)
	if err != nil {
		return nil, err
	}
	return api.CompareSources200JSONResponse{From: convert.ToSource(c.From), Into: convert.ToSource(c.Into),
		Obstacle: convert.Optional(c.Obstacle),
		Fields:   convert.All(c.Fields, toMergeField), Effects: api.MergeEffects{Endpoints: c.Effects.Endpoints,
			Alerts: c.Effects.Alerts, HasAssignee: c.Effects.HasAssignee, Changes: c.Effects.Changes}}, nil
}

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

func (s *server) CreateMerge(ctx context.Context, request api.CreateMergeRequestObject) (api.CreateMergeResponseObject,
	error) {
	draft := merge.Input{From: request.Body.From, Into: request.Body.Into, Reason: convert.OrZero(request.Body.Reason),
		Choices: map[string]merge.Choice{}}
	for field, choice := range convert.OrZero(request.Body.Choices) {
		draft.Choices[field] = merge.Choice(choice)
	}
	made, err := s.merges.Draft(ctx, input.Actor(ctx), draft)
	body, err := s.withDetails(ctx, made, err)
	if err != nil {
		return nil, err
	}
	return api.CreateMerge201JSONResponse{
		Body: body, Headers: api.CreateMerge201ResponseHeaders{Location: changeSetPath(made.ID)},
	}, nil
}
