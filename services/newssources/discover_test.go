package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/newsources/newsources/services/devstack/simulator"
	"github.com/newsources/newsources/services/newssources/internal/discover"
	"github.com/newsources/newsources/services/newssources/internal/testdb"
)

// lab is the environment of a search in the simulated internet.
func lab(t *testing.T) (*simulator.Simulator, map[string]string) {
	t.Helper()
	internet, err := simulator.Start(simulator.Options{})
	must(t, err)
	t.Cleanup(func() { _ = internet.Close() })
	return internet, map[string]string{"DATABASE_URL": testdb.URL(t), "FETCH_LAB": internet.DNS, "PRODUCTION": "false"}
}

func TestDiscoverPrintsAProposal(t *testing.T) {
	t.Parallel()
	internet, environment := lab(t)
	p := finish(t, environment, "discover", internet.URL("moved-301.test", "/feed"))
	if code := p.exit(); code != 0 || p.err.String() != "" {
		t.Errorf("exit %d: %s", code, p.err.String())
	}
	out := p.out.String()
	for _, want := range []string{
		"redirect  301 from " + internet.URL("moved-301.test", "/feed"), "reached   " + internet.URL("elejemplo.test", "/rss/portada.xml"),
		"name      El Ejemplo (", "country   ES (", "language  es (", "*  rss", "20 items", " a day", "newest 20",
		"The address has moved permanently to " + internet.URL("elejemplo.test", "/rss/portada.xml"), " s. An asterisk",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("%q isn't in\n%s", want, out)
		}
	}
	if first, last := strings.Index(out, "*  rss"), strings.Index(out, "Comentarios"); first < 0 || last < first {
		t.Errorf("the comments aren't last:\n%s", out)
	}
}

// TestDiscoverInTheRunningStack: without DATABASE_URL it looks into the same internet as `make run`.
func TestDiscoverInTheRunningStack(t *testing.T) {
	t.Parallel()
	internet, environment := lab(t)
	p := prepare(t, nil, "discover", internet.URL("icons.test", "/"))
	p.besideStack(map[string]any{"database_url": environment["DATABASE_URL"], "simulator": map[string]string{"dns": internet.DNS}})
	p.start()
	if p.exit() != 0 || !strings.Contains(p.out.String(), "*  rss") {
		t.Errorf("exit %d: %s%s", p.exit(), p.out.String(), p.err.String())
	}
}

func TestDiscoverTellsTheEvents(t *testing.T) {
	t.Parallel()
	internet, environment := lab(t)
	p := finish(t, environment, "discover", "--json", internet.URL("formats.test", "/"))
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

func TestDiscoverSaysInItsExitCodeWhetherThereIsAFeed(t *testing.T) {
	t.Parallel()
	internet, environment := lab(t)
	secret := func(address string) string {
		return strings.Replace(address, "//", "//reader:"+simulator.Password+"@", 1)
	}
	for _, c := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{secret(internet.URL("password.test", "/rss"))}, 0, "Members Only"},
		{[]string{secret(internet.URL("no-feeds.test", "/"))}, 1, "No feed was found in "},
		{[]string{internet.URL("no-feeds.test", "/other")}, 1, "nothing at this address"},
		{[]string{internet.URL("list-only.test", "/")}, 0, `The recipe: list "article"`},
		{[]string{internet.URL("status-404.test", "/")}, 0, "\n1 found in "}, // besides what is announced and isn't there
		{[]string{secret("https://127.0.0.1/feed")}, 2, "IP addresses are not allowed"},
		{[]string{secret("https://exa mple.org/feed")}, 2, "blank"},
		{[]string{}, 2, "usage: newssources discover"},
		{[]string{"--xml", "https://example.org"}, 2, "usage: newssources discover"},
	} {
		p := finish(t, environment, append([]string{"discover"}, c.args...)...)
		said := p.out.String() + p.err.String()
		if p.exit() != c.code || !strings.Contains(said, c.says) {
			t.Errorf("exit %d, want %d and %q:\n%s", p.exit(), c.code, c.says, said)
		}
		if strings.Contains(said, simulator.Password) || strings.Contains(said, "reader") {
			t.Errorf("a password was written:\n%s", said)
		}
	}
}

func TestTextsOfStrangersGiveNoOrders(t *testing.T) {
	t.Parallel()
	if got := printable("Diario\x1b[2J\u202e \a日本 é"); got != "Diario[2J 日本 é" {
		t.Errorf("%q", got)
	}
}
