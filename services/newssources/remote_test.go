package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/platform/testdb"
)

// commandRig runs commands on a register, with its database or its API.
type commandRig struct {
	*testing.T
	environment map[string]string
	folder      string
	out         strings.Builder // the output of all commands, without ids, times and cursors
}

// variableText matches ids, times and cursors.
var variableText = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f-]{27}|\d{4}-\d\d-\d\dT[0-9:.]+Z|"cursor":"[^"]*"`)

// run runs a command, expects its exit code and returns its output.
func (r *commandRig) run(code int, args ...string) string {
	r.Helper()
	p := runToEnd(r.T, r.environment, args...)
	text := p.out.String() + p.err.String()
	if got := p.exit(); got != code {
		r.Fatalf("%q: exit %d, want %d\n%s", args, got, code, text)
	}
	masked := strings.ReplaceAll(variableText.ReplaceAllString(text, "…"), r.folder, "")
	fmt.Fprintf(&r.out, "%s: %d\n%s", args[0], code, masked)
	return text
}

func (r *commandRig) file(name, text string) string {
	r.Helper()
	path := filepath.Join(r.folder, name)
	must(r.T, os.WriteFile(path, []byte(text), 0o600))
	return path
}

func (r *commandRig) expect(text string, parts ...string) {
	r.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			r.Errorf("%q is missing in\n%s", part, text)
		}
	}
}

// runAll runs all commands that can use the API. view is a shared view of the sources in Spain.
func (r *commandRig) runAll(view string) {
	file := r.file("register.yaml", registerYAML)
	r.expect(r.run(2, "plan", file), "pending\tcreate\tsource\tFirst\tcountry\t\t\"ES\"", "pending=4")
	r.expect(r.run(0, "apply", file), "changed=4")
	r.expect(r.run(0, "plan", "--json", file), `{"conflict":0,"pending":0,"refused":0}`)
	mixed := r.file("mixed.json", `[{"homepage_url":"https://first.example/","country":"ZZ"},`+
		`{"name":"Third","homepage_url":"https://third.example/"}]`)
	r.expect(r.run(2, "apply", mixed), "refused\tsource\tFirst\tcountry", "changed=1", "refused=1")
	r.expect(r.run(2, "apply", "--json", mixed), `"result":"refused"`, `"refused":1`)

	table := r.file("table.csv",
		"Name;Homepage;Land;Intern\nA;https://a.example;Spanien;1\nB;https://b.example;Atlantis;2\n")
	for _, args := range [][]string{{"import", "--dry-run", table}, {"import", table}} {
		r.expect(r.run(2, args...),
			"invalid\tline 3\tB | https://b.example | Atlantis | 2\tLand: “Atlantis” is not a country",
			"created=1 exists=0 recovered=0 invalid=1", "Ignored columns: “Intern”.")
	}
	r.expect(r.run(2, "import", "--json", table), `"exists":1`, `"entry":"B | https://b.example | Atlantis | 2"`)
	list := r.file("list.opml", strings.Replace(opmlList(1, 2), "</body>",
		`<outline text="Home" xmlUrl="http://192.168.0.1/rss"/></body>`, 1))
	for _, args := range [][]string{{"import", "--dry-run", list}, {"import", list}} {
		r.expect(r.run(2, args...), "invalid\tline 3\thttp://192.168.0.1/rss\tIP addresses are not allowed", "created=2")
	}
	r.run(1, "import", r.file("logo.png", "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"+strings.Repeat("\x00", 100)))

	columns := []string{"--columns", "name,homepage_url", "--format", "csv", "--sort", "name"}
	export := func(args ...string) string {
		return r.run(0, append(append([]string{"export"}, columns...), append(args, "-")...)...)
	}
	r.expect(export("--filter", "country=ES"), "A,https://a.example/,unknown\nFirst,https://first.example/,unknown\n",
		"sources=2")
	r.expect(export("--view", view), "A,https://a.example/,unknown\nFirst,https://first.example/,unknown\n", "sources=2")
	var records []struct{ ID, Name string }
	must(r.T, json.Unmarshal([]byte(strings.Split(r.run(0, "export", "--format", "json", "-"), "\nsources=")[0]),
		&records))
	r.expect(export("--ids", records[0].ID+","+records[1].ID), "sources=2")
	r.run(1, "export", "--filter", "colour=red", "-")
	r.run(1, "export", "--ids", records[0].ID, "--view", view, "-")

	changes := r.run(0, "changes")
	r.expect(changes, "first.example", "n2.example")
	var first struct{ Cursor string }
	must(r.T, json.Unmarshal([]byte(strings.Split(changes, "\n")[0]), &first))
	if after := r.run(0, "changes", "--since", first.Cursor); strings.Count(after, "\n") != strings.Count(changes,
		"\n")-1 {
		r.Errorf("after the first change: %s", after)
	}
	r.run(1, "changes", "--since", "x")
}

// TestCommandsUseTheAPI runs the same commands with a database and with the API of a service, and expects
// the same output.
func TestCommandsUseTheAPI(t *testing.T) {
	t.Parallel()
	var outputs [2]string // with the database and with the API
	t.Run("commands", func(t *testing.T) {
		for way := range outputs {
			t.Run([]string{"database", "API"}[way], func(t *testing.T) {
				t.Parallel()
				database := testdb.URL(t)
				r := &commandRig{T: t, environment: map[string]string{"DATABASE_URL": database}, folder: t.TempDir()}
				s := startService(t, database, nil)
				s.signIn()
				created := s.call(t.Context(), http.MethodPost, "/newssources/views",
					`{"name":"Spain","filter":{"country":["ES"]},"sharing":"members"}`, "Content-Type", "application/json")
				var view struct{ ID string }
				must(t, json.Unmarshal(created.body, &view))
				token := runToEnd(t, r.environment, "token", "create", "--owner", "ana@example.org", "--name", "x", "--scope",
					"write")
				if way == 1 {
					r.environment = map[string]string{"NEWSSOURCES_API": s.api, "NEWSSOURCES_TOKEN": token.out.String()}
				}
				r.runAll(view.ID)
				outputs[way] = r.out.String()
			})
		}
	})
	if outputs[0] != outputs[1] {
		t.Errorf("with the database:\n%s\nwith the API:\n%s", outputs[0], outputs[1])
	}
}

// TestCommandsOfContributors checks that what a contributor imports and applies through the API becomes a
// proposal, which the exit code reports.
func TestCommandsOfContributors(t *testing.T) {
	t.Parallel()
	database := testdb.URL(t)
	s := startService(t, database, map[string]string{"DEFAULT_ROLE": "contributor"})
	s.signIn()
	r := &commandRig{T: t, environment: map[string]string{"DATABASE_URL": database}, folder: t.TempDir()}
	token := runToEnd(t, r.environment, "token", "create", "--owner", "ana@example.org", "--name", "x", "--scope", "write")
	r.environment = map[string]string{"NEWSSOURCES_API": s.api, "NEWSSOURCES_TOKEN": token.out.String()}
	for _, args := range [][]string{{"apply", r.file("register.yaml", registerYAML)},
		{"import", r.file("list.csv", "name,homepage\nA,https://a.example\n")}, {"import",
			r.file("list.opml", opmlList(1, 2))}} {
		r.expect(r.run(2, args...), "Another member must approve this", "Nothing was changed yet.")
	}
	if n := countRows(t, database, "sources"); n != 0 {
		t.Errorf("%d sources were created", n)
	}
	if n := countRows(t, database, "change_sets WHERE state = 'proposed'"); n != 3 {
		t.Errorf("%d proposals", n)
	}
}

// TestAPIAddresses checks the addresses and tokens that commands accept.
func TestAPIAddresses(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	secret := filepath.Join(folder, "token")
	must(t, os.WriteFile(secret, []byte("nws_x\n"), 0o600))
	for _, c := range []struct{ address, tokenFile, want string }{
		{"http://news.example.org", secret, "must begin with https"},
		{"news.example.org", secret, "has the form https://news.example.org"},
		{"https://news.example.org", "", "API token is missing"},
		{"https://news.example.org", filepath.Join(folder, "none"), "no such file"},
		{"http://127.0.0.1:1", secret, "does not answer"},
	} {
		p := runToEnd(t, nil, "changes", "--api", c.address, "--token-file", c.tokenFile)
		if p.exit() != 1 || !strings.Contains(p.err.String(), c.want) || strings.Contains(p.err.String(), "nws_x") {
			t.Errorf("%s: exit %d, %s", c.address, p.exit(), p.err.String())
		}
	}
}
