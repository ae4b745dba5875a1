package checkingapi

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/checking/check"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/convert"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/input"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
)

// defaultClaims is the number of endpoints of a claim without a limit.
const defaultClaims = 20

// allKinds are the kinds of endpoints.
var allKinds = []feed.Kind{feed.RSS, feed.Atom, feed.RDF, feed.JSONFeed, feed.NewsSitemap, feed.Sitemap,
	feed.SitemapIndex, feed.HTMLList}

func (s *Routes) ClaimEndpoints(ctx context.Context,
	request api.ClaimEndpointsRequestObject) (api.ClaimEndpointsResponseObject,
	error) {
	token, err := callerToken(ctx)
	if err != nil {
		return nil, err
	}
	kinds, limit, lease := allKinds, defaultClaims, check.DefaultLease
	if request.Body.Kinds != nil {
		kinds = convert.Texts[feed.Kind](request.Body.Kinds)
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
	response := api.ClaimEndpoints200JSONResponse{Claims: convert.All(claims, toClaim)}
	if len(claims) == 0 {
		reason, err := s.Claims.WhyNone(ctx, token, kinds)
		if err != nil {
			return nil, err
		}
		response.Reason = &api.ClaimReason{Code: api.ClaimReasonCode(reason.Code), Text: reason.Text}
	}
	return response, nil
}

func (s *Routes) ReportAttempts(ctx context.Context,
	request api.ReportAttemptsRequestObject) (api.ReportAttemptsResponseObject,
	error) {
	token, err := callerToken(ctx)
	if err != nil {
		return nil, err
	}
	results, err := s.Claims.Report(ctx, token, convert.All(request.Body.Attempts, toReport))
	if err != nil {
		return nil, err
	}
	return api.ReportAttempts200JSONResponse{Results: convert.All(results, func(r check.Reported) api.ReportedAttempt {
		return api.ReportedAttempt{
			EndpointId: r.EndpointID, Recorded: r.Recorded, Reason: convert.Optional(r.Reason),
			ItemsNew: convert.Optional(r.ItemsNew),
			Health:   convert.OptionalAs[api.HealthState](r.Health), NextCheckAt: convert.UTCPointer(r.NextCheckAt),
		}
	})}, nil
}

// callerToken returns the id of the API token of the request. Browser sessions are refused, because
// no program would report the results of their claims.
func callerToken(ctx context.Context) (uuid.UUID, error) {
	if id := input.Actor(ctx).TokenID; id != nil {
		return *id, nil
	}
	return uuid.Nil, problem.New(problem.TokenRequired, "Only API tokens can claim endpoints and report results. Create "+
		"an API token with the scope write and send it in the header Authorization.")
}

func toClaim(c check.Claim) api.Claim {
	return api.Claim{
		Id: c.ID, EndpointId: c.EndpointID, SourceId: c.SourceID, Url: c.URL, Kind: api.EndpointKind(c.Kind),
		Charset:     convert.Optional(c.Charset),
		DefaultZone: convert.Optional(c.DefaultZone), Etag: convert.Optional(c.ETag),
		LastModified:  convert.Optional(c.LastModified),
		LastAttemptAt: convert.UTCPointer(c.LastAttempt),
		LastSuccessAt: convert.UTCPointer(c.LastSuccessAt), ExpiresAt: convert.UTC(c.ExpiresAt),
		Recipe: convert.ToRecipe(c.Recipe),
	}
}

func toReport(r api.ReportedResult) check.Report {
	return check.Report{
		Claim: r.Claim, Outcome: r.Outcome, Status: convert.OrZero(r.Status), Detail: convert.OrZero(r.Detail),
		FinalURL:    convert.OrZero(r.FinalUrl),
		ContentType: convert.OrZero(r.ContentType), ETag: convert.OrZero(r.Etag),
		LastModified: convert.OrZero(r.LastModified),
		Bytes:        convert.OrZero(r.Bytes),
		Duration:     time.Duration(convert.OrZero(r.DurationMs)) * time.Millisecond,
		RetryAfter:   time.Duration(convert.OrZero(r.RetryAfterSeconds)) * time.Second,
		Items: convert.All(convert.OrZero(r.Items), func(i api.ReportedItem) feed.ReportedItem {
			return feed.ReportedItem{GUID: convert.OrZero(i.Guid), Title: convert.OrZero(i.Title), URL: convert.OrZero(i.Url),
				Published: i.PublishedAt}
		}),
	}
}
