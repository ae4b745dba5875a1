package httpapi

import (
	"context"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/finding/suggestion"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
)

func (s *server) ListSuggestions(ctx context.Context,
	request api.ListSuggestionsRequestObject) (api.ListSuggestionsResponseObject, error) {
	p := request.Params
	of, err := s.survivors(ctx, valueOrZero(p.SourceId))
	if err != nil {
		return nil, err
	}
	page, err := s.Suggestions.List(ctx, suggestion.Query{
		Filter: suggestion.Filter{
			Kind: suggestion.Kind(valueOrZero(p.Kind)), Field: suggestion.FieldName(valueOrZero(p.Field)),
			States: mapAll(valueOrZero(p.State),
				func(state api.SuggestionState) suggestion.State { return suggestion.State(state) }),
			SourceIDs: of, ImportID: valueOrZero(p.ImportId), NeedsPerson: p.NeedsPerson,
		},
		OldestFirst: valueOrZero(p.Order) == api.OldestFirst, Cursor: valueOrZero(p.Cursor), Limit: pageLimit(p.Limit),
	})
	if err != nil {
		return nil, err
	}
	return api.ListSuggestions200JSONResponse{
		Items: mapAll(page.Suggestions, toSuggestion), NextCursor: optional(page.Next), PrevCursor: optional(page.Prev),
	}, nil
}

func (s *server) GetSuggestionSummary(ctx context.Context,
	request api.GetSuggestionSummaryRequestObject) (api.GetSuggestionSummaryResponseObject, error) {
	importID := valueOrZero(request.Params.ImportId)
	summary, err := s.Suggestions.Summarize(ctx, importID)
	if err != nil {
		return nil, err
	}
	status, err := s.Visits.Status(ctx, importID)
	if err != nil {
		return nil, err
	}
	response, fields := api.GetSuggestionSummary200JSONResponse{Sources: summary.Sources,
		NewestId: optional(summary.Newest),
		Capped:   summary.IsCapped || status.IsCapped, Visits: toVisitStatus(status)}, summary.Fields
	response.Fields.Name, response.Fields.HomepageUrl = fields[suggestion.NameField], fields[suggestion.HomepageField]
	response.Fields.Country, response.Fields.Languages = fields[suggestion.CountryField], fields[suggestion.LanguagesField]
	response.Fields.Paywall, response.Fields.Logo = fields[suggestion.PaywallField], fields[suggestion.LogoField]
	return response, nil
}

func (s *server) DecideSuggestions(ctx context.Context,
	request api.DecideSuggestionsRequestObject) (api.DecideSuggestionsResponseObject, error) {
	input := suggestion.DecideInput{Decision: suggestion.Decision(request.Body.Decision),
		IDs: valueOrZero(request.Body.Ids)}
	if all := request.Body.All; all != nil {
		input.Filter = suggestion.Filter{Kind: suggestion.Kind(valueOrZero(all.Kind)),
			Field: suggestion.FieldName(valueOrZero(all.Field)), ImportID: valueOrZero(all.ImportId)}
		if all.SourceId != nil {
			input.Filter.SourceIDs = []uuid.UUID{*all.SourceId}
		}
		input.After, input.Through = valueOrZero(all.After), all.Through
	}
	decided, err := s.Suggestions.Decide(ctx, actor(ctx), input)
	if err != nil {
		return nil, err
	}
	return api.DecideSuggestions200JSONResponse{Items: mapAll(decided.Results, toSuggestionOutcome),
		Next: optional(decided.Next)}, nil
}

func toSuggestion(s suggestion.Suggestion) api.Suggestion {
	out := api.Suggestion{
		Id: s.ID, Kind: api.SuggestionKind(s.Kind), State: api.SuggestionState(s.State), SourceId: s.SourceID,
		SourceName: s.SourceName, CanonicalDomain: s.CanonicalDomain, SourceLogo: optional(s.SourceLogo),
		Field: optionalAs[api.SuggestionField](s.Field), EndpointId: s.EndpointID, EndpointName: optional(s.EndpointName),
		EndpointUrl: optional(s.EndpointURL),
		Evidence:    toSuggestionEvidence(s.Evidence), CreatedAt: utc(s.CreatedAt), DecidedAt: utcPointer(s.DecidedAt),
		DecidedBy: optional(s.DecidedByName), ChangeSetId: s.ChangeSetID,
	}
	if len(s.PNG) > 0 {
		out.Image = &s.PNG
	}
	return out
}

func toSuggestionEvidence(e suggestion.Evidence) api.SuggestionEvidence {
	out := api.SuggestionEvidence{
		Url: optional(e.URL), Target: optional(e.Target), Status: optional(e.Status), Sightings: optional(e.Sightings),
		FirstSeenAt: utcPointer(e.FirstSeenAt), LastSeenAt: utcPointer(e.LastSeenAt), Items: optional(e.Items),
		Always: optional(e.Always),
		Sample: mapAll(e.Sample,
			func(i suggestion.Item) api.SuggestionItem {
				return api.SuggestionItem{Title: i.Title, Url: optional(i.URL)}
			}),
		OtherId: e.OtherID, OtherUrl: optional(e.OtherURL), OtherSourceId: e.OtherSourceID,
		OtherSourceName: optional(e.OtherSourceName),
		Endpoints:       optional(e.Endpoints), Setting: optional(e.Setting), Before: optional(e.Before),
		After: optional(e.After), Origin: optional(e.Origin), TargetKind: optional(e.TargetKind),
		NewestAt: utcPointer(e.NewestAt), DropsCredentials: optional(e.DropsCredentials),
	}
	if len(e.Reasons) > 0 {
		reasons := mapAll(e.Reasons, func(r suggestion.Reason) api.SameOutletReason {
			return api.SameOutletReason{Kind: api.SameOutletReasonKind(r.Kind), Text: optional(r.Text)}
		})
		out.Reasons = &reasons
	}
	if e.Items > 0 {
		out.Matched = &e.Matched
	}
	out.LeadSeconds = optional(e.LeadSeconds)
	out.EndpointId, out.Outlet = e.EndpointID, toOutletChange(e.Outlet)
	if e.Checks > 0 {
		out.Checks, out.ChecksNew, out.Losses, out.KnownPercent, out.EverySeconds = &e.Checks, &e.ChecksNew, &e.Losses,
			&e.KnownPercent, &e.EverySeconds
	}
	return out
}

func toSuggestionOutcome(r suggestion.Result) api.SuggestionOutcome {
	out := api.SuggestionOutcome{
		Id: r.ID, Outcome: api.SuggestionOutcomeOutcome(r.Outcome), Kind: optionalAs[api.SuggestionKind](r.Kind),
		Field: optionalAs[api.SuggestionField](r.Field), SourceId: optional(r.SourceID),
		SourceName: optional(r.SourceName), Detail: optional(r.Detail),
	}
	if r.Existing != nil {
		out.ExistingId = &r.Existing.ID
	}
	return out
}
