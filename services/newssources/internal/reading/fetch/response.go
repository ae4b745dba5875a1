package fetch

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"golang.org/x/net/http/httpguts"
)

const (
	acceptFeeds = "application/rss+xml, application/atom+xml, application/feed+json, application/rdf+xml;q=0.9, " +
		"application/xml;q=0.8, text/xml;q=0.8, text/html;q=0.6, */*;q=0.5"
	// refusalBytes of the body of a refused request are read, only to recognise challenge pages.
	refusalBytes = 64 << 10
)

// setHeaders sets the headers of an outgoing request.
func (v *visit) setHeaders(out *http.Request) {
	out.Header.Set("User-Agent", v.config.UserAgent)
	out.Header.Set("Accept", cmp.Or(v.request.Accept, acceptFeeds))
	out.Header.Set("Accept-Encoding", "br, gzip")
	// Validators are sent back unchanged, even if they are not well-formed.
	for name, value := range map[string]string{"If-None-Match": v.request.ETag,
		"If-Modified-Since": v.request.LastModified} {
		if value != "" && httpguts.ValidHeaderFieldValue(value) {
			out.Header.Set(name, value)
		}
	}
	if v.hasCredentials() {
		out.SetBasicAuth(v.request.Username, v.request.Password)
	}
}

// hasCredentials reports whether this hop sends credentials. A user name or a password alone is
// enough, such as a token without a user name.
func (v *visit) hasCredentials() bool { return v.request.Username != "" || v.request.Password != "" }

// readResponse sets the outcome of the final response and reads its body if it succeeded.
func (v *visit) readResponse(ctx context.Context, response *http.Response, from *stallReader, trace *trace) {
	r := v.result
	outcome, detail := outcomeOfStatus(response.StatusCode)
	switch {
	case response.StatusCode == http.StatusNotModified:
		if v.request.ETag == "" && v.request.LastModified == "" {
			outcome, detail = BadResponse, "The site answered 304 Not Modified to an unconditional request."
		}
	case isChallenge(response.StatusCode, response.Header):
		outcome, detail = Challenge, challengeText
	case response.StatusCode == http.StatusUnauthorized && v.hasCredentials():
		detail = "The site does not accept this user name and password."
	case isChallengeStatus(response.StatusCode):
		if isRefusalChallenge(response.StatusCode, v.readRefusal(response, from, refusalBytes)) {
			outcome, detail = Challenge, challengeText
		}
	case outcome == OK:
		v.readSuccess(ctx, response, from, trace)
		return
	}
	if r.Start == nil && v.request.StartBytes > 0 && response.StatusCode != http.StatusNotModified {
		from.start() // the body is not needed
		v.readRefusal(response, from, v.request.StartBytes)
	}
	r.finish(outcome, detail)
}

// readRefusal returns the beginning of the body of a refused request. Read errors are ignored: the
// request is refused in any case.
func (v *visit) readRefusal(response *http.Response, from *stallReader, maxBytes int) []byte {
	body := readBody(from, contentEncoding(response), int64(maxBytes), v.config.MaxRatio, bodyMemory{})
	v.keepStart(body.data)
	return body.data
}

// keepStart copies the beginning of a body, because the body may be large.
func (v *visit) keepStart(data []byte) {
	v.result.Start = bytes.Clone(data[:min(len(data), v.request.StartBytes)])
}

// readSuccess reads the body of a successful response.
func (v *visit) readSuccess(ctx context.Context, response *http.Response, from *stallReader, trace *trace) {
	r := v.result
	maxBytes := cmp.Or(v.request.MaxBytes, v.config.MaxBytes)
	body := readBody(from, contentEncoding(response), maxBytes, v.config.MaxRatio,
		bodyMemory{v.request.Buffer, v.reserveMemory(ctx, from, trace)})
	r.ContentEncoding, r.WireBytes, r.Bytes = body.coding, body.wire, int64(len(body.data))
	v.keepStart(body.data)
	switch {
	case body.err == nil && isChallengePage(body.data):
		r.finish(Challenge, challengeText)
	case body.err == nil:
		r.Body = body.data
		r.finish(OK, "")
	case errors.Is(body.err, errTooLarge):
		r.Body, r.Truncated = body.data, true
		r.finish(TooLarge, fmt.Sprintf("The response is larger than the limit of %d KB.", maxBytes>>10))
	case errors.Is(body.err, errRatio):
		r.Body, r.Truncated = body.data, true
		r.finish(TooLarge, "The response is compressed far more than any feed, as decompression bombs are.")
	case errors.Is(body.err, errEncoding):
		r.finish(BadEncoding, "The response is compressed in a way that cannot be read.")
	case errors.Is(body.err, errNoMemory):
		r.fail(ctx, body.err, PhaseQueue)
	default:
		r.fail(ctx, body.err, PhaseBody)
	}
}

// reserveMemory returns the request's ReserveMemory, whose waiting time counts as PhaseQueue and
// not as the site's. From then on the body must not stall.
func (v *visit) reserveMemory(ctx context.Context, from *stallReader, trace *trace) func() error {
	if v.request.ReserveMemory == nil {
		return nil
	}
	return func() error {
		trace.enter(PhaseQueue)
		defer trace.enter(PhaseBody)
		if err := v.request.ReserveMemory(ctx); err != nil {
			return fmt.Errorf("%w: %w", errNoMemory, err)
		}
		from.start()
		return nil
	}
}

func contentEncoding(response *http.Response) string {
	return strings.Join(response.Header.Values("Content-Encoding"), ",")
}
