package httpapi

import (
	"math/rand/v2"
	"net/http"
	"net/netip"
	"time"

	"github.com/gin-gonic/gin"

	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
)

const (
	// anonymousPerSecond and anonymousBurst are the requests of an address without valid credentials
	// that are answered at once. A page whose session has ended sends 30, and an office with 100
	// members has one address.
	anonymousPerSecond, anonymousBurst = 50, 200
	// strangersPerSecond and strangersBurst are the requests without valid credentials of all
	// addresses together that are answered at once. An answer takes about 0.4 ms of CPU time, so 500
	// take a fifth of a processor.
	strangersPerSecond, strangersBurst = 500, 1000
	// anonymousDelay is the longest delay of a response, to which a random time up to the same length
	// is added. 2,000 connections that send a request after each response send 700 a second.
	anonymousDelay = 2 * time.Second
)

// delayRefused delays the response to a request without valid credentials, or above the limits of
// its member, if its address, or all addresses together, send too many of them. A delayed request
// holds no resource but its connection. Other requests of members are not delayed, not even those
// of the same address.
func (s *server) delayRefused(c *gin.Context) {
	ctx := c.Request.Context()
	c.Next()
	_, isMember := identity.FromContext(c.Request.Context())
	status := c.Writer.Status()
	isCallback := policyOf(c).public && status < http.StatusBadRequest
	if isMember && status != http.StatusTooManyRequests || isCallback || status >= http.StatusInternalServerError {
		return
	}
	delay := max(s.anonymous.Delay(networkOf(c.ClientIP()), anonymousDelay), s.strangers.Delay(struct{}{}, anonymousDelay))
	if delay <= 0 {
		return
	}
	select {
	case <-time.After(delay +
		rand.N(anonymousDelay)): // random, so that parallel clients do not send the next requests at the same time
	case <-ctx.Done():
	}
}

// networkOf returns the IPv4 address of a client, or its IPv6 network: a client usually has all
// addresses of a /64 network.
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
