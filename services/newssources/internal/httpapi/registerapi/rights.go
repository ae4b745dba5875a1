package registerapi

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	types "github.com/oapi-codegen/runtime/types"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/convert"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/input"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcerights"
	"github.com/newsources/newsources/services/newssources/internal/rules/rights"
)

func (s *Routes) GetSourceRights(ctx context.Context, request api.GetSourceRightsRequestObject) (
	api.GetSourceRightsResponseObject, error) {
	found, err := s.sourceRights(ctx, request.Id)
	if err != nil {
		return nil, err
	}
	return api.GetSourceRights200JSONResponse(*found), nil
}

func (s *Routes) ReviewSourceRights(ctx context.Context, request api.ReviewSourceRightsRequestObject) (
	api.ReviewSourceRightsResponseObject, error) {
	if err := s.refuseMerged(ctx, request.Id); err != nil {
		return nil, err
	}
	if err := s.Rights.Reviewed(ctx, input.Actor(ctx), request.Id); err != nil {
		return nil, err
	}
	found, err := s.sourceRights(ctx, request.Id)
	if err != nil {
		return nil, err
	}
	return api.ReviewSourceRights200JSONResponse(*found), nil
}

func (s *Routes) SaveSourceContract(ctx context.Context, request api.SaveSourceContractRequestObject) (
	api.SaveSourceContractResponseObject, error) {
	if err := s.refuseMerged(ctx, request.Id); err != nil {
		return nil, err
	}
	b := request.Body
	contract := sourcerights.Contract{Version: b.Version, Party: b.Party, Document: b.Document, Reason: b.Reason,
		Uses: map[rights.Use]rights.State{}}
	if b.ValidUntil != nil {
		contract.ValidUntil = &b.ValidUntil.Time
	}
	var invalid problem.Fields
	for i, u := range b.Uses {
		if contract.Uses[rights.Use(u.Use)] != "" {
			invalid.Add(fmt.Sprintf("/uses/%d/use", i), "duplicate", "The use “%s” is named twice. Name each use once.",
				u.Use)
		}
		contract.Uses[rights.Use(u.Use)] = rights.State(u.State)
	}
	if err := invalid.Err(); err != nil {
		return nil, err
	}
	if err := s.Rights.SaveContract(ctx, input.Actor(ctx), request.Id, contract); err != nil {
		return nil, err
	}
	found, err := s.sourceRights(ctx, request.Id)
	if err != nil {
		return nil, err
	}
	return api.SaveSourceContract200JSONResponse(*found), nil
}

func (s *Routes) DeleteSourceContract(ctx context.Context, request api.DeleteSourceContractRequestObject) (
	api.DeleteSourceContractResponseObject, error) {
	if err := s.refuseMerged(ctx, request.Id); err != nil {
		return nil, err
	}
	err := s.Rights.DeleteContract(ctx, input.Actor(ctx), request.Id, request.Params.Version, request.Params.Reason)
	if err != nil {
		return nil, err
	}
	found, err := s.sourceRights(ctx, request.Id)
	if err != nil {
		return nil, err
	}
	return api.DeleteSourceContract200JSONResponse(*found), nil
}

// refuseMerged returns a problem if a source was merged into another one, whose rights count.
func (s *Routes) refuseMerged(ctx context.Context, id uuid.UUID) error {
	survivor, err := s.Register.Survivor(ctx, id)
	if err != nil || survivor == id {
		return err
	}
	return source.MergedError(survivor)
}

func (s *Routes) sourceRights(ctx context.Context, id uuid.UUID) (*api.SourceRights, error) {
	o, err := s.Rights.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	found := map[rights.Signal]time.Time{}
	for _, signal := range o.InForce {
		found[signal.Signal] = signal.FoundAt
	}
	out := &api.SourceRights{Uses: []api.UseVerdict{}, Signals: convert.All(o.InForce, toRightsSignal),
		FormerSignals: convert.All(o.Former, toRightsSignal), Review: convert.OptionalAs[api.SourceRightsReview](o.Review),
		ReviewSince: convert.UTCPointer(o.ReviewSince)}
	for _, use := range rights.Uses {
		v := o.Uses[use]
		verdict := api.UseVerdict{Use: api.Use(use), State: api.UseState(v.State), Basis: api.UseVerdictBasis(v.Basis)}
		if v.Signal != nil {
			signal := toRightsSignal(sourcerights.StoredSignal{Signal: *v.Signal, FoundAt: found[*v.Signal]})
			verdict.Signal = &signal
		}
		out.Uses = append(out.Uses, verdict)
	}
	if c := o.Contract; c != nil {
		out.Contract = &api.Contract{Version: c.Version, Party: c.Party, Document: c.Document, Reason: c.Reason,
			HasEnded: o.IsEnded, UpdatedAt: convert.UTC(c.UpdatedAt), UpdatedBy: c.UpdatedByName, Uses: []api.ContractUse{}}
		if c.ValidUntil != nil {
			out.Contract.ValidUntil = &types.Date{Time: *c.ValidUntil}
		}
		for _, use := range rights.Uses {
			if state := c.Uses[use]; state != "" {
				out.Contract.Uses = append(out.Contract.Uses,
					api.ContractUse{Use: api.Use(use), State: api.ContractUseState(state)})
			}
		}
	}
	return out, nil
}

func toRightsSignal(s sourcerights.StoredSignal) api.RightsSignal {
	return api.RightsSignal{Kind: api.RightsSignalKind(s.Kind), Value: s.Value, Address: s.Address,
		FoundAt:      convert.UTC(s.FoundAt),
		MissingSince: convert.UTCPointer(s.MissingSince), EndedAt: convert.UTCPointer(s.EndedAt)}
}
