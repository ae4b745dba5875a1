package listfile

import (
	"slices"
	"strings"
	"testing"
)

func TestNeutralize(t *testing.T) {
	for original, cell := range map[string]string{
		"":              "",
		"El País":       "El País",
		"=1+1":          "'=1+1",
		"+34 600":       "'+34 600",
		"-5":            "'-5",
		"@SUM(A1)":      "'@SUM(A1)",
		"\tx":           "'\tx",
		"\rx":           "'\rx",
		"\nx":           "'\nx",
		"＝1":            "'＝1",
		"'":             "'",
		"'t Nieuwsblad": "'t Nieuwsblad",
		"'=1":           "''=1",
		"''=1":          "'''=1",
		"''x":           "''x",
		"#N/A":          "'#N/A",
		"'#REF!":        "''#REF!",
		"#N/A today":    "#N/A today",
		"#news":         "#news",
	} {
		if got := Neutralize(original); got != cell {
			t.Errorf("Neutralize(%q) = %q, want %q", original, got, cell)
		}
		if got := Restore(cell); got != original {
			t.Errorf("Restore(%q) = %q, want %q", cell, got, original)
		}
	}
}

func FuzzNeutralize(f *testing.F) {
	f.Add("'=1")
	f.Add(strings.Repeat("'", 1000) + "+")
	f.Fuzz(func(t *testing.T, original string) {
		cell := Neutralize(original)
		if startsFormula(cell) || Restore(cell) != original {
			t.Errorf("%q became %q, and then %q", original, cell, Restore(cell))
		}
	})
}

func TestLists(t *testing.T) {
	for cell, values := range map[string][]string{
		"":                                 {},
		"politics":                         {"politics"},
		"politics; sports":                 {"politics", "sports"},
		`"a;b"; "c,d"; "say ""hi"";"; e f`: {"a;b", "c,d", `say "hi";`, "e f"},
		`"one, two"`:                       {"one, two"},
	} {
		if got := JoinList(values); got != cell {
			t.Errorf("JoinList(%q) = %q, want %q", values, got, cell)
		}
		if got := SplitList(cell); !slices.Equal(got, values) {
			t.Errorf("SplitList(%q) = %q, want %q", cell, got, values)
		}
	}
	for cell, values := range map[string][]string{
		"politics, sports":       {"politics", "sports"},
		"politics|sports":        {"politics", "sports"},
		"politics\nsports, golf": {"politics", "sports, golf"},
		" ;a;; b ;":              {"a", "b"},
		`12" vinyl; "open`:       {`12" vinyl`, `"open`},
	} {
		if got := SplitList(cell); !slices.Equal(got, values) {
			t.Errorf("SplitList(%q) = %q, want %q", cell, got, values)
		}
	}
}
