package httpapi

import (
	"context"

	"github.com/newsources/newsources/services/newssources/internal/problem"
	"github.com/newsources/newsources/services/newssources/internal/source"
	"github.com/newsources/newsources/services/newssources/internal/sourcelist"
	"github.com/newsources/newsources/services/newssources/internal/weburl"
)

func (s *server) ListSources(ctx context.Context, request ListSourcesRequestObject) (ListSourcesResponseObject, error) {
	query, err := listQuery(ctx, request.Params)
	if err != nil {
		return nil, err
	}
	page, err := s.Lists.List(ctx, query)
	if err != nil {
		return nil, err
	}
	response := ListSources200JSONResponse{
		Items: mapAll(page.Rows, toSourceRow), Total: page.Total, TotalIsEstimate: page.TotalIsEstimate, Offset: page.Offset,
		NextCursor: optional(page.Next), PrevCursor: optional(page.Prev),
	}
	if len(page.Similar) > 0 {
		similar := mapAll(page.Similar, toSourceRow)
		response.Similar = &similar
	}
	if valueOrZero(request.Params.Facets) {
		facets, err := s.Lists.Facets(ctx, query, convertAll[string](request.Params.Facet)...)
		if err != nil {
			return nil, err
		}
		response.Facets = toFacets(facets)
	}
	return response, nil
}

// listQuery converts the parameters of the list.
func listQuery(ctx context.Context, p ListSourcesParams) (sourcelist.Query, error) {
	query := sourcelist.Query{
		Text: weburl.HideCredentials(valueOrZero(p.Q)), Lifecycles: convertAll[source.Lifecycle](p.Lifecycle), Tags: convertAll[string](p.Tag), Countries: convertAll[string](p.Country),
		Kinds: convertAll[string](p.Kind), MediaTypes: convertAll[string](p.MediaType), Scopes: convertAll[string](p.Scope), Tiers: convertAll[string](p.Tier),
		Paywalls: convertAll[string](p.Paywall), Rights: convertAll[string](p.Rights), Owners: convertAll[string](p.Owner), Import: p.Import,
		Health: convertAll[string](p.Health), Causes: convertAll[string](p.Cause), Assignees: assignees(ctx, p.Assignee), Snoozed: p.Snoozed, SilentDays: valueOrZero(p.SilentDays), DueMinutes: p.DueMinutes,
		LastKnown: valueOrZero(p.LastKnown),
		Sort:      string(valueOrZero(p.Sort)), Cursor: valueOrZero(p.Cursor), Limit: pageLimit(p.Limit),
	}
	for _, code := range query.Countries {
		if code != sourcelist.None && !source.IsCountry(code) {
			return query, parameterProblem([]problem.Field{{Pointer: "country", Code: "unknown", Detail: "“" + code + "” is not a country. Use an ISO 3166-1 code such as FR."}})
		}
	}
	for _, value := range valueOrZero(p.Language) {
		tag, ok := value, value == sourcelist.None
		if !ok {
			tag, ok = source.CanonicalLanguage(value)
		}
		if !ok {
			return query, parameterProblem([]problem.Field{{Pointer: "language", Code: "unknown", Detail: "“" + value + "” is not a language. Use a code such as en or pt-BR."}})
		}
		query.Languages = append(query.Languages, tag)
	}
	return query, nil
}

func (s *server) CreateSource(ctx context.Context, request CreateSourceRequestObject) (CreateSourceResponseObject, error) {
	logo, err := source.ReadLogo(valueOrZero(request.Body.Logo))
	if err != nil {
		return nil, err
	}
	created, err := s.Register.Create(ctx, actor(ctx), fromSourceCreate(*request.Body, logo))
	if err != nil {
		return nil, err
	}
	return CreateSource201JSONResponse{
		Body:    toSource(created),
		Headers: CreateSource201ResponseHeaders{ETag: sourceETag(created), Location: "/newssources/" + created.ID.String()},
	}, nil
}

func (s *server) GetSource(ctx context.Context, request GetSourceRequestObject) (GetSourceResponseObject, error) {
	found, err := s.Register.Get(ctx, request.Id)
	if err != nil {
		return nil, err
	}
	return GetSource200JSONResponse{Body: toSource(found), Headers: GetSource200ResponseHeaders{ETag: sourceETag(found)}}, nil
}

func (s *server) UpdateSource(ctx context.Context, request UpdateSourceRequestObject) (UpdateSourceResponseObject, error) {
	version, err := ifMatch(request.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	var image []byte
	patchNullable(&image, request.Body.Logo)
	logo, err := source.ReadLogo(image)
	if err != nil {
		return nil, err
	}
	changed, err := s.Register.Update(ctx, actor(ctx), request.Id, version, sourcePatch(*request.Body, logo))
	if err != nil {
		return nil, err
	}
	return UpdateSource200JSONResponse{Body: toSource(changed), Headers: UpdateSource200ResponseHeaders{ETag: sourceETag(changed)}}, nil
}

func (s *server) DeleteSource(ctx context.Context, request DeleteSourceRequestObject) (DeleteSourceResponseObject, error) {
	version, err := ifMatch(request.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	return DeleteSource204Response{}, s.Register.Delete(ctx, actor(ctx), request.Id, version)
}

func (s *server) ArchiveSource(ctx context.Context, request ArchiveSourceRequestObject) (ArchiveSourceResponseObject, error) {
	version, err := ifMatch(request.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	changed, err := s.Register.Archive(ctx, actor(ctx), request.Id, version)
	if err != nil {
		return nil, err
	}
	return ArchiveSource200JSONResponse{Body: toSource(changed), Headers: ArchiveSource200ResponseHeaders{ETag: sourceETag(changed)}}, nil
}

func (s *server) UnarchiveSource(ctx context.Context, request UnarchiveSourceRequestObject) (UnarchiveSourceResponseObject, error) {
	version, err := ifMatch(request.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	changed, err := s.Register.Unarchive(ctx, actor(ctx), request.Id, version)
	if err != nil {
		return nil, err
	}
	return UnarchiveSource200JSONResponse{Body: toSource(changed), Headers: UnarchiveSource200ResponseHeaders{ETag: sourceETag(changed)}}, nil
}

func (s *server) GetSummary(ctx context.Context, _ GetSummaryRequestObject) (GetSummaryResponseObject, error) {
	summary, err := s.Lists.Summary(ctx)
	if err != nil {
		return nil, err
	}
	response := GetSummary200JSONResponse{Endpoints: summary.Endpoints}
	response.Lifecycle.Draft = summary.Lifecycle[source.Draft]
	response.Lifecycle.Active = summary.Lifecycle[source.Active]
	response.Lifecycle.Paused = summary.Lifecycle[source.Paused]
	response.Lifecycle.Archived = summary.Lifecycle[source.Archived]
	response.Sources = response.Lifecycle.Draft + response.Lifecycle.Active + response.Lifecycle.Paused
	return response, nil
}

func (s *server) ListTags(ctx context.Context, _ ListTagsRequestObject) (ListTagsResponseObject, error) {
	tags, err := s.Lists.Tags(ctx)
	if err != nil {
		return nil, err
	}
	return ListTags200JSONResponse{Items: mapAll(tags, func(t sourcelist.Tag) Tag { return Tag{Name: t.Name, Count: t.Count} })}, nil
}
