package tag

import (
	"fmt"
	"strings"
	"testing"
)

func TestMerge(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ tags, more, want string }{
		{"", "", ""}, {"", "b a", "a b"}, {"b", "a B c", "a b c"}, {"a b", "A", "a b"},
	} {
		if got := strings.Join(Merge(strings.Fields(c.tags), strings.Fields(c.more)), " "); got != c.want {
			t.Errorf("%q with %q: got %q, want %q", c.tags, c.more, got, c.want)
		}
	}
	var numbers []string
	for n := range Max - 1 {
		numbers = append(numbers, fmt.Sprint(n))
	}
	if all := Merge(numbers, []string{"y", "z"}); len(all) != Max {
		t.Errorf("%d tags", len(all))
	}
}
