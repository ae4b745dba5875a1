package tableimport

import (
	"strings"
	"testing"
)

func TestCredentialsAreRemovedFromCells(t *testing.T) {
	t.Parallel()
	for cell, want := range map[string]string{
		"https://joe:pw@a.example/rss":                     "https://a.example/rss",
		"https://joe:pw＠a.example/rss":                     "https://a.example/rss",
		"https://a.example/,https://joe:p,w@b.example/rss": "https://a.example/,https://b.example/rss",
		"Feed: joe:pw@a.example/rss":                       "Feed: a.example/rss",
		"joe@example.org":                                  "",
		"Contact: joe@example.org":                         "",
		"joe@example.org/ann@example.org":                  "",
		"https://mastodon.example/@joe":                    "",
		"https://a.example/rss?token=0123456789abcdef":     "",
	} {
		r := &Row{Cells: []string{cell}}
		hideCredentials(r.Cells, &r.Fault)
		if want == "" && (r.Fault != "" || r.Cells[0] != cell) || want != "" && (r.Fault != secretInCell || r.Cells[0] != want) {
			t.Errorf("%q became %q with the fault %q", cell, r.Cells[0], r.Fault)
		}
	}
}

// TestPasswordsAreNotStored expects that nothing stored of a table has the password of an address.
func TestPasswordsAreNotStored(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	for name, file := range map[string]string{
		"header.csv": "Name,Homepage,Feed,Other\nA,https://a.example/,https://joe:hush@a.example/rss,https://joe:hush@b.example/\n",
		"none.csv":   "A,https://joe:hush@a.example/rss\nB,https://joe:hush@b.example/rss\n",
		"list.ndjson": `{"name":"A","homepage":"https://a.example/","feed":"https://joe:hush@a.example/rss"}` + "\n" +
			`{"name":"B","homepage":"https://b.example/"}` + "\n",
	} {
		for _, id := range h.stageWays(name, file) {
			var stored string
			h.must(h.db.Pool.QueryRow(t.Context(), `
				SELECT string_agg(concat_ws(' ', i.notes, t.layout, r::text), ' ')
				FROM imports i
				JOIN table_imports t ON t.import_id = i.id
				JOIN table_rows r ON r.import_id = i.id
				WHERE i.id = $1`, id).Scan(&stored))
			if strings.Contains(stored, "hush") || !strings.Contains(stored, secretInCell) {
				t.Errorf("%s: %s", name, stored)
			}
		}
	}
}
