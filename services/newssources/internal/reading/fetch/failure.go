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
	PhaseQueue:   "The request waited too long for other requests of this tool. Try again.",
	PhaseDNS:     "The DNS lookup of the host name took too long.",
	PhaseConnect: "Connecting to the site took too long.",
	PhaseTLS:     "The TLS handshake with the site took too long.",
	PhaseHeaders: "The site took too long to start its response.",
	PhaseBody:    "The site sent its response too slowly.",
}

// outcomeOfError returns the outcome and the text for an error in a phase.
func outcomeOfError(ctx context.Context, err error, phase string) (Outcome, string) {
	var dns *net.DNSError
	switch {
	case errors.Is(err, ssrf.ErrProhibitedPort):
		return Blocked, "This port is not allowed. Allowed are 80 and 443, and ports that an operator adds."
	case errors.Is(err, ssrf.ErrProhibitedIP), errors.Is(err, ssrf.ErrProhibitedNetwork),
		errors.Is(err, ssrf.ErrInvalidHostPort):
		return Blocked, "The address is in a private or special network, which is never fetched."
	case errors.Is(err, errStalled):
		return Timeout, "The site stopped sending its response."
	case errors.Is(ctx.Err(), context.Canceled):
		return Cancelled, "The request was stopped."
	case isTimeout(ctx, err):
		return Timeout, timeoutTexts[phase]
	case errors.As(err, &dns) && dns.IsNotFound:
		return DNS, "This host name does not exist."
	case errors.As(err, &dns):
		return DNS, "The DNS lookup of the host name failed."
	case errors.Is(err, errProxy):
		return Refused, "The outbound proxy of this installation refused the request."
	case isReset(err):
		return Reset, "The site closed the connection."
	case phase == PhaseConnect:
		return Refused, "The site does not accept connections."
	case phase == PhaseTLS:
		return TLS, tlsText(err)
	case strings.Contains(err.Error(), "response header"): // net/http has no error type for it
		return BadResponse, "The response headers exceed the size limit."
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return BadResponse, "The response ended early."
	}
	return BadResponse, notHTTP
}

func isTimeout(ctx context.Context, err error) bool {
	var timeout net.Error
	return ctx.Err() != nil || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, os.ErrDeadlineExceeded) ||
		errors.As(err, &timeout) && timeout.Timeout()
}

// isReset reports whether the peer closed the connection or the HTTP/2 stream, for which net/http
// exports no error type.
func isReset(err error) bool {
	return errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE) ||
		strings.Contains(err.Error(), "stream error: ")
}

// tlsText returns the text for a failed TLS handshake.
func tlsText(err error) string {
	var invalid x509.CertificateInvalidError
	var unknown x509.UnknownAuthorityError
	var host x509.HostnameError
	var record tls.RecordHeaderError
	switch {
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		return "The site's certificate has expired or is not valid yet."
	case errors.As(err, &unknown):
		return "The site's certificate was not issued by a trusted authority; it may be self-signed."
	case errors.As(err, &host):
		return "The site's certificate is for another host name."
	case errors.As(err, &record):
		return "The site does not support TLS on this port. Try http:// instead."
	}
	return "The TLS handshake with the site failed."
}
