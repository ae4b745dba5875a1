package registerapi

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/gin-gonic/gin"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/convert"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/input"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/change"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// Propose makes a proposal of the change of a contributor instead of calling the handler (ADR 57).
func (s *Routes) Propose(next api.StrictHandlerFunc, _ string) api.StrictHandlerFunc {
	return func(c *gin.Context, request any) (any, error) {
		if person, _ := identity.FromContext(c.Request.Context()); !person.Proposes() {
			return next(c, request)
		}
		ctx := c.Copy() // because gin reuses the original for another request
		set, err := s.proposalOf(ctx, request)
		body, err := s.withDetails(ctx, set, err)
		if err != nil {
			return nil, err
		}
		return proposal(body), nil
	}
}

// proposalOf stores the proposal of a request.
func (s *Routes) proposalOf(ctx context.Context, request any) (*change.Set, error) {
	by := input.Actor(ctx)
	switch r := request.(type) {
	case api.CreateSourceRequestObject:
		logo, err := source.ReadLogo(convert.OrZero(r.Body.Logo))
		if err != nil {
			return nil, err
		}
		return s.Changes.ProposeSource(ctx, by, convert.FromSourceCreate(*r.Body, logo))
	case api.CreateEndpointRequestObject:
		return s.Changes.ProposeEndpoint(ctx, by, r.Id, convert.FromEndpointCreate(*r.Body))
	case api.UpdateEndpointRequestObject:
		version, err := input.IfMatch(r.Params.IfMatch)
		if err != nil {
			return nil, err
		}
		patch := endpointPatch(*r.Body)
		return s.Changes.ProposeEndpointEdit(ctx, by, source.EndpointEdit{ID: r.EndpointId, SourceID: r.Id, Version: version,
			Change: func(d *source.EndpointDetails) error { patch(d); return nil }})
	}
	edit, err := editOf(request)
	if err != nil {
		return nil, err
	}
	return s.Changes.ProposeEdit(ctx, by, edit)
}

// editOf returns the edit of a source that a request wants.
func editOf(request any) (edit source.Edit, err error) {
	switch r := request.(type) {
	case api.UpdateSourceRequestObject:
		var image []byte
		patchNullable(&image, r.Body.Logo)
		logo, err := source.ReadLogo(image)
		if err != nil {
			return edit, err
		}
		patch := sourcePatch(*r.Body, logo)
		edit.ID, edit.Change = r.Id, func(before *source.Source, d *source.Details) error {
			patch(d)
			return d.CheckRightsNote(before.Details)
		}
		edit.Version, err = input.IfMatch(r.Params.IfMatch)
		return edit, err
	case api.DeleteSourceRequestObject:
		edit.ID, edit.Delete = r.Id, true
		edit.Version, err = input.IfMatch(r.Params.IfMatch)
	case api.ArchiveSourceRequestObject:
		edit.ID, edit.ChangesArchived, edit.Change = r.Id, true, source.ArchiveChange
		edit.Version, err = input.IfMatch(r.Params.IfMatch)
	case api.UnarchiveSourceRequestObject:
		edit.ID, edit.ChangesArchived, edit.Change = r.Id, true, source.UnarchiveChange
		edit.Version, err = input.IfMatch(r.Params.IfMatch)
	default:
		err = problem.New(problem.RoleTooLow, "Contributors can't propose this change. Ask an editor to make it.")
	}
	return edit, err
}

// proposal is the response to a change of a contributor.
type proposal api.ChangeSet

func (p proposal) write(w http.ResponseWriter) error {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Location", changeSetPath(p.Id))
	w.WriteHeader(http.StatusAccepted)
	return json.NewEncoder(w).Encode(api.ChangeSet(p))
}

// The responses of the operations with x-proposes.

func (p proposal) VisitCreateSourceResponse(w http.ResponseWriter) error    { return p.write(w) }
func (p proposal) VisitUpdateSourceResponse(w http.ResponseWriter) error    { return p.write(w) }
func (p proposal) VisitDeleteSourceResponse(w http.ResponseWriter) error    { return p.write(w) }
func (p proposal) VisitArchiveSourceResponse(w http.ResponseWriter) error   { return p.write(w) }
func (p proposal) VisitUnarchiveSourceResponse(w http.ResponseWriter) error { return p.write(w) }
func (p proposal) VisitCreateEndpointResponse(w http.ResponseWriter) error  { return p.write(w) }
func (p proposal) VisitUpdateEndpointResponse(w http.ResponseWriter) error  { return p.write(w) }

func (s *Routes) ApproveChangeSet(ctx context.Context,
	request api.ApproveChangeSetRequestObject) (api.ApproveChangeSetResponseObject, error) {
	b := request.Body
	if b.Items != nil && b.Except != nil {
		var wrong problem.Fields
		wrong.Add("/except", "conflict", "Choose the approved items or the rejected ones, not both.")
		return nil, wrong.Err()
	}
	approved, err := s.Changes.Approve(ctx, input.Actor(ctx), request.ChangeSetId, change.Approval{
		Items: convert.OrZero(b.Items), Except: convert.OrZero(b.Except),
		Reason: convert.OrZero(b.Reason), Generation: b.Generation,
		ApplyInput: change.ApplyInput{Expected: b.Expected, Confirm: b.Confirm},
	})
	body, err := s.withDetails(ctx, approved, err)
	return api.ApproveChangeSet202JSONResponse{
		Body: body, Headers: api.ApproveChangeSet202ResponseHeaders{Location: changeSetPath(request.ChangeSetId)},
	}, err
}

func (s *Routes) RejectChangeSet(ctx context.Context,
	request api.RejectChangeSetRequestObject) (api.RejectChangeSetResponseObject, error) {
	rejected, err := s.Changes.Reject(ctx, input.Actor(ctx), request.ChangeSetId, request.Body.Reason)
	body, err := s.withDetails(ctx, rejected, err)
	return api.RejectChangeSet200JSONResponse(body), err
}

func (s *Routes) MarkChangeSetSeen(ctx context.Context,
	request api.MarkChangeSetSeenRequestObject) (api.MarkChangeSetSeenResponseObject, error) {
	seen, err := s.Changes.MarkSeen(ctx, input.Actor(ctx), request.ChangeSetId)
	body, err := s.withDetails(ctx, seen, err)
	return api.MarkChangeSetSeen200JSONResponse(body), err
}

func (s *Routes) GetChangeSetSummary(ctx context.Context,
	_ api.GetChangeSetSummaryRequestObject) (api.GetChangeSetSummaryResponseObject, error) {
	waiting, err := s.Changes.Waiting(ctx, input.Actor(ctx))
	return api.GetChangeSetSummary200JSONResponse{Proposed: waiting.Proposed, Answered: waiting.Answered}, err
}

func toRebased(r change.Rebased) *api.RebasedItem {
	return &api.RebasedItem{Changes: convert.ToFieldChanges(r.Changes), Result: api.ChangeItemResult(r.Result),
		Reason: convert.Optional(r.Reason)}
}
