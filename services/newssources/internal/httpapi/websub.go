package httpapi

import (
	"context"
	"math"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"

	"github.com/newsources/newsources/services/newssources/internal/checking/websub"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/convert"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

const (
	// maxChallenge is the maximum length of a challenge in bytes. Common hubs send less than 100.
	maxChallenge = 1024
	// publicRetryAfter is the Retry-After of a refused request of a hub.
	publicRetryAfter = 30 * time.Second
)

// admitPublic admits a request without a token. The handler of the route refuses unknown addresses
// without a database query.
func (s *server) admitPublic(c *gin.Context) (stop func(), err error) {
	return s.watch(c), s.DB.CheckAlive(c.Request.Context())
}

func (s *server) ConfirmWebSub(ctx context.Context,
	request api.ConfirmWebSubRequestObject) (api.ConfirmWebSubResponseObject,
	error) {
	p := request.Params
	in := websub.Intent{Mode: convert.OrZero(p.HubMode), Topic: convert.OrZero(p.HubTopic),
		Reason: convert.OrZero(p.HubReason)}
	if seconds, err := strconv.ParseInt(convert.OrZero(p.HubLeaseSeconds), 10, 64); err == nil && seconds > 0 {
		in.Lease = time.Duration(min(seconds, math.MaxInt32)) * time.Second
	}
	challenge := convert.OrZero(p.HubChallenge)
	if len(challenge) > maxChallenge || challenge == "" && in.Mode != "denied" {
		return nil, problem.New(problem.BadRequest, "hub.challenge must have 1 to %d bytes.", maxChallenge)
	}
	found, err := s.Hubs.Confirm(ctx, request.SubscriptionId, in)
	if err != nil {
		return nil, err
	}
	if !found {
		return nil, problem.New(problem.NotFound, "There is no pending request for this subscription and topic.")
	}
	return api.ConfirmWebSub200TextResponse(challenge), nil
}

func (s *server) ReceiveWebSub(ctx context.Context,
	request api.ReceiveWebSubRequestObject) (api.ReceiveWebSubResponseObject,
	error) {
	receipt, err := s.Hubs.Receive(ctx, request.SubscriptionId, convert.OrZero(request.Params.XHubSignature), request.Body)
	switch {
	case err != nil:
		return nil, err
	case receipt == websub.Unknown:
		return api.ReceiveWebSub410Response{}, nil
	case receipt == websub.Limited:
		return nil, problem.New(problem.Busy,
			"There are too many deliveries for this subscription. Send this one again later.").WithRetryAfter(publicRetryAfter)
	}
	return api.ReceiveWebSub202Response{}, nil // also for a wrong signature (WebSub §7.1)
}
