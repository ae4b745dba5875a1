package check

import (
	"context"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
	"github.com/newsources/newsources/services/newssources/internal/rules/health"
)

// TestResponsesOnOpenConnectionsAreNoEvidence verifies that a response on an open connection does
// not confirm the failure of another site: while DNS fails, the sites with an open connection still
// answer.
func TestResponsesOnOpenConnectionsAreNoEvidence(t *testing.T) {
	t.Parallel()
	n := newNetwork(func(context.Context) canaryResult { return canarySilent }, func() {})
	success := func(isReused bool) {
		n.confirm(t.Context(), &finding{task: &task{Domain: "works.test"},
			result: &fetch.Result{Outcome: fetch.OK, Reused: isReused}})
	}
	answered := n.answered
	success(true)
	if n.answered != answered || len(n.window) != 0 {
		t.Error("a response on an open connection counts")
	}
	failed := &finding{task: &task{Domain: "fails.test", WasWorking: true}, result: &fetch.Result{Outcome: fetch.DNS},
		cause: health.DNS}
	confirmed := make(chan bool)
	go func() { confirmed <- n.confirm(t.Context(), failed) }()
	for { // responses on new connections, until the failure is confirmed
		select {
		case isConfirmed := <-confirmed:
			if !isConfirmed {
				t.Error("the failure is not confirmed, although another site answers")
			}
			return
		default:
			success(false)
		}
	}
}
