package main

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/platform/observe"
)

const (
	testXSRF     = "an-anti-forgery-secret-of-a-test"
	testPassword = "a-password-of-a-test"
	testKey      = "a-key-of-a-test-that-is-long-enough"
)

// completeEnv returns a valid environment with changes; an empty value unsets a variable.
func completeEnv(changes map[string]string) map[string]string {
	all := map[string]string{
		"DATABASE_URL":          "postgres://app:" + testPassword + "@db.example.org:5432/register?sslmode=disable",
		"FIREBASE_PROJECT_ID":   "a-project",
		"ALLOWED_EMAIL_DOMAINS": "example.org",
		"XSRF_SECRET":           testXSRF,
		"CREDENTIALS_KEYS":      testKey,
	}
	for name, value := range changes {
		all[name] = value
	}
	return all
}

func readChanged(changes map[string]string) (Config, error) {
	all := completeEnv(changes)
	return readConfig(func(name string) string { return all[name] })
}

func TestConfigDefaults(t *testing.T) {
	t.Parallel()
	c, err := readChanged(nil)
	if err != nil {
		t.Fatal(err)
	}
	if !c.Production || c.ListenAddr != ":8080" || c.MetricsAddr != ":9090" || c.DefaultRole != "viewer" ||
		c.AuthMaxAge != 24*time.Hour ||
		c.DBMaxConns != 10 || c.AlertInterval != 30*time.Second || !c.Suggestions.ApplySafe ||
		c.ShutdownDelay != 5*time.Second || c.ShutdownLimit != 30*time.Second || c.LogLevel != slog.LevelInfo ||
		c.CheckRevoked {
		t.Errorf("got %+v", c)
	}
}

func TestConfigReportsInvalidSetting(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, variable, value, want string }{
		{"missing database", "DATABASE_URL", "", "DATABASE_URL is missing"},
		{"password with a slash", "DATABASE_URL", "postgres://app:s3cr/et@db:5432/x", "%2F for /"},
		{"password of digits with a slash", "DATABASE_URL", "postgres://app:53/cr3t@db:5432/x", "%2F for /"},
		{"password with a hash", "DATABASE_URL", "postgres://app:s3cr#et@db:5432/x", "%23 for #"},
		{"password with a percent sign", "DATABASE_URL", "postgres://app:s3cr%et@db:5432/x", "DATABASE_URL is invalid"},
		{"password with a space", "DATABASE_URL", "postgres://app:s3cr et@db:5432/x", "DATABASE_URL is invalid"},
		{"unknown sslmode", "DATABASE_URL", "postgres://app:s3cret@db:5432/x?sslmode=maybe", "sslmode"},
		{"missing project", "FIREBASE_PROJECT_ID", " ", "FIREBASE_PROJECT_ID is missing"},
		{"no allowed accounts", "ALLOWED_EMAIL_DOMAINS", "", "ALLOWED_EMAILS"},
		{"domain with a wildcard", "ALLOWED_EMAIL_DOMAINS", "*.example.org", `"*.example.org"`},
		{"invalid allowed e-mail", "ALLOWED_EMAILS", "ana", "ALLOWED_EMAILS"},
		{"invalid admin e-mail", "ADMIN_EMAILS", "owner", "ADMIN_EMAILS"},
		{"missing secret", "XSRF_SECRET", "", "XSRF_SECRET is missing"},
		{"key too short", "CREDENTIALS_KEYS", strings.Repeat("k", 32) + ", s3cr",
			"CREDENTIALS_KEYS: secret number 2 has 4 bytes"},
		{"secret too short", "XSRF_SECRET", "s3cr", "XSRF_SECRET has 4 bytes"},
		{"unknown role", "DEFAULT_ROLE", "owner", `"owner" is not a role`},
		{"invalid boolean", "PRODUCTION", "yes", "PRODUCTION"},
		{"duration below the minimum", "AUTH_MAX_AGE", "1s", "AUTH_MAX_AGE"},
		{"duration without a unit", "AUTH_MAX_AGE", "24", "AUTH_MAX_AGE"},
		{"address instead of a network", "TRUSTED_PROXIES", "10.0.0.1", "TRUSTED_PROXIES"},
		{"every address as proxy", "TRUSTED_PROXIES", "10.0.0.0/8,0.0.0.0/0",
			`TRUSTED_PROXIES: "0.0.0.0/0" contains every address`},
		{"every IPv6 address as proxy", "TRUSTED_PROXIES", "::/0", `TRUSTED_PROXIES: "::/0" contains every address`},
		{"key that signs and encrypts", "CREDENTIALS_KEYS", testXSRF,
			"XSRF_SECRET and CREDENTIALS_KEYS (secret number 1) have the same value"},
		{"password that signs", "DATABASE_URL", "postgres://app:" + testXSRF + "@db.example.org:5432/x",
			"XSRF_SECRET and DATABASE_URL (its password) have the same value"},
		{"key twice", "CREDENTIALS_KEYS", testKey + "," + testKey, "have the same value"},
		{"origin with a path", "CORS_ALLOWED_ORIGINS", "https://news.example.org/", "CORS_ALLOWED_ORIGINS"},
		{"origin without a scheme", "CORS_ALLOWED_ORIGINS", "news.example.org", "CORS_ALLOWED_ORIGINS"},
		{"origin in upper case", "CORS_ALLOWED_ORIGINS", "https://News.example.org", "CORS_ALLOWED_ORIGINS"},
		{"origin over http", "CORS_ALLOWED_ORIGINS", "http://news.example.org", `"http://news.example.org" is not encrypted`},
		{"wildcard origin", "CORS_ALLOWED_ORIGINS", "*", "CORS_ALLOWED_ORIGINS"},
		{"invalid second origin", "CORS_ALLOWED_ORIGINS", "https://news.example.org,null", `"null"`},
		{"too few connections", "DB_MAX_CONNS", "1", "DB_MAX_CONNS"},
		{"negative delay", "SHUTDOWN_DELAY", "-1s", "SHUTDOWN_DELAY"},
		{"invalid duration", "SHUTDOWN_TIMEOUT", "20", "SHUTDOWN_TIMEOUT"},
		{"unknown log level", "LOG_LEVEL", "verbose", "LOG_LEVEL"},
		{"user agent without a product name", "FETCH_USER_AGENT", "(comment)", "FETCH_USER_AGENT"},
		{"port that is no number", "FETCH_EXTRA_PORTS", "8080, http", `FETCH_EXTRA_PORTS: "http"`},
		{"port out of range", "FETCH_EXTRA_PORTS", "65536", "FETCH_EXTRA_PORTS"},
		{"proxy without a scheme", "FETCH_PROXY", "joe:s3cret@proxy.example.org:3128", "FETCH_PROXY"},
		{"SOCKS proxy", "FETCH_PROXY", "socks5://joe:s3cret@proxy.example.org", "FETCH_PROXY"},
		{"proxy with a broken password", "FETCH_PROXY", "http://joe:s3cr%et@proxy.example.org", "FETCH_PROXY"},
		{"callbacks without a host", "WEBSUB_CALLBACK_URL", "news.example.org", "WEBSUB_CALLBACK_URL is not an address"},
		{"callbacks without encryption", "WEBSUB_CALLBACK_URL", "http://news.example.org",
			"WEBSUB_CALLBACK_URL is not encrypted"},
		{"callbacks with a query", "WEBSUB_CALLBACK_URL", "https://news.example.org?a=b",
			"WEBSUB_CALLBACK_URL is not an address"},
		{"app with a path", "APP_URL", "https://news.example.org/app", "APP_URL is not an address"},
		{"mail server without a sender", "SMTP_URL", "smtp://joe:s3cret@mail.example.org", "MAIL_FROM is not an address"},
		{"mail server of another protocol", "SMTP_URL", "http://joe:s3cret@mail.example.org", "SMTP_URL is not an address"},
		{"password without encryption", "SMTP_URL", "smtp://joe:s3cret@mail.example.org?tls=none",
			"which production mode refuses"},
		{"unknown mail parameter", "SMTP_URL", "smtps://joe:s3cret@mail.example.org?tls=none", "SMTP_URL may only have"},
		{"loopback in production", "FETCH_LAB", "127.0.0.1:5353", "production mode refuses"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			_, err := readChanged(map[string]string{c.variable: c.value})
			if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
				t.Fatalf("got %v", err)
			}
			for _, secret := range []string{"s3cr", "cr3t", testXSRF, testPassword, testKey} {
				if strings.Contains(err.Error(), secret) {
					t.Errorf("error contains a secret: %v", err)
				}
			}
		})
	}
}

func TestConfigForDevelopment(t *testing.T) {
	t.Parallel()
	c, err := readChanged(map[string]string{"PRODUCTION": "false",
		"CORS_ALLOWED_ORIGINS": "http://localhost:5173, https://news.example.org",
		"ALLOWED_EMAILS":       "Guest@elsewhere.test ,", "SHUTDOWN_DELAY": "0", "TRUSTED_PROXIES": "0.0.0.0/0,fd00::/8",
		"CREDENTIALS_KEYS": testXSRF})
	if err != nil || len(c.AllowedOrigins) != 2 || len(c.AllowedEmails) != 1 || c.ShutdownDelay != 0 ||
		len(c.TrustedProxies) != 2 {
		t.Errorf("got %+v, %v", c, err)
	}
}

// TestConfigReportsAllErrorsTogether checks that the errors of the FETCH_ settings, which are read
// separately, are reported together with the others.
func TestConfigReportsAllErrorsTogether(t *testing.T) {
	t.Parallel()
	_, err := readChanged(map[string]string{"XSRF_SECRET": "", "PRODUCTION": "false", "FETCH_LAB": "localhost:53",
		"FETCH_USER_AGENT": "(x)", "FETCH_EXTRA_PORTS": "0"})
	for _, name := range []string{"XSRF_SECRET", "FETCH_LAB", "FETCH_USER_AGENT", "FETCH_EXTRA_PORTS"} {
		if err == nil || strings.Count(err.Error(), name) != 1 {
			t.Errorf("want one error for %s: %v", name, err)
		}
	}
}

func TestLoggedConfigContainsNoSecret(t *testing.T) {
	t.Parallel()
	for _, url := range []string{
		"postgres://app:" + testPassword + "@db/register", "postgres://db/register?user=app&password=" + testPassword,
		"host=db user=app password=" + testPassword,
	} {
		c, err := readChanged(map[string]string{"DATABASE_URL": url, "ADMIN_EMAILS": "boss@example.org",
			"FETCH_PROXY": "http://joe:" + testPassword + "@proxy.example.org",
			"SMTP_URL":    "smtp://joe:" + testPassword + "@mail.example.org", "MAIL_FROM": "alerts@example.org"})
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		observe.NewLogger(&out, slog.LevelDebug).Info("starting", "config", c)
		for _, secret := range []string{testPassword, testXSRF, testKey} {
			if strings.Contains(out.String(), secret) {
				t.Errorf("log of %s contains a secret: %s", url, out.String())
			}
		}
	}
}
