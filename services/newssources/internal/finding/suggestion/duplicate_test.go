package suggestion

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/register/source"
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
			if got.Kind != Duplicate || got.EndpointURL != h.sites.URL(test.host, test.want) || got.Evidence.Matched != 20 ||
				got.Evidence.Items != 20 || len(got.Evidence.Sample) != sampleSize {
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

// groupPaths are endpoints of twice.test with the same items.
var groupPaths = []string{"/feed", "/rss", "/feed?edition=2", "/rss?edition=2"}

// TestGroupOfDuplicates checks that one endpoint of a group is kept, for groups of several sizes
// and decisions in two orders.
func TestGroupOfDuplicates(t *testing.T) {
	t.Parallel()
	for _, size := range []int{2, 3, 4} {
		for _, oldestFirst := range []bool{false, true} {
			t.Run(fmt.Sprintf("%d endpoints, oldest first %t", size, oldestFirst), func(t *testing.T) {
				t.Parallel()
				h := newHarness(t)
				s := h.add("twice.test", groupPaths[:size]...)
				h.check()
				h.pass(2 * time.Hour)
				h.review()
				h.review()
				kept := keptOf(h, s, size)

				list := h.open(s)
				if oldestFirst {
					slices.Reverse(list)
				}
				ids := idsOf(list)
				decideAll(h, Accept, ids, AcceptedOutcome)
				h.wantActive(s, kept)
				h.wantOpen(s, 0)
				h.review()
				h.wantOpen(s, 0)

				decideAll(h, Undo, ids, UndoneOutcome)
				h.wantActive(s, endpointIDs(s)...)
				if again := keptOf(h, s, size); again != kept {
					t.Errorf("after the undo, %s is kept instead of %s", again, kept)
				}
				h.review()
				h.wantOpen(s, size-1)
				decideAll(h, Accept, ids, AcceptedOutcome)
				h.wantActive(s, kept)
				h.wantOpen(s, 0)
			})
		}
	}
}

// TestEveryPairOfDuplicates checks that suggestions for every pair of a group, as earlier versions
// of the service made them, do not retire the endpoint that is kept, and that a review leaves one
// suggestion for each endpoint to retire.
func TestEveryPairOfDuplicates(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name   string
		pairs  [][2]int // the endpoints to retire and to keep
		active int      // after all are accepted
	}{
		{"one is kept", [][2]int{{1, 0}, {2, 0}}, 1},
		{"each pair", [][2]int{{1, 0}, {2, 0}, {2, 1}}, 2},
		{"each pair, oldest last", [][2]int{{2, 1}, {2, 0}, {1, 0}}, 1},
		{"a cycle", [][2]int{{1, 0}, {2, 1}, {0, 2}}, 2},
		{"both directions", [][2]int{{1, 0}, {0, 1}}, 2},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			h := newHarness(t)
			s := h.add("twice.test", groupPaths[:3]...)
			h.check()
			h.pass(2 * time.Hour)
			insert := func() {
				h.exec("DELETE FROM suggestions")
				for _, pair := range test.pairs {
					retired, kept := s.Endpoints[pair[0]], s.Endpoints[pair[1]]
					err := h.suggest(t.Context(),
						draft{kind: Duplicate, sourceID: s.ID, endpointID: &retired.ID, subject: kept.ID.String(),
							evidence: Evidence{URL: retired.URL, OtherID: &kept.ID}})
					if err != nil {
						t.Fatal(err)
					}
				}
			}
			insert()
			results := h.decide(Accept, idsOf(h.open(s))...)
			accepted := h.list(s, Accepted)
			for _, a := range accepted {
				if intent := value[string](h, "SELECT intent FROM endpoints WHERE id = $1",
					a.Evidence.OtherID); intent != "active" {
					t.Errorf("the endpoint that was kept is %s: %+v", intent, results)
				}
			}
			if got := value[int](h, "SELECT count(*) FROM endpoints WHERE source_id = $1 AND intent = 'active'",
				s.ID); got != test.active {
				t.Errorf("%d endpoints are active, want %d: %+v", got, test.active, results)
			}
			h.wantOpen(s, 0)

			decideAll(h, Undo, idsOf(accepted), UndoneOutcome)
			h.wantActive(s, endpointIDs(s)...)
			insert()
			h.review()
			h.review()
			kept := keptOf(h, s, 3)
			decideAll(h, Accept, idsOf(h.open(s)), AcceptedOutcome)
			h.wantActive(s, kept)
		})
	}
}

func TestDuplicateOfAnInactiveEndpointIsNotRetired(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	s := h.add("twice.test", "/feed", "/rss")
	h.check()
	h.pass(2 * time.Hour)
	h.review()
	suggestion := h.only(s)
	h.exec("UPDATE endpoints SET intent = 'retired' WHERE id = $1", suggestion.Evidence.OtherID)
	h.mustDecide(Accept, suggestion, Changed)
	h.wantActive(s, *suggestion.EndpointID)
}

// TestRetiredDuplicateHasNoOpenSuggestion checks that suggestions of other kinds about a retired
// endpoint are closed.
func TestRetiredDuplicateHasNoOpenSuggestion(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	s := h.add("twice.test", "/feed", "/rss")
	h.check()
	h.pass(2 * time.Hour)
	h.review()
	suggestion := h.only(s)
	slower := draft{kind: Slower, sourceID: s.ID, endpointID: suggestion.EndpointID, subject: "slower",
		evidence: Evidence{URL: suggestion.Evidence.URL}}
	if err := h.suggest(t.Context(), slower); err != nil {
		t.Fatal(err)
	}
	h.mustDecide(Accept, suggestion, AcceptedOutcome)
	h.wantOpen(s, 0)
	if h.events["slower obsolete"] != 1 {
		t.Errorf("events: %v", h.events)
	}
}

// TestUndoOfAnEarlierDecision checks that an undo opens no suggestion that conflicts with later
// ones.
func TestUndoOfAnEarlierDecision(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	s := h.add("twice.test", groupPaths[:3]...)
	h.check()
	h.pass(2 * time.Hour)
	h.review()
	first := h.open(s)
	kept := keptOf(h, s, 3)
	decideAll(h, Dismiss, idsOf(first), DismissedOutcome)
	h.review()
	later := h.only(s) // the two others have the same items
	if *later.Evidence.OtherID == kept || *later.EndpointID == kept {
		t.Errorf("suggested again: %+v", later)
	}
	decideAll(h, Undo, idsOf(first), UndoneOutcome)
	h.review()
	if again := keptOf(h, s, 3); again != kept {
		t.Errorf("after the undo, %s is kept instead of %s", again, kept)
	}
}

// TestBrokenEndpointIsNotKept checks that a suggestion to keep an endpoint is replaced when the
// endpoint breaks.
func TestBrokenEndpointIsNotKept(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	s := h.add("twice.test", groupPaths[:3]...)
	h.check()
	h.pass(2 * time.Hour)
	h.review()
	broken := keptOf(h, s, 3)
	h.exec("UPDATE endpoint_states SET health = 'failing' WHERE endpoint_id = $1", broken)
	h.review()
	h.review()
	if kept := keptOf(h, s, 3); kept == broken {
		t.Error("the endpoint that fails is kept")
	}
}

// keptOf returns the endpoint that all open suggestions of a group keep. Each of the others has one
// suggestion.
func keptOf(h *harness, s *source.Source, size int) uuid.UUID {
	h.Helper()
	list := h.open(s)
	retired := map[uuid.UUID]bool{}
	for _, each := range list {
		retired[*each.EndpointID] = true
		if *each.Evidence.OtherID != *list[0].Evidence.OtherID {
			h.Errorf("several endpoints are kept: %+v", list)
		}
	}
	if len(list) != size-1 || len(retired) != size-1 || retired[*list[0].Evidence.OtherID] {
		h.Fatalf("%d suggestions for a group of %d: %+v", len(list), size, list)
	}
	return *list[0].Evidence.OtherID
}

func decideAll(h *harness, decision Decision, ids []uuid.UUID, want Outcome) {
	h.Helper()
	for _, result := range h.decide(decision, ids...) {
		if result.Outcome != want {
			h.Errorf("%s: %+v, want %s", decision, result, want)
		}
	}
}

func idsOf(list []Suggestion) []uuid.UUID {
	ids := make([]uuid.UUID, len(list))
	for i, s := range list {
		ids[i] = s.ID
	}
	return ids
}

func endpointIDs(s *source.Source) []uuid.UUID {
	ids := make([]uuid.UUID, len(s.Endpoints))
	for i, e := range s.Endpoints {
		ids[i] = e.ID
	}
	return ids
}

// wantActive fails the test unless exactly these endpoints of a source are active.
func (h *harness) wantActive(s *source.Source, ids ...uuid.UUID) {
	h.Helper()
	if !value[bool](h, "SELECT array_agg(id ORDER BY id) = (SELECT array_agg(i ORDER BY i) FROM unnest($2::uuid[]) i) "+
		"FROM endpoints WHERE source_id = $1 AND live AND intent = 'active'", s.ID, ids) {
		h.Errorf("active: %s, want %v", value[string](h, "SELECT coalesce(string_agg(id::text, ' '), 'none') FROM "+
			"endpoints WHERE source_id = $1 AND live AND intent = 'active'", s.ID), ids)
	}
}

// wantOpen fails the test unless a source has this number of open suggestions.
func (h *harness) wantOpen(s *source.Source, count int) {
	h.Helper()
	if list := h.open(s); len(list) != count {
		h.Errorf("%d suggestions are open, want %d: %+v", len(list), count, list)
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
		h.exec("UPDATE endpoint_states SET health = 'gone', health_cause = 'gone', health_since = now() - interval '2 "+
			"hours' WHERE endpoint_id IN (SELECT id FROM endpoints WHERE url LIKE ANY($1))", paths)
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
