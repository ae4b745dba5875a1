package registerapi

import (
	"context"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/convert"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/input"
	"github.com/newsources/newsources/services/newssources/internal/register/change"
)

func (s *Routes) ListChangeComments(ctx context.Context,
	request api.ListChangeCommentsRequestObject) (api.ListChangeCommentsResponseObject, error) {
	list, err := s.Changes.Comments(ctx, request.ChangeSetId)
	return api.ListChangeComments200JSONResponse{Items: convert.All(list, toChangeComment)}, err
}

func (s *Routes) AddChangeComment(ctx context.Context,
	request api.AddChangeCommentRequestObject) (api.AddChangeCommentResponseObject, error) {
	made, err := s.Changes.AddComment(ctx, input.Actor(ctx), request.ChangeSetId, request.Body.Body)
	if err != nil {
		return nil, err
	}
	return api.AddChangeComment201JSONResponse{
		Body:    toChangeComment(*made),
		Headers: api.AddChangeComment201ResponseHeaders{Location: changeSetPath(request.ChangeSetId) + "/comments"},
	}, nil
}

func toChangeComment(c change.Comment) api.ChangeComment {
	return api.ChangeComment{Id: c.ID, CreatedAt: convert.UTC(c.CreatedAt), Author: convert.ToPerson(c.Author),
		Body: c.Body}
}
