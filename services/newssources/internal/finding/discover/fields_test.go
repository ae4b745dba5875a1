package discover

import (
	"testing"

	"github.com/newsources/newsources/services/devstack/simulator"
	"github.com/newsources/newsources/services/newssources/internal/reading/outletfield"
)

func TestFeedWithoutLanguageHasThatOfItsPage(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{})
	f := w.discover(t, w.URL("bilingual.test", "/en/"))
	for path, want := range map[string]string{"/en.rss": "en", "/es.rss": "es"} {
		if c := f.candidate(w.URL("bilingual.test", path)); c == nil || c.Language != want {
			t.Errorf("%s: %+v", path, c)
		}
	}
	if got := f.fields[outletfield.Language].Value; got != "en" {
		t.Errorf("the language is %s", got)
	}
}
