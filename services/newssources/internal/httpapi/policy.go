package httpapi

import (
	"errors"
	"net/http"

	"github.com/gin-gonic/gin"

	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
)

// policy holds the minimum role for a route and the limits of its requests.
type policy struct {
	minRole           identity.Role
	upload            bool // the body is an uploaded file, limited by MaxImport instead of MaxBody
	allowsLargeImport bool // an uploaded file of known length may have up to MaxLargeImport bytes
	fetches           bool // the request fetches from other sites, limited by FetchTimeout
	// The change that needs a signed-in person, as a verb phrase; empty if API tokens may make it. A
	// stolen API token must not create other tokens, members or secrets.
	signIn  string
	ownData bool // every member may change their own data
	// proposes reports whether a contributor's change becomes a proposal; see server.propose.
	proposes bool
	stream   bool // the response is a stream: the request has no deadline
	public   bool // requests have no token: their address cannot be guessed, and the handler verifies them
	light    bool // a read of a few rows by their keys; other reads pass the fair share of their member (limitReads)
	costly   bool // a POST that reads like a search
	secret   bool // the response contains a secret, so it is not stored for an Idempotency-Key
}

var (
	reads      = policy{minRole: identity.Viewer}
	lightReads = policy{minRole: identity.Viewer, light: true}
	streams    = policy{minRole: identity.Viewer, stream: true}
	writes     = policy{minRole: identity.Editor}
	proposals  = policy{minRole: identity.Contributor, proposes: true}
	// comments are open to contributors, on their own proposals (package change).
	comments = policy{minRole: identity.Contributor}
	// drafts are open to contributors: package change makes proposals of the drafts that they apply.
	drafts      = policy{minRole: identity.Contributor, costly: true}
	searches    = policy{minRole: identity.Editor, costly: true}
	administers = policy{minRole: identity.Admin}
	// uploads are open to contributors, whose lists and tables become proposals.
	uploads = policy{minRole: identity.Contributor, upload: true, allowsLargeImport: true}
	// filePlans is the policy of uploaded files that describe sources. If a contributor applies the draft,
	// package change makes it a proposal.
	filePlans = policy{minRole: identity.Contributor, upload: true}
	// stagedTables is the policy of changes of uploaded tables that were not applied. Package tableimport
	// allows contributors to change only their own, and package change makes proposals of them.
	stagedTables = policy{minRole: identity.Contributor}
	// lookups send requests to other sites, so they are not open to viewers.
	lookups            = policy{minRole: identity.Contributor, fetches: true}
	managesMembers     = policy{minRole: identity.Admin, signIn: "change or remove members"}
	managesInvitations = policy{minRole: identity.Admin, signIn: "create or withdraw invitations"}
	// changesApprovals needs a signed-in person, because a stolen API token must not end approvals.
	changesApprovals = policy{minRole: identity.Admin, signIn: "change which changes need an approval"}
	ownTokens        = policy{minRole: identity.Viewer, signIn: "create or revoke API tokens", ownData: true,
		secret: true}
	// ownViews is the policy of changes of views: every member has personal ones, and package savedview
	// allows only editors to share them and to change shared ones.
	ownViews     = policy{minRole: identity.Viewer, ownData: true}
	ownAddresses = policy{minRole: identity.Viewer, signIn: "create or revoke addresses of views", ownData: true,
		secret: true}
	// readsSubscriptions is not open to viewers, because the subscriptions have addresses of destinations.
	readsSubscriptions = policy{minRole: identity.Editor, light: true}
	// published is the policy of addresses with a secret, which feed readers and spreadsheets read.
	published = policy{public: true, stream: true}
	// ownAnswers is open to viewers, who may have been contributors.
	ownAnswers = policy{minRole: identity.Viewer, ownData: true}
	// callbacks is the policy of the routes that WebSub hubs call. A delivery may be as large as an
	// import, because its body is hashed and not held in memory.
	callbacks = policy{public: true, upload: true}
	// createsSecrets is the policy of changes whose response contains the secret of a webhook.
	createsSecrets = policy{minRole: identity.Editor, signIn: "create webhooks or replace their secrets", secret: true}
)

// redirectsWebhooks is the policy of changes of a webhook's address: a stolen API token must not
// lead the messages elsewhere.
var redirectsWebhooks = policy{minRole: identity.Editor, signIn: "change webhooks"}

var (
	// subscribesLists is the policy of changes of live lists: a stolen API token must not replace their
	// addresses.
	subscribesLists = policy{minRole: identity.Editor, signIn: "create or change live lists"}
	readsLists      = policy{minRole: identity.Editor, fetches: true}
)

// policies is the table of all routes. New returns an error for a route without a policy
// (checkPolicies).
var policies = map[string]policy{
	"GET /newssources":         reads,
	"POST /newssources":        proposals,
	"GET /newssources/export":  streams,
	"POST /newssources/export": streams,
	"GET /newssources/summary": reads,
	"GET /newssources/tags":    reads,
	"GET /newssources/session": lightReads,

	"GET /newssources/views":             lightReads,
	"POST /newssources/views":            ownViews,
	"GET /newssources/views/counts":      reads,
	"PUT /newssources/views/default":     ownViews,
	"GET /newssources/views/:view_id":    lightReads,
	"PATCH /newssources/views/:view_id":  ownViews,
	"DELETE /newssources/views/:view_id": ownViews,

	"GET /newssources/views/:view_id/addresses":                lightReads,
	"POST /newssources/views/:view_id/addresses":               ownAddresses,
	"DELETE /newssources/views/:view_id/addresses/:address_id": ownAddresses,
	"GET /newssources/lists/:address_id":                       published,

	"GET /newssources/views/:view_id/subscriptions":                        readsSubscriptions,
	"POST /newssources/views/:view_id/subscriptions":                       writes,
	"PUT /newssources/views/:view_id/subscriptions/:subscription_id":       writes,
	"DELETE /newssources/views/:view_id/subscriptions/:subscription_id":    writes,
	"POST /newssources/views/:view_id/subscriptions/:subscription_id/send": writes,

	"GET /newssources/events": streams,

	"GET /newssources/changes":          streams, // waits; each read takes part in the fair share
	"GET /newssources/changes/snapshot": streams,

	"GET /newssources/approval-rule": lightReads,
	"PUT /newssources/approval-rule": changesApprovals,

	"GET /newssources/administrators":                lightReads,
	"GET /newssources/people":                        managesMembers,
	"GET /newssources/people/:member_id":             managesMembers,
	"PATCH /newssources/people/:member_id":           managesMembers,
	"DELETE /newssources/people/:member_id":          managesMembers,
	"GET /newssources/invitations":                   managesInvitations,
	"POST /newssources/invitations":                  managesInvitations,
	"DELETE /newssources/invitations/:invitation_id": managesInvitations,
	"GET /newssources/tokens":                        reads, // ListTokens allows all=true for administrators only
	"POST /newssources/tokens":                       ownTokens,
	// RevokeToken allows only administrators to revoke the tokens of other members.
	"DELETE /newssources/tokens/:token_id": ownTokens,

	"GET /newssources/endpoints":                       reads,
	"POST /newssources/endpoints/schedule-preview":     drafts, // viewers change no schedules
	"GET /newssources/endpoints/:endpoint_id/attempts": reads,
	"GET /newssources/endpoints/:endpoint_id/evidence": reads,
	"GET /newssources/endpoints/:endpoint_id/items":    reads,
	"GET /newssources/items":                           reads,
	"GET /newssources/held-items":                      reads,

	"GET /newssources/websub/:subscription_id":  callbacks,
	"POST /newssources/websub/:subscription_id": callbacks,

	"GET /newssources/alerts":                                 reads,
	"POST /newssources/alerts":                                writes,
	"POST /newssources/alerts/previews":                       searches,
	"GET /newssources/alerts/deliveries":                      reads,
	"POST /newssources/alerts/deliveries/:delivery_id/resend": writes,
	"GET /newssources/alerts/:rule_id":                        lightReads,
	"PUT /newssources/alerts/:rule_id":                        writes,
	"DELETE /newssources/alerts/:rule_id":                     writes,
	"GET /newssources/alerts/:rule_id/firing":                 reads,
	"GET /newssources/alerts/:rule_id/history":                reads,
	"POST /newssources/alerts/:rule_id/test":                  writes,
	"GET /newssources/webhooks":                               writes, // their addresses may contain secrets
	"POST /newssources/webhooks":                              createsSecrets,
	"PUT /newssources/webhooks/:webhook_id":                   redirectsWebhooks,
	"DELETE /newssources/webhooks/:webhook_id":                writes,
	"POST /newssources/webhooks/:webhook_id/secret":           createsSecrets,

	// ListRegisterHistory allows area=people for administrators only, and area=alerts for editors
	"GET /newssources/history":        reads,
	"GET /newssources/history/counts": reads,

	"GET /newssources/lookup":       reads,
	"POST /newssources/discoveries": lookups,
	"POST /newssources/previews":    lookups,

	"GET /newssources/imports":                                     reads,
	"POST /newssources/imports":                                    uploads,
	"POST /newssources/imports/sample":                             writes,
	"GET /newssources/imports/:import_id":                          lightReads,
	"DELETE /newssources/imports/:import_id":                       stagedTables,
	"GET /newssources/imports/:import_id/rows":                     reads,
	"GET /newssources/imports/:import_id/table":                    lightReads,
	"PUT /newssources/imports/:import_id/table":                    stagedTables,
	"GET /newssources/imports/:import_id/table/rows":               reads,
	"PATCH /newssources/imports/:import_id/table/rows/:row_number": stagedTables,
	"GET /newssources/imports/:import_id/table/report":             streams,
	"GET /newssources/imports/:import_id/table/absent":             reads,
	"POST /newssources/imports/:import_id/apply":                   stagedTables,
	"POST /newssources/imports/:import_id/undo":                    writes,

	"GET /newssources/live-lists":                     writes, // their addresses may contain secrets
	"POST /newssources/live-lists":                    subscribesLists,
	"GET /newssources/live-lists/:live_list_id":       writes,
	"PUT /newssources/live-lists/:live_list_id":       subscribesLists,
	"DELETE /newssources/live-lists/:live_list_id":    writes,
	"POST /newssources/live-lists/:live_list_id/read": readsLists,
	"GET /newssources/live-lists/:live_list_id/reads": writes,

	"GET /newssources/change-sets":                             reads,
	"POST /newssources/change-sets":                            drafts,
	"GET /newssources/change-sets/summary":                     lightReads,
	"POST /newssources/change-sets/files":                      filePlans,
	"GET /newssources/change-sets/:change_set_id":              lightReads,
	"GET /newssources/change-sets/:change_set_id/items":        reads,
	"GET /newssources/change-sets/:change_set_id/items/export": streams,
	"POST /newssources/change-sets/:change_set_id/preview":     drafts,
	"POST /newssources/change-sets/:change_set_id/apply":       drafts,
	"POST /newssources/change-sets/:change_set_id/approve":     searches,
	"POST /newssources/change-sets/:change_set_id/reject":      writes,
	"POST /newssources/change-sets/:change_set_id/seen":        ownAnswers,
	"POST /newssources/change-sets/:change_set_id/cancel":      drafts,
	"POST /newssources/change-sets/:change_set_id/undo":        drafts,
	"GET /newssources/change-sets/:change_set_id/comments":     lightReads,
	"POST /newssources/change-sets/:change_set_id/comments":    comments,
	"POST /newssources/:id/restore":                            drafts,
	"POST /newssources/merges":                                 drafts,
	"GET /newssources/merges/comparison":                       reads,
	"GET /newssources/merges/search":                           lightReads,
	"POST /newssources/merges/search":                          writes,

	"GET /newssources/suggestions":            reads,
	"GET /newssources/suggestions/summary":    reads,
	"POST /newssources/suggestions/decisions": writes,

	"GET /newssources/:id/rights":             lightReads,
	"POST /newssources/:id/rights/review":     writes,
	"PUT /newssources/:id/rights/contract":    writes,
	"DELETE /newssources/:id/rights/contract": writes,

	"GET /newssources/visits":         reads,
	"POST /newssources/visits/pause":  administers,
	"POST /newssources/visits/resume": administers,

	"GET /newssources/checks":                            reads,
	"GET /newssources/incidents":                         reads,
	"POST /newssources/checks":                           searches,
	"POST /newssources/claims":                           writes, // ClaimEndpoints and ReportAttempts require an API token
	"POST /newssources/attempts":                         writes,
	"POST /newssources/checks/pause":                     administers,
	"POST /newssources/checks/resume":                    administers,
	"POST /newssources/:id/check":                        writes,
	"POST /newssources/:id/endpoints/:endpoint_id/check": writes,

	"GET /newssources/:id/visit":  lightReads,
	"POST /newssources/:id/visit": writes,

	"GET /newssources/:id":            lightReads,
	"PATCH /newssources/:id":          proposals,
	"DELETE /newssources/:id":         proposals,
	"POST /newssources/:id/archive":   proposals,
	"POST /newssources/:id/unarchive": proposals,
	"GET /newssources/work":           reads,
	"GET /newssources/work/assignees": comments, // viewers neither assign work nor propose it
	"POST /newssources/work/changes":  writes,

	"GET /newssources/activity":     reads,
	"GET /newssources/overview":     reads,
	"GET /newssources/:id/activity": reads,
	"GET /newssources/:id/health":   reads,
	"GET /newssources/:id/history":  reads,
	"GET /newssources/:id/logo":     lightReads,

	"GET /newssources/:id/endpoints":                 lightReads,
	"POST /newssources/:id/endpoints":                proposals,
	"GET /newssources/:id/endpoints/:endpoint_id":    lightReads,
	"PUT /newssources/:id/endpoints/order":           writes,
	"PATCH /newssources/:id/endpoints/:endpoint_id":  proposals,
	"DELETE /newssources/:id/endpoints/:endpoint_id": writes,

	"GET /newssources/:id/endpoints/:endpoint_id/held-items":            reads,
	"POST /newssources/:id/endpoints/:endpoint_id/held-items/decisions": writes,
}

// policyOf returns the policy of the request's route.
func policyOf(c *gin.Context) policy { return policies[c.Request.Method+" "+c.FullPath()] }

// isCostly reports whether requests of the route pass the fair share of their member.
func isCostly(c *gin.Context) bool {
	p := policyOf(c)
	return p.costly || c.Request.Method == http.MethodGet && !p.light && !p.public && !p.stream
}

// checkPolicies returns an error when a route has no policy.
func checkPolicies(routes gin.RoutesInfo) error {
	for _, route := range routes {
		if _, ok := policies[route.Method+" "+route.Path]; !ok {
			return errors.New("no policy for route " + route.Method + " " + route.Path)
		}
	}
	return nil
}

// isChange reports whether requests with this method change data.
func isChange(method string) bool {
	return method != http.MethodGet && method != http.MethodHead && method != http.MethodOptions
}
