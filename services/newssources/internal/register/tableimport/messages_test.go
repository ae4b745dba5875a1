package tableimport

import (
	"strings"
	"testing"
)

func TestBlankNamesAreRepaired(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	id := h.stage("a.csv", "Name,Homepage\n,https://a.example/\nB,https://b.example/\n\\N,https://c.example/\n")
	h.wantResults(id, "1 create\n2 create\n3 create\n")
	page, err := h.Rows(t.Context(), id, RowQuery{Limit: 10})
	h.must(err)
	for n, want := range []string{nameRepair, "", nameRepair} {
		if got := page.Rows[n].Repair; got != want {
			t.Errorf("row %d: %q", n+1, got)
		}
	}
	h.apply(id)
	for _, table := range []string{"Name,Homepage\n,https://a.example/\n", "Homepage\nhttps://d.example/\n"} {
		page, err := h.Rows(t.Context(), h.stage("b.csv", table), RowQuery{Limit: 10})
		h.must(err)
		if row := page.Rows[0]; row.Repair != "" {
			t.Errorf("%q: %q", table, row.Repair)
		}
	}
}

// TestClearWordsInOtherColumns clears values that a source must have, and uses another clear word.
func TestClearWordsInOtherColumns(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	h.apply(h.stage("a.csv", smallTable))
	const table = "Homepage,State,Feed\nhttps://bote.example,\\N,\nhttps://elfaro.example,,\\N\n"
	id := h.stage("b.csv", table)
	h.wantResults(id, "1 invalid State: a source always has a state; enter active, paused, draft or archived.\n2 unchanged\n")
	h.must(h.SetLayout(t.Context(), h.by, id, []string{"homepage_url", "lifecycle", "feed"}, "-"))
	h.wantResults(id, "1 invalid State: “\\N” is not a state; enter active, paused, draft or archived.\n"+
		"2 invalid Feed: “\\N” is not an address.\n")
}

// TestSymbolsClearNothing expects that a cell with symbols instead of a value makes its row invalid.
func TestSymbolsClearNothing(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	h.apply(h.stage("a.csv", "Name,Homepage,Paywall,Media type,Scope,Rights,Note on rights,Languages,Tags,Tier,Country\n"+
		"A,https://a.example/,metered,newspaper,national,forbidden,By letter,es,a,1,ES\n"))
	for _, symbols := range []string{"-", "–", "✓", "☐", "?", ";"} {
		for _, column := range []string{"Paywall", "Media type", "Scope", "Rights", "Languages", "Tags", "Tier", "Country"} {
			cells := "X,https://a.example/," + `"` + symbols + `"`
			id := h.stage("a.csv", "Name,Homepage,"+column+"\n"+cells+"\n")
			want := "1 invalid "
			if column == "Tags" && symbols != ";" { // tags may be symbols
				want = "1 update"
			}
			if got := h.results(id); !strings.HasPrefix(got, want) {
				t.Errorf("%s %s: %s", column, symbols, got)
			}
			h.must(h.Discard(t.Context(), h.by, id))
		}
	}
}

// TestFailedFormulas expects that the result of a formula that failed is a value of no field that is imported.
func TestFailedFormulas(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	unsaved := "the result of the formula was not saved; open the workbook in a spreadsheet program and save it, or enter a value."
	for column, isInvalid := range map[string]bool{"Country": true, "Tags": true, "Path": true, "Feed": true, "Notes": true, "Mood": false} {
		for cell, reason := range map[string]string{"#FORMULA!": unsaved, "#N/A": "the formula failed with #N/A; enter a value."} {
			want := "1 create\n"
			if isInvalid {
				want = "1 invalid " + column + ": " + reason + "\n"
			}
			h.wantResults(h.stage("a.csv", "Name,Homepage,"+column+"\nA,https://a.example/,"+cell+"\n"), want)
		}
	}
}

// TestHeadersInReasons expects that the reason of an invalid row can begin with a header in each script.
func TestHeadersInReasons(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	for header, want := range map[string]string{
		"страна": "Страна", "国家": "国家", "Ülke": "Ülke", "מדינה": "מדינה", "البلد": "البلد", "देश": "देश", "χώρα": "Χώρα", "país": "País",
		"ქვეყანა": "ქვეყანა",
	} {
		id := h.stage("a.csv", "Name,Homepage,"+header+"\nA,https://a.example/,Narnia\n")
		h.wantResults(id, "1 invalid "+want+": “Narnia” is not a country; use its name or two letters (ISO 3166-1), such as ES.\n")
	}
}
