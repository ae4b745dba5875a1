package tableimport

import (
	"testing"
)

func TestTargetsOfHeaders(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]string{
		"Name": "name", "Titel": "name", "Nom du média": "name", "Página web": "homepage_url", "PAÍS": "country",
		"Sprache(n)": "", "Idioma(s)": "languages", "Feed 2": "feed_2", "rss2": "feed_2", "feed_2_kind": "feed_2_kind",
		"endpoints.3.url": "feed_3", "endpoints.1.kind": "feed_kind", "endpoints.1.id": TargetIgnore, "ID": idKey,
		"Import result": TargetReport, "homepage_url": "homepage_url", "Line 2": "", "": "",
	} {
		if got := targetOfHeader(header); got != want {
			t.Errorf("%q: got %q, want %q", header, got, want)
		}
	}
}

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
