package fetch

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"syscall"

	"code.dny.dev/ssrf"
)

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
	PhaseDNS     = "dns"
	PhaseConnect = "connect"
	PhaseTLS     = "tls"
	PhaseHeaders = "headers"
	PhaseBody    = "body"
)

// ofStatus tells a status apart where it means something of its own, and says it in words.
func ofStatus(status int) (Outcome, string) {
	switch status {
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
	return BadResponse, "The site answers with something that isn't HTTP."
}

// ofError tells what stopped a request in this phase.
func ofError(ctx context.Context, err error, phase string) (Outcome, string) {
	var dns *net.DNSError
	switch {
	case errors.Is(err, ssrf.ErrProhibitedPort):
		return Blocked, "The address is on a port that isn't open to us; 80 and 443 are."
	case errors.Is(err, ssrf.ErrProhibitedIP), errors.Is(err, ssrf.ErrProhibitedNetwork), errors.Is(err, ssrf.ErrInvalidHostPort):
		return Blocked, "The address leads into a private or special network, where nothing is fetched."
	case errors.Is(context.Cause(ctx), context.Canceled):
		return Cancelled, "The request was stopped."
	case errors.As(err, &dns) && !dns.IsTimeout:
		if dns.IsNotFound {
			return DNS, "There is no site with this name."
		}
		return DNS, "The name of the site couldn't be looked up."
	case isTimeout(ctx, err):
		return Timeout, timeoutTexts[phase]
	case errors.Is(err, syscall.ECONNREFUSED), errors.Is(err, syscall.EHOSTUNREACH), errors.Is(err, syscall.ENETUNREACH):
		return Refused, "The site doesn't take connections."
	}
	if text := tlsText(err); text != "" {
		return TLS, text
	}
	if errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE) {
		return Reset, "The site cut the connection."
	}
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		return BadResponse, "The answer ends early."
	}
	return BadResponse, "The answer isn't proper HTTP."
}

var timeoutTexts = map[string]string{
	PhaseDNS:     "Looking up the name of the site took too long.",
	PhaseConnect: "Connecting to the site took too long.",
	PhaseTLS:     "Agreeing on a secure connection took too long.",
	PhaseHeaders: "The site took too long to begin its answer.",
	PhaseBody:    "The answer came too slowly to be read to its end.",
}

func isTimeout(ctx context.Context, err error) bool {
	var timeout net.Error
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, os.ErrDeadlineExceeded) || ctx.Err() != nil ||
		errors.As(err, &timeout) && timeout.Timeout()
}

// tlsText says what is wrong with the secure connection, or nothing when it isn't that.
func tlsText(err error) string {
	var expired x509.CertificateInvalidError
	var unknown x509.UnknownAuthorityError
	var host x509.HostnameError
	var record tls.RecordHeaderError
	var alert tls.AlertError
	var verification *tls.CertificateVerificationError
	switch {
	case errors.As(err, &expired) && expired.Reason == x509.Expired:
		return "The site's certificate has expired or isn't valid yet."
	case errors.As(err, &unknown):
		return "The site's certificate comes from nobody we trust; it may be self-signed."
	case errors.As(err, &host):
		return "The site's certificate is for another name."
	case errors.As(err, &record):
		return "The site doesn't speak TLS on this port; try http://."
	case errors.As(err, &alert), errors.As(err, &verification), errors.As(err, &expired), strings.Contains(err.Error(), "tls: "):
		return "No secure connection could be agreed on with the site."
	}
	return ""
}
