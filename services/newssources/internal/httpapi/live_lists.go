package httpapi

import (
	"context"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/register/livelist"
)

func (s *server) ListLiveLists(ctx context.Context, _ api.ListLiveListsRequestObject) (api.ListLiveListsResponseObject,
	error) {
	list, err := s.LiveLists.All(ctx)
	if err != nil {
		return nil, err
	}
	return api.ListLiveLists200JSONResponse{Items: mapAll(list, toLiveList)}, nil
}

func (s *server) GetLiveList(ctx context.Context, request api.GetLiveListRequestObject) (api.GetLiveListResponseObject,
	error) {
	found, err := s.LiveLists.Get(ctx, request.LiveListId)
	if err != nil {
		return nil, err
	}
	return api.GetLiveList200JSONResponse{Body: toLiveList(*found),
		Headers: api.GetLiveList200ResponseHeaders{ETag: etag(found.Version)}}, nil
}

func (s *server) CreateLiveList(ctx context.Context,
	request api.CreateLiveListRequestObject) (api.CreateLiveListResponseObject,
	error) {
	created, err := s.LiveLists.Create(ctx, actor(ctx), liveListInput(*request.Body))
	if err != nil {
		return nil, err
	}
	return api.CreateLiveList201JSONResponse{Body: toLiveList(*created), Headers: api.CreateLiveList201ResponseHeaders{
		Location: "/newssources/live-lists/" + created.ID.String(), ETag: etag(created.Version)}}, nil
}

func (s *server) ReplaceLiveList(ctx context.Context,
	request api.ReplaceLiveListRequestObject) (api.ReplaceLiveListResponseObject, error) {
	version, err := ifMatch(request.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	changed, err := s.LiveLists.Update(ctx, actor(ctx), request.LiveListId, version, liveListInput(*request.Body))
	if err != nil {
		return nil, err
	}
	return api.ReplaceLiveList200JSONResponse{Body: toLiveList(*changed),
		Headers: api.ReplaceLiveList200ResponseHeaders{ETag: etag(changed.Version)}}, nil
}

func (s *server) DeleteLiveList(ctx context.Context,
	request api.DeleteLiveListRequestObject) (api.DeleteLiveListResponseObject,
	error) {
	version, err := ifMatch(request.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	return api.DeleteLiveList204Response{}, s.LiveLists.Delete(ctx, actor(ctx), request.LiveListId, version)
}

func (s *server) ReadLiveList(ctx context.Context,
	request api.ReadLiveListRequestObject) (api.ReadLiveListResponseObject,
	error) {
	found, err := s.LiveLists.ReadNow(ctx, request.LiveListId, valueOrZero(request.Body.AcceptLength))
	if err != nil {
		return nil, err
	}
	return api.ReadLiveList200JSONResponse(toLiveList(*found)), nil
}

func (s *server) ListLiveListReads(ctx context.Context,
	request api.ListLiveListReadsRequestObject) (api.ListLiveListReadsResponseObject, error) {
	reads, err := s.LiveLists.Reads(ctx, request.LiveListId)
	if err != nil {
		return nil, err
	}
	return api.ListLiveListReads200JSONResponse{Items: mapAll(reads, func(r livelist.Read) api.LiveListRead {
		return api.LiveListRead{Id: r.ID, At: utc(r.At), Result: api.LiveListReadResult(r.Result), Detail: optional(r.Detail),
			Rows: r.Rows, ChangeSetId: r.ChangeSetID}
	})}, nil
}

func liveListInput(body api.LiveListInput) livelist.Input {
	in := livelist.Input{Name: body.Name, URL: body.Url, IntervalHours: body.IntervalHours,
		Paused: valueOrZero(body.Paused), KeepsCredentials: valueOrZero(body.KeepCredentials)}
	if body.Credentials != nil {
		in.Username, in.Password = body.Credentials.Username, body.Credentials.Password
	}
	return in
}

func toLiveList(l livelist.List) api.LiveList {
	var owner *api.Person
	if l.Owner != nil {
		person := toPerson(l.Owner)
		owner = &person
	}
	return api.LiveList{Id: l.ID, Version: l.Version, Name: l.Name, Url: l.URL, HasCredentials: l.HasCredentials,
		IntervalHours: l.IntervalHours, Paused: l.Paused, Owner: owner, CreatedAt: utc(l.CreatedAt),
		UpdatedAt: utc(l.UpdatedAt), NextReadAt: utc(l.NextReadAt), ReadAt: utcPointer(l.ReadAt),
		AcceptedAt: utcPointer(l.AcceptedAt), FailingSince: utcPointer(l.FailingSince), Failure: optional(l.Failure),
		Rows: l.Rows, ChangeSetId: l.ChangeSetID}
}
