package textkey

import "testing"

func TestShorten(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		text           string
		limit          int
		cut, shortened string
	}{
		{"", 0, "", ""},
		{"grün", 4, "grün", "grün"},
		{"grün", 3, "grü", "grü…"},
		{"a\xffb", 2, "a\xff", "a\xff…"},
	} {
		if cut, shortened := Cut(test.text, test.limit), Shorten(test.text, test.limit); cut != test.cut ||
			shortened != test.shortened {
			t.Errorf("%q, %d: got %q and %q", test.text, test.limit, cut, shortened)
		}
	}
}
