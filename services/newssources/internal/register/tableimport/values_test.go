package tableimport

import "testing"

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
		r.hideCredentials()
		if want == "" && (r.Fault != "" || r.Cells[0] != cell) || want != "" && (r.Fault != secretInCell || r.Cells[0] != want) {
			t.Errorf("%q became %q with the fault %q", cell, r.Cells[0], r.Fault)
		}
	}
}
