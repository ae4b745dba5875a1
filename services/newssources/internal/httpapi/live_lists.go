package httpapi

import (
	"context"

	"github.com/newsources/newsources/services/newssources/internal/register/livelist"
)

func (s *server) ListLiveLists(ctx context.Context, _ ListLiveListsRequestObject) (ListLiveListsResponseObject, error) {
	list, err := s.LiveLists.All(ctx)
	if err != nil {
		return nil, err
	}
	return ListLiveLists200JSONResponse{Items: mapAll(list, toLiveList)}, nil
}

func (s *server) GetLiveList(ctx context.Context, request GetLiveListRequestObject) (GetLiveListResponseObject, error) {
	found, err := s.LiveLists.Get(ctx, request.LiveListId)
	if err != nil {
		return nil, err
	}
	return GetLiveList200JSONResponse{Body: toLiveList(*found),
		Headers: GetLiveList200ResponseHeaders{ETag: etag(found.Version)}}, nil
}

func (s *server) CreateLiveList(ctx context.Context, request CreateLiveListRequestObject) (CreateLiveListResponseObject,
	error) {
	created, err := s.LiveLists.Create(ctx, actor(ctx), liveListInput(*request.Body))
	if err != nil {
		return nil, err
	}
	return CreateLiveList201JSONResponse{Body: toLiveList(*created), Headers: CreateLiveList201ResponseHeaders{
		Location: "/newssources/live-lists/" + created.ID.String(), ETag: etag(created.Version)}}, nil
}

func (s *server) ReplaceLiveList(ctx context.Context,
	request ReplaceLiveListRequestObject) (ReplaceLiveListResponseObject, error) {
	version, err := ifMatch(request.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	changed, err := s.LiveLists.Update(ctx, actor(ctx), request.LiveListId, version, liveListInput(*request.Body))
	if err != nil {
		return nil, err
	}
	return ReplaceLiveList200JSONResponse{Body: toLiveList(*changed),
		Headers: ReplaceLiveList200ResponseHeaders{ETag: etag(changed.Version)}}, nil
}

func (s *server) DeleteLiveList(ctx context.Context, request DeleteLiveListRequestObject) (DeleteLiveListResponseObject,
	error) {
	version, err := ifMatch(request.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	return DeleteLiveList204Response{}, s.LiveLists.Delete(ctx, actor(ctx), request.LiveListId, version)
}

func (s *server) ReadLiveList(ctx context.Context, request ReadLiveListRequestObject) (ReadLiveListResponseObject,
	error) {
	found, err := s.LiveLists.ReadNow(ctx, request.LiveListId, valueOrZero(request.Body.AcceptLength))
	if err != nil {
		return nil, err
	}
	return ReadLiveList200JSONResponse(toLiveList(*found)), nil
}

func (s *server) ListLiveListReads(ctx context.Context,
	request ListLiveListReadsRequestObject) (ListLiveListReadsResponseObject, error) {
	reads, err := s.LiveLists.Reads(ctx, request.LiveListId)
	if err != nil {
		return nil, err
	}
	return ListLiveListReads200JSONResponse{Items: mapAll(reads, func(r livelist.Read) LiveListRead {
		return LiveListRead{Id: r.ID, At: utc(r.At), Result: LiveListReadResult(r.Result), Detail: optional(r.Detail),
			Rows: r.Rows, ChangeSetId: r.ChangeSetID}
	})}, nil
}

func liveListInput(body LiveListInput) livelist.Input {
	in := livelist.Input{Name: body.Name, URL: body.Url, IntervalHours: body.IntervalHours,
		Paused: valueOrZero(body.Paused), KeepsCredentials: valueOrZero(body.KeepCredentials)}
	if body.Credentials != nil {
		in.Username, in.Password = body.Credentials.Username, body.Credentials.Password
	}
	return in
}

func toLiveList(l livelist.List) LiveList {
	var owner *Person
	if l.Owner != nil {
		person := toPerson(l.Owner)
		owner = &person
	}
	return LiveList{Id: l.ID, Version: l.Version, Name: l.Name, Url: l.URL, HasCredentials: l.HasCredentials,
		IntervalHours: l.IntervalHours, Paused: l.Paused, Owner: owner, CreatedAt: utc(l.CreatedAt),
		UpdatedAt: utc(l.UpdatedAt), NextReadAt: utc(l.NextReadAt), ReadAt: utcPointer(l.ReadAt),
		AcceptedAt: utcPointer(l.AcceptedAt), FailingSince: utcPointer(l.FailingSince), Failure: optional(l.Failure),
		Rows: l.Rows, ChangeSetId: l.ChangeSetID}
}
