package markup

import (
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"
)

func TestEvidentCharset(t *testing.T) {
	t.Parallel()
	const (
		russian = "Мэр открыл новый мост через реку. Правительство обсудит бюджет на следующий год. Погода в выходные " +
			"будет холодной."
		german = "Der Bürgermeister eröffnet die neue Brücke über den Fluß. Die Bevölkerung begrüßt die Entscheidung; für " +
			"das Wochenende wird Kälte erwartet."
		polish = "Rząd będzie dyskutował o przyszłorocznym budżecie. Drużyna zwyciężyła w najważniejszym meczu sezonu. " +
			"Możliwe są też opady śniegu."
		chinese = "市政府公布明年的交通计划。新的图书馆在市中心开放。周末天气转冷并有小雨。国家队赢得了重要的比赛。"
	)
	xml := func(declared, text string) string {
		if declared != "" {
			declared = ` encoding="` + declared + `"`
		}
		return `<?xml version="1.0"` + declared + `?><rss><channel><title>` + text + `</title></channel></rss>`
	}
	for _, test := range []struct {
		name     string
		encoding encoding.Encoding
		document string
		hints    Hints
		want     string
	}{
		{"correctly declared", charmap.Windows1251, xml("windows-1251", russian), Hints{}, ""},
		{"correctly declared by the header", charmap.Windows1252, xml("", german),
			Hints{ContentType: "text/xml; charset=iso-8859-1"}, ""},
		{"UTF-8 declared as another encoding", encoding.Nop, xml("iso-8859-1", russian), Hints{}, ""},
		{"a superset of the declared encoding", simplifiedchinese.GBK, xml("gb2312", chinese), Hints{}, ""},
		{"ASCII", encoding.Nop, xml("koi8-r", "The mayor opens the bridge"), Hints{Charset: "koi8-r"}, ""},
		{"Cyrillic declared as Latin", charmap.Windows1251, xml("iso-8859-1", russian), Hints{}, "windows-1251"},
		{"Cyrillic declared as another Cyrillic encoding", charmap.KOI8R, xml("windows-1251", russian), Hints{}, "koi8-u"},
		{"Polish declared as Western", charmap.Windows1250, xml("windows-1252", polish), Hints{}, "windows-1250"},
		{"guessed", charmap.Windows1251, xml("", russian), Hints{}, "windows-1251"},
		{"few letters", charmap.Windows1251, xml("", "Мост"), Hints{}, ""},
		{"an override that contradicts UTF-8", encoding.Nop, xml("utf-8", russian), Hints{Charset: "windows-1251"}, "utf-8"},
		{"an override that contradicts the letters", charmap.Windows1251, xml("windows-1251", russian),
			Hints{Charset: "koi8-r"}, "windows-1251"},
		{"an override in which the bytes are invalid", charmap.Windows1252, xml("windows-1252", german),
			Hints{Charset: "utf-8"}, "windows-1252"},
		{"the right override", charmap.Windows1251, xml("iso-8859-1", russian), Hints{Charset: "windows-1251"}, ""},
		{"an override that contradicts the byte order mark", unicode.UTF16(unicode.LittleEndian, unicode.UseBOM),
			xml("utf-16", russian), Hints{Charset: "utf-8"}, "utf-16le"},
		{"an unknown override", encoding.Nop, xml("", russian), Hints{Charset: "klingon"}, ""},
	} {
		data := []byte(test.document)
		if test.encoding != encoding.Nop {
			var err error
			if data, err = test.encoding.NewEncoder().Bytes(data); err != nil {
				t.Fatal(err)
			}
		}
		if got := EvidentCharset(data, test.hints); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

func BenchmarkEvidentCharset(b *testing.B) {
	data, err := charmap.Windows1252.NewEncoder().Bytes([]byte(strings.Repeat("Der Bürgermeister eröffnet die neue "+
		"Brücke. ", 700)))
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		EvidentCharset(data, Hints{ContentType: "text/xml; charset=iso-8859-1"})
	}
}
