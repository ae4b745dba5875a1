package registerapi

import (
	"context"
	"fmt"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/convert"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/input"
)

func (s *Routes) ListEndpoints(ctx context.Context,
	request api.ListEndpointsRequestObject) (api.ListEndpointsResponseObject,
	error) {
	list, err := s.Register.Endpoints(ctx, request.Id)
	if err != nil {
		return nil, err
	}
	return api.ListEndpoints200JSONResponse{Items: convert.All(list, convert.ToEndpoint)}, nil
}

func (s *Routes) CreateEndpoint(ctx context.Context,
	request api.CreateEndpointRequestObject) (api.CreateEndpointResponseObject,
	error) {
	created, err := s.Register.AddEndpoint(ctx, input.Actor(ctx), request.Id, convert.FromEndpointCreate(*request.Body))
	if err != nil {
		return nil, err
	}
	return api.CreateEndpoint201JSONResponse{
		Body: convert.ToEndpoint(*created),
		Headers: api.CreateEndpoint201ResponseHeaders{
			ETag: convert.ETag(created.Version), Location: fmt.Sprintf("/newssources/%s/endpoints/%s", created.SourceID,
				created.ID),
		},
	}, nil
}

func (s *Routes) GetEndpoint(ctx context.Context, request api.GetEndpointRequestObject) (api.GetEndpointResponseObject,
	error) {
	found, err := s.Register.Endpoint(ctx, request.Id, request.EndpointId)
	if err != nil {
		return nil, err
	}
	return api.GetEndpoint200JSONResponse{Body: convert.ToEndpoint(*found),
		Headers: api.GetEndpoint200ResponseHeaders{ETag: convert.ETag(found.Version)}}, nil
}

func (s *Routes) UpdateEndpoint(ctx context.Context,
	request api.UpdateEndpointRequestObject) (api.UpdateEndpointResponseObject,
	error) {
	version, err := input.IfMatch(request.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	changed, err := s.Register.UpdateEndpoint(ctx, input.Actor(ctx), request.Id, request.EndpointId, version,
		endpointPatch(*request.Body))
	if err != nil {
		return nil, err
	}
	return api.UpdateEndpoint200JSONResponse{Body: convert.ToEndpoint(*changed),
		Headers: api.UpdateEndpoint200ResponseHeaders{ETag: convert.ETag(changed.Version)}}, nil
}

func (s *Routes) DeleteEndpoint(ctx context.Context,
	request api.DeleteEndpointRequestObject) (api.DeleteEndpointResponseObject,
	error) {
	version, err := input.IfMatch(request.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	return api.DeleteEndpoint204Response{}, s.Register.DeleteEndpoint(ctx, input.Actor(ctx), request.Id,
		request.EndpointId,
		version)
}

func (s *Routes) OrderEndpoints(ctx context.Context,
	request api.OrderEndpointsRequestObject) (api.OrderEndpointsResponseObject,
	error) {
	version, err := input.IfMatch(request.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	changed, err := s.Register.OrderEndpoints(ctx, input.Actor(ctx), request.Id, version, request.Body.EndpointIds)
	if err != nil {
		return nil, err
	}
	return api.OrderEndpoints200JSONResponse{Body: convert.ToSource(changed),
		Headers: api.OrderEndpoints200ResponseHeaders{ETag: convert.SourceETag(changed)}}, nil
}
