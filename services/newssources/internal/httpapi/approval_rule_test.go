package httpapi

import (
	"fmt"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

// TestApprovalRule requires a second person, who is named in the draft and approves it.
func TestApprovalRule(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	editor, admin, viewer := a.editor(), a.member("Anna", identity.Admin), a.member("Vera", identity.Viewer)
	one, two := editor.create("One"), editor.create("Two")
	const path = "/newssources/approval-rule"
	if rule := into[api.ApprovalRule](viewer.get(path).want(200)); rule.Above != nil || rule.Tier1 || rule.Version != 1 {
		t.Errorf("%+v", rule)
	}
	editor.put(path, `{"tier_1":true}`, "If-Match", `"1"`).problem(problem.RoleTooLow)
	admin.program("write").put(path, `{"tier_1":true}`, "If-Match", `"1"`).problem(problem.SignInRequired)
	admin.put(path, `{"tier_1":true}`).problem(problem.VersionRequired)
	admin.put(path, `{"tier_1":false,"above":-1}`, "If-Match", `"1"`).problem(problem.Invalid)
	saved := admin.put(path, `{"tier_1":false,"above":1}`, "If-Match", `"1"`).want(200)
	if saved.header.Get("ETag") != `"2"` {
		t.Errorf("%v", saved.header)
	}
	admin.put(path, `{"tier_1":false}`, "If-Match", `"1"`).problem(problem.StaleVersion)
	history := into[api.HistoryPage](admin.get("/newssources/history?area=people").want(200)).Items
	if history[0].Action != "approval_rule.updated" || history[0].Actor.Name != "Anna" {
		t.Errorf("%+v", history[0])
	}

	propose := func(p *person) api.ChangeSet {
		t.Helper()
		draft := into[api.ChangeSet](p.post("/newssources/change-sets", fmt.Sprintf(`{"selection":{"ids":[%q,%q]},
			"operations":[{"field":"country","action":"set","value":"ES"}]}`, one.id, two.id)).want(201))
		if draft.Approval == nil || draft.Approval.Reasons[0] != "items" || len(draft.Approval.Approvers) != 1 ||
			draft.Approval.Approvers[0].Name != "Anna" {
			t.Errorf("%+v", draft.Approval)
		}
		made := into[api.ChangeSet](p.post(changeSetPath(draft.Id)+"/apply", `{}`).want(202))
		if made.State != "proposed" || made.Approval != nil {
			t.Errorf("%+v", made)
		}
		return made
	}
	made := propose(editor)
	byProgram := propose(editor.program("write"))
	for _, p := range []*person{editor, editor.program("write")} {
		p.post(changeSetPath(made.Id)+"/approve", `{}`).problem(problem.OwnProposal)
		p.post(changeSetPath(byProgram.Id)+"/approve", `{}`).problem(problem.OwnProposal)
	}
	a.runSet(admin, made.Id, "/approve", `{}`)
	admin.put(path, `{"tier_1":false}`, "If-Match", `"2"`).want(200)
	if draft := into[api.ChangeSet](editor.post(changeSetPath(made.Id)+"/undo", `{}`).want(201)); draft.Approval != nil {
		t.Errorf("%+v", draft.Approval)
	}
}
