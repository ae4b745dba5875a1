package registerapi

import (
	"context"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/convert"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/input"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/register/approval"
	"github.com/newsources/newsources/services/newssources/internal/register/change"
)

func (s *Routes) GetApprovalRule(ctx context.Context,
	_ api.GetApprovalRuleRequestObject) (api.GetApprovalRuleResponseObject, error) {
	rule, err := approval.Read(ctx, s.DB.Pool)
	return api.GetApprovalRule200JSONResponse{Body: toApprovalRule(rule),
		Headers: api.GetApprovalRule200ResponseHeaders{ETag: convert.ETag(rule.Version)}}, err
}

func (s *Routes) ReplaceApprovalRule(ctx context.Context,
	request api.ReplaceApprovalRuleRequestObject) (api.ReplaceApprovalRuleResponseObject, error) {
	version, err := input.IfMatch(request.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	saved, err := approval.Save(ctx, s.DB, input.Actor(ctx), approval.Rule{
		Above: request.Body.Above, Tier1: request.Body.Tier1, Version: version})
	if err != nil {
		return nil, err
	}
	return api.ReplaceApprovalRule200JSONResponse{Body: toApprovalRule(saved),
		Headers: api.ReplaceApprovalRule200ResponseHeaders{ETag: convert.ETag(saved.Version)}}, nil
}

func toApprovalRule(rule approval.Rule) api.ApprovalRule {
	return api.ApprovalRule{Above: rule.Above, Tier1: rule.Tier1, Version: rule.Version}
}

// neededApproval returns the reasons for which another member must approve a draft if the caller
// applies it, and members who can approve it. It returns nil if no approval is needed.
func (s *Routes) neededApproval(ctx context.Context, set *change.Set) (*api.NeededApproval, error) {
	by := input.Actor(ctx)
	if set.State != change.Draft || !set.Previewed || !identity.Role(by.Role).Allows(identity.Contributor) {
		return nil, nil
	}
	reasons, err := approval.Reasons(ctx, s.DB.Pool, by, set.ID, set.Pending)
	if err != nil || len(reasons) == 0 {
		return nil, err
	}
	approvers, err := s.People.Approvers(ctx, by, set.LeastRole())
	return &api.NeededApproval{
		Reasons: convert.All(reasons,
			func(r approval.Reason) api.NeededApprovalReasons { return api.NeededApprovalReasons(r) }),
		Approvers: convert.All(approvers, convert.ToMemberPerson),
	}, err
}
