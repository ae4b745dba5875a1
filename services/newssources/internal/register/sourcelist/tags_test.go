package sourcelist

import (
	"fmt"
	"strings"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

func (r *testRegister) tagCounts() string {
	r.t.Helper()
	tags, err := r.Tags(r.t.Context())
	if err != nil {
		r.t.Fatal(err)
	}
	var list []string
	for _, tag := range tags {
		list = append(list, fmt.Sprintf("%s %d", tag.Name, tag.Count))
	}
	return strings.Join(list, ", ")
}

func TestTagsAreSharedAndListed(t *testing.T) {
	t.Parallel()
	r := newTestRegister(t)
	tagged := func(tags ...string) func(*source.CreateInput) { return func(n *source.CreateInput) { n.Tags = tags } }
	first := r.create("first.example", tagged("Politik", "sport"))
	second := r.create("second.example", tagged("POLITIK", "ｓｐｏｒｔ", "Äpfel", "äpfel"))
	if got := strings.Join(second.Tags, ","); got != "Politik,sport,Äpfel" {
		t.Errorf("the second has %s", got)
	}
	if got := r.tagCounts(); got != "Politik 2, sport 2, Äpfel 1" {
		t.Errorf("got %s", got)
	}
	second = r.update(second, func(d *source.Details) { d.Tags = nil })
	if len(second.Tags) != 0 || second.Tags == nil {
		t.Errorf("without tags it has %#v", second.Tags)
	}
	r.must(r.Archive(t.Context(), r.actor, first.ID, first.Version))
	if got := r.tagCounts(); got != "" {
		t.Errorf("tags without live sources are listed: %s", got)
	}
	if third := r.create("third.example", tagged("politik")); third.Tags[0] != "Politik" {
		t.Errorf("the spelling of the tag has changed: %s", third.Tags[0])
	}
}
