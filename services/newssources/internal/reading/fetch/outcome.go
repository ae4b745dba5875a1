package fetch

import (
	"net/http"
	"strconv"
)

// Outcome is the result of a request.
type Outcome string

// The outcomes. They are stored, so released values do not change.
const (
	OK               Outcome = "ok"
	NotModified      Outcome = "not_modified"
	Timeout          Outcome = "timeout" // Result.Phase is the phase that took too long
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
	ForbiddenSource  Outcome = "forbidden_source" // Config.Refuse refused the address
	Robots           Outcome = "robots"
	InvalidAddress   Outcome = "invalid_address"
	Cancelled        Outcome = "cancelled"
	// HTMLInsteadOfFeed is set by callers that expected a feed and received an HTML page.
	HTMLInsteadOfFeed Outcome = "html_instead_of_feed"
)

// Phases of a request, any of which can time out.
const (
	PhaseQueue   = "queue" // waiting for other requests of this tool; not the site's fault
	PhaseDNS     = "dns"
	PhaseConnect = "connect"
	PhaseTLS     = "tls"
	PhaseHeaders = "headers"
	PhaseBody    = "body"
)

const notHTTP = "The response is not valid HTTP."

// outcomeOfStatus returns the outcome and the text for an HTTP status.
func outcomeOfStatus(status int) (Outcome, string) {
	switch status {
	case http.StatusNotModified:
		return NotModified, ""
	case http.StatusUnauthorized, http.StatusProxyAuthRequired:
		return Unauthorized, "The site requires a user name and a password."
	case http.StatusForbidden:
		return Forbidden, "The site refuses access (403)."
	case http.StatusNotFound:
		return NotFound, "The site has no page at this address (404)."
	case http.StatusGone:
		return Gone, "The site reports that this address is permanently gone (410)."
	case http.StatusTooManyRequests:
		return RateLimited, "The site limits the number of requests (429)."
	case http.StatusServiceUnavailable:
		return Unavailable, "The site is overloaded or under maintenance (503)."
	}
	if status == http.StatusUnavailableForLegalReasons {
		return ClientError, "The site does not serve this country or region, for legal reasons (451)."
	}
	switch status / 100 {
	case 2:
		return OK, ""
	case 3:
		return BadRedirect, "The site redirects without an address."
	case 4:
		return ClientError, "The site refuses the request (" + strconv.Itoa(status) + ")."
	case 5:
		return ServerError, "The site has an internal error (" + strconv.Itoa(status) + ")."
	}
	return BadResponse, notHTTP
}
