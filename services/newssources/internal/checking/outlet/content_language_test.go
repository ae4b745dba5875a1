package outlet_test

import (
	"math/rand/v2"
	"testing"

	"github.com/newsources/newsources/services/devstack/simulator/papers"
	"github.com/newsources/newsources/services/newssources/internal/checking/outlet"
)

// TestLanguageOfContentContradictsOnlyOtherLanguages checks papers in each language of the simulator,
// and other titles.
func TestLanguageOfContentContradictsOnlyOtherLanguages(t *testing.T) {
	t.Parallel()
	noticed := 0
	for _, language := range papers.Languages() {
		for seed := range uint64(20) {
			var titles []string
			for _, a := range papers.New(rand.New(rand.NewPCG(seed, 3)), language).Articles(100, 30, start) {
				titles = append(titles, a.Title)
			}
			found := outlet.LanguageOf(titles)
			if outlet.IsOtherLanguage([]string{language}, found) {
				t.Errorf("%s: declared %s, detected %s", titles[0], language, found)
			}
			other := "fi"
			if language == other {
				other = "en"
			}
			if outlet.IsOtherLanguage([]string{other}, found) {
				noticed++
			}
		}
	}
	if all := 20 * len(papers.Languages()); noticed < all*3/4 {
		t.Errorf("%d of %d papers contradict another language", noticed, all)
	}
	for _, c := range []struct {
		declared []string
		detected string
		want     bool
	}{
		{[]string{"fr"}, "de", true}, {[]string{"fr", "de"}, "de", false}, {[]string{"de-CH"}, "de", false},
		{nil, "de", false}, {[]string{"fr"}, "", false}, {[]string{"no"}, "da", false}, {[]string{"nb"}, "no", false},
		{[]string{"zh-TW"}, "zh", false}, {[]string{"ar"}, "fa", false}, {[]string{"ar"}, "he", true},
		{[]string{"ga"}, "en", false}, // not known to the detection
		{[]string{"unknown"}, "en", false},
	} {
		if got := outlet.IsOtherLanguage(c.declared, c.detected); got != c.want {
			t.Errorf("declared %v, detected %s: %v", c.declared, c.detected, got)
		}
	}
	if got := outlet.LanguageOf([]string{"One headline about the council of the town and its new budget"}); got != "" {
		t.Errorf("one title has the language %q", got)
	}
}
