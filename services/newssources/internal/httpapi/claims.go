package httpapi

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/checking/check"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
)

// defaultClaims is the number of endpoints of a claim without a limit.
const defaultClaims = 20

// allKinds are the kinds of endpoints.
var allKinds = []feed.Kind{feed.RSS, feed.Atom, feed.RDF, feed.JSONFeed, feed.NewsSitemap, feed.Sitemap,
	feed.SitemapIndex, feed.HTMLList}

func (s *server) ClaimEndpoints(ctx context.Context,
	request api.ClaimEndpointsRequestObject) (api.ClaimEndpointsResponseObject,
	error) {
	token, err := callerToken(ctx)
	if err != nil {
		return nil, err
	}
	kinds, limit, lease := allKinds, defaultClaims, check.DefaultLease
	if request.Body.Kinds != nil {
		kinds = convertAll[feed.Kind](request.Body.Kinds)
	}
	if request.Body.Limit != nil {
		limit = *request.Body.Limit
	}
	if request.Body.LeaseSeconds != nil {
		lease = time.Duration(*request.Body.LeaseSeconds) * time.Second
	}
	claims, err := s.Claims.Claim(ctx, token, kinds, limit, lease)
	if err != nil {
		return nil, err
	}
	response := api.ClaimEndpoints200JSONResponse{Claims: mapAll(claims, toClaim)}
	if len(claims) == 0 {
		reason, err := s.Claims.WhyNone(ctx, token, kinds)
		if err != nil {
			return nil, err
		}
		response.Reason = &api.ClaimReason{Code: api.ClaimReasonCode(reason.Code), Text: reason.Text}
	}
	return response, nil
}

func (s *server) ReportAttempts(ctx context.Context,
	request api.ReportAttemptsRequestObject) (api.ReportAttemptsResponseObject,
	error) {
	token, err := callerToken(ctx)
	if err != nil {
		return nil, err
	}
	results, err := s.Claims.Report(ctx, token, mapAll(request.Body.Attempts, toReport))
	if err != nil {
		return nil, err
	}
	return api.ReportAttempts200JSONResponse{Results: mapAll(results, func(r check.Reported) api.ReportedAttempt {
		return api.ReportedAttempt{
			EndpointId: r.EndpointID, Recorded: r.Recorded, Reason: optional(r.Reason), ItemsNew: optional(r.ItemsNew),
			Health: optionalAs[api.HealthState](r.Health), NextCheckAt: utcPointer(r.NextCheckAt),
		}
	})}, nil
}

// callerToken returns the id of the API token of the request. Browser sessions are refused, because
// no program would report the results of their claims.
func callerToken(ctx context.Context) (uuid.UUID, error) {
	if id := actor(ctx).TokenID; id != nil {
		return *id, nil
	}
	return uuid.Nil, problem.New(problem.TokenRequired, "Only API tokens can claim endpoints and report results. Create "+
		"an API token with the scope write and send it in the header Authorization.")
}

func toClaim(c check.Claim) api.Claim {
	return api.Claim{
		Id: c.ID, EndpointId: c.EndpointID, SourceId: c.SourceID, Url: c.URL, Kind: api.EndpointKind(c.Kind),
		Charset:     optional(c.Charset),
		DefaultZone: optional(c.DefaultZone), Etag: optional(c.ETag), LastModified: optional(c.LastModified),
		LastAttemptAt: utcPointer(c.LastAttempt), LastSuccessAt: utcPointer(c.LastSuccessAt), ExpiresAt: utc(c.ExpiresAt),
		Recipe: toRecipe(c.Recipe),
	}
}

func toReport(r api.ReportedResult) check.Report {
	return check.Report{
		Claim: r.Claim, Outcome: r.Outcome, Status: valueOrZero(r.Status), Detail: valueOrZero(r.Detail),
		FinalURL:    valueOrZero(r.FinalUrl),
		ContentType: valueOrZero(r.ContentType), ETag: valueOrZero(r.Etag), LastModified: valueOrZero(r.LastModified),
		Bytes:      valueOrZero(r.Bytes),
		Duration:   time.Duration(valueOrZero(r.DurationMs)) * time.Millisecond,
		RetryAfter: time.Duration(valueOrZero(r.RetryAfterSeconds)) * time.Second,
		Items: mapAll(valueOrZero(r.Items), func(i api.ReportedItem) feed.ReportedItem {
			return feed.ReportedItem{GUID: valueOrZero(i.Guid), Title: valueOrZero(i.Title), URL: valueOrZero(i.Url),
				Published: i.PublishedAt}
		}),
	}
}
