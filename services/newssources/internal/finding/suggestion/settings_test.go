package suggestion

import "testing"

func TestIdentityPolicyIsSuggested(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	s := h.add("guids-change.test", "/feed")
	h.check()
	h.review()
	if list := h.open(s); len(list) > 0 {
		t.Errorf("suggested before the identities changed: %+v", list)
	}
	for range 3 {
		h.check()
	}
	h.review()
	suggestion := h.only(s)
	if e := suggestion.Evidence; suggestion.Kind != Settings || e.Setting != "identity_policy" || e.Before != "auto" ||
		e.After != "link" || e.Items != 20 || e.Sightings != 3 || len(e.Sample) != sampleSize {
		t.Fatalf("%+v", suggestion)
	}
	policy := func() string {
		return value[string](h, "SELECT identity_policy FROM endpoints WHERE id = $1", s.Endpoints[0].ID)
	}
	h.mustDecide(Accept, suggestion, AcceptedOutcome)
	if policy() != "link" {
		t.Errorf("policy %s", policy())
	}
	h.check()
	h.check()
	if health := value[string](h, "SELECT health || health_cause FROM endpoint_states"); health != "ok" {
		t.Errorf("the suggested policy does not help: %s", health)
	}
	if n := value[int](h, "SELECT count(*) FROM items"); n != 20 {
		t.Errorf("%d items", n)
	}
	h.mustDecide(Undo, suggestionIn(h, s, Accepted), UndoneOutcome)
	if policy() != "auto" {
		t.Errorf("policy after the undo: %s", policy())
	}
	h.review() // the endpoint works, so that the suggestion is obsolete until the identities change again
	if list := h.open(s); len(list) > 0 {
		t.Errorf("open: %+v", list)
	}
}
