package httpapi

import (
	"context"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcelist"
)

func (s *server) ListAllEndpoints(ctx context.Context,
	request api.ListAllEndpointsRequestObject) (api.ListAllEndpointsResponseObject, error) {
	p := request.Params
	of, err := s.survivorOf(ctx, p.Source)
	if err != nil {
		return nil, err
	}
	list, next, err := s.Lists.ListEndpoints(ctx, sourcelist.EndpointQuery{
		SourceID: of, Kinds: convertAll[feed.Kind](p.Kind), Intents: convertAll[source.Intent](p.Intent),
		Lifecycles: convertAll[source.Lifecycle](p.Lifecycle), MediaTypes: convertAll[source.MediaType](p.MediaType),
		Host:         valueOrZero(p.Host),
		UpdatedSince: valueOrZero(p.UpdatedSince), ByUpdate: valueOrZero(p.Sort) == api.ListAllEndpointsParamsSortUpdated,
		Cursor: valueOrZero(p.Cursor), Limit: pageLimit(p.Limit),
	})
	if err != nil {
		return nil, err
	}
	return api.ListAllEndpoints200JSONResponse{Items: mapAll(list, toEndpointRow), NextCursor: optional(next)}, nil
}

func toEndpointRow(row sourcelist.EndpointRow) api.EndpointRow {
	e := toEndpoint(row.Endpoint)
	out := api.EndpointRow{
		Id: e.Id, SourceId: e.SourceId, Kind: e.Kind, Url: e.Url, UrlEntered: e.UrlEntered, Name: e.Name, Section: e.Section,
		Language: e.Language,
		Intent:   e.Intent, Charset: e.Charset, DefaultZone: e.DefaultZone, IdentityPolicy: e.IdentityPolicy,
		Recipe: e.Recipe, Schedule: e.Schedule,
		HasCredentials: e.HasCredentials, Version: e.Version, CreatedAt: e.CreatedAt, UpdatedAt: e.UpdatedAt,
	}
	out.Source.Name, out.Source.Lifecycle = row.SourceName, api.Lifecycle(row.SourceLifecycle)
	out.Source.MediaType = optional(api.MediaType(row.SourceMediaType))
	return out
}
