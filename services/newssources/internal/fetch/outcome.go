package fetch

import "net/http"

// Outcome is what came of a request.
type Outcome string

// The outcomes. They are kept with each attempt, so they never change once released.
const (
	OK               Outcome = "ok"
	NotModified      Outcome = "not_modified"
	Timeout          Outcome = "timeout" // Result.Phase says in what
	DNS              Outcome = "dns"
	Refused          Outcome = "refused"
	Reset            Outcome = "reset"
	TLS              Outcome = "tls"
	Unauthorized     Outcome = "unauthorized"
	Forbidden        Outcome = "forbidden"
	Challenge        Outcome = "challenge"
	NotFound         Outcome = "not_found"
	Gone             Outcome = "gone"
	RateLimited      Outcome = "rate_limited"
	Unavailable      Outcome = "unavailable"
	ClientError      Outcome = "client_error"
	ServerError      Outcome = "server_error"
	TooLarge         Outcome = "too_large"
	BadEncoding      Outcome = "bad_encoding"
	BadResponse      Outcome = "bad_response"
	BadRedirect      Outcome = "bad_redirect"
	TooManyRedirects Outcome = "too_many_redirects"
	Blocked          Outcome = "blocked_address"
	Robots           Outcome = "robots"
	InvalidAddress   Outcome = "invalid_address"
	Cancelled        Outcome = "cancelled"
	// HTMLInsteadOfFeed is what a caller that wanted a feed makes of an OK with a page.
	HTMLInsteadOfFeed Outcome = "html_instead_of_feed"
)

// Phases of a request, in which it can run out of time.
const (
	PhaseQueue   = "queue" // our own: too much was being fetched, which says nothing about the outlet
	PhaseDNS     = "dns"
	PhaseConnect = "connect"
	PhaseTLS     = "tls"
	PhaseHeaders = "headers"
	PhaseBody    = "body"
)

const notHTTP = "The answer isn't proper HTTP."

// ofStatus tells a status apart where it means something of its own, and says it in words.
func ofStatus(status int) (Outcome, string) {
	switch status {
	case http.StatusNotModified:
		return NotModified, ""
	case http.StatusUnauthorized, http.StatusProxyAuthRequired:
		return Unauthorized, "The site wants a user name and a password."
	case http.StatusForbidden:
		return Forbidden, "The site refuses to show this to us."
	case http.StatusNotFound:
		return NotFound, "There is nothing at this address."
	case http.StatusGone:
		return Gone, "The site says that this is gone for good."
	case http.StatusTooManyRequests:
		return RateLimited, "The site asks us to come less often."
	case http.StatusServiceUnavailable:
		return Unavailable, "The site is overloaded or under maintenance."
	}
	switch status / 100 {
	case 2:
		return OK, ""
	case 3:
		return BadRedirect, "The site answers with a redirect that leads nowhere."
	case 4:
		return ClientError, "The site refuses the request."
	case 5:
		return ServerError, "The site has an error of its own."
	}
	return BadResponse, notHTTP
}
