package textkey

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestFold(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, want string }{
		{"", ""},
		{"El País", "el pais"},
		{"STRASSE", "strasse"}, {"Straße", "strasse"},
		{"Łódź", "lodz"}, {"København", "kobenhavn"}, {"Ærø", "aero"}, {"Đà Nẵng", "da nang"}, {"Þór", "thor"},
		{"Cœur", "coeur"},
		{"İstanbul", "istanbul"}, {"Iğdır", "igdir"},
		{"Ελευθερία", "ελευθερια"}, {"ΣΊΣΥΦΟΣ", "σισυφοσ"}, {"Σίσυφος", "σισυφοσ"},
		{"Йод", "иод"}, {"Ёлка", "елка"}, {"Українська", "украінська"},
		{"ＦＵＬＬ　ｗｉｄｔｈ", "full width"}, {"ﬁn", "fin"}, {"№ 1", "no 1"},
		{"が", "が"}, {"か\u3099", "が"}, {"ﾊﾟ", "パ"}, {"한국", "한국"},
		{"ꮎᏸ", "ᎾᏰ"}, {"ᎾᏰ", "ᎾᏰ"},
		{"हिन्दी", "हिन्दी"}, {"قُرآن", "قران"}, {"שָׁלוֹם", "שלום"}, {"می\u200cخواهم", "میخواهم"},
		{"a\u0301\u0302", "a"}, {"\u0301", ""},
	} {
		if got := Fold(c.text); got != c.want {
			t.Errorf("%q becomes %q, want %q", c.text, got, c.want)
		}
	}
}

func FuzzFold(f *testing.F) {
	for _, text := range []string{"El País", "ŉ", "ΐ", "ﷺ", "\xff", "İ", "ẛ̣", "ǆ", "ͅ", "ß\u0301"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		once := Fold(text)
		if twice := Fold(once); twice != once {
			t.Errorf("%q becomes %q and then %q", text, once, twice)
		}
		if !utf8.ValidString(once) {
			t.Errorf("%q becomes invalid UTF-8: %q", text, once)
		}
	})
}

func TestTagKeyIgnoresCaseAndWidth(t *testing.T) {
	t.Parallel()
	for _, same := range [][]string{{"Politik", "politik", "POLITIK", "ｐｏｌｉｔｉｋ"}, {"Straße", "STRASSE"},
		{"Café", "cafe\u0301"}} {
		for _, name := range same[1:] {
			if TagKey(name) != TagKey(same[0]) {
				t.Errorf("%q and %q are two tags", same[0], name)
			}
		}
	}
	for _, different := range [][2]string{{"cafe", "café"}, {"a b", "ab"}, {"мир", "міръ"}} {
		if TagKey(different[0]) == TagKey(different[1]) {
			t.Errorf("%q and %q are one tag", different[0], different[1])
		}
	}
}

func TestSortKeyFitsAnIndex(t *testing.T) {
	t.Parallel()
	var name strings.Builder
	for i := range 200 {
		name.WriteRune(rune(0x3300 + i)) // squared words, which fold to several characters
	}
	if key := SortKey(name.String()); utf8.RuneCountInString(key) != maxSortKey || len(key) > 4*maxSortKey {
		t.Errorf("%d characters, %d bytes", utf8.RuneCountInString(key), len(key))
	}
	if SortKey("Ábaco") != "abaco" {
		t.Errorf("got %q", SortKey("Ábaco"))
	}
}
