package httpapi

import (
	"context"
	"math"
	"net/netip"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"
	"golang.org/x/time/rate"

	"github.com/newsources/newsources/services/newssources/internal/problem"
	"github.com/newsources/newsources/services/newssources/internal/ratelimit"
	"github.com/newsources/newsources/services/newssources/internal/websub"
)

const (
	// maxChallenge is the maximum length of a challenge in bytes. Common hubs send less than 100.
	maxChallenge = 1024
	// publicPerSecond and publicBurst limit the requests without a token that this process handles: each reads a row of the database.
	publicPerSecond, publicBurst = 200, 400
	// clientPerSecond and clientBurst limit such requests of one client, so that no client uses up the limit of the process. A hub that sends a delivery
	// for each of 50,000 feeds in an hour sends 14 a second.
	clientPerSecond, clientBurst = 50, 100
	// maxClients bounds the clients whose rate limiter is kept in memory.
	maxClients = 10_000
	// publicRetryAfter is the Retry-After of a refused request of a hub.
	publicRetryAfter = 30 * time.Second
)

// publicLimits bound the rate of the requests without a token.
type publicLimits struct {
	all     *rate.Limiter
	clients *ratelimit.Limits[netip.Prefix]
}

func newPublicLimits() publicLimits {
	return publicLimits{rate.NewLimiter(publicPerSecond, publicBurst), ratelimit.New[netip.Prefix](clientPerSecond, clientBurst, maxClients)}
}

// allow reports whether a request of a client is within the limits. A request above the limit of its client does not count towards the
// limit of the process.
func (l publicLimits) allow(client string) bool {
	return l.clients.Allow(networkOf(client)) && l.all.Allow()
}

// networkOf returns the IPv4 address of a client, or its IPv6 network: a client usually has all addresses of a /64 network.
func networkOf(client string) netip.Prefix {
	address, err := netip.ParseAddr(client)
	if err != nil {
		return netip.Prefix{}
	}
	address = address.Unmap()
	bits := address.BitLen()
	if address.Is6() {
		bits = 64
	}
	network, _ := address.Prefix(bits)
	return network
}

// admitPublic limits the rate of the requests without a token.
func (s *server) admitPublic(c *gin.Context) error {
	if !s.public.allow(c.ClientIP()) {
		return problem.New(problem.Busy, "There are too many requests at the moment. Send this one again later.").WithRetryAfter(publicRetryAfter)
	}
	return s.DB.CheckAlive(c.Request.Context())
}

func (s *server) ConfirmWebSub(ctx context.Context, request ConfirmWebSubRequestObject) (ConfirmWebSubResponseObject, error) {
	p := request.Params
	in := websub.Intent{Mode: valueOrZero(p.HubMode), Topic: valueOrZero(p.HubTopic), Reason: valueOrZero(p.HubReason)}
	if seconds, err := strconv.ParseInt(valueOrZero(p.HubLeaseSeconds), 10, 64); err == nil && seconds > 0 {
		in.Lease = time.Duration(min(seconds, math.MaxInt32)) * time.Second
	}
	challenge := valueOrZero(p.HubChallenge)
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
	return ConfirmWebSub200TextResponse(challenge), nil
}

func (s *server) ReceiveWebSub(ctx context.Context, request ReceiveWebSubRequestObject) (ReceiveWebSubResponseObject, error) {
	receipt, err := s.Hubs.Receive(ctx, request.SubscriptionId, valueOrZero(request.Params.XHubSignature), request.Body)
	switch {
	case err != nil:
		return nil, err
	case receipt == websub.Unknown:
		return ReceiveWebSub410Response{}, nil
	case receipt == websub.Limited:
		return nil, problem.New(problem.Busy, "There are too many deliveries for this subscription. Send this one again later.").WithRetryAfter(publicRetryAfter)
	}
	return ReceiveWebSub202Response{}, nil // also for a wrong signature (WebSub §7.1)
}
