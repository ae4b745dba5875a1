package observe

import (
	"bytes"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"testing"
)

func TestLoggerMasksSecrets(t *testing.T) {
	t.Parallel()
	const secret = "s3cret-value"
	const token = "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhbmEifQ.c2lnbmF0dXJl"
	for _, c := range []struct {
		name string
		log  func(*slog.Logger)
		keep string // must remain in the output
	}{
		{"header", func(l *slog.Logger) { l.Info("x", "Authorization", secret) }, `"Authorization":"[masked]"`},
		{"cookie", func(l *slog.Logger) { l.Info("x", "Set-Cookie", secret) }, "[masked]"},
		{"token", func(l *slog.Logger) { l.Info("x", "id_token", secret) }, "[masked]"},
		{"password", func(l *slog.Logger) { l.Info("x", "demoPassword", secret) }, "[masked]"},
		{"secret", func(l *slog.Logger) { l.Info("x", "XSRF_SECRET", secret) }, "[masked]"},
		{"anti-forgery", func(l *slog.Logger) { l.Info("x", "x-xsrf", secret) }, "[masked]"},
		{"database", func(l *slog.Logger) { l.Info("x", "DATABASE_URL", secret) }, "[masked]"},
		{"value that is not a string", func(l *slog.Logger) { l.Info("x", "tokens", []string{secret}) }, "[masked]"},
		{"group opened by WithGroup", func(l *slog.Logger) { l.WithGroup("cookies").Info("x", "theme", secret) },
			`"theme":"[masked]"`},
		{"group attribute", func(l *slog.Logger) { l.Info("x", slog.Group("config", "password", secret)) }, "[masked]"},
		{"attribute of the logger", func(l *slog.Logger) { l.With("token", secret).Info("x") }, "[masked]"},
		{"message", func(l *slog.Logger) { l.Info("got " + token + " there") }, "got [masked] there"},
		{"error", func(l *slog.Logger) { l.Info("x", "error", errors.New("bad "+token)) }, "bad [masked]"},
		{"bearer", func(l *slog.Logger) { l.Info("x", "header", "Bearer "+secret) }, "Bearer [masked]"},
		{"address", func(l *slog.Logger) { l.Info("x", "error", "postgres://app:"+secret+"@db:5432/x") },
			"postgres://[masked]@db:5432/x"},
		{"connection string", func(l *slog.Logger) { l.Info("x", "dsn", "host=db password="+secret+" user=app") },
			"password=[masked] user=app"},
		{"query", func(l *slog.Logger) { l.Info("x", "url", "/a?token="+secret+"&b=1") }, "[masked]"},
		{"API token", func(l *slog.Logger) { l.Info("x", "error", "got nws_s3cret-value_and_more") }, "got [masked]"},
		{"e-mail address", func(l *slog.Logger) {
			l.Info("x", "error", errors.New("“s3cret-value@Example.co.uk” is not invited"))
		}, "“[e-mail]” is not"},
		{"international e-mail address",
			func(l *slog.Logger) { l.Info("x", "error", "not_allowed: s3cret-value+é@bücher.example, again") },
			"not_allowed: [e-mail], again"},
		{"headers", func(l *slog.Logger) { l.Info("x", "headers", http.Header{"X": {secret}}) }, "[masked]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var out bytes.Buffer
			c.log(NewLogger(&out, slog.LevelInfo))
			got := out.String()
			for _, leak := range []string{secret, token, "eyJzdWIi", "c2lnbmF0dXJl"} {
				if strings.Contains(got, leak) {
					t.Errorf("%q is in %s", leak, got)
				}
			}
			if !strings.Contains(got, c.keep) || !json.Valid(out.Bytes()) {
				t.Errorf("got %s", got)
			}
		})
	}
}

func TestLoggerKeepsOtherTexts(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	log := NewLogger(&out, slog.LevelInfo)
	log.Debug("not at this level")
	log.Info("request", "route", "/newssources/{id}", "status", 200, "query", "a=1&b=eyes", "address", "https://a:8080/b",
		"handle", "@example on https://a.test/@b", "cookie", "")
	got := out.String()
	for _, want := range []string{
		`"msg":"request"`, `"route":"/newssources/{id}"`, `"status":200`, `"query":"a=1&b=eyes"`,
		`"address":"https://a:8080/b"`, `"cookie":""`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%s isn't in %s", want, got)
		}
	}
	if strings.Count(got, "\n") != 1 {
		t.Errorf("got %s", got)
	}
}
