package registerapi

import (
	"context"
	"slices"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/convert"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/input"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcelist"
	"github.com/newsources/newsources/services/newssources/internal/rules/health"
)

func (s *Routes) ListSources(ctx context.Context, request api.ListSourcesRequestObject) (api.ListSourcesResponseObject,
	error) {
	query, err := input.ListQuery(ctx, request.Params)
	if err != nil {
		return nil, err
	}
	var names []sourcelist.Name
	if convert.OrZero(request.Params.Facets) {
		if names = convert.Texts[sourcelist.Name](request.Params.Facet); len(names) == 0 {
			names = sourcelist.FacetNames
		}
	}
	page, facets, err := s.Lists.Search(ctx, query, names)
	if err != nil {
		return nil, err
	}
	response := api.ListSources200JSONResponse{
		Items: convert.All(page.Rows,
			toSourceRow), Total: page.Total, TotalIsMinimum: page.TotalIsMinimum, Offset: page.Offset,
		NextCursor: convert.Optional(page.Next), PrevCursor: convert.Optional(page.Prev),
	}
	if len(page.Similar) > 0 {
		similar := convert.All(page.Similar, toSourceRow)
		response.Similar = &similar
	}
	if len(names) > 0 {
		response.Facets, err = toFacets(facets)
	}
	return response, err
}

func (s *Routes) CreateSource(ctx context.Context,
	request api.CreateSourceRequestObject) (api.CreateSourceResponseObject,
	error) {
	logo, err := source.ReadLogo(convert.OrZero(request.Body.Logo))
	if err != nil {
		return nil, err
	}
	created, err := s.Register.Create(ctx, input.Actor(ctx), convert.FromSourceCreate(*request.Body, logo))
	if err != nil {
		return nil, err
	}
	return api.CreateSource201JSONResponse{
		Body: convert.ToSource(created),
		Headers: api.CreateSource201ResponseHeaders{ETag: convert.SourceETag(created),
			Location: "/newssources/" + created.ID.String()},
	}, nil
}

func (s *Routes) GetSource(ctx context.Context, request api.GetSourceRequestObject) (api.GetSourceResponseObject,
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
	return api.GetSource200JSONResponse{Body: convert.ToSource(found),
			Headers: api.GetSource200ResponseHeaders{ETag: convert.SourceETag(found)}},
		nil
}

func (s *Routes) UpdateSource(ctx context.Context,
	request api.UpdateSourceRequestObject) (api.UpdateSourceResponseObject,
	error) {
	version, err := input.IfMatch(request.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	var image []byte
	patchNullable(&image, request.Body.Logo)
	logo, err := source.ReadLogo(image)
	if err != nil {
		return nil, err
	}
	changed, err := s.Register.Update(ctx, input.Actor(ctx), request.Id, version, sourcePatch(*request.Body, logo))
	if err != nil {
		return nil, err
	}
	return api.UpdateSource200JSONResponse{Body: convert.ToSource(changed),
		Headers: api.UpdateSource200ResponseHeaders{ETag: convert.SourceETag(changed)}}, nil
}

func (s *Routes) DeleteSource(ctx context.Context,
	request api.DeleteSourceRequestObject) (api.DeleteSourceResponseObject,
	error) {
	version, err := input.IfMatch(request.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	return api.DeleteSource204Response{}, s.Register.Delete(ctx, input.Actor(ctx), request.Id, version)
}

func (s *Routes) ArchiveSource(ctx context.Context,
	request api.ArchiveSourceRequestObject) (api.ArchiveSourceResponseObject,
	error) {
	version, err := input.IfMatch(request.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	changed, err := s.Register.Archive(ctx, input.Actor(ctx), request.Id, version)
	if err != nil {
		return nil, err
	}
	return api.ArchiveSource200JSONResponse{Body: convert.ToSource(changed),
		Headers: api.ArchiveSource200ResponseHeaders{ETag: convert.SourceETag(changed)}}, nil
}

func (s *Routes) UnarchiveSource(ctx context.Context,
	request api.UnarchiveSourceRequestObject) (api.UnarchiveSourceResponseObject, error) {
	version, err := input.IfMatch(request.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	changed, err := s.Register.Unarchive(ctx, input.Actor(ctx), request.Id, version)
	if err != nil {
		return nil, err
	}
	return api.UnarchiveSource200JSONResponse{Body: convert.ToSource(changed),
		Headers: api.UnarchiveSource200ResponseHeaders{ETag: convert.SourceETag(changed)}}, nil
}

func (s *Routes) GetSummary(ctx context.Context, _ api.GetSummaryRequestObject) (api.GetSummaryResponseObject, error) {
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

func (s *Routes) ListTags(ctx context.Context, _ api.ListTagsRequestObject) (api.ListTagsResponseObject, error) {
	tags, err := s.Lists.Tags(ctx)
	if err != nil {
		return nil, err
	}
	return api.ListTags200JSONResponse{Items: convert.All(tags,
		func(t sourcelist.Tag) api.Tag { return api.Tag{Name: t.Name, Count: t.Count} })}, nil
}

func toSourceRow(r sourcelist.Row) api.SourceRow {
	row := api.SourceRow{
		Id: r.ID, Name: r.Name, HomepageUrl: r.HomepageURL, CanonicalDomain: r.Domain,
		DisplayDomain: convert.DisplayDomain(r.Domain), PathPrefix: r.PathPrefix, Lifecycle: api.Lifecycle(r.Lifecycle),
		MediaType: convert.OptionalAs[api.MediaType](r.MediaType),
		Country:   convert.Optional(r.Country), Region: convert.Optional(r.Region),
		Languages: r.Languages, Scope: convert.OptionalAs[api.Scope](r.Scope), Tier: r.Tier, Paywall: api.Paywall(r.Paywall),
		Rights: api.Rights(r.Rights),
		Owner:  convert.Optional(r.Owner), Tags: r.Tags, Logo: convert.Optional(r.Logo), EndpointCount: r.EndpointCount,
		EndpointKinds: convert.Texts[api.EndpointKind](&r.EndpointKinds), LastNewItemAt: convert.UTCPointer(r.LastNewItemAt),
		NextCheckAt: convert.UTCPointer(r.NextCheckAt), Version: r.Version,
		CreatedAt: convert.UTC(r.CreatedAt), UpdatedAt: convert.UTC(r.UpdatedAt),
	}
	known := r.Health // decides whether the source needs a person
	if h := r.Health; h.State != "" {
		row.Health = &struct {
			Cause     *api.HealthCause     `json:"cause,omitempty"`
			LastKnown *api.LastKnownHealth `json:"last_known,omitempty"`
			Reason    *string              `json:"reason,omitempty"`
			Since     *time.Time           `json:"since,omitempty"`
			State     api.HealthState      `json:"state"`
		}{Cause: convert.OptionalAs[api.HealthCause](h.Cause),
			Reason: convert.Optional(health.WhyOf(h.Cause, h.State, h.Affected, h.Checked)),
			Since:  convert.UTCPointer(h.Since), State: api.HealthState(h.State)}
		if r.LastKnown != nil {
			known = *r.LastKnown
			row.Health.LastKnown = convert.ToLastKnown(known.State, known.Cause, known.Since,
				health.WhyOf(known.Cause, known.State, known.Affected, known.Checked))
		}
	}
	if health.NeedsPerson(known.State, known.Cause) {
		work := convert.ToSourceWork(r.Work)
		row.Work = &work
	}
	return row
}

// toFacets converts facets, whose names are those of the contract.
func toFacets(f *sourcelist.Facets) (*api.Facets, error) {
	isUncounted := func(name sourcelist.Name) bool { return slices.Contains(f.Uncounted, name) }
	properties := map[sourcelist.Name]any{"uncounted": convert.Texts[api.FacetName](&f.Uncounted)}
	for name, counts := range f.Counts {
		properties[name] = convert.All(counts, func(c sourcelist.Count) api.FacetCount {
			if isUncounted(name) {
				return api.FacetCount{Value: c.Value}
			}
			return api.FacetCount{Value: c.Value, Count: &c.Count}
		})
	}
	out := &api.Facets{}
	return out, convert.JSON(properties, out)
}
