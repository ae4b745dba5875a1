package identity

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"

	"firebase.google.com/go/v4/auth"

	"github.com/newsources/newsources/services/newssources/internal/problem"
)

// identityRetry is what Retry-After says in an outage: a little longer than outagePause.
const identityRetry = 5 * time.Second

// details say what happened and what to do, for each code that this package answers about a token.
var details = map[problem.Code]string{
	problem.Unauthenticated:     "This sign-in can't be recognised. Sign in again.",
	problem.TokenExpired:        "Your session has expired. Sign in again.",
	problem.TokenRevoked:        "Your session was ended, for example by a change of password. Sign in again.",
	problem.MemberDisabled:      "Your account is disabled. Ask an administrator to enable it again.",
	problem.IdentityUnavailable: "The sign-in service doesn't answer, so your session can't be checked. Try again in a few seconds.",
}

// refused makes a problem of its own for each request: callers add to problems, so none may be shared.
func refused(code problem.Code, cause error) error {
	if code == "" {
		return nil
	}
	p := problem.Wrap(cause, code, "%s", details[code])
	if code == problem.IdentityUnavailable {
		return p.Retry(identityRetry)
	}
	return p
}

// admit applies what the SDK doesn't check. Reasons that a new sign-in can't cure come first. It runs for each request,
// also with a remembered token, since sign-ins grow old.
func (v *Verifier) admit(c Claims) error {
	switch {
	case c.Provider == "anonymous" || c.Email == "":
		return problem.New(problem.NotAllowed, "This sign-in has no e-mail address. Sign in with your work account.")
	case c.Tenant != "":
		// Tokens of an Identity Platform tenant pass the SDK, but a tenant may vouch for any address it likes.
		return problem.New(problem.NotAllowed, "This sign-in belongs to another application. Sign in with your work account.")
	case !v.allowed.allows(c.Email):
		return problem.New(problem.NotAllowed, "%s isn't on the list of people who may use this tool. Ask an administrator "+
			"to add it, or sign in with another account.", c.Email)
	case !c.EmailVerified:
		return problem.New(problem.EmailNotVerified, "%s hasn't been verified. Follow the link in the message that was sent "+
			"to it, then sign in again.", c.Email)
	case v.now().Sub(c.AuthTime) > v.maxAge:
		return problem.New(problem.SignInTooOld, "You signed in more than %s ago. Sign in again.", spell(v.maxAge))
	}
	return nil
}

// spell writes a duration as people do: 24 hours, 90 minutes.
func spell(d time.Duration) string {
	n, unit := int(d.Minutes()), "minute"
	switch {
	case d < time.Minute:
		return d.String()
	case d%time.Hour == 0:
		n, unit = int(d.Hours()), "hour"
	}
	if n != 1 {
		unit += "s"
	}
	return fmt.Sprintf("%d %s", n, unit)
}

// verdict is an error that all who share a verification may see. explain makes the problem of one request of it.
type verdict struct {
	code  problem.Code
	cause error
}

func (v verdict) Error() string { return v.cause.Error() }

// judge names an error of the SDK. What is neither the token's nor the account's fault is an outage, never a 401:
// that would sign everybody out.
func (v *Verifier) judge(err error, token string) error {
	if err == nil {
		return nil
	}
	code := problem.IdentityUnavailable
	switch {
	case auth.IsCertificateFetchFailed(err):
		v.retryAt.Store(v.now().Add(outagePause).UnixNano())
	case auth.IsIDTokenExpired(err):
		code = problem.TokenExpired
	case auth.IsIDTokenRevoked(err), auth.IsUserNotFound(err):
		code = problem.TokenRevoked
	case auth.IsUserDisabled(err):
		code = problem.MemberDisabled
	case auth.IsIDTokenInvalid(err):
		code = problem.Unauthenticated
	}
	return verdict{code, mask(err, token)}
}

// explain turns what share returned into the problem of this request. A request that ended by itself keeps its own error.
func (v *Verifier) explain(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	if known, ok := errors.AsType[verdict](err); ok {
		return refused(known.code, known.cause)
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return refused(problem.IdentityUnavailable, fmt.Errorf("no answer within %s", v.limit))
}

// codeOf is the code of a verdict, and empty when there was nothing to refuse.
func codeOf(err error) problem.Code {
	known, _ := errors.AsType[verdict](err)
	return known.code
}

// isFinal tells an answer of Firebase about the account from a failure to get one.
func isFinal(err error) bool {
	code := codeOf(err)
	return code == problem.TokenRevoked || code == problem.MemberDisabled
}

// maxCause bounds what a stranger's token can write into the log, in bytes.
const maxCause = 300

// jwt finds pieces of tokens: every header and payload starts with {" and so with these letters.
var jwt = regexp.MustCompile(`ey[JI][A-Za-z0-9_-]{8,}(\.[A-Za-z0-9_-]*)*`)

// mask keeps the SDK's reason for the log without the token, whole or in part. The SDK's error isn't kept in the chain,
// where something that prints it in full could find it.
func mask(err error, token string) error {
	text := jwt.ReplaceAllString(err.Error(), "[masked]") // whole ones first, or a signature would be left alone
	for segment := range strings.SplitSeq(token, ".") {
		if len(segment) >= 8 { // shorter ones are no secret, and would tear the text apart
			text = strings.ReplaceAll(text, segment, "[masked]")
		}
	}
	if len(text) > maxCause {
		text = strings.ToValidUTF8(text[:maxCause], "") + "…"
	}
	return errors.New(text)
}
