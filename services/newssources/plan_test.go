package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/platform/testdb"
)

const registerYAML = `
- name: First
  homepage_url: https://first.example/
  country: ES
  languages: [es, ca]
  tags: [Press, Local]
  endpoints:
    - {kind: rss, url: https://first.example/rss}
    - {kind: rss, url: https://first.example/sport, section: Sport}
- name: Second
  homepage_url: https://second.example/
  lifecycle: paused
`

// TestPlanAndApply keeps a register as a file: plan reports drift by its exit code, apply makes one
// change set, and the plan after it is empty.
func TestPlanAndApply(t *testing.T) {
	t.Parallel()
	environment := map[string]string{"DATABASE_URL": testdb.URL(t)}
	folder := t.TempDir()
	write := func(name, text string) string {
		t.Helper()
		path := filepath.Join(folder, name)
		must(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	run := func(code int, args ...string) string {
		t.Helper()
		p := runToEnd(t, environment, args...)
		if got := p.exit(); got != code {
			t.Fatalf("%q: exit %d, want %d\n%s%s", args, got, code, p.out.String(), p.err.String())
		}
		return p.out.String() + p.err.String()
	}
	expect := func(text string, parts ...string) {
		t.Helper()
		for _, part := range parts {
			if !strings.Contains(text, part) {
				t.Errorf("%q is missing in\n%s", part, text)
			}
		}
	}
	file := write("register.yaml", registerYAML)
	expect(run(2, "plan", file), "pending\tcreate\tsource\tFirst\tcountry\t\t\"ES\"", "pending=4 conflict=0 refused=0")
	expect(run(2, "plan", file), "pending=4") // a plan changes nothing
	expect(run(0, "apply", file), "changed=4")
	expect(run(0, "plan", file), "pending=0 conflict=0 refused=0")
	expect(run(0, "apply", file), "changed=0")

	// Absent fields are kept, null clears, another endpoint replaces one, and a source is missing.
	file = write("register.ndjson", `{"homepage_url":"https://first.example/","country":null,"tags":["Press"],`+
		`"endpoints":[{"kind":"atom","url":"https://first.example/rss"},{"kind":"rss","url":"https://first.example/world"}]}`+
		"\n")
	expect(run(2, "plan", file), "pending\tupdate\tsource\tFirst\tcountry\t\"ES\"\t\t",
		"pending\tupdate\tendpoint\thttps://first.example/rss\tkind\t\"rss\"\t\"atom\"",
		"pending\tupdate\tendpoint\thttps://first.example/sport\tintent\t\"active\"\t\"retired\"",
		"pending\tcreate\tendpoint\thttps://first.example/world\t", "pending=4")
	expect(run(2, "plan", "--archive-missing", file), "pending\tupdate\tsource\tSecond\tlifecycle\t\"paused\"\t\"archived\"",
		"pending=5")
	applied := run(0, "apply", "--archive-missing", file)
	expect(applied, "changed=5")
	expect(run(0, "plan", "--archive-missing", file), "pending=0")
	id := regexp.MustCompile(`[0-9a-f-]{36}`).FindString(applied)
	expect(run(0, "undo", id, "--yes"), "changed=5")
	expect(run(0, "plan", write("register.yaml", registerYAML)), "pending=0") // the new endpoint is retired

	// What cannot be applied is drift, and the rest is applied.
	file = write("mixed.json", `[{"homepage_url":"https://first.example/","country":"ZZ"},`+
		`{"name":"Third","homepage_url":"https://third.example/"}]`)
	expect(run(2, "plan", file), "refused\tupdate\tsource\tFirst\tcountry", "pending=1 conflict=0 refused=1")
	expect(run(2, "apply", file), "changed=1", "refused=1")

	for name, c := range map[string]struct{ text, want string }{
		"outlet.json":  {`[{"homepage_url":"https://a.example/"},{"homepage_url":"http://www.a.example"}]`, "Entry 1 and Entry 2 are both a.example"},
		"address.json": {`[{"homepage_url":"https://a.example/","endpoints":[{"kind":"rss","url":"https://a.example/f"}]},{"homepage_url":"https://b.example/","endpoints":[{"kind":"rss","url":"https://a.example/f"}]}]`, "both have the endpoint"},
		"field.yaml": {"- homepage_url: https://a.example/\n  colour: red\n",
			"Entry 1: the field “colour” is unknown; correct its name or remove it."},
		"norway.yaml": {"- homepage_url: https://a.example/\n  country: NO\n", "country"},
		"half.ndjson": {"{\"homepage_url\":\"https://a.example/\"}\n{\"homepage_url\":\"https://b.exa",
			"Line 2: its end is missing; use the complete file."},
		"empty.json":  {"[]", "no sources"},
		"deep.json":   {strings.Repeat("[", 20_000), "not a list of sources"},
		"object.json": {"{}", "The file is not a list of sources: it has an object instead of a list."},
		"object.yaml": {"name: First\n", "The file is not a list of sources: it has an object instead of a list."},
		"text.json":   {"\"name\"", "The file is not a list of sources: it has a text instead of a list."},
		"opml.json": {"<opml>",
			"The file is not a list of sources: it is not valid JSON at character 1; correct it there."},
		"comma.json":  {"[\n{\"name\": \"a\",},\n{}]", "it is not valid JSON at line 2, character 14; correct it there."},
		"half.json":   {`[{"name"`, "The file is not a list of sources: its end is missing; use the complete file."},
		"indent.yaml": {"- name: a\n name: b\n", "The file is not valid YAML: line 1: did not find"},
		"twice.yaml":  {"- name: a\n  name: b\n", "The file is not valid YAML: line 2: key \"name\" already set in map."},
		"date.json":   {`[{"paused_until":"May"}]`, "Entry 1: “May” is not a time"},
		"entry.json":  {`["a.example"]`, "Entry 1: it has a text instead of an object."},
		"tags.json": {`[{"homepage_url":"https://a.example/","tags":"Press"}]`,
			"Entry 1: the field “tags” has a text instead of a list."},
		"end.json": {"[]]", "it is not valid JSON at character 3"},
		"tier.ndjson": {`{"homepage_url":"https://a.example/","tier":1.5}`,
			"Line 1: the field “tier” has a number instead of a whole number."},
		"list.csv":     {"name\n", "is not a format"},
		"nothing.json": {`[{"name":"Nothing"}]`, "no valid homepage_url"},
	} {
		expect(run(1, "plan", write(name, c.text)), name, c.want)
	}
	expect(run(1, "apply"), "usage:")
	expect(run(1, "plan", "--format", "csv", file), "“csv” is not a format of this command; use yaml, json or ndjson")

	// The standard input is recognized by its content.
	pipe := func(code int, input string, args ...string) string {
		t.Helper()
		p := startWithInput(t, currentBinary(t), input, environment, args...)
		if got := p.exit(); got != code {
			t.Errorf("%q: exit %d, want %d\n%s%s", args, got, code, p.out.String(), p.err.String())
		}
		return p.out.String() + p.err.String()
	}
	exported := runToEnd(t, environment, "export", "-")
	expect(pipe(0, exported.out.String(), "plan", "-"), "pending=0")
	json := runToEnd(t, environment, "export", "--format", "json", "-")
	expect(pipe(0, json.out.String(), "apply", "-"), "changed=0")
	expect(pipe(0, registerYAML, "plan", "-"), "pending=0")
	expect(pipe(2, "[{name: Flow, homepage_url: https://flow.example/}]", "plan", "--format", "yaml", "-"), "pending=1")
	expect(pipe(1, "", "plan", "-"), "stdin.yaml: The file has no sources")
	expect(pipe(0, exported.out.String(), "import", "-"), "stdin: 3 rows, created=0 exists=3")
	expect(pipe(0, "name,homepage\nPiped,https://piped.example/\n", "import", "--format", "csv", "-"), "created=1")
	expect(run(1, "import", "--format", "doc", file), "usage:")
	expect(run(1, "plan", filepath.Join(folder, "none.yaml")), "no such file")
}
