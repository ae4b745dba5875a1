package main

import (
	"context"
	"errors"
	"fmt"
	"io"
)

// setting documents an environment variable of serve and work.
type setting struct {
	name     string
	fallback string // the value without the variable; empty = none
	meaning  string
}

// settings are all variables that serve, work and the command line read, in the order of the
// reference page (.github/SETTINGS.md, which `make generate` writes).
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
	{"DEFAULT_ROLE", "viewer", "The role of everyone else at the first sign-in: `viewer`, `contributor`, `editor` or `admin`"},
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

// printSettings prints the reference page of the settings as Markdown.
func printSettings(_ context.Context, args []string, out io.Writer) error {
	if len(args) > 0 {
		return errors.New("usage: newssources settings")
	}
	text := settingsHead
	for _, s := range settings {
		fallback := "none"
		if s.fallback != "" {
			fallback = "`" + s.fallback + "`"
		}
		text += fmt.Sprintf("| `%s` | %s | %s |\n", s.name, fallback, s.meaning)
	}
	_, err := io.WriteString(out, text)
	return err
}

// settingsHead is the text above the table.
const settingsHead = `# Settings

The service reads environment variables, which the chart sets from its [values](../charts/newssources/README.md).
It reports all invalid settings together when it starts. This page is generated:
` + "`newssources settings`" + ` prints it.

` + "`newssources serve`" + ` is the API, and ` + "`newssources work`" + ` checks the endpoints; any number of workers share the checks. A worker
reads ` + "`DATABASE_URL`, `CREDENTIALS_KEYS`, `METRICS_ADDR`, `DB_MAX_CONNS`, `LOG_LEVEL`, `SHUTDOWN_TIMEOUT`, `PRODUCTION`" + ` and the
` + "`FETCH_` and `CHECK_`" + ` settings. Set those to the same values as for the API.

| Name | Default | Meaning |
| --- | --- | --- |
`
