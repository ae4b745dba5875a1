package main

import (
	"bytes"
	"net"
	"os"
	"strings"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/platform/testdb"
)

func TestServeReportsAllConfigurationErrors(t *testing.T) {
	t.Parallel()
	p := runToEnd(t, map[string]string{
		"DATABASE_URL": "postgres://app:" + testPassword + "/x@db/register", "XSRF_SECRET": testXSRF[:20],
		"ALLOWED_EMAIL_DOMAINS": "*",
		"DEFAULT_ROLE":          "owner", "PRODUCTION": "true", "FIREBASE_AUTH_EMULATOR_HOST": "127.0.0.1:9099",
		"SHUTDOWN_DELAY":       "soon",
		"CORS_ALLOWED_ORIGINS": "news.example.org", "LOG_LEVEL": "loud", "AUTH_MAX_AGE": "0",
	}, "serve")
	text := p.err.String()
	if code := p.exit(); code != 1 {
		t.Errorf("exit code %d", code)
	}
	for _, name := range []string{"DATABASE_URL", "XSRF_SECRET", "FIREBASE_PROJECT_ID", "ALLOWED_EMAIL_DOMAINS",
		"DEFAULT_ROLE",
		"FIREBASE_AUTH_EMULATOR_HOST is set in production mode", "SHUTDOWN_DELAY", "CORS_ALLOWED_ORIGINS", "LOG_LEVEL",
		"AUTH_MAX_AGE"} {
		if strings.Count(text, name) == 0 {
			t.Errorf("no error for %s: %s", name, text)
		}
	}
	if lines := strings.Count(strings.TrimSpace(text), "\n"); lines != 10 {
		t.Errorf("got %d errors: %s", lines, text)
	}
	for _, secret := range []string{testPassword, testXSRF[:20], "goroutine", ".go:"} {
		if strings.Contains(text+p.out.String(), secret) {
			t.Errorf("output contains %q", secret)
		}
	}
}

// TestServeRefusesTheEmulatorInProduction checks the refusal of the emulator, which accepts
// unsigned tokens.
func TestServeRefusesTheEmulatorInProduction(t *testing.T) {
	t.Parallel()
	for _, production := range []string{"true", ""} { // production is the default
		p := runToEnd(t, laptopEnv("postgres://app@db.example.org/x", map[string]string{"PRODUCTION": production}), "serve")
		if text := p.err.String(); p.exit() != 1 || !strings.Contains(text, "FIREBASE_AUTH_EMULATOR_HOST") ||
			strings.Contains(p.out.String(), "listening") {
			t.Errorf("PRODUCTION=%q: got %s", production, text)
		}
	}
}

// TestBinaryEmbedsTimeZones checks that the time zones of feeds do not depend on the machine.
func TestBinaryEmbedsTimeZones(t *testing.T) {
	t.Parallel()
	file, err := binary()
	must(t, err)
	data, err := os.ReadFile(file)
	must(t, err)
	if !bytes.Contains(data, []byte("Antarctica/Troll")) {
		t.Error("Antarctica/Troll is missing")
	}
}

func TestPortInUseIsAStartupError(t *testing.T) {
	t.Parallel()
	used, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	defer used.Close()
	database := testdb.URL(t)
	for _, name := range []string{"LISTEN_ADDR", "METRICS_ADDR"} {
		p := runToEnd(t, laptopEnv(database, map[string]string{name: used.Addr().String()}), "serve")
		text := strings.TrimSpace(p.err.String())
		if p.exit() != 1 || strings.Contains(text, "\n") || !strings.Contains(text, used.Addr().String()) ||
			!strings.Contains(text, "another program") {
			t.Errorf("%s: got %q", name, text)
		}
	}
}

func TestUsageListsEveryCommand(t *testing.T) {
	t.Parallel()
	for _, c := range commands {
		if !strings.Contains(usage(), "\n  newssources "+c.name+" ") || c.summary == "" {
			t.Errorf("%s is missing", c.name)
		}
	}
}

func TestCommandOutputAndExitCode(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		args     string
		code     int
		out, err string
	}{
		{"version", 0, "1.2.3-test\n", ""},
		{"help", 0, "newssources import FILE", ""},
		{"", 0, "newssources serve", ""},
		{"destroy", 1, "", `unknown command "destroy"`},
		{"migrate", 1, "", "usage: newssources migrate up|status"},
		{"migrate down", 1, "", "usage: newssources migrate up|status"},
		{"migrate up", 1, "", "DATABASE_URL is missing"},
		{"help", 0, "newssources reseal", ""},
		{"version 2", 0, "1.2.3-test\n", ""},
		{"serve 8080", 1, "", "usage: newssources serve"},
		{"import", 1, "", "usage: newssources import [--dry-run] [--format FORMAT] [--json] FILE"},
		{"import list.opml", 1, "", "DATABASE_URL is missing"},
	} {
		t.Run(c.args, func(t *testing.T) {
			t.Parallel()
			p := runToEnd(t, nil, strings.Fields(c.args)...)
			if p.exit() != c.code || !strings.Contains(p.out.String(), c.out) || !strings.Contains(p.err.String(), c.err) {
				t.Errorf("exit %d, out %q, err %q", p.exit(), p.out.String(), p.err.String())
			}
		})
	}
	t.Run("migrate up with an unescaped slash in the password", func(t *testing.T) {
		t.Parallel()
		p := runToEnd(t, map[string]string{"DATABASE_URL": "postgres://app:" + testPassword + "/x@db/register"}, "migrate",
			"up")
		if text := p.err.String(); p.exit() != 1 || strings.Contains(text, testPassword) ||
			!strings.Contains(text, "%2F for /") {
			t.Errorf("got %q", text)
		}
	})
}
