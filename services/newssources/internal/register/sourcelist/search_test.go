package sourcelist

import (
	"slices"
	"testing"
)

func TestSearchWords(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		typed string
		want  []string
	}{
		{"", nil}, {"  \t ", nil}, {"\u0301", nil},
		{"El  País", []string{"el", "pais"}},
		{"https://www.Example.org/Feed/?utm_source=x", []string{"example.org/feed"}},
		{"www.example.org", []string{"example.org"}},
		{"https://пример.рф/", []string{"xn--e1afmkfd.xn--p1ai"}},
		{"https://", []string{"https://"}}, {"www.", []string{"www."}},
		{"100% a_b\\", []string{"100%", "a_b\\"}},
		{"a\x00b \xff", []string{"a\ufffdb", "\ufffd"}},
	} {
		if got := searchWords(c.typed); !slices.Equal(got, c.want) {
			t.Errorf("%q: got %q, want %q", c.typed, got, c.want)
		}
	}
}
