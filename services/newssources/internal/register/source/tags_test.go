package source

import (
	"fmt"
	"slices"
	"testing"

	"golang.org/x/sync/errgroup"
)

// TestConcurrentCreatesOfTheSameTags creates the same tags concurrently in different orders.
func TestConcurrentCreatesOfTheSameTags(t *testing.T) {
	t.Parallel()
	r := newTestRegister(t)
	const workers, words = 20, 30
	var group errgroup.Group
	for i := range workers {
		group.Go(func() error {
			tags := distinctWords(words)
			slices.Reverse(tags[:i+1])
			s, err := r.Create(t.Context(), r.actor,
				sourceInput(fmt.Sprintf("s%d.example", i), func(n *CreateInput) { n.Tags = tags[:words/2] }))
			if err != nil {
				return err
			}
			_, err = r.Update(t.Context(), r.actor, s.ID, 1, func(d *Details) { d.Tags = tags })
			return err
		})
	}
	if err := group.Wait(); err != nil {
		t.Fatal(err)
	}
	if tags, links := r.count("SELECT count(*) FROM tags"), r.count("SELECT count(*) FROM source_tags"); tags != words ||
		links != workers*words {
		t.Errorf("%d tags, %d links", tags, links)
	}
}
