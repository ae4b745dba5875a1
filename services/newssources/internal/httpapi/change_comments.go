package httpapi

import (
	"context"

	"github.com/newsources/newsources/services/newssources/internal/register/change"
)

func (s *server) ListChangeComments(ctx context.Context,
	request ListChangeCommentsRequestObject) (ListChangeCommentsResponseObject, error) {
	list, err := s.Changes.Comments(ctx, request.ChangeSetId)
	return ListChangeComments200JSONResponse{Items: mapAll(list, toChangeComment)}, err
}

func (s *server) AddChangeComment(ctx context.Context,
	request AddChangeCommentRequestObject) (AddChangeCommentResponseObject, error) {
	made, err := s.Changes.AddComment(ctx, actor(ctx), request.ChangeSetId, request.Body.Body)
	if err != nil {
		return nil, err
	}
	return AddChangeComment201JSONResponse{
		Body:    toChangeComment(*made),
		Headers: AddChangeComment201ResponseHeaders{Location: changeSetPath(request.ChangeSetId) + "/comments"},
	}, nil
}

func toChangeComment(c change.Comment) ChangeComment {
	return ChangeComment{Id: c.ID, CreatedAt: utc(c.CreatedAt), Author: toPerson(c.Author), Body: c.Body}
}
