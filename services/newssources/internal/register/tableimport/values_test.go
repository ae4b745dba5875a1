package tableimport

import (
	"strings"
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

// TestHeadersOfOtherLanguages expects the targets name, homepage, country, languages, tags and feed.
func TestHeadersOfOtherLanguages(t *testing.T) {
	t.Parallel()
	want := []string{"name", "homepage_url", "country", "languages", "tags", "feed"}
	for _, headers := range []string{
		"Название;Сайт;Страна;Язык;Метки;Лента", "Назва;Сайт;Країна;Мова;Теги;Стрічка",
		"Nazwa;Strona internetowa;Kraj;Język;Tagi;Kanał RSS", "Název;Odkaz;Země;Jazyk;Štítky;Zdroj RSS",
		"Név;Honlap;Ország;Nyelv;Címkék;Hírcsatorna", "Denumire;Adresa web;Țară;Limbă;Etichete;Flux de știri",
		"Ad;Web sitesi;Ülke;Dil;Etiketler;Akış", "Όνομα;Ιστοσελίδα;Χώρα;Γλώσσα;Ετικέτες;Ροή",
		"الاسم;الموقع;البلد;اللغة;الوسوم;خلاصة", "שם;אתר;מדינה;שפה;תגיות;פיד", "名称;网址;国家;语言;标签;订阅源",
		"新聞名稱;網站;國家;語言;標籤;訂閱源", "名前;サイト;国;言語;タグ;フィード", "이름;홈페이지;국가;언어;태그;피드",
		"नाम;वेबसाइट;देश;भाषा;टैग;फ़ीड", "Namn;Webbplats;Land;Språk;Taggar;Flöde", "Navn;Nettsted;Land;Språk;Emneord;Strøm",
		"Navn;Hjemmeside;Land;Sprog;Emner;RSS", "Nimi;Kotisivu;Maa;Kieli;Tunnisteet;Syöte",
	} {
		for i, header := range strings.Split(headers, ";") {
			if got := targetOfHeader(header); got != want[i] {
				t.Errorf("%q: got %q, want %q", header, got, want[i])
			}
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
