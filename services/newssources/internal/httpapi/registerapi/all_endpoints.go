package registerapi

import (
	"context"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/convert"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/input"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcelist"
)

func (s *Routes) ListAllEndpoints(ctx context.Context,
	request api.ListAllEndpointsRequestObject) (api.ListAllEndpointsResponseObject, error) {
	p := request.Params
	of, err := s.survivorOf(ctx, p.Source)
	if err != nil {
		return nil, err
	}
	list, next, err := s.Lists.ListEndpoints(ctx, sourcelist.EndpointQuery{
		SourceID: of, Kinds: convert.Texts[feed.Kind](p.Kind), Intents: convert.Texts[source.Intent](p.Intent),
		Lifecycles: convert.Texts[source.Lifecycle](p.Lifecycle), MediaTypes: convert.Texts[source.MediaType](p.MediaType),
		Host:         convert.OrZero(p.Host),
		UpdatedSince: convert.OrZero(p.UpdatedSince),
		ByUpdate:     convert.OrZero(p.Sort) == api.ListAllEndpointsParamsSortUpdated,
		Cursor:       convert.OrZero(p.Cursor), Limit: input.PageLimit(p.Limit),
	})
	if err != nil {
		return nil, err
	}
	return api.ListAllEndpoints200JSONResponse{Items: convert.All(list, toEndpointRow),
		NextCursor: convert.Optional(next)}, nil
}

func toEndpointRow(row sourcelist.EndpointRow) api.EndpointRow {
	e := convert.ToEndpoint(row.Endpoint)
	out := api.EndpointRow{
		Id: e.Id, SourceId: e.SourceId, Kind: e.Kind, Url: e.Url, UrlEntered: e.UrlEntered, Name: e.Name, Section: e.Section,
		Language: e.Language,
		Intent:   e.Intent, Charset: e.Charset, DefaultZone: e.DefaultZone, IdentityPolicy: e.IdentityPolicy,
		Recipe: e.Recipe, Schedule: e.Schedule,
		HasCredentials: e.HasCredentials, Version: e.Version, CreatedAt: e.CreatedAt, UpdatedAt: e.UpdatedAt,
	}
	out.Source.Name, out.Source.Lifecycle = row.SourceName, api.Lifecycle(row.SourceLifecycle)
	out.Source.MediaType = convert.Optional(api.MediaType(row.SourceMediaType))
	return out
}
