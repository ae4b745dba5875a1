package listfile

import (
	"slices"
	"testing"
)

func TestSplitAddresses(t *testing.T) {
	t.Parallel()
	const a, b, c = "https://a.example/f", "https://b.example/g", "https://c.example/h"
	for cell, want := range map[string][]string{
		a + "; " + b:                                  {a, b},
		a + ";" + b:                                   {a, b},
		a + ", " + b + ", " + c:                       {a, b, c},
		a + "," + b:                                   {a, b},
		a + " | " + b:                                 {a, b},
		a + "|" + b + "|" + c:                         {a, b, c},
		a + "\n" + b + ";\n" + c:                      {a, b, c},
		a + " " + b:                                   {a, b},
		`"` + a + `"; "` + b + `"`:                    {a, b},
		`["` + a + `", "` + b + `"]`:                  {a, b},
		"['" + a + "','" + b + "']":                   {a, b},
		"<" + a + ">, <" + b + ">":                    {a, b},
		"a.com/f; b.org/g":                            {"a.com/f", "b.org/g"},
		"a.com/f,b.org/g":                             {"a.com/f", "b.org/g"},
		a + "; www.b.com/g":                           {a, "www.b.com/g"},
		"feed://a.example/f, feed:" + b:               {"feed://a.example/f", "feed:" + b},
		`"https://a.example/1;https://x"; ` + b:       {"https://a.example/1;https://x", b},
		"https://a.example/f?a=1;b=2; " + b:           {"https://a.example/f?a=1;b=2", b},
		"https://a.example/1,2.xml, " + b:             {"https://a.example/1,2.xml", b},
		"https://a.example/?q=http://x.example; " + b: {"https://a.example/?q=http://x.example", b},
		a: {a}, "": {""}, "https://a.example/1,2,3.html": {"https://a.example/1,2,3.html"},
		"https://a.example/f;jsessionid=1":          {"https://a.example/f;jsessionid=1"},
		"https://a.example/f?in=sport,politics.com": {"https://a.example/f?in=sport,politics.com"},
		"https://m.example/?of=" + a + "," + b:      {"https://m.example/?of=" + a + "," + b},
		"https://a.example/f, seen in May":          {"https://a.example/f, seen in May"},
		"https://a.example/f (RSS)":                 {"https://a.example/f (RSS)"},
		"Sport: " + a:                               {"Sport: " + a},
		"Sport: " + a + "; Politics: " + b:          {"Sport: " + a + "; Politics:", b},
		"<a href=\"" + a + "\">" + a + "</a>":       {"<a href=\"" + a + "\">" + a + "</a>"},
	} {
		if got := SplitAddresses(cell); !slices.Equal(got, want) {
			t.Errorf("%q: got %q, want %q", cell, got, want)
		}
	}
}
