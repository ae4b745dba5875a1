package httpapi

import (
	"context"
	"fmt"
)

func (s *server) ListEndpoints(ctx context.Context, request ListEndpointsRequestObject) (ListEndpointsResponseObject,
	error) {
	list, err := s.Register.Endpoints(ctx, request.Id)
	if err != nil {
		return nil, err
	}
	return ListEndpoints200JSONResponse{Items: mapAll(list, toEndpoint)}, nil
}

func (s *server) CreateEndpoint(ctx context.Context, request CreateEndpointRequestObject) (CreateEndpointResponseObject,
	error) {
	created, err := s.Register.AddEndpoint(ctx, actor(ctx), request.Id, fromEndpointCreate(*request.Body))
	if err != nil {
		return nil, err
	}
	return CreateEndpoint201JSONResponse{
		Body: toEndpoint(*created),
		Headers: CreateEndpoint201ResponseHeaders{
			ETag: etag(created.Version), Location: fmt.Sprintf("/newssources/%s/endpoints/%s", created.SourceID, created.ID),
		},
	}, nil
}

func (s *server) GetEndpoint(ctx context.Context, request GetEndpointRequestObject) (GetEndpointResponseObject, error) {
	found, err := s.Register.Endpoint(ctx, request.Id, request.EndpointId)
	if err != nil {
		return nil, err
	}
	return GetEndpoint200JSONResponse{Body: toEndpoint(*found),
		Headers: GetEndpoint200ResponseHeaders{ETag: etag(found.Version)}}, nil
}

func (s *server) UpdateEndpoint(ctx context.Context, request UpdateEndpointRequestObject) (UpdateEndpointResponseObject,
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
	return UpdateEndpoint200JSONResponse{Body: toEndpoint(*changed),
		Headers: UpdateEndpoint200ResponseHeaders{ETag: etag(changed.Version)}}, nil
}

func (s *server) DeleteEndpoint(ctx context.Context, request DeleteEndpointRequestObject) (DeleteEndpointResponseObject,
	error) {
	version, err := ifMatch(request.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	return DeleteEndpoint204Response{}, s.Register.DeleteEndpoint(ctx, actor(ctx), request.Id, request.EndpointId, version)
}

func (s *server) OrderEndpoints(ctx context.Context, request OrderEndpointsRequestObject) (OrderEndpointsResponseObject,
	error) {
	version, err := ifMatch(request.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	changed, err := s.Register.OrderEndpoints(ctx, actor(ctx), request.Id, version, request.Body.EndpointIds)
	if err != nil {
		return nil, err
	}
	return OrderEndpoints200JSONResponse{Body: toSource(changed),
		Headers: OrderEndpoints200ResponseHeaders{ETag: sourceETag(changed)}}, nil
}
