package listfile

import "testing"

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
		{"owner", "#N/A", "#N/A"}, {"owner", "Verlag & Söhne", "Verlag & Söhne"},
	} {
		column, ok := ColumnByKey(c.key)
		if !ok {
			t.Fatalf("there is no column %s", c.key)
		}
		got, _, err := column.Parse(c.cell)
		if got != c.want || (err != nil) != (c.want == "") {
			t.Errorf("%s %q: got %q, want %q, %v", c.key, c.cell, got, c.want, err)
		}
	}
}
