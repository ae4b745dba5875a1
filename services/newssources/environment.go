package main

import (
	"fmt"
	"log/slog"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/alerting/notify"
	"github.com/newsources/newsources/services/newssources/internal/platform/seal"
)

// envReader parses environment variables and collects their errors.
type envReader struct {
	getenv func(string) string
	errs   []error
}

func (env *envReader) addError(format string, args ...any) {
	env.errs = append(env.errs, fmt.Errorf(format, args...))
}

func (env *envReader) stringOr(name, fallback string) string {
	if value := strings.TrimSpace(env.getenv(name)); value != "" {
		return value
	}
	return fallback
}

func (env *envReader) required(name, description string) string {
	value := env.stringOr(name, "")
	if value == "" {
		env.addError("%s is missing: %s", name, description)
	}
	return value
}

func (env *envReader) list(name string) []string {
	var list []string
	for value := range strings.SplitSeq(env.getenv(name), ",") {
		if value = strings.TrimSpace(value); value != "" {
			list = append(list, value)
		}
	}
	return list
}

// credentialsKeys reads CREDENTIALS_KEYS. Its errors don't contain the values, which are secret.
func (env *envReader) credentialsKeys() *seal.Keys {
	keys, err := seal.New(env.list("CREDENTIALS_KEYS")...)
	if err != nil {
		env.addError("CREDENTIALS_KEYS: %w", err)
	}
	return keys
}

func (env *envReader) portList(name string) []int {
	var ports []int
	for _, text := range env.list(name) {
		port, err := strconv.ParseUint(text, 10, 16)
		if err != nil || port == 0 {
			env.addError("%s: %q is not a port from 1 to 65535", name, text)
			continue
		}
		ports = append(ports, int(port))
	}
	return ports
}

// proxyURL reads the URL of a proxy. Its errors don't contain the value, which may hold a password.
func (env *envReader) proxyURL(name string) *url.URL {
	text := env.stringOr(name, "")
	if text == "" {
		return nil
	}
	address, err := url.Parse(text)
	if err != nil || address.Host == "" {
		env.addError("%s is not an address such as http://proxy.example.org:3128", name)
		return nil
	}
	return address
}

// appURL reads the address of the app.
func (env *envReader) appURL(name string) string {
	text := strings.TrimSuffix(env.stringOr(name, ""), "/")
	if text == "" {
		return ""
	}
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" || u.User != nil || u.RawQuery != "" ||
		u.Path != "" {
		env.addError("%s is not an address such as https://news.example.org", name)
		return ""
	}
	return text
}

// callbackURL reads the public address of this service for requests of other servers. It may have a
// path, which a proxy removes.
func (env *envReader) callbackURL(name string, production bool) string {
	text := strings.TrimSuffix(env.stringOr(name, ""), "/")
	if text == "" {
		return ""
	}
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" || u.User != nil || u.RawQuery != "" ||
		u.Fragment != "":
		env.addError("%s is not an address such as https://news.example.org", name)
	case u.Scheme == "http" && production:
		env.addError("%s is not encrypted, which production mode refuses: use https://, or set PRODUCTION=false on a laptop",
			name)
	default:
		return text
	}
	return ""
}

// mail reads the mail server and the sender. Its errors don't contain the address of the server,
// which may hold a password.
func (env *envReader) mail(server, from string, production bool) *notify.MailConfig {
	address := env.stringOr(server, "")
	if address == "" {
		return nil
	}
	config, err := notify.ParseMailConfig(address, env.stringOr(from, ""), production)
	if err != nil {
		env.errs = append(env.errs, err)
	}
	return config
}

func (env *envReader) boolOr(name string, fallback bool) bool {
	value, err := strconv.ParseBool(env.stringOr(name, strconv.FormatBool(fallback)))
	if err != nil {
		env.addError("%s is %q: use true or false", name, env.getenv(name))
		return fallback
	}
	return value
}

func (env *envReader) int64Or(name string, fallback, lowest, highest int64) int64 {
	value, err := strconv.ParseInt(env.stringOr(name, strconv.FormatInt(fallback, 10)), 10, 64)
	if err != nil || value < lowest || value > highest {
		env.addError("%s is %q: use a number from %d to %d", name, env.getenv(name), lowest, highest)
		return fallback
	}
	return value
}

func (env *envReader) durationOr(name string, fallback, lowest time.Duration) time.Duration {
	value, err := time.ParseDuration(env.stringOr(name, fallback.String()))
	if err != nil || value < lowest {
		env.addError("%s is %q: use a duration of at least %s, such as 15s or 24h", name, env.getenv(name), lowest)
		return fallback
	}
	return value
}

func (env *envReader) logLevel(name string) (level slog.Level) {
	if err := level.UnmarshalText([]byte(env.stringOr(name, "info"))); err != nil {
		env.addError("%s is %q: use debug, info, warn or error", name, env.getenv(name))
	}
	return level
}
