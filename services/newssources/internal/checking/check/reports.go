package check

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/checking/network"
	"github.com/newsources/newsources/services/newssources/internal/checking/queue"
	"github.com/newsources/newsources/services/newssources/internal/checking/record"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
	"github.com/newsources/newsources/services/newssources/internal/rules/health"
)

// Report is the result of a claimed check, as another program reports it.
type Report struct {
	Claim              string // the ID of the Claim
	Outcome            string // ok, not_modified or a cause of package health
	Status             int    // of the response; 0 without a response
	Detail             string // of a failure, for people
	FinalURL           string // after redirects; empty: the URL of the endpoint
	ContentType        string
	ETag, LastModified string
	Bytes              int64
	Duration           time.Duration
	RetryAfter         time.Duration
	Items              []feed.ReportedItem
}

// Reported is what became of a report.
type Reported struct {
	EndpointID  uuid.UUID
	Recorded    bool
	Reason      string // why it was not recorded, for people
	ItemsNew    int
	Health      health.State
	NextCheckAt *time.Time
}

// noRevision is a revision that no endpoint has. A finding with it is dropped.
const noRevision = -1

// unreportable are the causes that only the service itself can find.
var unreportable = []health.Cause{health.Silence, health.Credentials, health.IdentityStorm, health.OtherOutlet,
	health.Parked, health.Empty, health.PrivateAddress, health.ForbiddenSource, health.InvalidAddress}

// Report records results in one transaction: all of them, or none if one of them is invalid or its
// lease has ended or belongs to another token. A result of an endpoint that was changed meanwhile
// is dropped.
//
// A failure without a response counts only if another result of the same call has a response:
// otherwise the network of the program may be the cause. During an incident of the service, no
// failure counts, as in the checks of the workers (ADR 20).
func (c *Claims) Report(ctx context.Context, token uuid.UUID, reports []Report) ([]Reported, error) {
	if err := validateReports(reports, time.Now()); err != nil {
		return nil, err
	}
	out := make([]Reported, len(reports))
	err := c.db.Tx(ctx, func(tx postgres.Tx) error {
		findings, err := c.claimedFindings(ctx, tx, token, reports)
		if err != nil {
			return err
		}
		stored, err := c.config.recordConfig().Record(ctx, tx, findings)
		if err != nil {
			return err
		}
		for i, f := range findings {
			out[i] = reported(f, stored)
		}
		return nil
	})
	return out, err
}

func reported(f *record.Finding, stored []record.RecordedCheck) Reported {
	out := Reported{EndpointID: f.EndpointID}
	at := slices.IndexFunc(stored, func(r record.RecordedCheck) bool { return r.Finding == f })
	if at < 0 {
		out.Reason = "The endpoint was changed, paused or retired after it was claimed. Claim it again."
		return out
	}
	r := stored[at]
	out.ItemsNew, out.Health, out.NextCheckAt = r.NewItems, r.Health, &r.NextCheckAt
	if f.IsOwnFault {
		out.Reason = cmp.Or(f.OwnFaultReason, "No other result of this report has a response, so your network may have "+
			"failed. The endpoint will be checked again.")
		return out
	}
	out.Recorded = true
	return out
}

// validateReports returns a problem with the invalid values, or nil.
func validateReports(reports []Report, now time.Time) error {
	wrong := problem.New(problem.Invalid, "Nothing was recorded, because some values are invalid.")
	add := func(i int, field, code, format string, args ...any) {
		wrong.Fields = append(wrong.Fields,
			problem.Field{Pointer: fmt.Sprintf("/attempts/%d/%s", i, field), Code: code, Detail: fmt.Sprintf(format, args...)})
	}
	seen := map[string]bool{}
	for i, r := range reports {
		switch id, ok := parseClaimID(r.Claim); {
		case !ok:
			add(i, "claim", "format", "This is not the id of a claim. Use the id that POST /newssources/claims returned.")
		case seen[id.lease.String()]:
			add(i, "claim", "duplicate", "This claim occurs twice. Report each claim once.")
		default:
			seen[id.lease.String()] = true
		}
		cause := health.Cause(r.Outcome)
		hasDocument := r.Outcome == string(fetch.OK)
		switch {
		case hasDocument || r.Outcome == string(fetch.NotModified):
		case cause == health.None || !cause.Valid() || slices.Contains(unreportable, cause):
			add(i, "outcome", "value", "“%s” is not an outcome. Use ok, not_modified or a cause such as timeout, not_found or "+
				"unreadable.", r.Outcome)
		}
		switch isSuccess := r.Status >= 200 && r.Status < 300; {
		case r.Status == 0:
		case hasDocument && !isSuccess:
			add(i, "status", "value", "The outcome ok needs a status from 200 to 299. Report the cause of the failure, such "+
				"as not_found.")
		case r.Outcome == string(fetch.NotModified) && r.Status != http.StatusNotModified:
			add(i, "status", "value", "The outcome not_modified needs the status 304. Correct the status, or change the "+
				"outcome.")
		case slices.Contains(refusals, cause) && r.Status < 400:
			add(i, "status", "value", "The status %d contradicts the outcome %s. Correct the status, or change the outcome.",
				r.Status, r.Outcome)
		}
		if r.FinalURL != "" && !isWebURL(r.FinalURL) {
			add(i, "final_url", "url", "The URL must be absolute, with http or https.")
		}
		if u, err := url.Parse(r.FinalURL); err == nil && u.User != nil {
			add(i, "final_url", "url", "The URL contains a user name or password. Remove it: all members can see it.")
		}
		if len(r.Items) > 0 && !hasDocument {
			add(i, "items", "value", "Items are only allowed with the outcome ok. Remove the items, or change the outcome.")
		}
		for k, item := range r.Items {
			if item.Title == "" && item.URL == "" && item.GUID == "" {
				add(i, fmt.Sprintf("items/%d", k), "required", "The item has no title, URL or guid.")
			}
			if item.URL != "" && !isWebURL(item.URL) {
				add(i, fmt.Sprintf("items/%d/url", k), "url", "The URL must be absolute, with http or https.")
			}
			if item.Published != nil && item.Published.After(now.Add(feed.MaxFuture)) {
				add(i, fmt.Sprintf("items/%d/published_at", k), "future",
					"The date is in the future. Report a later item when it is published, or leave the date out.")
			}
		}
	}
	if len(wrong.Fields) > 0 {
		return wrong
	}
	return nil
}

// refusals are the causes that only a response with an error status has. The status may be another
// one than the cause names, because programs may combine several statuses in one outcome.
var refusals = []health.Cause{health.Unauthorized, health.Forbidden, health.NotFound, health.GoneForGood,
	health.RateLimited, health.Unavailable, health.ClientError, health.ServerError}

// isWebURL reports whether address is an absolute URL with http or https.
func isWebURL(address string) bool {
	u, err := url.Parse(address)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != ""
}

// claimedFindings locks the domains of the claims and converts the reports, in their order. It
// returns a problem if a lease has ended or belongs to another token.
func (c *Claims) claimedFindings(ctx context.Context, tx postgres.Tx, token uuid.UUID, reports []Report) (
	[]*record.Finding, error) {
	leases := make([]uuid.UUID, len(reports))
	ids := make([]claimID, len(reports))
	for i, r := range reports {
		ids[i], _ = parseClaimID(r.Claim)
		leases[i] = ids[i].lease
	}
	rows, err := tx.Query(ctx, `SELECT lease, domain, clock_timestamp() AS now FROM check_hosts
		WHERE lease = ANY($1) AND lease_token = $2 AND free_at > clock_timestamp() ORDER BY domain FOR UPDATE`, leases, token)
	if err != nil {
		return nil, err
	}
	domains, now := map[uuid.UUID]string{}, time.Time{}
	var lease uuid.UUID
	var domain string
	if _, err = pgx.ForEachRow(rows, []any{&lease, &domain, &now},
		func() error { domains[lease] = domain; return nil }); err != nil {
		return nil, err
	}
	ended := problem.New(problem.LeaseEnded, "Nothing was recorded: the lease of a claim has ended, or the claim "+
		"belongs to another token. Report without these claims, and claim again.")
	findings := make([]*record.Finding, len(reports))
	hasResponse := slices.ContainsFunc(reports, func(r Report) bool { return r.Status > 0 })
	var isIncident bool
	if err := tx.QueryRow(ctx, network.SelectIsIncident).Scan(&isIncident); err != nil {
		return nil, err
	}
	for i := range reports {
		domain, ok := domains[ids[i].lease]
		if !ok {
			ended.Fields = append(ended.Fields,
				problem.Field{Pointer: fmt.Sprintf("/attempts/%d/claim", i), Code: "ended",
					Detail: "The lease of this claim has ended, or it belongs to another token."})
			continue
		}
		findings[i] = newReportedFinding(&reports[i], ids[i], domain, now)
		findings[i].Token = &token
		findings[i].IsOwnFault = network.IsUnreachable(findings[i].Cause) && !hasResponse
		if isIncident && findings[i].Cause != health.None {
			findings[i].IsOwnFault = true
			findings[i].OwnFaultReason = "An incident is open, during which no failure is recorded. The endpoint will be " +
				"checked again."
		}
	}
	if len(ended.Fields) > 0 {
		return nil, ended
	}
	return findings, c.addSettings(ctx, tx, findings, reports)
}

// newReportedFinding returns the finding of a report that arrived now.
func newReportedFinding(r *Report, id claimID, domain string, now time.Time) *record.Finding {
	f := &record.Finding{
		Task:      &queue.Task{Domain: domain, Lease: id.lease, EndpointID: id.endpoint, Revision: id.revision},
		StartedAt: now.Add(-r.Duration), FinishedAt: now, Detail: r.Detail,
	}
	f.Result = &fetch.Result{
		Outcome: fetch.Outcome(r.Outcome), Status: r.Status, Detail: r.Detail, FinalURL: r.FinalURL,
		ContentType: r.ContentType,
		ETag:        r.ETag, LastModified: r.LastModified, WireBytes: r.Bytes, Bytes: r.Bytes, RetryAfter: r.RetryAfter,
	}
	switch fetch.Outcome(r.Outcome) {
	case fetch.OK:
	case fetch.NotModified:
		f.IsUnchanged = true
	default:
		f.Cause = health.Cause(r.Outcome)
		if f.Cause == health.HTML || f.Cause == health.Unreadable {
			f.Result.Outcome = fetch.OK // the response arrived; its document is wrong
		}
	}
	return f
}

// addSettings reads the endpoints of the findings and identifies the reported items by their
// policies.
func (c *Claims) addSettings(ctx context.Context, tx postgres.Tx, findings []*record.Finding, reports []Report) error {
	ids := make([]uuid.UUID, len(findings))
	for i, f := range findings {
		ids[i] = f.EndpointID
	}
	rows, err := tx.Query(ctx, `SELECT e.id, e.url, e.kind, e.identity_policy, s.requested, s.requested_by, s.body_hash,
		coalesce(s.domain, '')
		FROM endpoints e JOIN endpoint_states s ON s.endpoint_id = e.id WHERE e.id = ANY($1)`, ids)
	if err != nil {
		return err
	}
	settings := map[uuid.UUID]queue.Task{}
	var t queue.Task
	if _, err := pgx.ForEachRow(rows,
		[]any{&t.EndpointID, &t.URL, &t.Kind, &t.Identity, &t.Requested, &t.RequestedBy, &t.BodyHash, &t.Domain},
		func() error {
			settings[t.EndpointID] = t
			t = queue.Task{}
			return nil
		}); err != nil {
		return err
	}
	for i, f := range findings {
		t := settings[f.EndpointID]
		// The lease is for another domain: the claim was altered, or the address of the endpoint has
		// changed.
		if t.Domain != f.Domain {
			f.Revision = noRevision
		}
		f.URL, f.Kind, f.Identity, f.Requested, f.RequestedBy, f.BodyHash = t.URL, t.Kind, t.Identity, t.Requested,
			t.RequestedBy, t.BodyHash
		if f.Result.FinalURL == "" {
			f.Result.FinalURL = f.URL
		}
		if f.Result.Outcome != fetch.OK || f.Cause != health.None {
			continue
		}
		f.Document = feed.NewDocument(f.Kind, reports[i].Items, feed.IdentityPolicy(f.Identity))
		f.HideInItems()
		var identities strings.Builder
		for _, item := range f.Document.Items {
			identities.WriteString(item.Identity)
		}
		f.NewHash = feed.Hash([]byte(identities.String())) // programs report no body
	}
	return nil
}
