package registerfile

import (
	"strings"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

// TestReadsAllDocuments expects that files in YAML can be concatenated, and that files may have a byte order mark.
func TestReadsAllDocuments(t *testing.T) {
	t.Parallel()
	const a, b = "- name: A\n  homepage_url: https://a.example/\n", "- name: B\n  homepage_url: https://b.example/\n"
	for name, test := range map[string]struct{ file, want string }{
		"one document":            {a + b, "A B"},
		"a marked document":       {"---\n" + a, "A"},
		"two documents":           {"---\n" + a + "---\n" + b, "A B"},
		"the first is not marked": {a + "---\n" + b, "A B"},
		"comments and directives": {"# A\n%YAML 1.1\n--- # start\n" + a + "...\n\n# B\n%YAML 1.1\n---\n" + b + "...\n", "A B"},
		"line ends of Windows":    {strings.ReplaceAll("---\n"+a+"---\n"+b, "\n", "\r\n"), "A B"},
		"byte order marks":        {"\ufeff---\n" + a + "\ufeff---\n" + b, "A B"},
		"empty documents":         {"---\n---\n" + a + "---\n# none\n---\nnull\n---\n", "A"},
		"lists on the same line":  {"--- [{name: A, homepage_url: https://a.example/}]\n---\t[{name: B, homepage_url: https://b.example/}]", "A B"},
		"no marks":                {a + "  notes: |\n    ---\n    x --- y\n  owner: '---x'\n", "A"},
		"JSON with a mark":        {"\ufeff" + `[{"name":"A","homepage_url":"https://a.example/"}]`, "A"},
		"UTF-16": {"\xff\xfe" + strings.Join(strings.Split(`[{"name":"A","homepage_url":"https://a.example/"}]`, ""), "\x00") +
			"\x00", "A"},
	} {
		file, err := Read("x."+FormatOf([]byte(test.file)), []byte(test.file))
		if err != nil {
			t.Errorf("%s: %s", name, problem.DetailOf(err))
			continue
		}
		var names []string
		for _, r := range file.records {
			names = append(names, r.name)
		}
		if got := strings.Join(names, " "); got != test.want {
			t.Errorf("%s: the sources are %s, want %s", name, got, test.want)
		}
	}
	for file, want := range map[string]string{
		"---\n" + a + "---\n" + b + "- name: [\n": "The file is not valid YAML: line 7: ",
		"- homepage_url: https://a.example/\n  endpoints: [{url: https://a.example/1}, {url: http://www.a.example/1}]\n": "" +
			"Entry 1 has the endpoint a.example/1 twice. Remove one of them.",
		"- homepage_url: https://a.example/\n  endpoints: [{url: \"https://ana:pw@a.example/1\"}]\n": "" +
			"Entry 1: the address of an endpoint contains a user name or a password",
		"- homepage_url: https://a.example/\n  endpoints: [{url: https://a.example/1, color: red}]\n": "" +
			"Entry 1: the field “color” is unknown; correct its name or remove it.",
		"---\n" + a + "---\nname: B\n": "The file is not a list of sources: it has an object instead of a list.",
		"---\n" + a + "---\n" + a:      "Entry 1 and Entry 2 are both a.example.",
	} {
		if _, err := Read("x.yaml", []byte(file)); !strings.HasPrefix(problem.DetailOf(err), want) {
			t.Errorf("%s: got %v, want %s", file, err, want)
		}
	}
}
