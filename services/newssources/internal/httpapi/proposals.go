package httpapi

import (
	"context"

	"github.com/newsources/newsources/services/newssources/internal/finding/suggest"
)

func (s *server) ListProposals(ctx context.Context, request ListProposalsRequestObject) (ListProposalsResponseObject,
	error) {
	p := request.Params
	page, err := s.Proposals.List(ctx, suggest.Query{
		Filter: suggest.Filter{Field: suggest.Field(valueOrZero(p.Field)), SourceID: valueOrZero(p.SourceId),
			ImportID: valueOrZero(p.ImportId)},
		Cursor: valueOrZero(p.Cursor), Limit: pageLimit(p.Limit),
	})
	if err != nil {
		return nil, err
	}
	return ListProposals200JSONResponse{
		Items: mapAll(page.Proposals, toProposal), NextCursor: optional(page.Next), PrevCursor: optional(page.Prev),
	}, nil
}

func (s *server) GetProposalSummary(ctx context.Context,
	request GetProposalSummaryRequestObject) (GetProposalSummaryResponseObject, error) {
	importID := valueOrZero(request.Params.ImportId)
	summary, err := s.Proposals.Summary(ctx, suggest.Filter{ImportID: importID})
	if err != nil {
		return nil, err
	}
	status, err := s.Visits.Status(ctx, importID)
	if err != nil {
		return nil, err
	}
	response := GetProposalSummary200JSONResponse{Sources: summary.Sources, Capped: summary.IsCapped || status.IsCapped,
		Visits: toVisitStatus(status)}
	response.Fields.Name, response.Fields.HomepageUrl = summary.Fields[suggest.Name], summary.Fields[suggest.Homepage]
	response.Fields.Country, response.Fields.Languages = summary.Fields[suggest.Country], summary.Fields[suggest.Languages]
	response.Fields.Logo = summary.Fields[suggest.Logo]
	response.NewestId = optional(summary.Newest)
	return response, nil
}

func (s *server) DecideProposals(ctx context.Context,
	request DecideProposalsRequestObject) (DecideProposalsResponseObject, error) {
	input := suggest.DecideInput{Decision: suggest.Decision(request.Body.Decision), IDs: valueOrZero(request.Body.Ids)}
	if all := request.Body.All; all != nil {
		input.Filter = suggest.Filter{Field: suggest.Field(valueOrZero(all.Field)), SourceID: valueOrZero(all.SourceId),
			ImportID: valueOrZero(all.ImportId)}
		input.After, input.Through = valueOrZero(all.After), all.Through
	}
	batch, err := s.Proposals.Decide(ctx, actor(ctx), input)
	if err != nil {
		return nil, err
	}
	return DecideProposals200JSONResponse{Items: mapAll(batch.Results, toProposalOutcome), Next: optional(batch.Next)}, nil
}

func toProposal(p suggest.Proposal) Proposal {
	out := Proposal{
		Id: p.ID, SourceId: p.SourceID, SourceName: p.SourceName, CanonicalDomain: p.CanonicalDomain,
		SourceLogo: optional(p.SourceLogo),
		Field:      ProposalField(p.Field), Before: optional(p.Before), Value: p.Value, Origin: p.Origin,
		CreatedAt: utc(p.CreatedAt),
	}
	if len(p.PNG) > 0 {
		out.Image = &p.PNG
	}
	return out
}

func toProposalOutcome(r suggest.Result) ProposalOutcome {
	out := ProposalOutcome{Id: r.ID, Outcome: ProposalOutcomeOutcome(r.Outcome), Field: optionalAs[ProposalField](r.Field),
		SourceId: optional(r.SourceID), SourceName: optional(r.SourceName), Detail: optional(r.Detail)}
	if r.Existing != nil {
		out.ExistingId = &r.Existing.ID
	}
	return out
}
