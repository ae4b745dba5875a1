package fulltext

import "testing"

func TestVisibleColumns(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{
		"": 0, "abc": 3, "<p>abc</p>": 3, "Привет": 6, "预算": 4, "😀": 2, `<img alt="Привет">a`: 1, "a<b": 1, "<": 0,
		"a > b": 5,
	} {
		if got := VisibleColumns([]byte(text)); got != want {
			t.Errorf("%q takes %d columns, want %d", text, got, want)
		}
	}
}
