// Package observe lets others see the service: its log, its metrics, and the probes that say whether it lives and may
// be given work.
package observe

import (
	"io"
	"log/slog"
	"net/http"
	"regexp"
	"slices"
	"strings"
)

const masked = "[masked]"

// NewLogger writes JSON lines. Secrets are masked by the names of their keys, and tokens and passwords also where they
// stand inside of other texts, such as errors.
func NewLogger(w io.Writer, level slog.Level) *slog.Logger {
	return slog.New(slog.NewJSONHandler(w, &slog.HandlerOptions{Level: level, ReplaceAttr: maskAttr}))
}

// secrets are what names of secret things hold, in lower case and without - and _.
var secrets = []string{"authorization", "cookie", "token", "password", "secret", "xsrf", "databaseurl"}

var withoutDashes = strings.NewReplacer("-", "", "_", "")

func isSecret(key string) bool {
	key = withoutDashes.Replace(strings.ToLower(key))
	return slices.ContainsFunc(secrets, func(s string) bool { return strings.Contains(key, s) })
}

func maskAttr(groups []string, a slog.Attr) slog.Attr {
	if isSecret(a.Key) || slices.ContainsFunc(groups, isSecret) {
		if a.Value.Kind() == slog.KindString && a.Value.String() == "" {
			return a // that a secret is missing may be seen
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

// The shapes of secrets inside of a text: a bearer token, a JWT (its parts start with {" in base64url), the password of
// an address, and a parameter of a query or a connection string.
var (
	bearer   = regexp.MustCompile(`(?i)\b(bearer )\s*[A-Za-z0-9._~+/=-]+`)
	jwt      = regexp.MustCompile(`\bey[JI][A-Za-z0-9_-]{8,}(\.[A-Za-z0-9_-]*)*`)
	userinfo = regexp.MustCompile(`(://[^:/?#@\s]*:)[^@/\s]+@`)
	setting  = regexp.MustCompile(`(?i)((?:password|token|secret)=)[^\s&"']+`)
)

// maskText looks for the cheap signs first: almost every text has none.
func maskText(s string) string {
	if strings.Contains(s, "earer ") || strings.Contains(s, "EARER ") {
		s = bearer.ReplaceAllString(s, "${1}"+masked)
	}
	if strings.Contains(s, "eyJ") || strings.Contains(s, "eyI") {
		s = jwt.ReplaceAllString(s, masked)
	}
	if strings.Contains(s, "://") {
		s = userinfo.ReplaceAllString(s, "${1}"+masked+"@")
	}
	if strings.Contains(s, "=") {
		s = setting.ReplaceAllString(s, "${1}"+masked)
	}
	return s
}
