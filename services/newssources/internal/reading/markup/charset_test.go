package markup

import (
	"strings"
	"testing"
)

func TestDecodePrecedence(t *testing.T) {
	t.Parallel()
	const (
		text        = "\xcf\xf0\xe8\xe2\xe5\xf2" // "Привет" in windows-1251, "оПХБЕР" in KOI8-R, "Ïðèâåò" in windows-1252
		declaration = `<?xml version="1.0" encoding="koi8-r"?>`
		meta        = `<meta http-equiv="Content-Type" content="text/html; charset=windows-1251">`
	)
	for name, c := range map[string]struct {
		data    string
		hints   Hints
		charset string
		want    string // a part of the text
	}{
		"byte order mark before all declarations": {"\xef\xbb\xbf" + declaration + "Привет",
			Hints{ContentType: "text/xml; charset=windows-1251"}, "utf-8", "Привет"},
		"HTTP before the XML declaration": {declaration + text, Hints{ContentType: "text/xml; charset=windows-1251"},
			"windows-1251", "Привет"},
		"XML declaration":             {declaration + text, Hints{ContentType: "text/xml"}, "koi8-r", "оПХБЕР"},
		"XML declaration before meta": {declaration + meta + text, Hints{}, "koi8-r", "оПХБЕР"},
		"HTTP before meta": {meta + text, Hints{ContentType: "text/html; charset=koi8-r"}, "koi8-r",
			"оПХБЕР"},
		"meta":           {meta + text, Hints{ContentType: "text/html"}, "windows-1251", "Привет"},
		"no declaration": {"<title>" + text, Hints{ContentType: "text/html"}, "windows-1252", "Ïðèâåò"},
		"ISO-8859-1 by HTTP, Russian letters": {"<title>" + strings.Repeat(text+" ", 4),
			Hints{ContentType: "text/xml; charset=iso-8859-1"}, "windows-1251", "Привет"},
		"ISO-8859-1 declared, Korean letters": {`<?xml version="1.0" encoding="ISO-8859-1"?>` +
			"\xb1\xb9\xc8\xb8\xbf\xa1\xbc\xad \xbf\xac\xbc\xb3\xc7\xdf\xb4\xd9", Hints{}, "euc-kr", "국회에서 연설했다"},
		"ISO-8859-1 by HTTP, Western letters": {"<title>Gr\xfc\xdfe aus K\xf6ln, Caf\xe9",
			Hints{ContentType: "text/xml; charset=iso-8859-1"}, "windows-1252", "Grüße aus Köln, Café"},
		"UTF-8 by HTTP, ISO-2022-JP": {"<title>\x1b$B<sAj$,\x1b(B", Hints{ContentType: "text/xml; charset=utf-8"},
			"iso-2022-jp", "首相が"},
		"override before all": {declaration + text, Hints{Charset: "windows-1251", ContentType: "text/xml; charset=koi8-r"},
			"windows-1251", "Привет"},
		"override before UTF-8": {"<rss>é", Hints{Charset: "windows-1252"}, "windows-1252", "Ã©"},
	} {
		d, err := Decode([]byte(c.data), c.hints)
		if err != nil || d.Charset != c.charset || !strings.Contains(string(d.Text), c.want) {
			t.Errorf("%s: %+v, %v; want %q in %s", name, d, err, c.want, c.charset)
		}
	}
}

func TestCanonicalCharset(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"latin1": "windows-1252", " ISO-8859-15 ": "iso-8859-15", "UTF8": "utf-8", "cp1251": "windows-1251",
		"sjis": "shift_jis",
		"":     "", "utf-9": "", "replacement": "", "hz-gb-2312": "", "x-user-defined": "", "\x00": "",
	} {
		if got, ok := CanonicalCharset(name); got != want && ok || ok != (want != "") {
			t.Errorf("%q is %q, %t; want %q", name, got, ok, want)
		}
	}
}
