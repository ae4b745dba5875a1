package check

import (
	"strings"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/checking/checkreport"
	"github.com/newsources/newsources/services/newssources/internal/rules/health"
)

// TestEvidenceOfChecks reads the evidence of real checks.
func TestEvidenceOfChecks(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	reader := checkreport.NewReader(h.db)
	good, bad := h.addEndpoint("chain.test", "/feed"), h.addEndpoint("status-404.test", "/feed")
	h.checkAll()

	list, err := reader.Evidence(t.Context(), endpointID(good))
	if err != nil || len(list) != 1 {
		t.Fatalf("got %+v, %v", list, err)
	}
	success := list[0]
	if success.IsFailure || success.Status != 200 || len(success.Redirects) == 0 ||
		!strings.Contains(success.BodyStart, "<rss") || len(success.BodyStart) > 2<<10 ||
		len(success.Headers) == 0 || success.FinalURL == "" || success.Remote == "" || success.Duration == 0 {
		t.Errorf("the evidence of a success is %+v", success)
	}

	list, err = reader.Evidence(t.Context(), endpointID(bad))
	if err != nil || len(list) != 1 || !list[0].IsFailure || list[0].Status != 404 || list[0].Cause != health.NotFound ||
		list[0].BodyStart == "" {
		t.Fatalf("the evidence of a failure is %+v, %v", list, err)
	}
	attempts, _, err := reader.Attempts(t.Context(), checkreport.AttemptQuery{EndpointID: endpointID(bad), Limit: 1})
	if err != nil || !attempts[0].StartedAt.Equal(list[0].StartedAt) {
		t.Errorf("the evidence of %s belongs to no attempt: %+v, %v", list[0].StartedAt, attempts, err)
	}

	h.checkAll()
	second, err := reader.Evidence(t.Context(), endpointID(bad))
	if err != nil || len(second) != 1 || !second[0].StartedAt.After(list[0].StartedAt) {
		t.Errorf("the next failure did not replace the evidence: %+v, %v", second, err)
	}
	again, err := reader.Evidence(t.Context(), endpointID(good))
	if err != nil || len(again) != 1 || !again[0].StartedAt.Equal(success.StartedAt) {
		t.Errorf("the next success replaced the evidence: %+v, %v", again, err)
	}
}
