package source

import (
	"fmt"
	"slices"
	"strings"
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

func TestMergeTags(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ tags, more, want string }{
		{"", "", ""}, {"", "b a", "a b"}, {"b", "a B c", "a b c"}, {"a b", "A", "a b"},
	} {
		if got := strings.Join(MergeTags(strings.Fields(c.tags), strings.Fields(c.more)), " "); got != c.want {
			t.Errorf("%q with %q: got %q, want %q", c.tags, c.more, got, c.want)
		}
	}
	if all := MergeTags(distinctWords(49), []string{"y", "z"}); len(all) != maxTags {
		t.Errorf("%d tags", len(all))
	}
}
