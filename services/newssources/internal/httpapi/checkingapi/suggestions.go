package checkingapi

import (
	"context"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/finding/sameoutlet"
	"github.com/newsources/newsources/services/newssources/internal/finding/suggestion"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/convert"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/input"
)

func (s *Routes) ListSuggestions(ctx context.Context,
	request api.ListSuggestionsRequestObject) (api.ListSuggestionsResponseObject, error) {
	p := request.Params
	of, err := s.survivors(ctx, convert.OrZero(p.SourceId))
	if err != nil {
		return nil, err
	}
	page, err := s.Suggestions.List(ctx, suggestion.Query{
		Filter: suggestion.Filter{
			Kind: suggestion.Kind(convert.OrZero(p.Kind)), Field: suggestion.FieldName(convert.OrZero(p.Field)),
			States: convert.All(convert.OrZero(p.State),
				func(state api.SuggestionState) suggestion.State { return suggestion.State(state) }),
			SourceIDs: of, ImportID: convert.OrZero(p.ImportId), NeedsPerson: p.NeedsPerson,
		},
		OldestFirst: convert.OrZero(p.Order) == api.OldestFirst, Cursor: convert.OrZero(p.Cursor),
		Limit: input.PageLimit(p.Limit),
	})
	if err != nil {
		return nil, err
	}
	return api.ListSuggestions200JSONResponse{
		Items: convert.All(page.Suggestions,
			toSuggestion), NextCursor: convert.Optional(page.Next), PrevCursor: convert.Optional(page.Prev),
	}, nil
}

func (s *Routes) GetSuggestionSummary(ctx context.Context,
	request api.GetSuggestionSummaryRequestObject) (api.GetSuggestionSummaryResponseObject, error) {
	importID := convert.OrZero(request.Params.ImportId)
	summary, err := s.Suggestions.Summarize(ctx, importID)
	if err != nil {
		return nil, err
	}
	status, err := s.Visits.Status(ctx, importID)
	if err != nil {
		return nil, err
	}
	response, fields := api.GetSuggestionSummary200JSONResponse{Sources: summary.Sources,
		NewestId: convert.Optional(summary.Newest),
		Capped:   summary.IsCapped || status.IsCapped, Visits: toVisitStatus(status)}, summary.Fields
	response.Fields.Name, response.Fields.HomepageUrl = fields[suggestion.NameField], fields[suggestion.HomepageField]
	response.Fields.Country, response.Fields.Languages = fields[suggestion.CountryField], fields[suggestion.LanguagesField]
	response.Fields.Paywall, response.Fields.Logo = fields[suggestion.PaywallField], fields[suggestion.LogoField]
	return response, nil
}

func (s *Routes) DecideSuggestions(ctx context.Context,
	request api.DecideSuggestionsRequestObject) (api.DecideSuggestionsResponseObject, error) {
	decision := suggestion.DecideInput{Decision: suggestion.Decision(request.Body.Decision),
		IDs: convert.OrZero(request.Body.Ids)}
	if all := request.Body.All; all != nil {
		decision.Filter = suggestion.Filter{Kind: suggestion.Kind(convert.OrZero(all.Kind)),
			Field: suggestion.FieldName(convert.OrZero(all.Field)), ImportID: convert.OrZero(all.ImportId)}
		if all.SourceId != nil {
			var err error
			if decision.Filter.SourceIDs, err = s.survivors(ctx, []uuid.UUID{*all.SourceId}); err != nil {
				return nil, err
			}
		}
		decision.After, decision.Through = convert.OrZero(all.After), all.Through
		decision.ChangeSetID = convert.OrZero(all.ChangeSetId)
	}
	decided, err := s.Suggestions.Decide(ctx, input.Actor(ctx), decision)
	if err != nil {
		return nil, err
	}
	return api.DecideSuggestions200JSONResponse{Items: convert.All(decided.Results, toSuggestionOutcome),
		Next: convert.Optional(decided.Next), ChangeSetId: convert.Optional(decided.ChangeSetID)}, nil
}

func (s *Routes) GetPairSearch(ctx context.Context, _ api.GetPairSearchRequestObject) (api.GetPairSearchResponseObject,
	error) {
	status, err := s.Pairs.Status(ctx)
	return api.GetPairSearch200JSONResponse(toPairSearch(status)), err
}

func (s *Routes) SearchPairs(ctx context.Context, _ api.SearchPairsRequestObject) (api.SearchPairsResponseObject,
	error) {
	status, err := s.Pairs.Search(ctx)
	return api.SearchPairs200JSONResponse(toPairSearch(status)), err
}

func toPairSearch(s sameoutlet.Status) api.PairSearch {
	return api.PairSearch{Searching: s.IsSearching, LastAt: convert.UTCPointer(s.LastAt)}
}

func toSuggestion(s suggestion.Suggestion) api.Suggestion {
	out := api.Suggestion{
		Id: s.ID, Kind: api.SuggestionKind(s.Kind), State: api.SuggestionState(s.State), SourceId: s.SourceID,
		SourceName: s.SourceName, CanonicalDomain: s.CanonicalDomain, SourceLogo: convert.Optional(s.SourceLogo),
		Field: convert.OptionalAs[api.SuggestionField](s.Field), EndpointId: s.EndpointID,
		EndpointName: convert.Optional(s.EndpointName),
		EndpointUrl:  convert.Optional(s.EndpointURL),
		Evidence:     toSuggestionEvidence(s.Evidence), CreatedAt: convert.UTC(s.CreatedAt),
		DecidedAt: convert.UTCPointer(s.DecidedAt),
		DecidedBy: convert.Optional(s.DecidedByName), ChangeSetId: s.ChangeSetID,
	}
	if len(s.PNG) > 0 {
		out.Image = &s.PNG
	}
	return out
}

func toSuggestionEvidence(e suggestion.Evidence) api.SuggestionEvidence {
	out := api.SuggestionEvidence{
		Url: convert.Optional(e.URL), Target: convert.Optional(e.Target),
		Status: convert.Optional(e.Status), Sightings: convert.Optional(e.Sightings),
		FirstSeenAt: convert.UTCPointer(e.FirstSeenAt), LastSeenAt: convert.UTCPointer(e.LastSeenAt),
		Items:  convert.Optional(e.Items),
		Always: convert.Optional(e.Always),
		Sample: convert.All(e.Sample,
			func(i suggestion.Item) api.SuggestionItem {
				return api.SuggestionItem{Title: i.Title, Url: convert.Optional(i.URL)}
			}),
		OtherId: e.OtherID, OtherUrl: convert.Optional(e.OtherURL), OtherSourceId: e.OtherSourceID,
		OtherSourceName: convert.Optional(e.OtherSourceName),
		Endpoints:       convert.Optional(e.Endpoints), Setting: convert.Optional(e.Setting),
		Before: convert.Optional(e.Before),
		After:  convert.Optional(e.After), Origin: convert.Optional(e.Origin), TargetKind: convert.Optional(e.TargetKind),
		NewestAt: convert.UTCPointer(e.NewestAt), DropsCredentials: convert.Optional(e.DropsCredentials),
	}
	if len(e.Reasons) > 0 {
		reasons := convert.All(e.Reasons, func(r suggestion.Reason) api.SameOutletReason {
			return api.SameOutletReason{Kind: api.SameOutletReasonKind(r.Kind), Text: convert.Optional(r.Text)}
		})
		out.Reasons = &reasons
	}
	if e.Items > 0 {
		out.Matched = &e.Matched
	}
	out.LeadSeconds = convert.Optional(e.LeadSeconds)
	out.EndpointId, out.Outlet = e.EndpointID, toOutletChange(e.Outlet)
	if e.Checks > 0 {
		out.Checks, out.ChecksNew, out.Losses, out.KnownPercent, out.EverySeconds = &e.Checks, &e.ChecksNew, &e.Losses,
			&e.KnownPercent, &e.EverySeconds
	}
	return out
}

func toSuggestionOutcome(r suggestion.Result) api.SuggestionOutcome {
	out := api.SuggestionOutcome{
		Id: r.ID, Outcome: api.SuggestionOutcomeOutcome(r.Outcome), Kind: convert.OptionalAs[api.SuggestionKind](r.Kind),
		Field: convert.OptionalAs[api.SuggestionField](r.Field), SourceId: convert.Optional(r.SourceID),
		SourceName: convert.Optional(r.SourceName), Detail: convert.Optional(r.Detail),
		ProposalId: convert.Optional(r.ProposalID),
	}
	if r.Existing != nil {
		out.ExistingId = &r.Existing.ID
	}
	return out
}
