package identity

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"

	"firebase.google.com/go/v4/auth"

	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

// identityRetryAfter is the Retry-After of an outage of the identity provider. It is longer than
// outagePause.
const identityRetryAfter = 5 * time.Second

// tokenDetails are the texts of the problems with a token.
var tokenDetails = map[problem.Code]string{
	problem.Unauthenticated: "This sign-in is not valid. Sign in again.",
	problem.TokenExpired:    "Your session has expired. Sign in again.",
	problem.TokenRevoked:    "Your session was ended, for example by a change of password. Sign in again.",
	problem.MemberDisabled:  "Your account is disabled. Ask an administrator to enable it.",
	problem.IdentityUnavailable: "The sign-in service does not respond, so your session cannot be verified. Try again " +
		"in a few seconds.",
}

// tokenProblem returns a new problem for each request, because callers modify problems. It returns
// nil for an empty code.
func tokenProblem(code problem.Code, cause error) error {
	if code == "" {
		return nil
	}
	p := problem.Wrap(cause, code, "%s", tokenDetails[code])
	if code == problem.IdentityUnavailable {
		return p.WithRetryAfter(identityRetryAfter)
	}
	return p
}

// authorize returns a problem for a verified token whose sign-in is not admitted, not verified or
// too old. It reports reasons that a new sign-in cannot resolve first. It runs for every request,
// also with a cached token, because the sign-in gets older.
func (v *Verifier) authorize(ctx context.Context, c Claims) error {
	switch {
	case c.Provider == "anonymous" || c.Email == "":
		return problem.New(problem.NotAllowed, "This sign-in has no e-mail address. Sign in with your work account.")
	case c.Tenant != "":
		// The SDK accepts tokens of Identity Platform tenants, but a tenant may claim any e-mail address
		// as verified.
		return problem.New(problem.NotAllowed, "This sign-in belongs to another application. Sign in with your work account.")
	}
	admitted, err := v.Admits(ctx, c.Email)
	switch {
	case err != nil:
		return err
	case !admitted:
		return notAdmitted(c.Email)
	case !c.EmailVerified:
		return problem.New(problem.EmailNotVerified, "%s is not verified. Open the link in the e-mail that was sent "+
			"to this address, then sign in again.", c.Email)
	case v.now().Sub(c.AuthTime) > v.maxAge:
		return problem.New(problem.SignInTooOld, "You signed in more than %s ago. Sign in again.", formatDuration(v.maxAge))
	}
	return nil
}

// notAdmitted returns the problem for an address that is neither configured nor invited, or whose
// member was removed.
func notAdmitted(email string) error {
	return problem.New(problem.NotAllowed, "%s is not on the list of people who may use this tool. Ask an administrator "+
		"to add it, or sign in with another account.", email)
}

// formatDuration returns a text such as "24 hours" or "90 minutes".
func formatDuration(d time.Duration) string {
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

// verifyError is the error of a failed verification, which concurrent requests share. toProblem
// converts it to a problem of one request.
type verifyError struct {
	code  problem.Code
	cause error
}

func (e verifyError) Error() string { return e.cause.Error() }

// classify assigns a problem code to an error of the SDK. Errors that concern neither the token nor
// the account are reported as an outage (503), because a 401 would end all sessions.
func (v *Verifier) classify(err error, token string) error {
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
	return verifyError{code, maskToken(err, token)}
}

// toProblem converts the result of ttlcache.Share to the problem of this request. If the request
// itself has ended, its context error is returned.
func (v *Verifier) toProblem(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	if known, ok := errors.AsType[verifyError](err); ok {
		return tokenProblem(known.code, known.cause)
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return tokenProblem(problem.IdentityUnavailable, fmt.Errorf("no response within %s", v.timeout))
}

// problemCode returns the code of a verifyError, or "".
func problemCode(err error) problem.Code {
	known, _ := errors.AsType[verifyError](err)
	return known.code
}

// isAccountError reports whether err is Firebase's answer about the account, rather than a failure
// to get an answer.
func isAccountError(err error) bool {
	code := problemCode(err)
	return code == problem.TokenRevoked || code == problem.MemberDisabled
}

// maxCause is the maximum length in bytes of a logged cause, which a forged token can influence.
const maxCause = 300

// jwt matches parts of tokens: the base64url encoding of every header and payload starts with these
// letters.
var jwt = regexp.MustCompile(`ey[JI][A-Za-z0-9_-]{8,}(\.[A-Za-z0-9_-]*)*`)

// maskToken returns the SDK's reason for the log without any part of the token. The SDK's error is
// not wrapped, because an error printer could reveal it in full.
func maskToken(err error, token string) error {
	text := jwt.ReplaceAllString(err.Error(), "[masked]") // whole tokens first, so that no signature remains
	for segment := range strings.SplitSeq(token, ".") {
		if len(segment) >= 8 { // shorter parts are no secrets, and could also match other parts of the text
			text = strings.ReplaceAll(text, segment, "[masked]")
		}
	}
	if len(text) > maxCause {
		text = strings.ToValidUTF8(text[:maxCause], "") + "…"
	}
	return errors.New(text)
}
