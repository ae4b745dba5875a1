package weburl

import (
	"errors"
	"net/url"
	"os"
	"strconv"
	"strings"
	"testing"
)

const goldenFile = "testdata/addresses.tsv"

// row is a line of the golden table.
type row struct {
	line                         int
	given, canonical, key, place string
	code                         Code
}

func golden(t testing.TB) []row {
	t.Helper()
	data, err := os.ReadFile(goldenFile)
	if err != nil {
		t.Fatal(err)
	}
	var rows []row
	for i, line := range strings.Split(string(data), "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		cells := strings.Split(line, "\t")
		r := row{line: i + 1, given: cells[0]}
		if strings.HasPrefix(r.given, `"`) {
			if r.given, err = strconv.Unquote(r.given); err != nil {
				t.Fatalf("%s:%d: %v", goldenFile, r.line, err)
			}
		}
		if code, refused := strings.CutPrefix(cells[len(cells)-1], "!"); refused && len(cells) == 2 {
			r.code = Code(code)
		} else if len(cells) == 4 {
			r.canonical, r.key, r.place = cells[1], cells[2], cells[3]
		} else {
			t.Fatalf("%s:%d: %d columns", goldenFile, r.line, len(cells))
		}
		rows = append(rows, r)
	}
	return rows
}

func TestGoldenTable(t *testing.T) {
	t.Parallel()
	seen := map[string]int{}
	for _, r := range golden(t) {
		if first := seen[r.given]; first > 0 {
			t.Errorf("%s:%d: the same as line %d", goldenFile, r.line, first)
		}
		seen[r.given] = r.line

		u, err := Parse(r.given)
		if r.code != "" {
			var refused *Error
			if !errors.As(err, &refused) || refused.Code != r.code {
				t.Errorf("%s:%d: %q: got %q, %v; want code %s", goldenFile, r.line, r.given, u, err, r.code)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s:%d: %q: %v", goldenFile, r.line, r.given, err)
			continue
		}
		domain, prefix := Outlet(u)
		for _, c := range []struct{ name, got, want string }{
			{"canonical", u.String(), r.canonical},
			{"key", u.Key(), r.key},
			{"outlet", domain + prefix, r.place},
		} {
			if c.got != c.want {
				t.Errorf("%s:%d: %q: %s is\n\t%s, want\n\t%s", goldenFile, r.line, r.given, c.name, c.got, c.want)
			}
		}
		checkStable(t, u)
	}
	if len(seen) < 120 {
		t.Errorf("only %d rows: were some lost?", len(seen))
	}
}

// checkStable holds for every address that Parse accepts.
func checkStable(t *testing.T, u URL) {
	t.Helper()
	again, err := Parse(u.String())
	if err != nil {
		t.Fatalf("Parse(%q): %v", u, err)
	}
	if again != u {
		t.Errorf("Parse(%q) gives %q", u, again)
	}
	domain, prefix := Outlet(u)
	if domain == "" || strings.ContainsAny(domain, "/:") || prefix != "" && !strings.HasPrefix(prefix, "/") {
		t.Errorf("Outlet(%q) is %q, %q", u, domain, prefix)
	}
	if u.Key() == "" || u.DisplayHost() == "" || !strings.HasSuffix(u.Host(), u.RegistrableDomain()) {
		t.Errorf("%q: key %q, display %q, registrable %q", u, u.Key(), u.DisplayHost(), u.RegistrableDomain())
	}
	// The HTTP client must fetch what we stored, and not what it makes of it.
	std, err := url.Parse(u.String())
	if err != nil {
		t.Fatalf("net/url refuses %q: %v", u, err)
	}
	if std.Hostname() != u.Host() || std.Scheme != u.Scheme() || std.User != nil || std.String() != u.String() {
		t.Errorf("net/url reads %q as %q", u, std)
	}
}

func TestLength(t *testing.T) {
	t.Parallel()
	const base = "https://example.org/"
	tests := []struct {
		name, given string
		fits        bool
	}{
		{"the longest", base + strings.Repeat("a", MaxLength-len(base)), true},
		{"one more", base + strings.Repeat("a", MaxLength-len(base)+1), false},
		{"blanks around don't count", strings.Repeat(" ", MaxLength) + base, true},
		{"what is dropped counts", base + "#" + strings.Repeat("a", MaxLength), false},
		{"encoding makes it longer", base + strings.Repeat("é", MaxLength/3), false},
		{"a label of 63", "https://" + strings.Repeat("a", 63) + ".org/", true},
		{"a label of 64", "https://" + strings.Repeat("a", 64) + ".org/", false},
		{"a name of 253", "https://" + strings.Repeat("a.", 125) + "org/", true},
		{"a name of 255", "https://" + strings.Repeat("a.", 126) + "org/", false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			u, err := Parse(test.given)
			if fits := err == nil; fits != test.fits {
				t.Fatalf("accepted: %v, want %v (%v)", fits, test.fits, err)
			}
			if err == nil {
				checkStable(t, u)
			}
		})
	}
}

// What a person typed by mistake must not travel on in a message.
func TestErrorsRepeatNoSecrets(t *testing.T) {
	t.Parallel()
	for _, r := range golden(t) {
		_, err := Parse(r.given)
		if err == nil {
			continue
		}
		if strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: the message repeats it: %v", r.given, err)
		}
		if text := err.Error(); !strings.HasSuffix(text, ".") || len(text) > 300 {
			t.Errorf("%q: not a sentence: %q", r.given, text)
		}
	}
}

func TestZeroURL(t *testing.T) {
	t.Parallel()
	var u URL
	if u.String() != "" || u.Key() != "" || u.Host() != "" || u.MixedScript() {
		t.Errorf("the zero value is %q with key %q", u, u.Key())
	}
}

func FuzzParse(f *testing.F) {
	for _, r := range golden(f) {
		f.Add(r.given)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		u, err := Parse(raw)
		if err != nil {
			var refused *Error
			if !errors.As(err, &refused) || refused.Code == "" || refused.Detail == "" {
				t.Fatalf("%q: an error without code or text: %#v", raw, err)
			}
			return
		}
		checkStable(t, u)
		if again, err := Parse("\t" + u.String() + " "); err != nil || again.Key() != u.Key() {
			t.Errorf("%q: the key isn't stable: %q, %v", raw, again.Key(), err)
		}
	})
}
