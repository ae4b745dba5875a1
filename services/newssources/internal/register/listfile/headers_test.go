package listfile

import (
	"strings"
	"testing"
)

func TestTargetsOfHeaders(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]string{
		"Name": "name", "Titel": "name", "Nom du média": "name", "Página web": "homepage_url", "PAÍS": "country",
		"Sprache(n)": "", "Idioma(s)": "languages", "Feed 2": "feed_2", "rss2": "feed_2", "feed_2_kind": "feed_2_kind",
		"endpoints.3.url": "feed_3", "endpoints.1.kind": "feed_kind", "endpoints.1.id": TargetIgnore,
		"feeds.2.url": "feed_2", "rss.1.href": "feed", "feeds.2.type": "feed_2_kind", "endpoints.1.title": "feed_name",
		"Země / Country": "country", "Name | 名称": "name", "Website / Feed": "", "Name / Kontakt": "", "/": "",
		"Poznámky": "notes", "Žymos": "tags", "Megye": "region", "Piezīmes": "notes", "Eskualdea": "region", "ملاحظات": "notes",
		"feed.url": "feed", "feed.lang": "feed_language", "endpoints": "feed", "feeds.rss": "feed", "contact.1.url": "", "feeds.1.etag": "",
		"ID":            IDKey,
		"Import result": TargetReport, "homepage_url": "homepage_url", "Line 2": "", "": "",
	} {
		if got := TargetOfHeader(header); got != want {
			t.Errorf("%q: got %q, want %q", header, got, want)
		}
	}
}

// TestHeadersAreUnambiguous expects each word at one target.
func TestHeadersAreUnambiguous(t *testing.T) {
	t.Parallel()
	targets := map[string]string{}
	for line := range strings.Lines(headerWords) {
		target, _, _ := strings.Cut(line, ": ")
		for word := range ParseWords(line) {
			if other := targets[word]; word == "" || other != "" && other != target {
				t.Errorf("%q is %s and %s", word, target, other)
			}
			targets[word] = target
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
		"Naziv;Web stranica;Država;Jezik;Oznake;RSS izvor", "Ime;Spletna stran;Država;Jezik;Oznake;Vir RSS",
		"Назив;Сајт;Држава;Језик;Ознаке;RSS извор", "Име;Уебсайт;Държава;Език;Етикети;Емисия",
		"Име;Веб страница;Држава;Јазик;Ознаки;Доток", "Назва;Сайт;Краіна;Мова;Тэгі;Стужка",
		"Názov;Webová stránka;Krajina;Jazyk;Štítky;Kanál", "Nimetus;Veebileht;Riik;Keel;Sildid;Voog",
		"Nosaukums;Vietne;Valsts;Valoda;Birkas;Plūsma", "Pavadinimas;Svetainė;Šalis;Kalba;Žymos;Srautas",
		"Nafn;Vefsíða;Land;Tungumál;Efnisorð;RSS veita", "Ainm;Suíomh gréasáin;Tír;Teanga;Clibeanna;Fotha",
		"Enw;Gwefan;Gwlad;Iaith;Tagiau;Porthiant", "Isem;Sit elettroniku;Pajjiż;Lingwa;Tikketti;Sors RSS",
		"Nom;Lloc web;País;Llengua;Etiquetes;Canal RSS", "Izena;Webgunea;Herrialdea;Hizkuntza;Etiketak;Jarioa",
		"Emri;Faqja;Shteti;Gjuha;Etiketat;Kanali RSS", "Անվանում;Կայք;Երկիր;Լեզու;Պիտակներ;Լրահոս",
		"სახელი;ვებსაიტი;ქვეყანა;ენა;ტეგები;არხი", "Nome testata;Sito web;Nazione;Lingua;Argomenti;Flusso RSS",
		"Tên;Trang web;Quốc gia;Ngôn ngữ;Thẻ;Nguồn RSS", "Nama;Situs web;Negara;Bahasa;Kategori;Umpan",
		"نام;وب سایت;کشور;زبان;برچسب ها;خوراک", "نام;ویب سائٹ;ملک;زبان;ٹیگز;فیڈ", "ชื่อ;เว็บไซต์;ประเทศ;ภาษา;แท็ก;ฟีด",
		"নাম;ওয়েবসাইট;দেশ;ভাষা;ট্যাগ;ফিড", "பெயர்;இணையதளம்;நாடு;மொழி;குறிச்சொற்கள்;ஊட்டம்", "పేరు;వెబ్ సైట్;దేశం;భాష;ట్యాగ్ లు;ఫీడ్",
		"Jina;Tovuti;Nchi;Lugha;Vitambulisho;Mlisho", "Pangalan;Websayt;Bansa;Wika;Kategorya;Feed",
	} {
		for i, header := range strings.Split(headers, ";") {
			if got := TargetOfHeader(header); got != want[i] {
				t.Errorf("%q: got %q, want %q", header, got, want[i])
			}
		}
	}
}
