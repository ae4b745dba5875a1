package tableimport

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/register/listfile"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// texts returns the texts of the sources, in the order of their homepages.
func (h *harness) texts() string {
	h.t.Helper()
	list, err := source.LoadAfter(h.t.Context(), h.db.Pool, uuid.Nil, 100)
	h.must(err)
	lines := make([]string, len(list))
	for n, s := range list {
		lines[n] = fmt.Sprintf("%s: %q %q %q %q", s.HomepageURL, s.Name, s.Notes, s.Tags, s.Endpoints[0].Name)
	}
	return strings.Join(slices.Sorted(slices.Values(lines)), "\n")
}

// TestTextsSurviveAnExport exports texts that look like formulas, error values or other values of a spreadsheet, and
// imports each file into the same register and an empty one.
func TestTextsSurviveAnExport(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	created, unchanged := map[string]int{}, map[string]int{}
	for n, text := range []string{
		"'=already", "''=two", "'@mention", "''-x", "#N/A", "'#N/A", "#REF!", "#REF! News", "'quoted'", "'\ttab", "=1+1",
		"+49 30", "-", "@at", "=1\n=2", "n/a", "null", `"Quoted" Paper`, "1.0", "12:30", "50%", "TRUE", "|pipe", "nil",
		"_x000D_", "{}", "[]", `["a"]`, "A; B",
	} {
		_, err := h.register.Create(t.Context(), h.by, source.CreateInput{
			Details: source.Details{Name: text, HomepageURL: fmt.Sprintf("https://n%02d.com/", n),
				Notes: text, Tags: []string{text}},
			Endpoints: []source.EndpointDetails{{Kind: "rss", URL: fmt.Sprintf("https://n%02d.com/rss", n), Name: text}}})
		h.must(err)
		created["create"]++
		unchanged["unchanged"]++
	}
	h.eachExport(t, func(t *testing.T, same *harness, _ listfile.Format, name, file string) {
		same.must(same.Discard(t.Context(), same.by, same.stageCounts(name, file, unchanged)))
		empty := newHarness(t)
		empty.apply(empty.stageCounts(name, file, created))
		if got, want := empty.texts(), h.texts(); got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	})
}
