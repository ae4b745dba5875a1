package httpapi

import (
	"strings"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

// TestSignInProblemNamesTheRefusedChange checks the text for an API token on each route that
// requires a signed-in person.
func TestSignInProblemNamesTheRefusedChange(t *testing.T) {
	t.Parallel()
	admin := identity.Person{Role: identity.Admin,
		Token: &identity.TokenRef{Name: "export", Scopes: []identity.Scope{identity.Write}}}
	want := map[string]string{
		"PATCH /newssources/people/:member_id":           "change or remove members",
		"DELETE /newssources/people/:member_id":          "change or remove members",
		"POST /newssources/invitations":                  "create or withdraw invitations",
		"DELETE /newssources/invitations/:invitation_id": "create or withdraw invitations",
		"POST /newssources/tokens":                       "create or revoke API tokens",
		"DELETE /newssources/tokens/:token_id":           "create or revoke API tokens",
		"POST /newssources/webhooks":                     "create webhooks or replace their secrets",
		"POST /newssources/webhooks/:webhook_id/secret":  "create webhooks or replace their secrets",
		"PUT /newssources/webhooks/:webhook_id":          "change webhooks",
		"PUT /newssources/approval-rule":                 "change which changes need an approval",
		"POST /newssources/live-lists":                   "create or change live lists",
		"PUT /newssources/live-lists/:live_list_id":      "create or change live lists",

		"POST /newssources/views/:view_id/addresses":               "create or revoke addresses of views",
		"DELETE /newssources/views/:view_id/addresses/:address_id": "create or revoke addresses of views",
	}
	for route, p := range policies {
		method, _, _ := strings.Cut(route, " ")
		err := checkPermission(p, method, admin)
		change, refused := want[route]
		if !refused {
			if problem.Is(err, problem.SignInRequired) {
				t.Errorf("%s: %v", route, err)
			}
			continue
		}
		text := "An API token can't " + change + ". Sign in to the tool to do this."
		if !problem.Is(err, problem.SignInRequired) || problem.As(err).Detail != text {
			t.Errorf("%s: %v", route, err)
		}
	}
}
