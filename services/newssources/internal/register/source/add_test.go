package source

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

func (r *testRegister) insertAll(creates []*CreateInput, extends []*ExtendInput) error {
	for _, n := range creates {
		if err := n.Validate(); err != nil {
			return err
		}
	}
	for _, j := range extends {
		for i := range j.Endpoints {
			if err := j.Endpoints[i].Validate(); err != nil {
				return err
			}
		}
	}
	return r.db.Tx(r.t.Context(),
		func(tx postgres.Tx) error { return InsertAll(r.t.Context(), tx, r.keys, r.actor, creates, extends) })
}

func TestInsertAllCreatesAndExtends(t *testing.T) {
	t.Parallel()
	r := newTestRegister(t)
	existing := r.create("existing.example", func(n *CreateInput) { n.Tags = []string{"old"} })
	untouched := r.create("untouched.example")
	same := r.create("same.example", func(n *CreateInput) { n.Tags = []string{"Old"} })
	z, a := sourceInput("z.example", func(n *CreateInput) { n.Tags = []string{"new", "OLD"} }), sourceInput("a.example")
	extends := []*ExtendInput{
		{SourceID: existing.ID, Endpoints: []EndpointDetails{{Kind: "atom", URL: "https://existing.example/z"},
			{Kind: "rdf", URL: "https://existing.example/a"}}, Tags: []string{"NEW", "old"}},
		{SourceID: same.ID, Endpoints: []EndpointDetails{{Kind: "rdf", URL: "https://same.example/a"}},
			Tags: []string{"OLD"}},
	}
	if err := r.insertAll([]*CreateInput{&z, &a}, extends); err != nil {
		t.Fatal(err)
	}
	// They are inserted in the order of their keys, but the list shows them in the order of the
	// inputs.
	rows, _ := r.db.Pool.Query(t.Context(), "SELECT id FROM sources ORDER BY created_at, id")
	if order, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID]); err != nil ||
		!slices.Equal(order, []uuid.UUID{existing.ID, untouched.ID, same.ID, z.ID, a.ID}) {
		t.Errorf("the order is %v, %v", order, err)
	}
	extended := r.must(r.Get(t.Context(), existing.ID))
	if extended.Endpoints[1].ID != extends[0].EndpointIDs[0] || extended.Endpoints[1].Kind != "atom" ||
		extended.Endpoints[2].ID != extends[0].EndpointIDs[1] ||
		extended.Version != 2 || strings.Join(extended.Tags, " ") != "new old" ||
		!extended.UpdatedAt.After(existing.UpdatedAt) {
		t.Errorf("extended to %+v", extended)
	}
	r.wantDerived(existing.ID, 3, `["atom", "rdf", "rss"]`, "existing.example/z")
	if history := r.history(existing.ID); history[2] != `source.updated v2 tags: ["old"] -> ["new","old"]` ||
		len(history) != 5 {
		t.Errorf("the history is %q", history)
	}
	if now := r.must(r.Get(t.Context(), same.ID)); now.Version != 1 || len(now.Endpoints) != 2 {
		t.Errorf("without new tags: %+v", now)
	}
	if now := r.must(r.Get(t.Context(), untouched.ID)); !now.UpdatedAt.Equal(untouched.UpdatedAt) {
		t.Error("the source of no input was updated")
	}
	made := r.must(r.Get(t.Context(), z.ID))
	if strings.Join(made.Tags, " ") != "new old" || made.Endpoints[0].ID != z.EndpointIDs[0] ||
		made.CreatedBy.Name != "Ada Editor" {
		t.Errorf("created %+v", made)
	}
	r.wantDerived(z.ID, 1, `["rss"]`, "z.example/rss")
	if err := r.insertAll(nil, nil); err != nil {
		t.Errorf("without inputs: %v", err)
	}
}

func TestInsertAllFailsIfASourceIsGone(t *testing.T) {
	t.Parallel()
	r := newTestRegister(t)
	archived, draft := r.create("archived.example"),
		r.create("draft.example", func(n *CreateInput) { n.Lifecycle = Draft })
	r.must(r.Archive(t.Context(), r.actor, archived.ID, 1))
	if err := r.Delete(t.Context(), r.actor, draft.ID, 1); err != nil {
		t.Fatal(err)
	}
	before := r.checksum()
	for _, id := range []uuid.UUID{archived.ID, draft.ID} {
		err := r.insertAll([]*CreateInput{ptr(sourceInput("new.example"))},
			[]*ExtendInput{{SourceID: id, Endpoints: []EndpointDetails{{Kind: "rss", URL: "https://x.example/"}}}})
		if !errors.Is(err, ErrSourceGone) {
			t.Errorf("got %v", err)
		}
	}
	if after := r.checksum(); after != before {
		t.Errorf("the database has changed: %s, was %s", after, before)
	}
}

// TestConcurrentCreatesOfTheSameSources creates the same sources concurrently in different orders.
func TestConcurrentCreatesOfTheSameSources(t *testing.T) {
	t.Parallel()
	r := newTestRegister(t)
	const workers, outlets = 8, 6
	created := make([]int, workers)
	var group errgroup.Group
	for worker := range workers {
		group.Go(func() error {
			for i := range outlets {
				if worker%2 == 1 {
					i = outlets - 1 - i
				}
				input := sourceInput(fmt.Sprintf("s%d.example", i), func(n *CreateInput) {
					for j := range 5 {
						n.Endpoints = append(n.Endpoints,
							EndpointDetails{Kind: "rss", URL: fmt.Sprintf("https://shared%d.example/", j+5*i)})
					}
					if worker%2 == 1 {
						slices.Reverse(n.Endpoints)
					}
					n.Tags = distinctWords(5)
				})
				_, err := r.Create(t.Context(), r.actor, input)
				switch {
				case err == nil:
					created[worker]++
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
	for _, n := range created {
		total += n
	}
	if sources, endpoints := r.count("SELECT count(*) FROM sources"), r.count("SELECT count(*) FROM endpoints"); total != outlets || sources != outlets || endpoints != 6*outlets {
		t.Errorf("%d creates succeeded; there are %d sources and %d endpoints", total, sources, endpoints)
	}
	if events := r.count("SELECT count(*) FROM audit_events"); events != 7*outlets {
		t.Errorf("%d events", events)
	}
}
