package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/newsources/newsources/services/devstack/simulator"
	"github.com/newsources/newsources/services/newssources/internal/finding/discover"
	"github.com/newsources/newsources/services/newssources/internal/platform/testdb"
)

// simulatedInternet starts the simulator and returns it with the environment of a command that uses
// it.
func simulatedInternet(t *testing.T) (*simulator.Simulator, map[string]string) {
	t.Helper()
	internet, err := simulator.Start(simulator.Options{})
	must(t, err)
	t.Cleanup(func() { _ = internet.Close() })
	return internet, map[string]string{"DATABASE_URL": testdb.URL(t), "FETCH_LAB": internet.DNS, "PRODUCTION": "false"}
}

func TestDiscoverPrintsCandidates(t *testing.T) {
	t.Parallel()
	internet, environment := simulatedInternet(t)
	p := runToEnd(t, environment, "discover", internet.URL("moved-301.test", "/feed"))
	if code := p.exit(); code != 0 || p.err.String() != "" {
		t.Errorf("exit %d: %s", code, p.err.String())
	}
	out := p.out.String()
	for _, want := range []string{
		"redirect  301 from " + internet.URL("moved-301.test", "/feed"),
		"reached   " + internet.URL("elejemplo.test", "/rss/portada.xml"),
		"name      El Ejemplo (", "country   ES (", "language  es (", "*  rss", "20 items", " a day", "newest 20",
		"The address has moved permanently to " + internet.URL("elejemplo.test", "/rss/portada.xml"), " s. An asterisk",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("%q isn't in\n%s", want, out)
		}
	}
	if first, last := strings.Index(out, "*  rss"), strings.Index(out, "Comentarios"); first < 0 || last < first {
		t.Errorf("the comment feed is not the last one:\n%s", out)
	}
}

func TestDiscoverPrintsEventsAsJSON(t *testing.T) {
	t.Parallel()
	internet, environment := simulatedInternet(t)
	p := runToEnd(t, environment, "discover", "--json", internet.URL("formats.test", "/"))
	var last discover.Event
	overlaps := 0
	for line := range bytes.Lines([]byte(p.out.String())) {
		must(t, json.Unmarshal(line, &last))
		if last.Type == discover.Found && last.Candidate.Overlap != nil {
			overlaps++
		}
	}
	if p.exit() != 0 || last.Type != discover.Done || last.Done.Candidates != 4 || overlaps == 0 {
		t.Errorf("exit %d, %d overlaps, the last event is %+v", p.exit(), overlaps, last)
	}
}

func TestDiscoverExitCode(t *testing.T) {
	t.Parallel()
	internet, environment := simulatedInternet(t)
	withPassword := func(address string) string {
		return strings.Replace(address, "//", "//reader:"+simulator.Password+"@", 1)
	}
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{withPassword(internet.URL("password.test", "/rss"))}, 0, "Members Only"},
		{[]string{withPassword(internet.URL("no-feeds.test", "/"))}, 1, "No feed was found in "},
		{[]string{internet.URL("no-feeds.test", "/other")}, 1, "no page at this address"},
		{[]string{internet.URL("list-only.test", "/")}, 0, `The recipe: list "article"`},
		// The announced feed that is missing doesn't count.
		{[]string{internet.URL("status-404.test", "/")}, 0, "\n1 found in "},
		{[]string{withPassword("https://127.0.0.1/feed")}, 2, "IP addresses are not allowed"},
		{[]string{withPassword("https://exa mple.org/feed")}, 2, "blank"},
		{[]string{}, 2, "usage: newssources discover"},
		{[]string{"--xml", "https://example.org"}, 2, "usage: newssources discover"},
	} {
		t.Run(c.want, func(t *testing.T) {
			t.Parallel()
			p := runToEnd(t, environment, append([]string{"discover"}, c.args...)...)
			output := p.out.String() + p.err.String()
			if p.exit() != c.code || !strings.Contains(output, c.want) {
				t.Errorf("exit %d, want %d and %q:\n%s", p.exit(), c.code, c.want, output)
			}
			if strings.Contains(output, simulator.Password) || strings.Contains(output, "reader") {
				t.Errorf("output contains a password:\n%s", output)
			}
		})
	}
}

func TestPrintableRemovesControlCharacters(t *testing.T) {
	t.Parallel()
	if got := printable("Diario\x1b[2J\u202e \a日本 é"); got != "Diario[2J 日本 é" {
		t.Errorf("%q", got)
	}
}
