package weburl

import "testing"

func TestMatchesPattern(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		pattern, path string
		want          bool
	}{
		{"/", "/news/1", true}, {"*", "/news/1", true}, {"/*", "/", true}, {"", "/", true}, {"/news", "/news/1", true},
		{"/news$", "/news/1", false}, {"/news$", "/news", true}, {"/*/1$", "/news/1/1", true}, {"/*/1$", "/news/1/2", false},
		{"/archive/*", "/news/archive/1", false}, {"*.pdf$", "/a.pdf", true}, {"*.pdf$", "/a.pdf?x", false},
		{"/a*b*c", "/a1b2c3", true}, {"/a*b*c", "/a1c2b3", false}, {"/a*$", "/a/b", true},
	} {
		if got := MatchesPattern(c.pattern, c.path); got != c.want {
			t.Errorf("%q, %q: %v", c.pattern, c.path, got)
		}
	}
}
