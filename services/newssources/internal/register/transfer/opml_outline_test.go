package transfer

import (
	"slices"
	"strings"
	"testing"
)

// readBody reads a list with this body, which begins in line 1.
func readBody(t *testing.T, body string) *List {
	t.Helper()
	list, err := ReadOPML(t.Context(),
		[]byte(`<?xml version="1.0" encoding="UTF-8"?><opml version="2.0"><body>`+body+`</body></opml>`))
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestTagsAreRepaired(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, tag               string
		title, url, description string
		fault                   string // a part of the reason; empty if the tag is well-formed
	}{
		// Well-formed.
		{"plain", `<outline text="A" xmlUrl="http://a.org/" type="rss"/>`, "A", "http://a.org/", "", ""},
		{"title before text", `<outline text="B" title="A" xmlUrl="u"/>`, "A", "u", "", ""},
		{"text if the title is blank", `<outline text="B" title=" " xmlUrl="u"/>`, "B", "u", "", ""},
		{"single quotation marks", `<outline text='He said "A"' xmlUrl='u'/>`, `He said "A"`, "u", "", ""},
		{"white space everywhere", "<outline\n\ttext = \"A\"\r\n xmlUrl\t=\n'u'\n/>", "A", "u", "", ""},
		{"surrounding white space is trimmed", `<outline text=" A " xmlUrl=" u "/>`, "A", "u", "", ""},
		{"inner spaces are kept", `<outline text="A  B" xmlUrl="u"/>`, "A  B", "u", "", ""},
		{"line ends become spaces", "<outline text=\"A\r\nB\nC\rD\tE\" xmlUrl=\"u\"/>", "A B C D E", "u", "", ""},
		{"predefined entities", `<outline text="&lt;A&gt; &amp; &quot;B&quot; &apos;C&apos;" xmlUrl="u?a=1&amp;b=2"/>`,
			`<A> & "B" 'C'`, "u?a=1&b=2", "", ""},
		{"references are resolved once", `<outline text="A &amp;amp; B" xmlUrl="u"/>`, "A &amp; B", "u", "", ""},
		{"numeric references", `<outline text="L&#039;A&#xe9;&#x1F4F0;&#38;" xmlUrl="u"/>`, "L'Aé📰&", "u", "", ""},
		{"numeric references to windows-1252", `<outline text="A &#150; B&#146;s" xmlUrl="u"/>`, "A – B’s", "u", "", ""},
		{"reference to a line end", `<outline text="A&#10;B" xmlUrl="u"/>`, "A\nB", "u", "", ""},
		{"greater than", `<outline text="NYT > World" xmlUrl="u"/>`, "NYT > World", "u", "", ""},
		{"names in upper case", `<OUTLINE TEXT="A" XMLURL="u"/>`, "A", "u", "", ""},
		{"unknown attributes", `<outline x:y="1" text="A" _b="&amp;" xmlUrl="u"/>`, "A", "u", "", ""},
		{"attribute in two spellings", `<outline title="A" Title="B" xmlUrl="u"/>`, "A", "u", "", ""},
		{"element with a prefix", `<o:outline text="A" xmlUrl="u"/>`, "A", "u", "", ""},
		{"value that resembles an attribute", `<outline text="set type=" xmlUrl="u"/>`, "set type=", "u", "", ""},
		{"text content", `<outline text="A" xmlUrl="u">B "C"</outline>`, "A", "u", "", ""},
		{"replacement character", `<outline text="l�ngua" xmlUrl="u"/>`, "l�ngua", "u", "", ""},
		{"url attribute of a feed", `<outline text="A" type="rss" url="u"/>`, "A", "u", "", ""},
		{"no address", `<outline text="A" type="rss" xmlUrl=""/>`, "A", "", "", ""},

		// "&".
		{"bare &", `<outline text="A & B" xmlUrl="u"/>`, "A & B", "u", "", `bare "&"`},
		{"& without spaces", `<outline text="R&D AT&T;" xmlUrl="u"/>`, "R&D AT&T;", "u", "", `bare "&"`},
		{"& in an address", `<outline text="A" xmlUrl="u?a=1&lang=en&copy=2&reg=3&lt=4"/>`, "A",
			"u?a=1&lang=en&copy=2&reg=3&lt=4", "", `bare "&"`},
		{"& at the end", `<outline text="A &" xmlUrl="u"/>`, "A &", "u", "", `bare "&"`},
		{"reference without semicolon", `<outline text="AT&amp T" xmlUrl="u"/>`, "AT& T", "u", "", `bare "&"`},
		{"& before a number sign", `<outline text="A &# B &#; &#x;" xmlUrl="u"/>`, "A &# B &#; &#x;", "u", "", `bare "&"`},
		{"& in an unknown attribute", `<outline text="A" xmlUrl="u" note="B & C"/>`, "A", "u", "", `bare "&"`},
		{"entities of HTML", `<outline text="Caf&eacute;&nbsp;&mdash;&semi;&CounterClockwiseContourIntegral;" xmlUrl="u"/>`,
			"Café\u00a0—;∳", "u", "", "entity"},
		{"unknown entity", `<outline text="A &foo; &notit;" xmlUrl="u"/>`, "A &foo; &notit;", "u", "", `bare "&"`},
		{"numeric reference without semicolon", `<outline text="A&#39s" xmlUrl="u"/>`, "A's", "u", "", "character reference"},
		{"upper-case X", `<outline text="A&#X41;" xmlUrl="u"/>`, "AA", "u", "", "character reference"},
		{"numeric references to invalid characters",
			`<outline text="A&#0;&#x1F;&#xD800;&#x110000;&#99999999999999999999;B" xmlUrl="u"/>`,
			"A\ufffd\ufffd\ufffd99999999;B", "u", "", "character reference"},

		// Markup and quotation marks inside values.
		{"<", `<outline text="A < B" xmlUrl="u"/>`, "A < B", "u", "", `"<"`},
		{"markup", `<outline text="A" description="B<br><br/> C" xmlUrl="u"/>`, "A", "u", "B<br><br/> C", `"<"`},
		{"markup with attributes",
			`<outline text="A" description="see <a href="http://b.org/?x=1" target="_blank">B</a> and <img src="c" /> now" xmlUrl="u"/>`,
			"A", "u", `see <a href="http://b.org/?x=1" target="_blank">B</a> and <img src="c" /> now`, "quotation marks"},
		{"markup with known attributes", `<outline text="A" description="<a title="B" type="c" href="d">e</a>" xmlUrl="u"/>`,
			"A", "u", `<a title="B" type="c" href="d">e</a>`, "quotation marks"},
		{"markup with single quotation marks", `<outline text="A" description="<a href='b'>c</a>" xmlUrl="u"/>`, "A", "u",
			`<a href='b'>c</a>`, `"<"`},
		{"less than before the end", `<outline text="A" description="a <b" xmlUrl="u"/>`, "A", "u", "a <b", `"<"`},
		{"quotation marks", `<outline text="The "A" daily" xmlUrl="u"/>`, `The "A" daily`, "u", "", "quotation marks"},
		{"quotation marks at the beginning", `<outline text=""A" daily" xmlUrl="u"/>`, `"A" daily`, "u", "",
			"quotation marks"},
		{"quotation marks at the end", `<outline text="daily "A"" xmlUrl="u"/>`, `daily "A"`, "u", "", "quotation marks"},
		{"apostrophes", `<outline text='L'Obs' xmlUrl='u'/>`, "L'Obs", "u", "", "quotation marks"},
		{"quotation marks and >", `<outline text="the "A" > "B"" xmlUrl="u"/>`, `the "A" > "B"`, "u", "", "quotation marks"},
		{"quotation marks and =", `<outline text="the "A" b=c" xmlUrl="u"/>`, `the "A" b=c`, "u", "", "quotation marks"},
		{"quotation marks at both ends of a quote",
			`<outline text="A" description=""'B about C' that is D." - E. By F." xmlUrl="u" type="rss" />`, "A", "u",
			`"'B about C' that is D." - E. By F.`, "quotation marks"},
		{"typographic quotation marks", `<outline text=“The A” xmlUrl=”u“ description="„B“"/>`, "The A", "u", "„B“",
			"typographic"},
		{"typographic opening quotation mark", `<outline text=“The A" xmlUrl="u"/>`, "The A", "u", "", "typographic"},
		{"typographic quotation marks in windows-1252", "<outline text=\x93The A\x94 xmlUrl=\"u\"/>", "The A", "u", "",
			"typographic"},

		// Missing quotation marks.
		{"unquoted", `<outline text=A xmlUrl=http://a.org/b/?c=d&e type=rss/>`, "A", "http://a.org/b/?c=d&e", "",
			"without quotation marks"},
		{"unquoted words", `<outline text=Tom & the Jerry xmlUrl=u >`, "Tom & the Jerry", "u", "", "without quotation marks"},
		{"empty unquoted values", `<outline text= xmlUrl="u" title=>`, "", "u", "", "without quotation marks"},
		{"opening quotation mark is missing", `<outline text=The A" xmlUrl=u" type="rss"/>`, "The A", "u", "",
			"without quotation marks"},
		{"closing quotation mark is missing", `<outline text="The A xmlUrl="u" type="rss"/>`, "The A", "u", "",
			"missing quotation mark"},
		{"closing quotation mark is missing at the end", `<outline text="A" xmlUrl="http://a.org/feed />`, "A",
			"http://a.org/feed", "", "missing quotation mark"},
		{"closing quotation mark is missing before an end tag", `<outline text="A" xmlUrl="http://a.org/feed></outline>`, "A",
			"http://a.org/feed", "", "missing quotation mark"},

		// Attributes and the tag itself.
		{"duplicate attributes", `<outline title="A" title="B" xmlUrl="u" xmlUrl="v"/>`, "A", "u", "", "twice"},
		{"duplicate attribute, the first is empty", `<outline title="" title="B" xmlUrl="u"/>`, "B", "u", "", "twice"},
		{"no space between attributes", `<outline text="A"xmlUrl="u"type="rss"/>`, "A", "u", "", "stray"},
		{"attribute without value", `<outline isComment text="A" xmlUrl="u"/>`, "A", "u", "", "stray"},
		{"stray characters", `<outline , = text="A"; description="" / xmlUrl="u", type="rss" />`, "A", "u", "", "stray"},
		{"invalid attribute name", `<outline 1a="b" text="A" xmlUrl="u"/>`, "A", "u", "", "stray"},
		{"space before the element name", `< outline text="A" xmlUrl="u"/>`, "A", "u", "", "stray"},
		{"tag without >", `<outline text="A" xmlUrl="u"`, "A", "u", "", `without its ">"`},
		{"tag with / but without >", `<outline text="A" xmlUrl="u" /`, "A", "u", "", `without its ">"`},
		{"comment inside the tag", `<outline text="A" xmlUrl="u" <!-- no --> />`, "A", "u", "", `without its ">"`},

		// Characters.
		{"control characters", "<outline text=\"A\x00\x08B\x1b\" xmlUrl=\"u\"/>", "AB", "u", "", "control"},
		{"noncharacter", "<outline text=\"A\uffffB\" xmlUrl=\"u\"/>", "AB", "u", "", "control"},
		{"windows-1252 in UTF-8", "<outline text=\"Caf\xe9 \x96 é\" xmlUrl=\"u\"/>", "Café – é", "u", "", "bytes"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			list := readBody(t, test.tag)
			if len(list.Outlines) != 1 {
				t.Fatalf("%d outlines: %+v", len(list.Outlines), list.Outlines)
			}
			o := list.Outlines[0]
			if o.Title != test.title || o.XMLURL != test.url || o.Description != test.description {
				t.Errorf("got\n\t%q %q %q, want\n\t%q %q %q", o.Title, o.XMLURL, o.Description, test.title, test.url,
					test.description)
			}
			if o.Recovered != (test.fault != "") || !strings.Contains(o.Reason, test.fault) || o.Recovered != (o.Reason != "") {
				t.Errorf("recovered %v: %q; want %q", o.Recovered, o.Reason, test.fault)
			}
			// Its faults must not affect the outlines before and after it.
			all := readBody(t, "<outline text=\"before\" xmlUrl=\"1\"/>\n"+test.tag+"\n<outline text=\"after\" xmlUrl=\"2\"/>\n")
			if len(all.Outlines) != 3 {
				t.Fatalf("between others: %d outlines: %+v", len(all.Outlines), all.Outlines)
			}
			before, same, after := all.Outlines[0], all.Outlines[1], all.Outlines[2]
			if before.Title != "before" || before.Recovered || after.Title != "after" || after.XMLURL != "2" || after.Recovered {
				t.Errorf("the others are %+v and %+v", before, after)
			}
			if same.Title != test.title || same.XMLURL != test.url || same.Line != 2 {
				t.Errorf("between others: %+v", same)
			}
		})
	}
}

func TestOutlineFields(t *testing.T) {
	t.Parallel()
	list := readBody(t, `<outline text="A" description="B" htmlUrl="C" language="D" title="E" type="rss" version="RSS2" xmlUrl="F" category="/G/H, I,,g"/>`)
	o := list.Outlines[0]
	o.Categories = nil
	want := Outline{Line: 1, Title: "E", XMLURL: "F", HTMLURL: "C", Type: "rss", Language: "D", Description: "B"}
	if !slices.Equal(list.Outlines[0].Categories, []string{"G", "H", "I"}) || !equal(o, want) {
		t.Errorf("got %+v", list.Outlines[0])
	}
}

func equal(a, b Outline) bool {
	return a.Line == b.Line && a.Title == b.Title && a.XMLURL == b.XMLURL && a.HTMLURL == b.HTMLURL && a.Type == b.Type &&
		a.Language == b.Language && a.Description == b.Description && a.Recovered == b.Recovered && a.Reason == b.Reason &&
		slices.Equal(a.Categories, b.Categories)
}

func TestFaultsAsSentence(t *testing.T) {
	t.Parallel()
	if n := len(faultTexts); faults(1)<<(n-1) != faultTruncated {
		t.Errorf("%d texts", n)
	}
	for f, want := range map[faults]string{
		0:                                "",
		faultMarkup:                      `Read despite "<" inside a value.`,
		faultBareAmpersand | faultEntity: `Read despite a bare "&" and an entity that XML doesn't know.`,
		faultMarkup | faultQuotes | faultTruncated: `Read despite "<" inside a value, quotation marks inside a value and the end of the file inside it.`,
	} {
		if got := f.String(); got != want {
			t.Errorf("%b: got %q", f, got)
		}
	}
}
