package httpapi

import (
	"context"

	"github.com/gin-gonic/gin"

	"github.com/newsources/newsources/services/newssources/internal/source"
)

// defaultLimit of rows on a page, as the contract says.
const defaultLimit = 50

func (s *server) ListSources(ctx context.Context, request ListSourcesRequestObject) (ListSourcesResponseObject, error) {
	p := request.Params
	query := source.Query{
		Text: value(p.Q), Lifecycles: texts[source.Lifecycle](p.Lifecycle), Tags: texts[string](p.Tag), Countries: texts[string](p.Country),
		Languages: texts[string](p.Language), Kinds: texts[string](p.Kind),
		Sort: or(string(value(p.Sort)), "name"), Cursor: value(p.Cursor), Limit: or(value(p.Limit), defaultLimit),
	}
	page, err := s.Register.List(ctx, query)
	if err != nil {
		return nil, err
	}
	answer := ListSources200JSONResponse{
		Items: each(page.Rows, toSourceRow), Total: page.Total, NextCursor: optional(page.Next), PrevCursor: optional(page.Prev),
	}
	if value(p.Facets) {
		facets, err := s.Register.Facets(ctx, query)
		if err != nil {
			return nil, err
		}
		answer.Facets = toFacets(facets)
	}
	return answer, nil
}

func (s *server) CreateSource(ctx context.Context, request CreateSourceRequestObject) (CreateSourceResponseObject, error) {
	logo, err := source.ReadLogo(value(request.Body.Logo))
	if err != nil {
		return nil, err
	}
	made, err := s.Register.Create(ctx, by(ginOf(ctx)), newSource(*request.Body, logo))
	if err != nil {
		return nil, err
	}
	return CreateSource201JSONResponse{
		Body:    toSource(made),
		Headers: CreateSource201ResponseHeaders{ETag: etag(made.Version), Location: "/newssources/" + made.ID.String()},
	}, nil
}

func (s *server) GetSource(ctx context.Context, request GetSourceRequestObject) (GetSourceResponseObject, error) {
	found, err := s.Register.Get(ctx, request.Id)
	if err != nil {
		return nil, err
	}
	return GetSource200JSONResponse{Body: toSource(found), Headers: GetSource200ResponseHeaders{ETag: etag(found.Version)}}, nil
}

func (s *server) UpdateSource(ctx context.Context, request UpdateSourceRequestObject) (UpdateSourceResponseObject, error) {
	version, err := ifMatch(request.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	var given []byte
	assign(&given, request.Body.Logo)
	logo, err := source.ReadLogo(given)
	if err != nil {
		return nil, err
	}
	changed, err := s.Register.Update(ctx, by(ginOf(ctx)), request.Id, version, sourceChange(*request.Body, logo))
	if err != nil {
		return nil, err
	}
	return UpdateSource200JSONResponse{Body: toSource(changed), Headers: UpdateSource200ResponseHeaders{ETag: etag(changed.Version)}}, nil
}

func (s *server) DeleteSource(ctx context.Context, request DeleteSourceRequestObject) (DeleteSourceResponseObject, error) {
	version, err := ifMatch(request.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	return DeleteSource204Response{}, s.Register.Delete(ctx, by(ginOf(ctx)), request.Id, version)
}

func (s *server) ArchiveSource(ctx context.Context, request ArchiveSourceRequestObject) (ArchiveSourceResponseObject, error) {
	version, err := ifMatch(request.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	moved, err := s.Register.Archive(ctx, by(ginOf(ctx)), request.Id, version)
	if err != nil {
		return nil, err
	}
	return ArchiveSource200JSONResponse{Body: toSource(moved), Headers: ArchiveSource200ResponseHeaders{ETag: etag(moved.Version)}}, nil
}

func (s *server) UnarchiveSource(ctx context.Context, request UnarchiveSourceRequestObject) (UnarchiveSourceResponseObject, error) {
	version, err := ifMatch(request.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	moved, err := s.Register.Unarchive(ctx, by(ginOf(ctx)), request.Id, version)
	if err != nil {
		return nil, err
	}
	return UnarchiveSource200JSONResponse{Body: toSource(moved), Headers: UnarchiveSource200ResponseHeaders{ETag: etag(moved.Version)}}, nil
}

func (s *server) GetSummary(ctx context.Context, _ GetSummaryRequestObject) (GetSummaryResponseObject, error) {
	summary, err := s.Register.Summary(ctx)
	if err != nil {
		return nil, err
	}
	answer := GetSummary200JSONResponse{Endpoints: summary.Endpoints}
	answer.Lifecycle.Draft = summary.Lifecycle[source.Draft]
	answer.Lifecycle.Active = summary.Lifecycle[source.Active]
	answer.Lifecycle.Paused = summary.Lifecycle[source.Paused]
	answer.Lifecycle.Archived = summary.Lifecycle[source.Archived]
	answer.Sources = answer.Lifecycle.Draft + answer.Lifecycle.Active + answer.Lifecycle.Paused
	return answer, nil
}

func (s *server) ListTags(ctx context.Context, _ ListTagsRequestObject) (ListTagsResponseObject, error) {
	tags, err := s.Register.Tags(ctx)
	if err != nil {
		return nil, err
	}
	return ListTags200JSONResponse{Items: each(tags, func(t source.Tag) Tag { return Tag{Name: t.Name, Count: t.Count} })}, nil
}

// ginOf gives back gin's context, which the generated handlers pass as a plain one.
func ginOf(ctx context.Context) *gin.Context { return ctx.(*gin.Context) }
