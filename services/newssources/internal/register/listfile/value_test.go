package listfile

import (
	"strings"
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
		{"country", "Éire", "IE"}, {"country", "The Netherlands", "NL"}, {"country", "Hong Kong SAR", "HK"}, {"country", "🇫🇷", "FR"},
		{"country", "🇩🇪 Deutschland", "DE"}, {"country", "Crna Gora", "ME"}, {"country", "Noreg", "NO"}, {"country", "Aotearoa", "NZ"},
		{"country", "Germany (DE)", "DE"}, {"country", "AT - Österreich", "AT"}, {"country", "Moldova, Republic of", "MD"},
		{"country", "Republic of Ireland", "IE"}, {"country", "República Argentina", "AR"}, {"country", "Federal Republic of Germany", "DE"},
		{"country", "Bolivia (Plurinational State of)", "BO"}, {"country", "한국", "KR"}, {"country", "Shqipëri", "AL"}, {"country", "Pilipinas", "PH"},
		{"country", "Republic of China", "TW"}, {"country", "Svizra", "CH"}, {"country", "ভারত", "IN"}, {"country", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "GB"}, {"country", "España / Francia", ""},
		{"country", "North Macedonia", "MK"}, {"country", "Republic of North Macedonia", "MK"}, {"country", "Nordmazedonien", "MK"},
		{"country", "Eswatini", "SZ"}, {"country", "Эсватини", "SZ"}, {"country", "Macao SAR China", "MO"}, {"country", "Норвегія", "NO"},
		{"country", "ශ්\u200dරී ලංකාව", "LK"}, {"country", "لیختن\u200cاشتاین", "LI"}, {"country", "China", "CN"}, {"country", "Niger", "NE"},
		{"languages", "Ikinyarwanda; IsiXhosa", "rw; xh"}, {"languages", "kurdî (kurmancî)", "ku"},
		{"country", "Georgia, USA", ""}, {"country", "Korea, North", "KP"},
		{"country", "Congo, Dem. Rep.", "CD"}, {"country", "Guinea, New", ""}, {"country", "Bolivia, Estado Plurinacional de", "BO"}, {"languages", "Norwegian", "no"}, {"languages", "Norsk", "no"},
		{"country", "London, UK", ""}, {"country", "🇫", ""}, {"country", "🇫🇷 Atlantis", ""}, {"country", "()", ""},
		{"feed", `\N`, ""}, {"homepage_url", `\N`, ""}, {"lifecycle", `\N`, `\N`}, {"country", `\N`, ""},
		{"languages", "Castellano", "es"}, {"languages", "繁體中文", "zh-Hant"}, {"languages", "English (US)", "en-US"},
		{"languages", "Brazilian Portuguese", "pt-BR"}, {"languages", "Flemish", "nl-BE"}, {"languages", "Latin", "la"},
		{"languages", "de, fr; it", "de; fr; it"}, {"languages", "Português (Brasil)", "pt-BR"}, {"languages", "Português do Brasil", "pt-BR"},
		{"languages", "Chinese (Traditional, Hong Kong)", "zh-Hant-HK"}, {"languages", "Serbian (Cyrillic)", "sr-Cyrl"},
		{"languages", "српски (латиница)", "sr-Latn"}, {"languages", "Austrian German; Mexican Spanish", "de-AT; es-MX"},
		{"languages", "Español (México) | Argentinian Spanish", "es-MX; es-AR"}, {"languages", "Deutsch – Schweiz", "de-CH"},
		{"languages", "Mandarin", "zh"}, {"languages", "Farsi", "fa"}, {"languages", "Simplified Chinese", "zh-Hans"}, {"languages", "njemački", "de"},
		{"languages", "flamand", "nl-BE"}, {"languages", "brasilianisches Portugiesisch", "pt-BR"}, {"languages", "简体中文、English", "zh-Hans; en"},
		{"languages", "English (Klingon)", ""}, {"languages", "German (de)", "de"}, {"languages", "French France", "fr-FR"}, {"languages", "de fr", "de; fr"}, {"languages", "de - fr", ""}, {"languages", "Deutsch & Englisch", "de; en"},
		{"languages", "Deutsch/Französisch", "de; fr"},
		{"languages", "Latin American Spanish", "es-419"}, {"languages", "English, (US)", ""}, {"languages", "Azerbaijani (Latin)", "az-Latn"},
		{"paused_until", "31.12.2026", "2026-12-31T00:00:00Z"}, {"paused_until", "2026-12-31", "2026-12-31T00:00:00Z"},
		{"paused_until", "46387", "2026-12-31T00:00:00Z"}, {"paused_until", "05/06/2026", "2026-06-05T00:00:00Z"},
		{"paused_until", "5.6.2026", "2026-06-05T00:00:00Z"}, {"paused_until", "31. Dezember 2026", "2026-12-31T00:00:00Z"},
		{"paused_until", "soon", ""},
		{"rights", "0.5", "0.5"}, {"paywall", "50%", "50%"}, {"media_type", "Comic Book", "Comic Book"}, {"paywall", "maybe", "maybe"},
		{"country", "Украина", "UA"}, {"country", "Niemcy", "DE"}, {"languages", "английский", "en"},
		{"lifecycle", "активный", "active"}, {"media_type", "газета", "newspaper"}, {"media_type", "報紙", "newspaper"},
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

// TestBooleans expects that what spreadsheets show and people write for yes and no is recognized, and that symbols are
// neither cleared nor folded.
func TestBooleans(t *testing.T) {
	t.Parallel()
	for key, values := range map[string][2]string{"paywall": {"hard", "none"}, "rights": {"permitted", "forbidden"},
		"lifecycle": {"active", "paused"}, "feed_2_intent": {"active", "paused"}} {
		column, _ := ColumnByKey(key)
		for n, words := range []string{
			"ИСТИНА PRAWDA TOSI IGAZ SANN SAND SANT DOĞRU ΑΛΗΘΗΣ PRAVDA ADEVĂRAT ІСТИНА WAHR VRAI VERO VERDADERO VERDADEIRO WAAR TRUE " +
				"tak ano igen да ναι evet kyllä taip da так 是 はい 예 نعم כן हाँ J O ja oui Sí sim x 1 Y áno đúng 真 참",
			"ЛОЖЬ FAŁSZ EPÄTOSI HAMIS USANN FALSK FALSKT YANLIŞ ΨΕΥΔΗΣ NEPRAVDA FALS ХИБНІСТЬ FALSCH FAUX FALSO ONWAAR FALSE " +
				"nie ne nem нет nei nej όχι hayır ei nu ні 否 いいえ 아니요 لا לא नहीं N nein non não nee 0 không 偽 거짓",
		} {
			for cell := range strings.FieldsSeq(words) {
				if got, _, err := column.Parse(cell); got != values[n] || err != nil {
					t.Errorf("%s %s: got %q, want %q, %v", key, cell, got, values[n], err)
				}
			}
		}
	}
	for _, key := range []string{"paywall", "rights", "lifecycle", "media_type", "scope", "feed_intent", "feed_kind"} {
		column, _ := ColumnByKey(key)
		for cell := range strings.FieldsSeq("- – — ? … ✓ ✗ ☑ ☐ ☒ ★ 👍 . Übermäßig") {
			if got, _, err := column.Parse(cell); got != cell || err != nil {
				t.Errorf("%s %s: got %q, %v", key, cell, got, err)
			}
		}
	}
}

func TestAmbiguousDatesAreRepaired(t *testing.T) {
	t.Parallel()
	column, _ := ColumnByKey("paused_until")
	for cell, want := range map[string]string{
		"03/04/2027": "“03/04/2027” was read as 2027-04-03.", "3-4-27": "“3-4-27” was read as 2027-04-03.",
		"04/04/2027": "", "13/04/2027": "", "12/24/2027": "", "3.4.2027": "", "2027-04-03": "",
	} {
		if _, repair, err := column.Parse(cell); repair != want || err != nil {
			t.Errorf("%s: %q, %v", cell, repair, err)
		}
	}
}
