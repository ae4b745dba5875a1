// Package observe provides the log, the Prometheus metrics, and the liveness and readiness probes.
package observe

import (
	"io"
	"log/slog"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
)

const masked = "[masked]"

// maskedEmail replaces e-mail addresses: logs are kept longer and read by more people than the
// register. A log line names a person by the id of the member.
const maskedEmail = "[e-mail]"

// NewLogger returns a logger that writes JSON lines. It masks attributes whose key names a secret,
// and tokens, passwords and e-mail addresses inside other texts, such as errors.
func NewLogger(w io.Writer, level slog.Level) *slog.Logger {
	return slog.New(slog.NewJSONHandler(w, &slog.HandlerOptions{Level: level, ReplaceAttr: maskAttr}))
}

// secretWords mark a key as secret when they occur in it, in lower case and without "-" and "_".
var secretWords = []string{"authorization", "cookie", "token", "password", "secret", "xsrf", "databaseurl", "apikey",
	"signature", "credential", "jwt", "xauth", "xkey"}

var removeDashes = strings.NewReplacer("-", "", "_", "")

// isSecret reports whether the value of a key must be masked.
func isSecret(key string) bool {
	key = removeDashes.Replace(strings.ToLower(key))
	return slices.ContainsFunc(secretWords, func(s string) bool { return strings.Contains(key, s) })
}

func maskAttr(groups []string, a slog.Attr) slog.Attr {
	if isSecret(a.Key) || slices.ContainsFunc(groups, isSecret) {
		if a.Value.Kind() == slog.KindString && a.Value.String() == "" {
			return a // a missing secret is useful to know and reveals nothing
		}
		return slog.String(a.Key, masked)
	}
	switch a.Value.Kind() {
	case slog.KindString:
		a.Value = slog.StringValue(maskText(a.Value.String()))
	case slog.KindAny:
		switch v := a.Value.Any().(type) {
		case error:
			a.Value = slog.StringValue(maskText(v.Error()))
		case http.Header:
			a.Value = slog.StringValue(masked)
		}
	}
	return a
}

// email matches e-mail addresses.
var email = regexp.MustCompile(`[^\s@<>"'(),:;\[\]/=\\“”]+@[^\s@<>"'(),:;\[\]/=\\“”]+\.[\pL\pN-]{2,}`)

// maskText returns s with its secrets and e-mail addresses masked.
func maskText(s string) string {
	s = weburl.MaskSecrets(s, masked)
	if strings.Contains(s, "@") {
		s = email.ReplaceAllString(s, maskedEmail)
	}
	return s
}
