package httpapi

import (
	"context"
	"fmt"

	"github.com/newsources/newsources/services/newssources/internal/feed"
	"github.com/newsources/newsources/services/newssources/internal/pagelist"
	"github.com/newsources/newsources/services/newssources/internal/source"
)

func (s *server) ListEndpoints(ctx context.Context, request ListEndpointsRequestObject) (ListEndpointsResponseObject, error) {
	list, err := s.Register.Endpoints(ctx, request.Id)
	if err != nil {
		return nil, err
	}
	return ListEndpoints200JSONResponse{Items: each(list, toEndpoint)}, nil
}

func (s *server) CreateEndpoint(ctx context.Context, request CreateEndpointRequestObject) (CreateEndpointResponseObject, error) {
	made, err := s.Register.AddEndpoint(ctx, by(ginOf(ctx)), request.Id, newEndpoint(*request.Body))
	if err != nil {
		return nil, err
	}
	return CreateEndpoint201JSONResponse{
		Body: toEndpoint(*made),
		Headers: CreateEndpoint201ResponseHeaders{
			ETag: etag(made.Version), Location: fmt.Sprintf("/newssources/%s/endpoints/%s", made.SourceID, made.ID),
		},
	}, nil
}

func (s *server) GetEndpoint(ctx context.Context, request GetEndpointRequestObject) (GetEndpointResponseObject, error) {
	found, err := s.Register.Endpoint(ctx, request.Id, request.EndpointId)
	if err != nil {
		return nil, err
	}
	return GetEndpoint200JSONResponse{Body: toEndpoint(*found), Headers: GetEndpoint200ResponseHeaders{ETag: etag(found.Version)}}, nil
}

func (s *server) UpdateEndpoint(ctx context.Context, request UpdateEndpointRequestObject) (UpdateEndpointResponseObject, error) {
	version, err := ifMatch(request.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	b := *request.Body
	changed, err := s.Register.UpdateEndpoint(ctx, by(ginOf(ctx)), request.Id, request.EndpointId, version, func(d *source.EndpointDetails) {
		set(&d.URL, b.Url)
		setText(&d.Kind, b.Kind)
		setText(&d.Intent, b.Intent)
		assign(&d.Name, b.Name)
		assign(&d.Section, b.Section)
		assign(&d.Language, b.Language)
		assign(&d.Charset, b.Charset)
		assign(&d.DefaultZone, b.DefaultZone)
		assignText(&d.IdentityPolicy, b.IdentityPolicy)
		if b.Credentials.IsSpecified() {
			d.SetCredentials(nil)
			if given, err := b.Credentials.Get(); err == nil {
				d.SetCredentials(newCredentials(&given))
			}
		}
		if b.Recipe.IsSpecified() {
			d.Recipe = nil
			if recipe, err := b.Recipe.Get(); err == nil {
				d.Recipe = newRecipe(&recipe)
			}
		}
	})
	if err != nil {
		return nil, err
	}
	return UpdateEndpoint200JSONResponse{Body: toEndpoint(*changed), Headers: UpdateEndpoint200ResponseHeaders{ETag: etag(changed.Version)}}, nil
}

func (s *server) DeleteEndpoint(ctx context.Context, request DeleteEndpointRequestObject) (DeleteEndpointResponseObject, error) {
	version, err := ifMatch(request.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	return DeleteEndpoint204Response{}, s.Register.DeleteEndpoint(ctx, by(ginOf(ctx)), request.Id, request.EndpointId, version)
}

func newEndpoint(b EndpointCreate) source.EndpointDetails {
	details := source.EndpointDetails{URL: b.Url, Kind: feed.Kind(b.Kind), Name: value(b.Name), Section: value(b.Section),
		Language: value(b.Language), Intent: source.Intent(value(b.Intent)), ReadSettings: source.ReadSettings{
			Charset: value(b.Charset), DefaultZone: value(b.DefaultZone), IdentityPolicy: feed.IdentityPolicy(value(b.IdentityPolicy)), Recipe: newRecipe(b.Recipe),
		}}
	details.SetCredentials(newCredentials(b.Credentials))
	return details
}

func newCredentials(c *Credentials) *source.Credentials {
	if c == nil {
		return nil
	}
	return &source.Credentials{Username: c.Username, Password: c.Password}
}

func newRecipe(r *Recipe) *pagelist.Recipe {
	if r == nil {
		return nil
	}
	return &pagelist.Recipe{List: r.List, Link: value(r.Link), Title: value(r.Title), Date: value(r.Date), Summary: value(r.Summary), Author: value(r.Author)}
}

func toRecipe(r *pagelist.Recipe) *Recipe {
	if r == nil {
		return nil
	}
	return &Recipe{List: r.List, Link: optional(r.Link), Title: optional(r.Title), Date: optional(r.Date),
		Summary: optional(r.Summary), Author: optional(r.Author)}
}

func toEndpoint(e source.Endpoint) Endpoint {
	return Endpoint{
		Id: e.ID, SourceId: e.SourceID, Kind: EndpointKind(e.Kind), Url: e.URL, UrlEntered: e.URLEntered,
		Name: optional(e.Name), Section: optional(e.Section), Language: optional(e.Language),
		Charset: optional(e.Charset), DefaultZone: optional(e.DefaultZone), IdentityPolicy: optionalAs[IdentityPolicy](e.IdentityPolicy),
		Recipe: toRecipe(e.Recipe), HasCredentials: e.HasCredentials, Intent: EndpointIntent(e.Intent), Version: e.Version, CreatedAt: utc(e.CreatedAt), UpdatedAt: utc(e.UpdatedAt),
	}
}
