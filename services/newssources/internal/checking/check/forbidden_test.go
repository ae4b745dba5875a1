package check

import (
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// TestForbiddenSourceGetsNoRequest checks that the endpoints of a forbidden source are not requested
// although other endpoints of its site are.
func TestForbiddenSourceGetsNoRequest(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	allowed, forbidden := h.addEndpoint("ten.test", "/section/1/rss"), h.addEndpoint("elejemplo.test", "/rss/portada.xml")
	if _, err := h.register.Update(t.Context(), audit.Actor{}, forbidden.ID, forbidden.Version,
		func(d *source.Details) { d.Rights = source.RightsForbidden }); err != nil {
		t.Fatal(err)
	}
	h.checkAll()
	h.checkAll()
	if n := len(h.sites.Requests("elejemplo.test")); n != 0 {
		t.Errorf("%d requests to a forbidden site", n)
	}
	const selectChecks = "SELECT checks FROM endpoint_states WHERE endpoint_id = $1"
	if checks := value[int](h, selectChecks, endpointID(allowed)); checks != 2 {
		t.Errorf("%d checks of the other source", checks)
	}
}
