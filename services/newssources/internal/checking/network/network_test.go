package network

import (
	"context"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/rules/health"
)

// TestResponsesOnOpenConnectionsAreNoEvidence verifies that a response on an open connection does
// not confirm the failure of another site: while DNS fails, the sites with an open connection still
// answer.
func TestResponsesOnOpenConnectionsAreNoEvidence(t *testing.T) {
	t.Parallel()
	n := newNetwork(func(context.Context) canaryResult { return canarySilent }, func() {})
	success := func(isReused bool) {
		n.Confirm(t.Context(), Check{Domain: "works.test", IsReused: isReused})
	}
	answered := n.answered
	success(true)
	if n.answered != answered || len(n.window) != 0 {
		t.Error("a response on an open connection counts")
	}
	failed := Check{Domain: "fails.test", Cause: health.DNS, WasWorking: true}
	confirmed := make(chan bool)
	go func() { confirmed <- n.Confirm(t.Context(), failed) }()
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
