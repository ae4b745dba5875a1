package identity

import (
	"errors"
	"strings"
	"testing"
	"time"
)

func TestMaskTokenRemovesEveryPart(t *testing.T) {
	t.Parallel()
	token := trusted().Token(nil)
	header, rest, _ := strings.Cut(token, ".")
	for _, text := range []string{
		"bad token " + token, "header " + header + " is odd", "and " + rest + "?",
		"of another request: " + untrusted().Token(nil),
	} {
		got := maskToken(errors.New(text), token).Error()
		if !strings.Contains(got, "[masked]") || strings.Contains(got, "ey") || len(got) > 60 {
			t.Errorf("got %q", got)
		}
	}
	if got := maskToken(errors.New(strings.Repeat("é", 1000)), token).Error(); len(got) > maxCause+len("…") {
		t.Errorf("the cause has %d bytes", len(got))
	}
}

func TestFormatDuration(t *testing.T) {
	t.Parallel()
	for d, want := range map[time.Duration]string{
		24 * time.Hour: "24 hours", time.Hour: "1 hour", 90 * time.Minute: "90 minutes", time.Minute: "1 minute",
		time.Second: "1s",
	} {
		if got := formatDuration(d); got != want {
			t.Errorf("%s: got %q", d, got)
		}
	}
}
