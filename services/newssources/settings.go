package main

import (
	"errors"
	"log/slog"
	"net/url"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/alerting/notify"
	"github.com/newsources/newsources/services/newssources/internal/checking/check"
	"github.com/newsources/newsources/services/newssources/internal/finding/suggestion"
	"github.com/newsources/newsources/services/newssources/internal/jobs"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/seal"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
	"github.com/newsources/newsources/services/newssources/internal/rules/schedule"
)

// setting documents an environment variable of serve and work.
type setting struct {
	name     string
	fallback string // the value without the variable; empty = none
	meaning  string
}

// settings are all variables that serve, work and the command line read, in the order of the
// reference page (.github/SETTINGS.md, which `make generate` writes). A new setting needs a row here, a
// field of Config and a line in readConfig, readWorkConfig or both.
var settings = []setting{
	{"DATABASE_URL", "", "Required. The database: PostgreSQL 15 or newer. The role of the migrations must be allowed to " +
		"create the extension `pg_trgm`. With the character type (`LC_CTYPE`) `C`, the search does not " +
		"find misspelled names outside ASCII; use `C.UTF-8` or the UTF-8 locale of a language"},
	{"MIGRATE_DATABASE_URL", "DATABASE_URL", "Only for `newssources migrate`: the same database with a separate role, " +
		"which owns the tables " +
		"([OPERATIONS](OPERATIONS.md#database-roles))"},
	{"XSRF_SECRET", "", "Required. At least 32 random bytes, the same in all replicas; signs the anti-forgery token. " +
		"Production refuses a value that is also in another setting"},
	{"CREDENTIALS_KEYS", "", "Keys of at least 32 random bytes (`openssl rand -base64 32`), separated by commas. They " +
		"encrypt " +
		"the credentials of endpoints and the secrets of webhooks: the first key encrypts, all keys " +
		"decrypt ([OPERATIONS](OPERATIONS.md#rotating-keys)). Without a key, endpoints with credentials " +
		"and webhooks are refused"},
	{"FIREBASE_PROJECT_ID", "", "Required. The project whose tokens are accepted"},
	{"ALLOWED_EMAIL_DOMAINS", "", "Domains of the e-mail addresses that may use the tool, separated by commas. This or " +
		"`ALLOWED_EMAILS` is required"},
	{"ALLOWED_EMAILS", "", "E-mail addresses that may use the tool, separated by commas"},
	{"ADMIN_EMAILS", "", "Who becomes an administrator at the first sign-in, separated by commas"},
	{"DEFAULT_ROLE", "viewer",
		"The role of everyone else at the first sign-in: `viewer`, `contributor`, `editor` or `admin`"},
	{"AUTH_MAX_AGE", "24h", "The maximum age of a sign-in, at least 1m"},
	{"FIREBASE_CHECK_REVOKED", "false", "On changes, asks Firebase whether the sign-in was revoked. Needs Google " +
		"credentials"},
	{"LISTEN_ADDR", ":8080", "The address of the API"},
	{"METRICS_ADDR", ":9090", "The address of `/metrics`, `/healthz` and `/readyz`. Never route the ingress here"},
	{"CORS_ALLOWED_ORIGINS", "", "Origins whose pages may call the API, when the app is on another host; `https://` in " +
		"production"},
	{"TRUSTED_PROXIES", "", "Networks (CIDR) whose `X-Forwarded-For` is trusted. Production refuses `0.0.0.0/0` and " +
		"`::/0`, " +
		"with which every client could forge its address"},
	{"DB_MAX_CONNS", "10", "Connections of a process for requests and jobs, 2 to 1000; four more serve probes and the " +
		"member lookup"},
	{"SHUTDOWN_DELAY", "5s", "How long a stopping API still accepts requests, so that load balancers notice"},
	{"SHUTDOWN_TIMEOUT", "30s", "How long a stopping process then takes to finish requests (API) or checks (worker, " +
		"default " +
		"`20s`)"},
	{"LOG_LEVEL", "info", "`debug`, `info`, `warn` or `error`"},
	{"FETCH_USER_AGENT", "", "The user agent that sites see, such as `newsources/1.0 (+https://news.example.org/bot)`. " +
		"Include a contact address"},
	{"FETCH_EXTRA_PORTS", "", "Ports that may be fetched in addition to 80 and 443, separated by commas"},
	{"FETCH_PROXY", "", "The outbound proxy. The variable `HTTP_PROXY` is ignored"},
	{"FETCH_LAB", "", "Laptops only: the DNS server of the simulator. Allows loopback addresses; production refuses it"},
	{"CHECK_CONCURRENCY", "50", "Concurrent checks of one worker, 1 to 2000"},
	{"CHECK_HOST_INTERVAL", "1s", "Pause between two requests to one registrable domain, over all API and worker " +
		"processes; 0 = " +
		"none"},
	{"CHECK_CANARIES", "https://www.wikipedia.org/,https://example.com/",
		"Addresses that answer as long as the network of the worker works, separated by commas, or " +
			"`none`. They are requested when a site cannot be reached and no other one answers. When they do " +
			"not answer either, failures are not counted, and after 20 sites an incident opens. Addresses " +
			"that have never answered are ignored"},
	{"CHECK_MIN_INTERVAL", "5m", "Shortest interval between two checks of an endpoint; the tier of a source narrows it"},
	{"CHECK_MAX_INTERVAL", "24h", "Longest interval between two checks of an endpoint"},
	{"SUGGEST_APPLY_SAFE", "true", "Whether suggested moves of endpoints to https and within one domain are applied " +
		"without a " +
		"person"},
	{"SMTP_URL", "", "The mail server for alerts: `smtp://user:password@host:587` (STARTTLS is required), " +
		"`smtps://…:465` (TLS from the start), or `smtp://host:25?tls=none`. Without it, alerts are only " +
		"sent to webhooks"},
	{"MAIL_FROM", "", "The sender of alerts, such as `News Sources <alerts@example.org>`. Required with `SMTP_URL`"},
	{"APP_URL", "", "The address of the app for links in alerts, such as `https://news.example.org`"},
	{"WEBSUB_CALLBACK_URL", "", "The public address of this service for WebSub hubs, such as " +
		"`https://news.example.org`. Hubs " +
		"call `/newssources/websub/…` below it. If it is set, feeds that name a hub are subscribed, so " +
		"that new items are found at once. Requires `CREDENTIALS_KEYS`"},
	{"PRODUCTION", "true", "`false` allows what is meant for a laptop, such as `FIREBASE_AUTH_EMULATOR_HOST`"},
	{"LAB_OPTIONS", "", "Laptops and tests only: shorter intervals and the list that an empty register offers to import " +
		"(`lab_options.go`). Production refuses it"},
	{"GOMEMLIMIT", "", "Memory from which the garbage collector of Go runs more often. By default 90 % of the memory " +
		"limit of the container. Allow 512 MiB per replica: uploads and discoveries need up to 300 MB " +
		"each"},
	{"OTEL_EXPORTER_OTLP_ENDPOINT", "", "The OpenTelemetry collector that receives traces over OTLP/HTTP, such as " +
		"`http://collector:4318`. If it is not set, no traces are sent. The other variables of " +
		"OpenTelemetry's exporter also apply"},
}

// Config holds the settings of serve. LogValue omits the secrets.
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
	DBMaxConns     int
	ShutdownDelay  time.Duration
	ShutdownLimit  time.Duration
	LogLevel       slog.Level
	FetchUserAgent string
	FetchPorts     []int
	FetchProxy     *url.URL
	FetchLab       string
	Suggestions    suggestion.Config
	AppURL         string
	WebSubURL      string             // the public address for callbacks of WebSub hubs; empty = no subscriptions
	Mail           *notify.MailConfig // nil = no e-mails
	AlertInterval  time.Duration      // between two evaluations of the alert rules
	RightsInterval time.Duration      // between two reviews of what sites declare about rights
	RobotsTTL      time.Duration      // the maximum age of a robots.txt; 0 = the default of package fetch
	SampleList     []byte             // nil = the sample lists of the product
	Check          check.Config       // HostInterval and Limits, for the checks of other programs
}

// WorkConfig holds the settings of work. LogValue omits the secrets.
type WorkConfig struct {
	Config // the shared settings: database, keys, log, requests to sites, checks
}

// readConfig reads the settings from the environment. It returns the errors of all settings,
// joined.
func readConfig(getenv func(string) string) (Config, error) {
	env := envReader{getenv: getenv}
	c := Config{
		DatabaseURL:    env.required("DATABASE_URL", "postgres://user:password@host:5432/database"),
		ListenAddr:     env.stringOr("LISTEN_ADDR", ":8080"),
		MetricsAddr:    env.stringOr("METRICS_ADDR", ":9090"),
		Production:     env.boolOr("PRODUCTION", true),
		FirebaseID:     env.stringOr("FIREBASE_PROJECT_ID", ""),
		CheckRevoked:   env.boolOr("FIREBASE_CHECK_REVOKED", false),
		AllowedDomains: env.list("ALLOWED_EMAIL_DOMAINS"),
		AllowedEmails:  env.list("ALLOWED_EMAILS"),
		AdminEmails:    env.list("ADMIN_EMAILS"),
		DefaultRole:    env.stringOr("DEFAULT_ROLE", string(identity.Viewer)),
		AuthMaxAge:     env.durationOr("AUTH_MAX_AGE", 24*time.Hour, time.Minute),
		XSRFSecret:     []byte(env.required("XSRF_SECRET", "at least 32 random bytes, the same for all replicas")),
		AllowedOrigins: env.list("CORS_ALLOWED_ORIGINS"),
		TrustedProxies: env.list("TRUSTED_PROXIES"),
		DBMaxConns:     int(env.int64Or("DB_MAX_CONNS", 10, 2, 1000)),
		ShutdownDelay:  env.durationOr("SHUTDOWN_DELAY", 5*time.Second, 0),
		ShutdownLimit:  env.durationOr("SHUTDOWN_TIMEOUT", 30*time.Second, time.Second),
		LogLevel:       env.logLevel("LOG_LEVEL"),
	}
	env.readFetch(&c)
	c.Suggestions = suggestion.DefaultConfig()
	c.Suggestions.ApplySafe = env.boolOr("SUGGEST_APPLY_SAFE", true)
	c.AlertInterval, c.RightsInterval = jobs.AlertInterval, jobs.RightsInterval
	env.readLabOptions(&c)
	c.Check = env.checkRules()
	c.AppURL, c.Mail = env.appURL("APP_URL"), env.mail("SMTP_URL", "MAIL_FROM", c.Production)
	c.Keys = env.credentialsKeys()
	c.WebSubURL = env.callbackURL("WEBSUB_CALLBACK_URL", c.Production)
	env.checkConfig(c)
	env.checkSecrets(c)
	return c, errors.Join(env.errs...)
}

// readWorkConfig reads the settings from the environment. It returns the errors of all settings,
// joined.
func readWorkConfig(getenv func(string) string) (WorkConfig, error) {
	env := envReader{getenv: getenv}
	c := WorkConfig{
		Config: Config{
			DatabaseURL: env.required("DATABASE_URL", "postgres://user:password@host:5432/database"),
			MetricsAddr: env.stringOr("METRICS_ADDR", ":9090"),
			Production:  env.boolOr("PRODUCTION", true),
			DBMaxConns:  int(env.int64Or("DB_MAX_CONNS", 10, 2, 1000)),
			LogLevel:    env.logLevel("LOG_LEVEL"),
			Check:       env.checkRules(),
		},
	}
	c.Check.Concurrency = int(env.int64Or("CHECK_CONCURRENCY", check.DefaultConcurrency, 1, 2000))
	c.Check.DrainTime = env.durationOr("SHUTDOWN_TIMEOUT", 20*time.Second, time.Second)
	c.Check.Canaries, c.Check.Name = env.canaries("CHECK_CANARIES"), hostname()
	if c.DatabaseURL != "" {
		env.errs = append(env.errs, postgres.CheckURL(c.DatabaseURL))
	}
	env.readFetch(&c.Config)
	env.readLabOptions(&c.Config)
	c.Keys = env.credentialsKeys()
	c.Check.Keys = c.Keys
	return c, errors.Join(env.errs...)
}

// checkRules reads the settings that also apply to the checks that other programs report to the API.
func (env *envReader) checkRules() check.Config {
	c := check.Config{
		HostInterval: env.durationOr("CHECK_HOST_INTERVAL", fetch.DefaultHostInterval, 0),
		Limits: schedule.Limits{
			Min: env.durationOr("CHECK_MIN_INTERVAL", schedule.DefaultMin, time.Second),
			Max: env.durationOr("CHECK_MAX_INTERVAL", schedule.DefaultMax, time.Second),
		},
	}
	if c.Limits.Min > c.Limits.Max {
		env.addError("CHECK_MIN_INTERVAL (%s) is longer than CHECK_MAX_INTERVAL (%s)", c.Limits.Min, c.Limits.Max)
	}
	return c
}

// readFetch reads the FETCH_ settings.
func (env *envReader) readFetch(c *Config) {
	c.FetchUserAgent = env.stringOr("FETCH_USER_AGENT", fetch.DefaultUserAgent)
	c.FetchPorts = env.portList("FETCH_EXTRA_PORTS")
	c.FetchProxy = env.proxyURL("FETCH_PROXY")
	c.FetchLab = env.stringOr("FETCH_LAB", "")
	if c.FetchLab != "" && c.Production {
		env.addError("FETCH_LAB allows fetching from loopback addresses, which production mode refuses: unset it, or set " +
			"PRODUCTION=false on a laptop")
	}
	if err := c.fetchConfig().Validate(); err != nil {
		env.errs = append(env.errs, err)
	}
}

// readFetchConfig reads only PRODUCTION and the FETCH_ and CHECK_ settings, for commands.
func readFetchConfig(getenv func(string) string) (Config, error) {
	env := envReader{getenv: getenv}
	c := Config{Production: env.boolOr("PRODUCTION", true), Check: env.checkRules()}
	env.readFetch(&c)
	return c, errors.Join(env.errs...)
}
