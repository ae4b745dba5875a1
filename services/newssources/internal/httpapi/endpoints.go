package httpapi

import (
	"context"
	"fmt"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
)

func (s *server) ListEndpoints(ctx context.Context,
	request api.ListEndpointsRequestObject) (api.ListEndpointsResponseObject,
	error) {
	list, err := s.Register.Endpoints(ctx, request.Id)
	if err != nil {
		return nil, err
	}
	return api.ListEndpoints200JSONResponse{Items: mapAll(list, toEndpoint)}, nil
}

func (s *server) CreateEndpoint(ctx context.Context,
	request api.CreateEndpointRequestObject) (api.CreateEndpointResponseObject,
	error) {
	created, err := s.Register.AddEndpoint(ctx, actor(ctx), request.Id, fromEndpointCreate(*request.Body))
	if err != nil {
		return nil, err
	}
	return api.CreateEndpoint201JSONResponse{
		Body: toEndpoint(*created),
		Headers: api.CreateEndpoint201ResponseHeaders{
			ETag: etag(created.Version), Location: fmt.Sprintf("/newssources/%s/endpoints/%s", created.SourceID, created.ID),
		},
	}, nil
}

func (s *server) GetEndpoint(ctx context.Context, request api.GetEndpointRequestObject) (api.GetEndpointResponseObject,
	error) {
	found, err := s.Register.Endpoint(ctx, request.Id, request.EndpointId)
	if err != nil {
		return nil, err
	}
	return api.GetEndpoint200JSONResponse{Body: toEndpoint(*found),
		Headers: api.GetEndpoint200ResponseHeaders{ETag: etag(found.Version)}}, nil
}

func (s *server) UpdateEndpoint(ctx context.Context,
	request api.UpdateEndpointRequestObject) (api.UpdateEndpointResponseObject,
	error) {
	version, err := ifMatch(request.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	changed, err := s.Register.UpdateEndpoint(ctx, actor(ctx), request.Id, request.EndpointId, version,
		endpointPatch(*request.Body))
	if err != nil {
		return nil, err
	}
	return api.UpdateEndpoint200JSONResponse{Body: toEndpoint(*changed),
		Headers: api.UpdateEndpoint200ResponseHeaders{ETag: etag(changed.Version)}}, nil
}

func (s *server) DeleteEndpoint(ctx context.Context,
	request api.DeleteEndpointRequestObject) (api.DeleteEndpointResponseObject,
	error) {
	version, err := ifMatch(request.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	return api.DeleteEndpoint204Response{}, s.Register.DeleteEndpoint(ctx, actor(ctx), request.Id, request.EndpointId,
		version)
}

func (s *server) OrderEndpoints(ctx context.Context,
	request api.OrderEndpointsRequestObject) (api.OrderEndpointsResponseObject,
	error) {
	version, err := ifMatch(request.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	changed, err := s.Register.OrderEndpoints(ctx, actor(ctx), request.Id, version, request.Body.EndpointIds)
	if err != nil {
		return nil, err
	}
	return api.OrderEndpoints200JSONResponse{Body: toSource(changed),
		Headers: api.OrderEndpoints200ResponseHeaders{ETag: sourceETag(changed)}}, nil
}
