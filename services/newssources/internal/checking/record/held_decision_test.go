package record

import (
	"testing"
	"time"
)

func TestAgo(t *testing.T) {
	t.Parallel()
	for passed, want := range map[time.Duration]string{-time.Second: "less than a minute ago", 0: "less than a minute ago",
		2 * time.Minute: "2 min ago", 26 * time.Hour: "1 d 2 h ago"} {
		if got := ago(time.Now().Add(-passed)); got != want {
			t.Errorf("%s: %s, want %s", passed, got, want)
		}
	}
}
