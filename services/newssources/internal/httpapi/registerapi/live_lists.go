package registerapi

import (
	"context"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/convert"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/input"
	"github.com/newsources/newsources/services/newssources/internal/register/livelist"
)

func (s *Routes) ListLiveLists(ctx context.Context, _ api.ListLiveListsRequestObject) (api.ListLiveListsResponseObject,
	error) {
	list, err := s.LiveLists.All(ctx)
	if err != nil {
		return nil, err
	}
	return api.ListLiveLists200JSONResponse{Items: convert.All(list, toLiveList)}, nil
}

func (s *Routes) GetLiveList(ctx context.Context, request api.GetLiveListRequestObject) (api.GetLiveListResponseObject,
	error) {
	found, err := s.LiveLists.Get(ctx, request.LiveListId)
	if err != nil {
		return nil, err
	}
	return api.GetLiveList200JSONResponse{Body: toLiveList(*found),
		Headers: api.GetLiveList200ResponseHeaders{ETag: convert.ETag(found.Version)}}, nil
}

func (s *Routes) CreateLiveList(ctx context.Context,
	request api.CreateLiveListRequestObject) (api.CreateLiveListResponseObject,
	error) {
	created, err := s.LiveLists.Create(ctx, input.Actor(ctx), liveListInput(*request.Body))
	if err != nil {
		return nil, err
	}
	return api.CreateLiveList201JSONResponse{Body: toLiveList(*created), Headers: api.CreateLiveList201ResponseHeaders{
		Location: "/newssources/live-lists/" + created.ID.String(), ETag: convert.ETag(created.Version)}}, nil
}

func (s *Routes) ReplaceLiveList(ctx context.Context,
	request api.ReplaceLiveListRequestObject) (api.ReplaceLiveListResponseObject, error) {
	version, err := input.IfMatch(request.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	changed, err := s.LiveLists.Update(ctx, input.Actor(ctx), request.LiveListId, version, liveListInput(*request.Body))
	if err != nil {
		return nil, err
	}
	return api.ReplaceLiveList200JSONResponse{Body: toLiveList(*changed),
		Headers: api.ReplaceLiveList200ResponseHeaders{ETag: convert.ETag(changed.Version)}}, nil
}

func (s *Routes) DeleteLiveList(ctx context.Context,
	request api.DeleteLiveListRequestObject) (api.DeleteLiveListResponseObject,
	error) {
	version, err := input.IfMatch(request.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	return api.DeleteLiveList204Response{}, s.LiveLists.Delete(ctx, input.Actor(ctx), request.LiveListId, version)
}

func (s *Routes) ReadLiveList(ctx context.Context,
	request api.ReadLiveListRequestObject) (api.ReadLiveListResponseObject,
	error) {
	found, err := s.LiveLists.ReadNow(ctx, request.LiveListId, convert.OrZero(request.Body.AcceptLength))
	if err != nil {
		return nil, err
	}
	return api.ReadLiveList200JSONResponse(toLiveList(*found)), nil
}

func (s *Routes) ListLiveListReads(ctx context.Context,
	request api.ListLiveListReadsRequestObject) (api.ListLiveListReadsResponseObject, error) {
	reads, err := s.LiveLists.Reads(ctx, request.LiveListId)
	if err != nil {
		return nil, err
	}
	return api.ListLiveListReads200JSONResponse{Items: convert.All(reads, func(r livelist.Read) api.LiveListRead {
		return api.LiveListRead{Id: r.ID, At: convert.UTC(r.At), Result: api.LiveListReadResult(r.Result),
			Detail: convert.Optional(r.Detail),
			Rows:   r.Rows, ChangeSetId: r.ChangeSetID}
	})}, nil
}

func liveListInput(body api.LiveListInput) livelist.Input {
	in := livelist.Input{Name: body.Name, URL: body.Url, IntervalHours: body.IntervalHours,
		Paused: convert.OrZero(body.Paused), KeepsCredentials: convert.OrZero(body.KeepCredentials)}
	if body.Credentials != nil {
		in.Username, in.Password = body.Credentials.Username, body.Credentials.Password
	}
	return in
}

func toLiveList(l livelist.List) api.LiveList {
	var owner *api.Person
	if l.Owner != nil {
		person := convert.ToPerson(l.Owner)
		owner = &person
	}
	return api.LiveList{Id: l.ID, Version: l.Version, Name: l.Name, Url: l.URL, HasCredentials: l.HasCredentials,
		IntervalHours: l.IntervalHours, Paused: l.Paused, Owner: owner, CreatedAt: convert.UTC(l.CreatedAt),
		UpdatedAt: convert.UTC(l.UpdatedAt), NextReadAt: convert.UTC(l.NextReadAt), ReadAt: convert.UTCPointer(l.ReadAt),
		AcceptedAt:   convert.UTCPointer(l.AcceptedAt),
		FailingSince: convert.UTCPointer(l.FailingSince), Failure: convert.Optional(l.Failure),
		Rows: l.Rows, ChangeSetId: l.ChangeSetID}
}
