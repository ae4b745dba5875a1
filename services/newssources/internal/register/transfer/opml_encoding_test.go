package transfer

import (
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding/htmlindex"
)

// encodeUTF16 returns UTF-16 with a byte order mark.
func encodeUTF16(s string, isLittleEndian bool) string {
	var b strings.Builder
	for _, u := range utf16.Encode([]rune("\ufeff" + s)) {
		if isLittleEndian {
			b.Write([]byte{byte(u), byte(u >> 8)})
		} else {
			b.Write([]byte{byte(u >> 8), byte(u)})
		}
	}
	return b.String()
}

func encode(t *testing.T, name, s string) string {
	t.Helper()
	e, err := htmlindex.Get(name)
	if err != nil {
		t.Fatal(err)
	}
	encoded, err := e.NewEncoder().String(s)
	if err != nil {
		t.Fatal(err)
	}
	return encoded
}

// TestEncodingIsDetected reads files with an outline in ASCII, which never counts as recovered, and
// one with the characters to decode.
func TestEncodingIsDetected(t *testing.T) {
	t.Parallel()
	file := func(declared, title string) string {
		if declared != "" {
			declared = ` encoding="` + declared + `"`
		}
		return `<?xml version="1.0"` + declared + `?>` + "\n" +
			`<opml><body><outline text="plain" xmlUrl="u"/><outline text="` + title + `" xmlUrl="v"/></body></opml>`
	}
	const invalidBytes, wrongEncoding = "bytes that don't fit", "an encoding other than"
	tests := []struct {
		name, file, title, fault string
	}{
		{"UTF-8", file("UTF-8", "Café"), "Café", ""},
		{"UTF-8 without a declaration", file("", "Café 新聞"), "Café 新聞", ""},
		{"UTF-8 with a byte order mark", "\ufeff" + file("utf-8", "Café"), "Café", ""},
		{"byte order mark overrides the declaration", "\ufeff" + file("windows-1252", "Café"), "Café", wrongEncoding},
		{"UTF-16, little-endian", encodeUTF16(file("UTF-16", "Café 📰"), true), "Café 📰", ""},
		{"UTF-16, big-endian", encodeUTF16(file("", "Café 📰"), false), "Café 📰", ""},
		{"UTF-16 declared as UTF-8", encodeUTF16(file("UTF-8", "Café"), true), "Café", wrongEncoding},
		{"UTF-16, little-endian, without a byte order mark", encodeUTF16(file("UTF-16", "Café"), true)[2:], "Café", ""},
		{"UTF-16, big-endian, without a byte order mark", encodeUTF16(file("UTF-16", "Café"), false)[2:], "Café", ""},
		{"UTF-16 with an unpaired surrogate",
			strings.Replace(encodeUTF16(file("UTF-16", "A#B"), true), "#\x00", "\x00\xd8", 1), "A\ufffdB", invalidBytes},
		{"UTF-8 declared as UTF-16", file("utf-16", "Café"), "Café", wrongEncoding},
		{"ASCII declared as UTF-16", file("utf-16", "Cafe"), "Cafe", ""},
		{"windows-1252", encode(t, "windows-1252", file("windows-1252", "Café – “A”")), "Café – “A”", ""},
		{"ISO-8859-1 is decoded as windows-1252", encode(t, "windows-1252", file("ISO-8859-1", "Café – €")), "Café – €", ""},
		{"ISO-8859-2", encode(t, "iso-8859-2", file("iso-8859-2", "Łódź")), "Łódź", ""},
		{"windows-1251", encode(t, "windows-1251", file("windows-1251", "Новости")), "Новости", ""},
		{"KOI8-R", encode(t, "koi8-r", file("koi8-r", "Новости")), "Новости", ""},
		{"Shift_JIS", encode(t, "shift_jis", file("Shift_JIS", "新聞ソ表")), "新聞ソ表", ""},
		{"EUC-JP", encode(t, "euc-jp", file("EUC-JP", "新聞")), "新聞", ""},
		{"ISO-2022-JP", encode(t, "iso-2022-jp", file("ISO-2022-JP", "新聞<>")), "新聞<>", `"<"`},
		{"GBK", encode(t, "gbk", file("GB2312", "联通新闻")), "联通新闻", ""},
		{"Big5", encode(t, "big5", file("Big5", "新聞")), "新聞", ""},
		{"EUC-KR", encode(t, "euc-kr", file("EUC-KR", "뉴스")), "뉴스", ""},
		{"UTF-8 declared as windows-1252", file("windows-1252", "Café"), "Café", wrongEncoding},
		{"UTF-8 declared as US-ASCII", file("US-ASCII", "Café"), "Café", wrongEncoding},
		{"windows-1252 declared as UTF-8", encode(t, "windows-1252", file("UTF-8", "Café – A")), "Café – A", invalidBytes},
		{"windows-1252 without a declaration", encode(t, "windows-1252", file("", "L’été »")), "L’été »", invalidBytes},
		{"windows-1252 with an unknown declaration", encode(t, "windows-1252", file("x-foo", "Café")), "Café", invalidBytes},
		{"UTF-8 with an unknown declaration", file("x-foo", "Café"), "Café", wrongEncoding},
		{"invalid byte in UTF-8", file("UTF-8", "Новости \xe9 \x96"), "Новости é –", invalidBytes},
		{"truncated character in UTF-8", file("UTF-8", "Новости \xe2\x80"), "Новости \ufffd", invalidBytes},
		{"invalid byte in UTF-8 declared as windows-1252", file("windows-1252", strings.Repeat("é", 20)+"\xe9"),
			strings.Repeat("é", 21), invalidBytes},
		{"invalid byte in Shift_JIS", strings.Replace(encode(t, "shift_jis", file("Shift_JIS", "新#聞")), "#", "\xfd", 1),
			"新\ufffd聞", invalidBytes},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			list, err := ReadOPML(t.Context(), []byte(test.file))
			if err != nil {
				t.Fatal(err)
			}
			if len(list.Outlines) != 2 {
				t.Fatalf("got %+v", list)
			}
			if o := list.Outlines[0]; o.Title != "plain" || o.Recovered || o.Line != 2 {
				t.Errorf("the first outline is %+v", o)
			}
			o := list.Outlines[1]
			if o.Title != test.title || o.Recovered != (test.fault != "") || !strings.Contains(o.Reason, test.fault) {
				t.Errorf("got %q, recovered %v: %q; want %q, %q", o.Title, o.Recovered, o.Reason, test.title, test.fault)
			}
			if !utf8.ValidString(o.Title) {
				t.Errorf("%q isn't UTF-8", o.Title)
			}
		})
	}
}
