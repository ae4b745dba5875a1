package repair

import (
	"fmt"
	"testing"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/source"
)

func TestDuplicatesAreSuggested(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name  string
		host  string
		paths []string
		want  string // the path of the endpoint to retire
	}{
		{"the same items at two addresses", "twice.test", []string{"/feed", "/rss"}, "/rss"},
		{"a section whose items are in the main feed", "side-by-side.test", []string{"/feeds/everything", "/feeds/top"}, ""},
		{"different feeds", "elejemplo.test", []string{"/rss/portada.xml", "/rss/deportes.xml"}, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			h := newHarness(t)
			s := h.add(test.host, test.paths...)
			h.check()
			h.review()
			if list := h.open(s); len(list) > 0 {
				t.Errorf("suggested before the endpoints were observed: %+v", list)
			}
			h.pass(2 * time.Hour)
			h.review()
			if test.want == "" {
				if list := h.open(s); len(list) > 0 {
					t.Errorf("suggested: %+v", list)
				}
				return
			}
			got := h.only(s)
			if got.Kind != Duplicate || got.EndpointURL != h.sites.URL(test.host, test.want) || got.Evidence.Matched != 20 || got.Evidence.Items != 20 || len(got.Evidence.Sample) != sampleSize {
				t.Errorf("%+v", got)
			}
		})
	}
}

func TestDuplicateIsRetiredAndRestored(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	s := h.add("twice.test", "/feed", "/rss")
	h.check()
	h.pass(2 * time.Hour)
	h.review()
	suggestion := h.only(s)
	intents := func() string {
		return value[string](h, "SELECT string_agg(intent, ' ' ORDER BY url) FROM endpoints WHERE source_id = $1", s.ID)
	}
	h.mustDecide(Accept, suggestion, AcceptedOutcome)
	if got := intents(); got != "active retired" {
		t.Errorf("after accepting: %s", got)
	}
	h.review()
	h.mustDecide(Undo, suggestionIn(h, s, Accepted), UndoneOutcome)
	if got := intents(); got != "active active" {
		t.Errorf("after the undo: %s", got)
	}
	h.mustDecide(Dismiss, h.only(s), DismissedOutcome)
	h.review()
	if list := h.open(s); len(list) > 0 {
		t.Errorf("suggested after it was dismissed: %+v", list)
	}
}

func TestDuplicateIsObsoleteWithoutTheOther(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	s := h.add("twice.test", "/feed", "/rss")
	h.check()
	h.pass(2 * time.Hour)
	h.review()
	h.only(s)
	if err := h.register.DeleteEndpoint(h.Context(), h.actor, s.ID, s.Endpoints[0].ID, 1); err != nil {
		t.Fatal(err)
	}
	h.review()
	if list := h.open(s); len(list) > 0 {
		t.Errorf("still open: %+v", list)
	}
}

func TestSourceWithoutEndpointsIsArchived(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	s := h.add("status-410.test", "/feed", "/other")
	gone := func(paths ...string) {
		h.exec("UPDATE endpoint_states SET health = 'gone', health_cause = 'gone', health_since = now() - interval '2 hours' WHERE endpoint_id IN (SELECT id FROM endpoints WHERE url LIKE ANY($1))", paths)
		h.exec("UPDATE source_health SET since = now() - interval '2 hours'")
	}
	gone("%/feed")
	h.review()
	if list := h.open(s); len(list) > 0 {
		t.Errorf("suggested although one endpoint is left: %+v", list)
	}
	gone("%")
	h.review()
	suggestion := h.only(s)
	if suggestion.Kind != Archive || suggestion.Evidence.Endpoints != 2 || suggestion.EndpointID != nil {
		t.Errorf("%+v", suggestion)
	}
	lifecycle := func() string { return value[string](h, "SELECT lifecycle FROM sources WHERE id = $1", s.ID) }
	h.mustDecide(Accept, suggestion, AcceptedOutcome)
	if got := lifecycle(); got != string(source.Archived) {
		t.Errorf("after accepting: %s", got)
	}
	h.mustDecide(Undo, suggestionIn(h, s, Accepted), UndoneOutcome)
	if got := lifecycle(); got != string(source.Active) {
		t.Errorf("after the undo: %s", got)
	}
	h.exec("UPDATE endpoint_states SET health = 'ok', health_cause = '' WHERE endpoint_id = $1", s.Endpoints[0].ID)
	h.review()
	if list := h.list(s, Obsolete); len(list) != 1 {
		t.Errorf("after an endpoint recovered: open %+v", h.open(s))
	}
}

// suggestionIn returns the only suggestion of a source in a state.
func suggestionIn(h *harness, s *source.Source, state State) Suggestion {
	h.Helper()
	list := h.list(s, state)
	if len(list) != 1 {
		h.Fatal(fmt.Errorf("%d suggestions are %s: %+v", len(list), state, list))
	}
	return list[0]
}
