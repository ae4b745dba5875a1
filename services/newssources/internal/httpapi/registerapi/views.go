package registerapi

import (
	"context"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/convert"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/input"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/savedview"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcelist"
)

func (s *Routes) ListViews(ctx context.Context, _ api.ListViewsRequestObject) (api.ListViewsResponseObject, error) {
	member := *input.Actor(ctx).ActorID
	views, err := s.Views.List(ctx, member)
	if err != nil {
		return nil, err
	}
	first, err := s.Views.Default(ctx, member)
	return api.ListViews200JSONResponse{Items: convert.All(views, savedViewConverter(ctx)), DefaultViewId: first}, err
}

func (s *Routes) GetView(ctx context.Context, request api.GetViewRequestObject) (api.GetViewResponseObject, error) {
	view, err := s.Views.Get(ctx, *input.Actor(ctx).ActorID, request.ViewId)
	if err != nil {
		return nil, err
	}
	return api.GetView200JSONResponse{
		Body: savedViewConverter(ctx)(*view), Headers: api.GetView200ResponseHeaders{ETag: convert.ETag(view.Version)},
	}, nil
}

func (s *Routes) CreateView(ctx context.Context, request api.CreateViewRequestObject) (api.CreateViewResponseObject,
	error) {
	filter, err := viewFilter(ctx, request.Body.Filter)
	if err != nil {
		return nil, err
	}
	actor := input.Actor(ctx)
	created, err := s.Views.Create(ctx, actor, *actor.ActorID, savedview.Settings{
		Name: request.Body.Name, Filter: filter, Sort: string(convert.OrZero(request.Body.Sort)),
		Columns: convert.OrZero(request.Body.Columns), ColumnWidths: convert.OrZero(request.Body.ColumnWidths),
		Sharing:    savedview.Sharing(convert.OrZero(request.Body.Sharing)),
		EditableBy: savedview.Editors(convert.OrZero(request.Body.EditableBy)),
	})
	if err != nil {
		return nil, err
	}
	return api.CreateView201JSONResponse{
		Body: savedViewConverter(ctx)(*created),
		Headers: api.CreateView201ResponseHeaders{
			Location: "/newssources/views/" + created.ID.String(), ETag: convert.ETag(created.Version),
		},
	}, nil
}

func (s *Routes) UpdateView(ctx context.Context, request api.UpdateViewRequestObject) (api.UpdateViewResponseObject,
	error) {
	version, err := input.IfMatch(request.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	body := request.Body
	filter, err := viewFilter(ctx, convert.OrZero(body.Filter))
	if err != nil {
		return nil, err
	}
	takeOver := convert.OrZero(body.TakeOver)
	changed, err := s.Views.Update(ctx, input.Actor(ctx), request.ViewId, version, takeOver, func(v *savedview.Settings) {
		patchField(&v.Name, body.Name)
		if body.Filter != nil {
			v.Filter = filter
		}
		patchNullable(&v.Sort, body.Sort)
		patchNullable(&v.Columns, body.Columns)
		patchNullable(&v.ColumnWidths, body.ColumnWidths)
		patchEnum(&v.Sharing, body.Sharing)
		patchEnum(&v.EditableBy, body.EditableBy)
	})
	if err != nil {
		return nil, err
	}
	return api.UpdateView200JSONResponse{
		Body:    savedViewConverter(ctx)(*changed),
		Headers: api.UpdateView200ResponseHeaders{ETag: convert.ETag(changed.Version)},
	}, nil
}

func (s *Routes) DeleteView(ctx context.Context, request api.DeleteViewRequestObject) (api.DeleteViewResponseObject,
	error) {
	version, err := input.IfMatch(request.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	return api.DeleteView204Response{}, s.Views.Delete(ctx, input.Actor(ctx), request.ViewId, version)
}

func (s *Routes) CountViews(ctx context.Context, _ api.CountViewsRequestObject) (api.CountViewsResponseObject, error) {
	counts, err := s.Views.Counts(ctx, *input.Actor(ctx).ActorID)
	if err != nil {
		return nil, err
	}
	var out api.SavedViewCounts
	return api.CountViews200JSONResponse(out), convert.JSON(counts, &out.Items)
}

func (s *Routes) SetDefaultView(
	ctx context.Context, request api.SetDefaultViewRequestObject,
) (api.SetDefaultViewResponseObject, error) {
	view, err := request.Body.ViewId.Get()
	if err != nil { // null
		return api.SetDefaultView204Response{}, s.Views.SetDefault(ctx, *input.Actor(ctx).ActorID, nil)
	}
	return api.SetDefaultView204Response{}, s.Views.SetDefault(ctx, *input.Actor(ctx).ActorID, &view)
}

// viewFilter converts the filter of a view. It is checked like that of the list, and the assignee
// “me” stays.
func viewFilter(ctx context.Context, filter api.SourceFilter) (stored sourcelist.Query, err error) {
	if _, err := input.ListQuery(ctx, filter); err != nil {
		return stored, err
	}
	return stored, convert.JSON(filter, &stored)
}

// savedViewConverter returns the conversion of views for the caller.
func savedViewConverter(ctx context.Context) func(savedview.View) api.SavedView {
	caller := input.Actor(ctx)
	return func(v savedview.View) api.SavedView { return toSavedView(v, caller) }
}

func toSavedView(v savedview.View, caller audit.Actor) api.SavedView {
	out := api.SavedView{
		Id: v.ID, Version: v.Version, Name: v.Name, Sort: convert.OptionalAs[api.SourceSort](v.Sort),
		Sharing: api.ViewSharing(v.Sharing), EditableBy: api.ViewEditors(v.EditableBy), CanChange: v.MayChange(caller),
		CreatedAt: convert.UTC(v.CreatedAt), UpdatedAt: convert.UTC(v.UpdatedAt),
	}
	if v.Columns != nil {
		out.Columns = &v.Columns
	}
	if v.ColumnWidths != nil {
		out.ColumnWidths = (*api.ViewColumnWidths)(&v.ColumnWidths)
	}
	out.Owner.Id, out.Owner.Name, out.Owner.IsRemoved = v.OwnerID, v.OwnerName, v.OwnerIsRemoved
	_ = convert.JSON(v.Filter, &out.Filter) // the stored form is that of the API
	return out
}
