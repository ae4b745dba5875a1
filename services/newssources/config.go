package main

import (
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/fetch"
	"github.com/newsources/newsources/services/newssources/internal/identity"
	"github.com/newsources/newsources/services/newssources/internal/postgres"
	"github.com/newsources/newsources/services/newssources/internal/seal"
)

// Config is everything that an operator can set. Secrets never reach a log: LogValue leaves them out.
type Config struct {
	DatabaseURL    string
	ListenAddr     string
	MetricsAddr    string
	Production     bool
	FirebaseID     string
	CheckRevoked   bool
	AllowedDomains []string
	AllowedEmails  []string
	AdminEmails    []string
	DefaultRole    string
	AuthMaxAge     time.Duration
	XSRFSecret     []byte
	Keys           *seal.Keys
	AllowedOrigins []string
	TrustedProxies []string
	MaxBody        int64
	MaxImport      int64
	DBMaxConns     int
	RequestTimeout time.Duration
	ShutdownDelay  time.Duration
	ShutdownLimit  time.Duration
	LogLevel       slog.Level
	FetchUserAgent string
	FetchPorts     []int
	FetchProxy     *url.URL
	FetchLab       string
}

// minXSRFSecret bytes: a key shorter than the hash's output would weaken it (RFC 2104 §3).
const minXSRFSecret = 32

// readConfig reads the environment, and names everything that is wrong with it at once.
func readConfig(getenv func(string) string) (Config, error) {
	r := reader{getenv: getenv}
	c := Config{
		DatabaseURL:    r.required("DATABASE_URL", "postgres://user:password@host:5432/database"),
		ListenAddr:     r.text("LISTEN_ADDR", ":8080"),
		MetricsAddr:    r.text("METRICS_ADDR", ":9090"),
		Production:     r.boolean("PRODUCTION", true),
		FirebaseID:     r.text("FIREBASE_PROJECT_ID", ""),
		CheckRevoked:   r.boolean("FIREBASE_CHECK_REVOKED", false),
		AllowedDomains: r.list("ALLOWED_EMAIL_DOMAINS"),
		AllowedEmails:  r.list("ALLOWED_EMAILS"),
		AdminEmails:    r.list("ADMIN_EMAILS"),
		DefaultRole:    r.text("DEFAULT_ROLE", string(identity.Viewer)),
		AuthMaxAge:     r.duration("AUTH_MAX_AGE", 24*time.Hour, time.Minute),
		XSRFSecret:     []byte(r.required("XSRF_SECRET", "at least 32 random bytes, the same for all replicas")),
		AllowedOrigins: r.list("CORS_ALLOWED_ORIGINS"),
		TrustedProxies: r.list("TRUSTED_PROXIES"),
		MaxBody:        r.number("MAX_BODY_BYTES", 1<<20, 1<<10, 1<<26),
		MaxImport:      r.number("MAX_IMPORT_BYTES", 10<<20, 1<<10, 1<<28),
		DBMaxConns:     int(r.number("DB_MAX_CONNS", 10, 2, 1000)),
		RequestTimeout: r.duration("REQUEST_TIMEOUT", 15*time.Second, time.Second),
		ShutdownDelay:  r.duration("SHUTDOWN_DELAY", 5*time.Second, 0),
		ShutdownLimit:  r.duration("SHUTDOWN_TIMEOUT", 20*time.Second, time.Second),
		LogLevel:       r.level("LOG_LEVEL"),
	}
	r.fetching(&c)
	c.Keys = r.keys("CREDENTIALS_KEYS")
	r.check(c)
	return c, errors.Join(r.wrong...)
}

// check holds the rules that one value alone doesn't show.
func (r *reader) check(c Config) {
	if len(c.XSRFSecret) > 0 && len(c.XSRFSecret) < minXSRFSecret {
		r.fail("XSRF_SECRET has %d bytes; it needs at least %d (openssl rand -base64 32)", len(c.XSRFSecret), minXSRFSecret)
	}
	if c.DatabaseURL != "" {
		r.wrong = append(r.wrong, postgres.CheckURL(c.DatabaseURL))
	}
	r.wrong = append(r.wrong, c.identity().Validate(), identity.ValidateRoles(c.DefaultRole, c.AdminEmails))
	for _, cidr := range c.TrustedProxies {
		if _, err := netip.ParsePrefix(cidr); err != nil {
			r.fail("TRUSTED_PROXIES: %q isn't a network such as 10.0.0.0/8", cidr)
		}
	}
	for _, origin := range c.AllowedOrigins {
		// As browsers write it, since it is compared with what they send: in lower case, and nothing behind the host.
		u, err := url.Parse(origin)
		if err != nil || u.Host == "" || u.Scheme+"://"+strings.ToLower(u.Host) != origin || u.Scheme != "https" && (c.Production || u.Scheme != "http") {
			r.fail("CORS_ALLOWED_ORIGINS: %q isn't an origin such as https://news.example.org", origin)
		}
	}
}

// fetching reads how sites are asked, which is all that the command line needs of it.
func (r *reader) fetching(c *Config) {
	c.FetchUserAgent = r.text("FETCH_USER_AGENT", fetch.DefaultUserAgent)
	c.FetchPorts = r.ports("FETCH_EXTRA_PORTS")
	c.FetchProxy = r.address("FETCH_PROXY")
	c.FetchLab = r.text("FETCH_LAB", "")
	if c.FetchLab != "" && c.Production {
		r.fail("FETCH_LAB lets addresses of this machine be fetched, which production refuses: unset it, or set PRODUCTION=false on a laptop")
	}
	if err := c.fetch().Validate(); err != nil {
		r.wrong = append(r.wrong, err)
	}
}

// fetch is the part that says how sites are asked.
func (c Config) fetch() fetch.Config {
	return fetch.Config{UserAgent: c.FetchUserAgent, ExtraPorts: c.FetchPorts, Proxy: c.FetchProxy, Lab: c.FetchLab}
}

// identity is the part that says whose tokens are accepted.
func (c Config) identity() identity.Config {
	return identity.Config{
		ProjectID: c.FirebaseID, Production: c.Production, CheckRevoked: c.CheckRevoked,
		AllowedDomains: c.AllowedDomains, AllowedEmails: c.AllowedEmails, MaxAge: c.AuthMaxAge,
	}
}

type reader struct {
	getenv func(string) string
	wrong  []error
}

func (r *reader) fail(format string, args ...any) {
	r.wrong = append(r.wrong, fmt.Errorf(format, args...))
}

func (r *reader) text(name, preset string) string {
	if value := strings.TrimSpace(r.getenv(name)); value != "" {
		return value
	}
	return preset
}

func (r *reader) required(name, what string) string {
	value := r.text(name, "")
	if value == "" {
		r.fail("%s is missing: %s", name, what)
	}
	return value
}

func (r *reader) list(name string) []string {
	var list []string
	for value := range strings.SplitSeq(r.getenv(name), ",") {
		if value = strings.TrimSpace(value); value != "" {
			list = append(list, value)
		}
	}
	return list
}

// keys reads secrets, so their values never stand in an error. The first one seals and all open.
func (r *reader) keys(name string) *seal.Keys {
	keys, err := seal.New(r.list(name)...)
	if err != nil {
		r.fail("%s: %w", name, err)
	}
	return keys
}

func (r *reader) ports(name string) []int {
	var ports []int
	for _, text := range r.list(name) {
		port, err := strconv.ParseUint(text, 10, 16)
		if err != nil || port == 0 {
			r.fail("%s: %q isn't a port from 1 to 65535", name, text)
			continue
		}
		ports = append(ports, int(port))
	}
	return ports
}

// address reads one that may hold a password, so its value never stands in an error.
func (r *reader) address(name string) *url.URL {
	text := r.text(name, "")
	if text == "" {
		return nil
	}
	address, err := url.Parse(text)
	if err != nil || address.Host == "" {
		r.fail("%s isn't an address such as http://proxy.example.org:3128", name)
		return nil
	}
	return address
}

func (r *reader) boolean(name string, preset bool) bool {
	value, err := strconv.ParseBool(r.text(name, strconv.FormatBool(preset)))
	if err != nil {
		r.fail("%s is %q; it takes true or false", name, r.getenv(name))
		return preset
	}
	return value
}

func (r *reader) number(name string, preset, least, most int64) int64 {
	value, err := strconv.ParseInt(r.text(name, strconv.FormatInt(preset, 10)), 10, 64)
	if err != nil || value < least || value > most {
		r.fail("%s is %q; it takes a number from %d to %d", name, r.getenv(name), least, most)
		return preset
	}
	return value
}

func (r *reader) duration(name string, preset, least time.Duration) time.Duration {
	value, err := time.ParseDuration(r.text(name, preset.String()))
	if err != nil || value < least {
		r.fail("%s is %q; it takes a duration of at least %s, such as 15s or 24h", name, r.getenv(name), least)
		return preset
	}
	return value
}

func (r *reader) level(name string) (level slog.Level) {
	if err := level.UnmarshalText([]byte(r.text(name, "info"))); err != nil {
		r.fail("%s is %q; it takes debug, info, warn or error", name, r.getenv(name))
	}
	return level
}

// LogValue shows what is set, without secrets.
func (c Config) LogValue() slog.Value {
	return slog.GroupValue(
		slog.String("listen", c.ListenAddr), slog.String("metrics", c.MetricsAddr), slog.Bool("production", c.Production),
		slog.String("database", maskedURL(c.DatabaseURL)), slog.String("firebase_project", c.FirebaseID),
		slog.Bool("check_revoked", c.CheckRevoked), slog.Any("allowed_domains", c.AllowedDomains),
		slog.Int("allowed_emails", len(c.AllowedEmails)), slog.Any("cors_origins", c.AllowedOrigins),
		slog.Any("trusted_proxies", c.TrustedProxies), slog.Int("db_max_conns", c.DBMaxConns),
		slog.Any("credentials_keys", c.Keys), slog.String("fetch_user_agent", c.FetchUserAgent), slog.Any("fetch_extra_ports", c.FetchPorts),
		slog.Bool("fetch_proxy", c.FetchProxy != nil),
	)
}

// maskedURL is a database's address without its password, and without parameters that could hold one.
func maskedURL(text string) string {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" {
		return "(set)"
	}
	return u.Scheme + "://" + u.Host + u.Path
}
