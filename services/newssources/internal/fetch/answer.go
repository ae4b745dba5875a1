package fetch

import (
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
	// refusalBytes of the body of a refusal, which is read only to know a challenge by it.
	refusalBytes = 64 << 10
)

// dress gives a request its headers.
func (v *visit) dress(out *http.Request) {
	out.Header.Set("User-Agent", v.config.UserAgent)
	out.Header.Set("Accept", or(v.request.Accept, acceptFeeds))
	out.Header.Set("Accept-Encoding", "br, gzip")
	// Validators go back as they came, whatever they look like.
	for name, value := range map[string]string{"If-None-Match": v.request.ETag, "If-Modified-Since": v.request.LastModified} {
		if value != "" && httpguts.ValidHeaderFieldValue(value) {
			out.Header.Set(name, value)
		}
	}
	if v.hasCredentials() {
		out.SetBasicAuth(v.request.Username, v.request.Password)
	}
}

// hasCredentials says whether there are any for this hop; one of the two is enough, such as a token without a user name.
func (v *visit) hasCredentials() bool { return v.request.Username != "" || v.request.Password != "" }

// read reads the body of the last answer and settles the outcome.
func (v *visit) read(ctx context.Context, answer *http.Response, trace *trace) {
	r := v.result
	outcome, detail := ofStatus(answer.StatusCode)
	switch {
	case answer.StatusCode == http.StatusNotModified:
		if v.request.ETag == "" && v.request.LastModified == "" {
			outcome, detail = BadResponse, "The site says that nothing has changed, though we have nothing yet."
		}
	case isChallenge(answer.StatusCode, answer.Header):
		outcome, detail = Challenge, challengeText
	case answer.StatusCode == http.StatusUnauthorized && v.hasCredentials():
		detail = "The site doesn't accept this user name and password."
	case mayBeChallenge(answer.StatusCode):
		// A refusal is one, however its body ends.
		if page := readBody(answer.Body, codings(answer), refusalBytes, v.config.MaxRatio, nil); isChallengePage(page.data) {
			outcome, detail = Challenge, challengeText
		}
	case outcome == OK:
		v.readAll(ctx, answer, trace)
		return
	}
	r.end(outcome, detail)
}

// readAll reads the body that was asked for.
func (v *visit) readAll(ctx context.Context, answer *http.Response, trace *trace) {
	r := v.result
	most := or(v.request.MaxBytes, v.config.MaxBytes)
	body := readBody(answer.Body, codings(answer), most, v.config.MaxRatio, v.room(ctx, trace))
	r.ContentEncoding, r.WireBytes, r.Bytes = body.coding, body.wire, int64(len(body.data))
	switch {
	case body.err == nil:
		r.Body = body.data
		r.end(OK, "")
	case errors.Is(body.err, errTooLarge):
		r.Body, r.Truncated = body.data, true
		r.end(TooLarge, fmt.Sprintf("The answer is larger than the %d KB that are read.", most>>10))
	case errors.Is(body.err, errRatio):
		r.Body, r.Truncated = body.data, true
		r.end(TooLarge, "The answer unpacks to far more than was sent.")
	case errors.Is(body.err, errEncoding):
		r.end(BadEncoding, "The answer is packed in a way that can't be undone.")
	case errors.Is(body.err, errNoRoom):
		r.stopped(ctx, body.err, PhaseQueue)
	default:
		r.stopped(ctx, body.err, PhaseBody)
	}
}

// room is what a large body waits for, which isn't the site's fault.
func (v *visit) room(ctx context.Context, trace *trace) func() error {
	if v.request.Room == nil {
		return nil
	}
	return func() error {
		trace.enter(PhaseQueue)
		defer trace.enter(PhaseBody)
		if err := v.request.Room(ctx); err != nil {
			return fmt.Errorf("%w: %w", errNoRoom, err)
		}
		return nil
	}
}

func codings(answer *http.Response) string {
	return strings.Join(answer.Header.Values("Content-Encoding"), ",")
}
