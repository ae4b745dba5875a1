package jobs

import (
	"errors"
	"fmt"
	"testing"

	"github.com/riverqueue/river"
)

func TestJobOutcome(t *testing.T) {
	t.Parallel()
	for want, err := range map[string]error{
		"ok": nil, "snoozed": river.JobSnooze(0), "canceled": fmt.Errorf("wrapped: %w", river.JobCancel(errors.New("x"))),
		"failed": errors.New("x"),
	} {
		if got := jobOutcome(err); got != want {
			t.Errorf("%v: %s, want %s", err, got, want)
		}
	}
}
