package source

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

// namesInOrder returns the names of the endpoints of a source.
func namesInOrder(s *Source) string {
	names := make([]string, len(s.Endpoints))
	for i, e := range s.Endpoints {
		names[i] = e.Name
	}
	return strings.Join(names, " ")
}

func TestOrderEndpoints(t *testing.T) {
	t.Parallel()
	r := newTestRegister(t)
	// The order of the input is not that of the addresses, in which the rows are inserted.
	made := r.create("daily.example", func(n *CreateInput) {
		n.Endpoints = nil
		for _, name := range []string{"main", "sports", "culture"} {
			n.Endpoints = append(n.Endpoints, EndpointDetails{Kind: "rss", URL: "https://daily.example/" + name, Name: name})
		}
	})
	if got := namesInOrder(made); got != "main sports culture" {
		t.Fatalf("created in the order %s", got)
	}
	ids := make([]uuid.UUID, 3)
	for i, e := range made.Endpoints {
		ids[i] = e.ID
	}
	main, sports, culture := ids[0], ids[1], ids[2]
	set := func(version int, ids ...uuid.UUID) (*Source, error) {
		return r.OrderEndpoints(t.Context(), r.actor, made.ID, version, ids)
	}

	ordered := r.must(set(1, culture, main, sports))
	if got := namesInOrder(ordered); got != "culture main sports" || ordered.Version != 2 {
		t.Errorf("got %s, version %d", got, ordered.Version)
	}
	if same := r.must(set(2, culture, main, sports)); same.Version != 2 {
		t.Errorf("an unchanged order made version %d", same.Version)
	}
	if _, err := r.add(made, "https://daily.example/a-new-one", func(d *EndpointDetails) { d.Name = "new" }); err != nil {
		t.Fatal(err)
	}
	if got := namesInOrder(r.must(r.Get(t.Context(), made.ID))); got != "culture main sports new" {
		t.Errorf("with a new endpoint: %s", got)
	}
	for name, ids := range map[string][]uuid.UUID{
		"one is missing": {culture, main, sports}, "one twice": {culture, main, sports, sports},
		"one too many": {culture, main, sports, uuid.New(), uuid.New()}, "none": {},
	} {
		if _, err := set(2, ids...); !slices.Equal(invalidFields(t, err), []string{"/endpoint_ids incomplete"}) {
			t.Errorf("%s: %v", name, err)
		}
	}
	_, err := set(1, main, sports, culture)
	r.wantProblem(err, problem.StaleVersion)
	history := r.history(made.ID)
	if want := `source.updated v2 endpoints: ["main","sports","culture"] -> ["culture","main","sports"]`; !slices.Contains(history, want) {
		t.Errorf("the history is %s", strings.Join(history, "\n"))
	}
	r.must(r.Archive(t.Context(), r.actor, made.ID, 2))
	_, err = set(3, main, sports, culture)
	r.wantProblem(err, problem.Archived)
}
