package httpapi

import (
	"context"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/contract"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcelist"
)

func (s *server) ListSources(ctx context.Context, request api.ListSourcesRequestObject) (api.ListSourcesResponseObject,
	error) {
	query, err := listQuery(ctx, request.Params)
	if err != nil {
		return nil, err
	}
	var names []sourcelist.Name
	if valueOrZero(request.Params.Facets) {
		if names = convertAll[sourcelist.Name](request.Params.Facet); len(names) == 0 {
			names = sourcelist.FacetNames
		}
	}
	page, facets, err := s.Lists.Search(ctx, query, names)
	if err != nil {
		return nil, err
	}
	response := api.ListSources200JSONResponse{
		Items: mapAll(page.Rows, toSourceRow), Total: page.Total, TotalIsMinimum: page.TotalIsMinimum, Offset: page.Offset,
		NextCursor: optional(page.Next), PrevCursor: optional(page.Prev),
	}
	if len(page.Similar) > 0 {
		similar := mapAll(page.Similar, toSourceRow)
		response.Similar = &similar
	}
	if len(names) > 0 {
		response.Facets, err = toFacets(facets)
	}
	return response, err
}

// listQuery converts the parameters of the list, or a filter with properties of the same names.
func listQuery(ctx context.Context, params any) (query sourcelist.Query, err error) {
	if err := convertJSON(params, &query); err != nil {
		return query, err
	}
	query.Text, query.Limit = weburl.HideCredentials(query.Text), pageLimit(&query.Limit)
	if query.Not != nil {
		replaceMe(ctx, query.Not.Assignees)
		if err := checkFilter(query.Not, "not_"); err != nil {
			return query, err
		}
	}
	replaceMe(ctx, query.Assignees)
	return query, checkFilter(&query, "")
}

// checkFilter checks the values that the contract does not, and makes languages canonical. prefix
// begins the names of the parameters.
func checkFilter(query *sourcelist.Query, prefix string) error {
	for _, code := range query.Countries {
		if code != sourcelist.None && !source.IsCountry(code) {
			return unknownValue(prefix+"country", "“"+code+"” is not a country. Use an ISO 3166-1 code such as FR.")
		}
	}
	for i, value := range query.Languages {
		if value == sourcelist.None {
			continue
		}
		tag, ok := source.CanonicalLanguage(value)
		if !ok {
			return unknownValue(prefix+"language", "“"+value+"” is not a language. Use a code such as en or pt-BR.")
		}
		query.Languages[i] = tag
	}
	return nil
}

func unknownValue(parameter, detail string) error {
	return contract.ParameterProblem([]problem.Field{{Pointer: parameter, Code: "unknown", Detail: detail}})
}

func (s *server) CreateSource(ctx context.Context,
	request api.CreateSourceRequestObject) (api.CreateSourceResponseObject,
	error) {
	logo, err := source.ReadLogo(valueOrZero(request.Body.Logo))
	if err != nil {
		return nil, err
	}
	created, err := s.Register.Create(ctx, actor(ctx), fromSourceCreate(*request.Body, logo))
	if err != nil {
		return nil, err
	}
	return api.CreateSource201JSONResponse{
		Body: toSource(created),
		Headers: api.CreateSource201ResponseHeaders{ETag: sourceETag(created),
			Location: "/newssources/" + created.ID.String()},
	}, nil
}

func (s *server) GetSource(ctx context.Context, request api.GetSourceRequestObject) (api.GetSourceResponseObject,
	error) {
	found, err := s.Register.Get(ctx, request.Id)
	if err != nil {
		return nil, err
	}
	if found.MergedInto != nil {
		survivor, err := s.Register.Survivor(ctx, found.ID)
		moved := api.MergedResponse{Headers: api.MergedResponseHeaders{Location: "/newssources/" + survivor.String()}}
		return moved, err
	}
	return api.GetSource200JSONResponse{Body: toSource(found),
			Headers: api.GetSource200ResponseHeaders{ETag: sourceETag(found)}},
		nil
}

func (s *server) UpdateSource(ctx context.Context,
	request api.UpdateSourceRequestObject) (api.UpdateSourceResponseObject,
	error) {
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
	return api.UpdateSource200JSONResponse{Body: toSource(changed),
		Headers: api.UpdateSource200ResponseHeaders{ETag: sourceETag(changed)}}, nil
}

func (s *server) DeleteSource(ctx context.Context,
	request api.DeleteSourceRequestObject) (api.DeleteSourceResponseObject,
	error) {
	version, err := ifMatch(request.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	return api.DeleteSource204Response{}, s.Register.Delete(ctx, actor(ctx), request.Id, version)
}

func (s *server) ArchiveSource(ctx context.Context,
	request api.ArchiveSourceRequestObject) (api.ArchiveSourceResponseObject,
	error) {
	version, err := ifMatch(request.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	changed, err := s.Register.Archive(ctx, actor(ctx), request.Id, version)
	if err != nil {
		return nil, err
	}
	return api.ArchiveSource200JSONResponse{Body: toSource(changed),
		Headers: api.ArchiveSource200ResponseHeaders{ETag: sourceETag(changed)}}, nil
}

func (s *server) UnarchiveSource(ctx context.Context,
	request api.UnarchiveSourceRequestObject) (api.UnarchiveSourceResponseObject, error) {
	version, err := ifMatch(request.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	changed, err := s.Register.Unarchive(ctx, actor(ctx), request.Id, version)
	if err != nil {
		return nil, err
	}
	return api.UnarchiveSource200JSONResponse{Body: toSource(changed),
		Headers: api.UnarchiveSource200ResponseHeaders{ETag: sourceETag(changed)}}, nil
}

func (s *server) GetSummary(ctx context.Context, _ api.GetSummaryRequestObject) (api.GetSummaryResponseObject, error) {
	summary, err := s.Lists.Summary(ctx)
	if err != nil {
		return nil, err
	}
	response := api.GetSummary200JSONResponse{Endpoints: summary.Endpoints}
	response.Lifecycle.Draft = summary.Lifecycle[source.Draft]
	response.Lifecycle.Active = summary.Lifecycle[source.Active]
	response.Lifecycle.Paused = summary.Lifecycle[source.Paused]
	response.Lifecycle.Archived = summary.Lifecycle[source.Archived]
	response.Sources = response.Lifecycle.Draft + response.Lifecycle.Active + response.Lifecycle.Paused
	return response, nil
}

func (s *server) ListTags(ctx context.Context, _ api.ListTagsRequestObject) (api.ListTagsResponseObject, error) {
	tags, err := s.Lists.Tags(ctx)
	if err != nil {
		return nil, err
	}
	return api.ListTags200JSONResponse{Items: mapAll(tags,
		func(t sourcelist.Tag) api.Tag { return api.Tag{Name: t.Name, Count: t.Count} })}, nil
}
