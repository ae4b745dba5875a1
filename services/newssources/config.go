package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/seal"
	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcerights"
)

const (
	// requestTimeout is the deadline of a request. Proxies wait for 30 s or longer, so the service
	// answers first.
	requestTimeout = 15 * time.Second
	// maxBody is the maximum size of a JSON body in bytes. It limits the memory of a request.
	maxBody = 1 << 20
	// maxImport is the maximum size of an uploaded list in bytes. A list takes up to ten times its
	// size in memory.
	maxImport = 10 << 20
	// maxLargeImport is the maximum size in bytes of an uploaded CSV, TSV or NDJSON file, which is enough
	// for 1,000,000 rows. A file above maxImport is stored in parts, and read by a job.
	maxLargeImport = 200 << 20
)

// minXSRFSecret is the minimum length in bytes: an HMAC key shorter than the hash weakens it (RFC
// 2104 §3).
const minXSRFSecret = 32

// checkConfig checks the rules that involve more than one setting or need a parsed value.
func (env *envReader) checkConfig(c Config) {
	if len(c.XSRFSecret) > 0 && len(c.XSRFSecret) < minXSRFSecret {
		env.addError("XSRF_SECRET has %d bytes; it needs at least %d (use openssl rand -base64 32)", len(c.XSRFSecret),
			minXSRFSecret)
	}
	if c.DatabaseURL != "" {
		env.errs = append(env.errs, postgres.CheckURL(c.DatabaseURL))
	}
	if c.WebSubURL != "" && !c.Keys.CanSeal() {
		env.addError("WEBSUB_CALLBACK_URL requires CREDENTIALS_KEYS, which encrypts the secrets of the subscriptions: set " +
			"CREDENTIALS_KEYS, or unset WEBSUB_CALLBACK_URL")
	}
	env.errs = append(env.errs, c.identityConfig().Validate(), identity.ValidateRoles(c.DefaultRole, c.AdminEmails))
	for _, cidr := range c.TrustedProxies {
		switch network, err := netip.ParsePrefix(cidr); {
		case err != nil:
			env.addError("TRUSTED_PROXIES: %q is not a network such as 10.0.0.0/8", cidr)
		case network.Bits() == 0 && c.Production:
			env.addError("TRUSTED_PROXIES: %q contains every address, so that any client could forge its own; use the "+
				"networks of the ingress controller, such as 10.0.0.0/8", cidr)
		}
	}
	for _, origin := range c.AllowedOrigins {
		if c.Production && strings.HasPrefix(origin, "http://") {
			env.addError("CORS_ALLOWED_ORIGINS: %q is not encrypted, which production mode refuses; use https://, or set "+
				"PRODUCTION=false on a laptop", origin)
			continue
		}
		// The value is compared with the Origin header, which browsers send in lower case and without a
		// path.
		u, err := url.Parse(origin)
		if err != nil || u.Host == "" || u.Scheme+"://"+strings.ToLower(u.Host) != origin || u.Scheme != "https" &&
			(c.Production || u.Scheme != "http") {
			env.addError("CORS_ALLOWED_ORIGINS: %q is not an origin such as https://news.example.org", origin)
		}
	}
}

// checkSecrets reports secrets with the same value, because the disclosure of one would disclose
// the other. Its errors don't contain the values.
func (env *envReader) checkSecrets(c Config) {
	if !c.Production {
		return
	}
	type secret struct{ setting, value string }
	secrets := []secret{{"XSRF_SECRET", string(c.XSRFSecret)},
		{"DATABASE_URL (its password)", databasePassword(c.DatabaseURL)}}
	for i, key := range env.list("CREDENTIALS_KEYS") {
		secrets = append(secrets, secret{fmt.Sprintf("CREDENTIALS_KEYS (secret number %d)", i+1), key})
	}
	for i, a := range secrets {
		for _, b := range secrets[i+1:] {
			if a.value != "" && a.value == b.value {
				env.addError("%s and %s have the same value, which production mode refuses: create a separate secret for each "+
					"(openssl rand -base64 32)", a.setting, b.setting)
			}
		}
	}
}

// databasePassword returns the password of a database URL.
func databasePassword(text string) string {
	config, err := pgx.ParseConfig(text)
	if err != nil {
		return ""
	}
	return config.Password
}

// fetchConfig returns the settings of the HTTP client for sites.
func (c Config) fetchConfig() fetch.Config {
	return fetch.Config{UserAgent: c.FetchUserAgent, ExtraPorts: c.FetchPorts, Proxy: c.FetchProxy, Lab: c.FetchLab}
}

// siteConfig returns the settings of the HTTP client for news sites, whose requests are spaced over
// all processes.
func (c Config) siteConfig(db *postgres.DB) fetch.Config {
	settings := c.fetchConfig()
	settings.Database, settings.HostInterval, settings.RobotsTTL = db.Pool, c.Check.HostInterval, c.RobotsTTL
	settings.Refuse = func(ctx context.Context, address weburl.URL) (string, error) {
		return sourcerights.Prohibition(ctx, db.Pool, address)
	}
	if settings.HostInterval == 0 {
		settings.HostInterval = -1 // none
	}
	return settings
}

// identityConfig returns the settings that decide which tokens are accepted.
func (c Config) identityConfig() identity.Config {
	return identity.Config{
		ProjectID: c.FirebaseID, Production: c.Production, CheckRevoked: c.CheckRevoked,
		AllowedDomains: c.AllowedDomains, AllowedEmails: c.AllowedEmails, MaxAge: c.AuthMaxAge,
	}
}

// credentialsKeys reads CREDENTIALS_KEYS, for commands.
func credentialsKeys() (*seal.Keys, error) {
	env := envReader{getenv: os.Getenv}
	return env.credentialsKeys(), errors.Join(env.errs...)
}

// LogValue returns the settings without the secrets.
func (c Config) LogValue() slog.Value {
	return slog.GroupValue(
		slog.String("listen", c.ListenAddr), slog.String("metrics", c.MetricsAddr), slog.Bool("production", c.Production),
		slog.String("database", maskedURL(c.DatabaseURL)), slog.String("firebase_project", c.FirebaseID),
		slog.Bool("check_revoked", c.CheckRevoked), slog.Any("allowed_domains", c.AllowedDomains),
		slog.Int("allowed_emails", len(c.AllowedEmails)), slog.Any("cors_origins", c.AllowedOrigins),
		slog.Any("trusted_proxies", c.TrustedProxies), slog.Int("db_max_conns", c.DBMaxConns),
		slog.Any("credentials_keys", c.Keys), slog.String("fetch_user_agent", c.FetchUserAgent),
		slog.Any("fetch_extra_ports", c.FetchPorts),
		slog.Bool("fetch_proxy", c.FetchProxy != nil), slog.String("app_url", c.AppURL),
		slog.String("websub_callback_url", c.WebSubURL), slog.String("mail_server", c.Mail.String()),
	)
}

// LogValue returns the settings without the secrets.
func (c WorkConfig) LogValue() slog.Value {
	return slog.GroupValue(
		slog.String("metrics", c.MetricsAddr), slog.Bool("production", c.Production),
		slog.String("database", maskedURL(c.DatabaseURL)),
		slog.Int("db_max_conns", c.DBMaxConns), slog.Any("credentials_keys", c.Keys),
		slog.Int("concurrency", c.Check.Concurrency),
		slog.String("host_interval", c.Check.HostInterval.String()), slog.String("min_interval", c.Check.Limits.Min.String()),
		slog.String("max_interval", c.Check.Limits.Max.String()), slog.String("fetch_user_agent", c.FetchUserAgent),
		slog.Any("canaries", c.Check.Canaries), slog.Any("fetch_extra_ports", c.FetchPorts),
		slog.Bool("fetch_proxy", c.FetchProxy != nil),
	)
}

// maskedURL returns a database URL without its password and without query parameters, which may
// hold one.
func maskedURL(text string) string {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" {
		return "(set)"
	}
	return u.Scheme + "://" + u.Host + u.Path
}
