package suggestion

import (
	"encoding/json"
	"net/http"
	"testing"
)

// changePaper makes or reverts the change of a simulated paper.
func (h *harness) changePaper(query string) {
	h.Helper()
	client := &http.Client{Transport: &http.Transport{Proxy: http.ProxyURL(h.sites.ProxyURL()), DisableKeepAlives: true}}
	request, err := http.NewRequestWithContext(h.Context(), http.MethodPut, h.sites.URL("papers.test", "/feed?"+query), nil)
	if err != nil {
		h.Fatal(err)
	}
	response, err := client.Do(request)
	if err != nil {
		h.Fatal(err)
	}
	response.Body.Close()
}

func TestAnotherOutletIsSuggested(t *testing.T) {
	t.Parallel()
	const query = "change=casino+in+another+language&language=de"
	h := newHarness(t)
	s := h.add("papers.test", "/feed?"+query)
	h.check()
	h.changePaper(query)
	h.check()
	h.review()
	g := h.only(s)
	if g.Kind != OtherOutlet || g.Evidence.Outlet == nil || g.Evidence.Items != 20 ||
		g.Evidence.Outlet.Before.Name == g.Evidence.Outlet.After.Name {
		t.Fatalf("%+v", g)
	}
	h.changePaper(query)
	h.check()
	h.review() // the earlier outlet is back
	if list := h.open(s); len(list) > 0 {
		t.Fatalf("open: %+v", list)
	}

	h.exec("UPDATE endpoint_states SET health_since = health_since - interval '1 hour'")
	h.changePaper(query)
	h.check()
	h.review()
	g = h.only(s)
	h.mustDecide(Accept, g, AcceptedOutcome)
	lifecycle := func() string { return value[string](h, "SELECT lifecycle FROM sources WHERE id = $1", s.ID) }
	if lifecycle() != "archived" {
		t.Errorf("lifecycle %s", lifecycle())
	}
	h.mustDecide(Undo, suggestionIn(h, s, Accepted), UndoneOutcome)
	if lifecycle() != "active" {
		t.Errorf("lifecycle after the undo: %s", lifecycle())
	}
	change, err := json.Marshal(h.only(s).Evidence.Outlet)
	if err != nil {
		t.Fatal(err)
	}
	h.exec(`INSERT INTO source_homepages (source_id, homepage, profile, cause, change, since)
		VALUES ($1, $2, '{}', 'other_outlet', $3, now())`, s.ID, s.HomepageURL, string(change)) // the homepage has changed, too
	h.mustDecide(Dismiss, h.only(s), DismissedOutcome) // it is the same outlet
	if cause := value[string](h, "SELECT cause FROM source_homepages"); cause != "" {
		t.Errorf("the cause of the homepage is %s", cause)
	}
	if health := value[string](h, "SELECT health || health_cause FROM endpoint_states"); health != "ok" {
		t.Errorf("health %s", health)
	}
	if n := value[int](h, "SELECT count(*) FROM endpoint_held_items"); n != 0 {
		t.Errorf("items of %d endpoints are held", n)
	}
	h.check()
	h.review()
	if list := h.open(s); len(list) > 0 {
		t.Errorf("open after the decision: %+v", list)
	}
}
