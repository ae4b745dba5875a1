package fetch

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"os"
	"strings"
	"syscall"

	"code.dny.dev/ssrf"
)

var timeoutTexts = map[string]string{
	PhaseQueue:   "Too much was being fetched at the same time, and our turn didn't come.",
	PhaseDNS:     "Looking up the name of the site took too long.",
	PhaseConnect: "Connecting to the site took too long.",
	PhaseTLS:     "Agreeing on a secure connection took too long.",
	PhaseHeaders: "The site took too long to begin its answer.",
	PhaseBody:    "The answer came too slowly to be read to its end.",
}

// ofError tells what stopped a request in this phase.
func ofError(ctx context.Context, err error, phase string) (Outcome, string) {
	var dns *net.DNSError
	switch {
	case errors.Is(err, ssrf.ErrProhibitedPort):
		return Blocked, "The address is on a port that isn't open to us; 80 and 443 are."
	case errors.Is(err, ssrf.ErrProhibitedIP), errors.Is(err, ssrf.ErrProhibitedNetwork), errors.Is(err, ssrf.ErrInvalidHostPort):
		return Blocked, "The address leads into a private or special network, where nothing is fetched."
	case errors.Is(ctx.Err(), context.Canceled):
		return Cancelled, "The request was stopped."
	case isTimeout(ctx, err):
		return Timeout, timeoutTexts[phase]
	case errors.As(err, &dns) && dns.IsNotFound:
		return DNS, "There is no site with this name."
	case errors.As(err, &dns):
		return DNS, "The name of the site couldn't be looked up."
	case errors.Is(err, errProxy):
		return Refused, "The proxy on our own way out doesn't let the request through."
	case isReset(err):
		return Reset, "The site cut the connection."
	case phase == PhaseConnect:
		return Refused, "The site doesn't take connections."
	case phase == PhaseTLS:
		return TLS, tlsText(err)
	case strings.Contains(err.Error(), "response header"): // of net/http, which has no type for it
		return BadResponse, "The headers of the answer are larger than what is read."
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return BadResponse, "The answer ends early."
	}
	return BadResponse, notHTTP
}

func isTimeout(ctx context.Context, err error) bool {
	var timeout net.Error
	return ctx.Err() != nil || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, os.ErrDeadlineExceeded) ||
		errors.As(err, &timeout) && timeout.Timeout()
}

// isReset knows a connection that was cut, or a stream of HTTP/2, whose error type net/http keeps to itself.
func isReset(err error) bool {
	return errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE) || strings.Contains(err.Error(), "stream error: ")
}

// tlsText says what is wrong with the secure connection.
func tlsText(err error) string {
	var invalid x509.CertificateInvalidError
	var unknown x509.UnknownAuthorityError
	var host x509.HostnameError
	var record tls.RecordHeaderError
	switch {
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		return "The site's certificate has expired or isn't valid yet."
	case errors.As(err, &unknown):
		return "The site's certificate comes from nobody we trust; it may be self-signed."
	case errors.As(err, &host):
		return "The site's certificate is for another name."
	case errors.As(err, &record):
		return "The site doesn't speak TLS on this port; try http://."
	}
	return "No secure connection could be agreed on with the site."
}
