package observe

import (
	"runtime"
	"testing"
	"time"
)

func TestProcessAge(t *testing.T) {
	t.Parallel()
	const stat = "42 (a (strange) name) S 1 42 42 0 -1 4194560 1 0 0 0 1 0 0 0 20 0 7 0 123456 1000 200 " +
		"18446744073709551615 1 1 0\n"
	if got, err := processAge(stat, "1235.01 900.00\n"); err != nil || got != 450*time.Millisecond {
		t.Errorf("%s, %v", got, err)
	}
	for _, wrong := range []struct{ stat, uptime string }{{"", "1.0 1.0"}, {"42 (name) S 1", "1.0 1.0"}, {stat, ""}} {
		if got, err := processAge(wrong.stat, wrong.uptime); err == nil {
			t.Errorf("%q, %q: %s", wrong.stat, wrong.uptime, got)
		}
	}
	if age, err := ProcessAge(); runtime.GOOS == "linux" && (err != nil || age < 0 || age > time.Hour) {
		t.Errorf("%s, %v", age, err)
	}
}
