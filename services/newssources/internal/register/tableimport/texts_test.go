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

// TestFurtherEndpointsSurviveAnEdit exports a source with more endpoints than a row has, edits its first row, and
// imports the file into the same register and an empty one.
func TestFurtherEndpointsSurviveAnEdit(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	for _, archived := range []bool{true, false} { // the live one succeeds the archived one
		var feeds []source.EndpointDetails
		for n := range 8 {
			feeds = append(feeds, source.EndpointDetails{Kind: "rss", URL: fmt.Sprintf("https://eight.com/f%d", n)})
		}
		made := h.create("Eight", "https://eight.com/", nil, feeds...)
		if archived {
			_, err := h.register.Archive(t.Context(), h.by, made.ID, made.Version)
			h.must(err)
		}
	}
	content := func(of *harness) string {
		of.t.Helper()
		var text string
		of.must(of.db.Pool.QueryRow(t.Context(), `
			SELECT string_agg(concat_ws(' ', s.lifecycle, s.name, s.notes, e.url), E'\n' ORDER BY s.lifecycle, e.url)
			FROM sources s
			JOIN endpoints e ON e.source_id = s.id`).Scan(&text))
		return text
	}
	h.eachExport(t, func(t *testing.T, same *harness, format listfile.Format, name, file string) {
		if format != listfile.CSV && format != listfile.XLSX {
			return
		}
		empty := newHarness(t)
		if set := empty.apply(empty.stage(name, file)); set.Refused+set.Conflict != 0 {
			t.Errorf("the change set is %+v", set)
		}
		if got, want := content(empty), content(h); got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
		if format == listfile.XLSX {
			return
		}
		edited := strings.Replace(file, "Eight,https://eight.com/,active,", "Eight Feeds,https://eight.com/,paused,", 1)
		if edited == file {
			t.Fatalf("the file has no row to edit: %s", file)
		}
		same.must(same.Discard(t.Context(), same.by, same.stageCounts(name, edited,
			map[string]int{"update": 1, "duplicate": 3, "unchanged": 4})))
	})
}
