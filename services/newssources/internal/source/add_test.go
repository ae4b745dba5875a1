package source

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"

	"github.com/newsources/newsources/services/newssources/internal/ent"
	"github.com/newsources/newsources/services/newssources/internal/problem"
)

func (r *rig) addIn(news []*CreateInput, joins []*ExtendInput) error {
	for _, n := range news {
		if err := n.Validate(); err != nil {
			return err
		}
	}
	for _, j := range joins {
		for i := range j.Endpoints {
			if err := j.Endpoints[i].Validate(); err != nil {
				return err
			}
		}
	}
	return r.db.Tx(r.t.Context(), func(tx *ent.Tx) error { return InsertAll(r.t.Context(), tx, r.keys, r.actor, news, joins) })
}

func TestAddManyAtOnce(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	there := r.create("there.example", func(n *CreateInput) { n.Tags = []string{"old"} })
	untouched := r.create("untouched.example")
	same := r.create("same.example", func(n *CreateInput) { n.Tags = []string{"Old"} })
	z, a := daily("z.example", func(n *CreateInput) { n.Tags = []string{"new", "OLD"} }), daily("a.example")
	joins := []*ExtendInput{
		{SourceID: there.ID, Endpoints: []EndpointDetails{{Kind: "atom", URL: "https://there.example/z"}, {Kind: "rdf", URL: "https://there.example/a"}}, Tags: []string{"NEW", "old"}},
		{SourceID: same.ID, Endpoints: []EndpointDetails{{Kind: "rdf", URL: "https://same.example/a"}}, Tags: []string{"OLD"}},
	}
	if err := r.addIn([]*CreateInput{&z, &a}, joins); err != nil {
		t.Fatal(err)
	}
	// Written in another order, they keep that of the list.
	if page := r.list(Query{Sort: "created"}); !slices.Equal(ids(page.Rows), []uuid.UUID{there.ID, untouched.ID, same.ID, z.ID, a.ID}) {
		t.Errorf("the order is %v", page.Rows)
	}
	joined := r.must(r.Get(t.Context(), there.ID))
	if joined.Endpoints[1].ID != joins[0].EndpointIDs[0] || joined.Endpoints[1].Kind != "atom" || joined.Endpoints[2].ID != joins[0].EndpointIDs[1] ||
		joined.Version != 2 || strings.Join(joined.Tags, " ") != "new old" || !joined.UpdatedAt.After(there.UpdatedAt) {
		t.Errorf("joined to %+v", joined)
	}
	r.wantDerived(there.ID, 3, `["atom", "rdf", "rss"]`, "there.example/z")
	if history := r.history(there.ID); history[2] != `source.updated v2 tags: ["old"] -> ["new","old"]` || len(history) != 5 {
		t.Errorf("its history is %q", history)
	}
	if now := r.must(r.Get(t.Context(), same.ID)); now.Version != 1 || len(now.Endpoints) != 2 {
		t.Errorf("without new tags it is %+v", now)
	}
	if now := r.must(r.Get(t.Context(), untouched.ID)); !now.UpdatedAt.Equal(untouched.UpdatedAt) {
		t.Error("it touched what it had nothing to do with")
	}
	made := r.must(r.Get(t.Context(), z.ID))
	if strings.Join(made.Tags, " ") != "new old" || made.Endpoints[0].ID != z.EndpointIDs[0] || made.CreatedBy.Name != "Ada Editor" {
		t.Errorf("made %+v", made)
	}
	r.wantDerived(z.ID, 1, `["rss"]`, "z.example/rss")
	if err := r.addIn(nil, nil); err != nil {
		t.Errorf("adding nothing: %v", err)
	}
}

func TestJoiningWhatHasGone(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	archived, draft := r.create("archived.example"), r.create("draft.example", func(n *CreateInput) { n.Lifecycle = Draft })
	r.must(r.Archive(t.Context(), r.actor, archived.ID, 1))
	if err := r.Delete(t.Context(), r.actor, draft.ID, 1); err != nil {
		t.Fatal(err)
	}
	before := r.everything()
	for _, id := range []uuid.UUID{archived.ID, draft.ID} {
		err := r.addIn([]*CreateInput{ptr(daily("new.example"))}, []*ExtendInput{{SourceID: id, Endpoints: []EndpointDetails{{Kind: "rss", URL: "https://x.example/"}}}})
		if !errors.Is(err, ErrSourceGone) {
			t.Errorf("got %v", err)
		}
	}
	if after := r.everything(); after != before {
		t.Errorf("it left something: %s, was %s", after, before)
	}
}

// Whoever adds the same things at once, in whatever order, is either first or told so.
func TestSameSourcesAtOnce(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	const people, outlets = 8, 6
	made := make([]int, people)
	var group errgroup.Group
	for person := range people {
		group.Go(func() error {
			for i := range outlets {
				if person%2 == 1 {
					i = outlets - 1 - i
				}
				input := daily(fmt.Sprintf("s%d.example", i), func(n *CreateInput) {
					for j := range 5 {
						n.Endpoints = append(n.Endpoints, EndpointDetails{Kind: "rss", URL: fmt.Sprintf("https://shared%d.example/", j+5*i)})
					}
					if person%2 == 1 {
						slices.Reverse(n.Endpoints)
					}
					n.Tags = many(5)
				})
				_, err := r.Create(t.Context(), r.actor, input)
				switch {
				case err == nil:
					made[person]++
				case !problem.Is(err, problem.DuplicateSource) && !problem.Is(err, problem.DuplicateEndpoint):
					return err
				}
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		t.Fatal(err)
	}
	total := 0
	for _, n := range made {
		total += n
	}
	if sources, endpoints := r.count("SELECT count(*) FROM sources"), r.count("SELECT count(*) FROM endpoints"); total != outlets || sources != outlets || endpoints != 6*outlets {
		t.Errorf("%d were told that they made one; there are %d sources and %d endpoints", total, sources, endpoints)
	}
	if events := r.count("SELECT count(*) FROM audit_events"); events != 7*outlets {
		t.Errorf("%d events", events)
	}
}
