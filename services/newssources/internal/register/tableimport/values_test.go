package tableimport

import (
	"testing"
)

func TestValues(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ key, cell, want string }{
		{"country", "es", "ES"}, {"country", "Spain", "ES"}, {"country", "España", "ES"}, {"country", "espagne", "ES"},
		{"country", "Österreich", "AT"}, {"country", "日本", "JP"}, {"country", "UK", "GB"}, {"country", "USA", "US"},
		{"country", "Nederland", "NL"}, {"country", "DEU", "DE"}, {"country", "Atlantis", ""},
		{"languages", "Deutsch", "de"}, {"languages", "español, catalán", "es; ca"}, {"languages", "日本語", "ja"},
		{"languages", "pt_BR", "pt-BR"}, {"languages", "de/fr", "de; fr"}, {"languages", "Klingonisch", ""},
		{"paused_until", "31.12.2026", "2026-12-31T00:00:00Z"}, {"paused_until", "2026-12-31", "2026-12-31T00:00:00Z"},
		{"paused_until", "46387", "2026-12-31T00:00:00Z"}, {"paused_until", "05/06/2026", "2026-06-05T00:00:00Z"},
		{"paused_until", "5.6.2026", "2026-06-05T00:00:00Z"}, {"paused_until", "31. Dezember 2026", "2026-12-31T00:00:00Z"},
		{"paused_until", "soon", ""},
		{"tier", "Tier 2", "2"}, {"tier", "2,0", "2"}, {"tier", "3", "3"},
		{"paywall", "Ja", "hard"}, {"paywall", "FALSE", "none"}, {"paywall", "metered", "metered"},
		{"lifecycle", "aktiv", "active"}, {"lifecycle", "x", "active"}, {"media_type", "Tageszeitung", "newspaper"},
		{"media_type", "TV", "tv"}, {"feed_2_kind", "JSON", "json_feed"}, {"scope", "nacional", "national"},
		{"homepage_url", "<https://a.example/>", "https://a.example/"}, {"homepage_url", "https://joe:pw@a.example", ""},
		{"owner", "#N/A", ""}, {"owner", "'#N/A", "#N/A"}, {"owner", "'=1", "=1"}, {"owner", "Verlag & Söhne", "Verlag & Söhne"},
	} {
		a, _, err := Layout{}.assign(c.key, c.cell)
		if a.column.Key == "" {
			t.Fatalf("there is no column %s", c.key)
		}
		if got := a.text; got != c.want || (err != nil) != (c.want == "") {
			t.Errorf("%s %q: got %q, want %q, %v", c.key, c.cell, got, c.want, err)
		}
	}
}

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
