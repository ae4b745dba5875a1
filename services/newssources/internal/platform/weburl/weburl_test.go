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

// row is a line of the golden table; code is set for rejected addresses.
type row struct {
	line                          int
	given, canonical, key, outlet string
	code                          Code
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
			r.canonical, r.key, r.outlet = cells[1], cells[2], cells[3]
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
			t.Errorf("%s:%d: duplicate of line %d", goldenFile, r.line, first)
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
			{"outlet", domain + prefix, r.outlet},
		} {
			if c.got != c.want {
				t.Errorf("%s:%d: %q: %s is\n\t%s, want\n\t%s", goldenFile, r.line, r.given, c.name, c.got, c.want)
			}
		}
		checkStable(t, u)
	}
	if len(seen) < 120 {
		t.Errorf("only %d rows, want at least 120", len(seen))
	}
}

// checkStable checks the properties of every accepted address.
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
	// The address of an outlet belongs to the outlet: a homepage is derived from it.
	if home, err := Parse("https://" + domain + prefix); err != nil {
		t.Errorf("Outlet(%q) is %q, %q, which is no address: %v", u, domain, prefix, err)
	} else if again, path := Outlet(home); again != domain || path != prefix {
		t.Errorf("Outlet(%q) is %q, %q; its own address belongs to %q, %q", u, domain, prefix, again, path)
	}
	if u.Key() == "" || !strings.HasSuffix(u.Host(), u.RegistrableDomain()) {
		t.Errorf("%q: key %q, registrable %q", u, u.Key(), u.RegistrableDomain())
	}
	// The HTTP client must fetch the stored address unchanged.
	std, err := url.Parse(u.String())
	if err != nil {
		t.Fatalf("net/url rejects %q: %v", u, err)
	}
	if std.Hostname() != u.Host() || std.Scheme != u.Scheme() || std.User != nil || std.String() != u.String() {
		t.Errorf("net/url reads %q as %q", u, std)
	}
}

func TestMaxLength(t *testing.T) {
	t.Parallel()
	const base = "https://example.org/"
	tests := []struct {
		name, given string
		fits        bool
	}{
		{"maximum length", base + strings.Repeat("a", MaxLength-len(base)), true},
		{"one byte more", base + strings.Repeat("a", MaxLength-len(base)+1), false},
		{"surrounding white space is not counted", strings.Repeat(" ", MaxLength) + base, true},
		{"the dropped fragment is counted", base + "#" + strings.Repeat("a", MaxLength), false},
		{"percent-encoding is counted", base + strings.Repeat("é", MaxLength/3), false},
		{"label of 63 bytes", "https://" + strings.Repeat("a", 63) + ".org/", true},
		{"label of 64 bytes", "https://" + strings.Repeat("a", 64) + ".org/", false},
		{"host name of 253 bytes", "https://" + strings.Repeat("a.", 125) + "org/", true},
		{"host name of 255 bytes", "https://" + strings.Repeat("a.", 126) + "org/", false},
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

// TestErrorsRepeatNoSecrets checks that error texts repeat no credentials and are sentences.
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
				t.Fatalf("%q: error without code or text: %#v", raw, err)
			}
			return
		}
		checkStable(t, u)
		if again, err := Parse("\t" + u.String() + " "); err != nil || again.Key() != u.Key() {
			t.Errorf("%q: the key is not stable: %q, %v", raw, again.Key(), err)
		}
	})
}

func TestResolve(t *testing.T) {
	t.Parallel()
	page, err := Parse("https://example.org/a/b?page=1")
	if err != nil {
		t.Fatal(err)
	}
	for reference, want := range map[string]string{
		"feed.xml": "https://example.org/a/feed.xml", "/feed?x=1#top": "https://example.org/feed?x=1",
		"?format=rss":           "https://example.org/a/b?format=rss",
		"//cdn.example.com/rss": "https://cdn.example.com/rss", "https://joe:pw@example.org/": "https://example.org/",
		"a b.xml":        "https://example.org/a/a%20b.xml",
		"javascript:x()": "", "https://müller.example/feed": "https://xn--mller-kva.example/feed",
		"//例え.jp/a?b=ü":                    "https://xn--r8jz45g.jp/a?b=%C3%BC",
		"https://m%C3%BCller.example/feed": "https://xn--mller-kva.example/feed", "mailto:a@example.org": "",
		"http://[::1]/": "", "http://%zz/": "",
	} {
		if got, _ := page.Resolve(reference); got.String() != want {
			t.Errorf("%q: got %q, want %q", reference, got, want)
		}
	}
	if got := page.Root().String() + " " + page.WithPath("/rss").String() + " " +
		page.RequestPath(); got != "https://example.org/ https://example.org/rss /a/b?page=1" {
		t.Errorf("got %s", got)
	}
	if page.IsRoot() || !page.Root().IsRoot() || page.Parameter("page") != "1" || page.Parameter("x") != "" {
		t.Errorf("wrong parts of %s", page)
	}
}
