package httpapi

import (
	"context"

	"github.com/newsources/newsources/services/newssources/internal/finding/repair"
)

func (s *server) ListSuggestions(ctx context.Context,
	request ListSuggestionsRequestObject) (ListSuggestionsResponseObject, error) {
	p := request.Params
	q := repair.Query{
		Kind: repair.Kind(valueOrZero(p.Kind)), States: []repair.State{repair.Open}, SourceIDs: valueOrZero(p.SourceId),
		NeedsPerson: p.NeedsPerson, Cursor: valueOrZero(p.Cursor), Limit: pageLimit(p.Limit),
	}
	if states := valueOrZero(p.State); len(states) > 0 {
		q.States = mapAll(states, func(state SuggestionState) repair.State { return repair.State(state) })
	}
	page, err := s.Repairs.List(ctx, q)
	if err != nil {
		return nil, err
	}
	return ListSuggestions200JSONResponse{Items: mapAll(page.Suggestions, toSuggestion), NextCursor: optional(page.Next)},
		nil
}

func (s *server) DecideSuggestions(ctx context.Context,
	request DecideSuggestionsRequestObject) (DecideSuggestionsResponseObject, error) {
	results, err := s.Repairs.Decide(ctx, actor(ctx), repair.Decision(request.Body.Decision), request.Body.Ids)
	if err != nil {
		return nil, err
	}
	return DecideSuggestions200JSONResponse{Items: mapAll(results, toSuggestionOutcome)}, nil
}

func toSuggestion(s repair.Suggestion) Suggestion {
	return Suggestion{
		Id: s.ID, Kind: SuggestionKind(s.Kind), State: SuggestionState(s.State), SourceId: s.SourceID,
		SourceName: s.SourceName, CanonicalDomain: s.CanonicalDomain,
		SourceLogo: optional(s.SourceLogo), EndpointId: s.EndpointID, EndpointName: optional(s.EndpointName),
		EndpointUrl: optional(s.EndpointURL),
		Evidence:    toSuggestionEvidence(s.Evidence), CreatedAt: utc(s.CreatedAt), DecidedAt: utcPointer(s.DecidedAt),
		DecidedBy: optional(s.DecidedByName),
	}
}

func toSuggestionEvidence(e repair.Evidence) SuggestionEvidence {
	out := SuggestionEvidence{
		Url: optional(e.URL), Target: optional(e.Target), Status: optional(e.Status), Sightings: optional(e.Sightings),
		FirstSeenAt: utcPointer(e.FirstSeenAt), LastSeenAt: utcPointer(e.LastSeenAt), Items: optional(e.Items),
		Always: optional(e.Always),
		Sample: mapAll(e.Sample,
			func(i repair.Item) SuggestionItem { return SuggestionItem{Title: i.Title, Url: optional(i.URL)} }),
		OtherId: e.OtherID, OtherUrl: optional(e.OtherURL), OtherSourceId: e.OtherSourceID,
		OtherSourceName: optional(e.OtherSourceName),
		Endpoints:       optional(e.Endpoints), Setting: optional(e.Setting), Before: optional(e.Before),
		After: optional(e.After), TargetKind: optional(e.TargetKind), NewestAt: utcPointer(e.NewestAt),
		DropsCredentials: optional(e.DropsCredentials),
	}
	if e.Items > 0 {
		out.Matched = &e.Matched
	}
	out.LeadSeconds = optional(e.LeadSeconds)
	if e.Checks > 0 {
		out.Checks, out.ChecksNew, out.Losses, out.KnownPercent, out.EverySeconds = &e.Checks, &e.ChecksNew, &e.Losses,
			&e.KnownPercent, &e.EverySeconds
	}
	return out
}

func toSuggestionOutcome(r repair.Result) SuggestionOutcome {
	out := SuggestionOutcome{
		Id: r.ID, Outcome: SuggestionOutcomeOutcome(r.Outcome), Kind: optionalAs[SuggestionKind](r.Kind),
		SourceId:   optional(r.SourceID),
		SourceName: optional(r.SourceName), Detail: optional(r.Detail),
	}
	if r.Existing != nil {
		out.ExistingId = &r.Existing.ID
	}
	return out
}
