package transfer

import (
	"slices"
	"strings"
	"testing"
)

// read wraps tags in a list. Line 1 is the first line of the body.
func read(t *testing.T, body string) *List {
	t.Helper()
	list, err := ReadOPML([]byte(`<?xml version="1.0" encoding="UTF-8"?><opml version="2.0"><body>` + body + `</body></opml>`))
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// One tag, and what a person reads in it.
func TestOutlineTag(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, tag         string
		title, url, about string // title, xmlUrl, description
		fault             string // a part of the reason; empty when the tag is well-formed
	}{
		// Well-formed.
		{"plain", `<outline text="A" xmlUrl="http://a.org/" type="rss"/>`, "A", "http://a.org/", "", ""},
		{"title before text", `<outline text="B" title="A" xmlUrl="u"/>`, "A", "u", "", ""},
		{"text when the title is blank", `<outline text="B" title=" " xmlUrl="u"/>`, "B", "u", "", ""},
		{"single quotation marks", `<outline text='He said "A"' xmlUrl='u'/>`, `He said "A"`, "u", "", ""},
		{"blanks everywhere", "<outline\n\ttext = \"A\"\r\n xmlUrl\t=\n'u'\n/>", "A", "u", "", ""},
		{"surrounding blanks", `<outline text=" A " xmlUrl=" u "/>`, "A", "u", "", ""},
		{"inner blanks stay", `<outline text="A  B" xmlUrl="u"/>`, "A  B", "u", "", ""},
		{"line ends become blanks", "<outline text=\"A\r\nB\nC\rD\tE\" xmlUrl=\"u\"/>", "A B C D E", "u", "", ""},
		{"predefined entities", `<outline text="&lt;A&gt; &amp; &quot;B&quot; &apos;C&apos;" xmlUrl="u?a=1&amp;b=2"/>`, `<A> & "B" 'C'`, "u?a=1&b=2", "", ""},
		{"references once only", `<outline text="A &amp;amp; B" xmlUrl="u"/>`, "A &amp; B", "u", "", ""},
		{"numbers", `<outline text="L&#039;A&#xe9;&#x1F4F0;&#38;" xmlUrl="u"/>`, "L'Aé📰&", "u", "", ""},
		{"windows-1252 numbers", `<outline text="A &#150; B&#146;s" xmlUrl="u"/>`, "A – B’s", "u", "", ""},
		{"referenced line end", `<outline text="A&#10;B" xmlUrl="u"/>`, "A\nB", "u", "", ""},
		{"greater than", `<outline text="NYT > World" xmlUrl="u"/>`, "NYT > World", "u", "", ""},
		{"names in any case", `<OUTLINE TEXT="A" XMLURL="u"/>`, "A", "u", "", ""},
		{"unknown attributes", `<outline x:y="1" text="A" _b="&amp;" xmlUrl="u"/>`, "A", "u", "", ""},
		{"an attribute in two cases", `<outline title="A" Title="B" xmlUrl="u"/>`, "A", "u", "", ""},
		{"a prefix", `<o:outline text="A" xmlUrl="u"/>`, "A", "u", "", ""},
		{"looks like an attribute", `<outline text="set type=" xmlUrl="u"/>`, "set type=", "u", "", ""},
		{"text in it", `<outline text="A" xmlUrl="u">B "C"</outline>`, "A", "u", "", ""},
		{"a replacement character", `<outline text="l�ngua" xmlUrl="u"/>`, "l�ngua", "u", "", ""},
		{"url of a feed", `<outline text="A" type="rss" url="u"/>`, "A", "u", "", ""},
		{"no address", `<outline text="A" type="rss" xmlUrl=""/>`, "A", "", "", ""},

		// "&".
		{"bare &", `<outline text="A & B" xmlUrl="u"/>`, "A & B", "u", "", `bare "&"`},
		{"& without blanks", `<outline text="R&D AT&T;" xmlUrl="u"/>`, "R&D AT&T;", "u", "", `bare "&"`},
		{"& in an address", `<outline text="A" xmlUrl="u?a=1&lang=en&copy=2&reg=3&lt=4"/>`, "A", "u?a=1&lang=en&copy=2&reg=3&lt=4", "", `bare "&"`},
		{"& at the end", `<outline text="A &" xmlUrl="u"/>`, "A &", "u", "", `bare "&"`},
		{"semicolon lost", `<outline text="AT&amp T" xmlUrl="u"/>`, "AT& T", "u", "", `bare "&"`},
		{"& and a number sign", `<outline text="A &# B &#; &#x;" xmlUrl="u"/>`, "A &# B &#; &#x;", "u", "", `bare "&"`},
		{"& in what isn't read", `<outline text="A" xmlUrl="u" note="B & C"/>`, "A", "u", "", `bare "&"`},
		{"HTML's entities", `<outline text="Caf&eacute;&nbsp;&mdash;&semi;&CounterClockwiseContourIntegral;" xmlUrl="u"/>`, "Café\u00a0—;∳", "u", "", "entity"},
		{"unknown entity", `<outline text="A &foo; &notit;" xmlUrl="u"/>`, "A &foo; &notit;", "u", "", `bare "&"`},
		{"number without semicolon", `<outline text="A&#39s" xmlUrl="u"/>`, "A's", "u", "", "character reference"},
		{"upper-case X", `<outline text="A&#X41;" xmlUrl="u"/>`, "AA", "u", "", "character reference"},
		{"numbers of no character", `<outline text="A&#0;&#x1F;&#xD800;&#x110000;&#99999999999999999999;B" xmlUrl="u"/>`, "A\ufffd\ufffd\ufffd99999999;B", "u", "", "character reference"},

		// Markup and quotation marks inside values.
		{"<", `<outline text="A < B" xmlUrl="u"/>`, "A < B", "u", "", `"<"`},
		{"markup", `<outline text="A" description="B<br><br/> C" xmlUrl="u"/>`, "A", "u", "B<br><br/> C", `"<"`},
		{"markup with attributes", `<outline text="A" description="see <a href="http://b.org/?x=1" target="_blank">B</a> and <img src="c" /> now" xmlUrl="u"/>`,
			"A", "u", `see <a href="http://b.org/?x=1" target="_blank">B</a> and <img src="c" /> now`, "quotation marks"},
		{"markup with attributes of ours", `<outline text="A" description="<a title="B" type="c" href="d">e</a>" xmlUrl="u"/>`,
			"A", "u", `<a title="B" type="c" href="d">e</a>`, "quotation marks"},
		{"markup with single quotation marks", `<outline text="A" description="<a href='b'>c</a>" xmlUrl="u"/>`, "A", "u", `<a href='b'>c</a>`, `"<"`},
		{"less than before the end", `<outline text="A" description="a <b" xmlUrl="u"/>`, "A", "u", "a <b", `"<"`},
		{"quotation marks", `<outline text="The "A" daily" xmlUrl="u"/>`, `The "A" daily`, "u", "", "quotation marks"},
		{"quotation marks at the beginning", `<outline text=""A" daily" xmlUrl="u"/>`, `"A" daily`, "u", "", "quotation marks"},
		{"quotation marks at the end", `<outline text="daily "A"" xmlUrl="u"/>`, `daily "A"`, "u", "", "quotation marks"},
		{"apostrophes", `<outline text='L'Obs' xmlUrl='u'/>`, "L'Obs", "u", "", "quotation marks"},
		{"quotation marks and >", `<outline text="the "A" > "B"" xmlUrl="u"/>`, `the "A" > "B"`, "u", "", "quotation marks"},
		{"quotation marks and =", `<outline text="the "A" b=c" xmlUrl="u"/>`, `the "A" b=c`, "u", "", "quotation marks"},
		{"a real one", `<outline text="A" description=""'B about C' that is D." - E. By F." xmlUrl="u" type="rss" />`, "A", "u", `"'B about C' that is D." - E. By F.`, "quotation marks"},
		{"typographic", `<outline text=“The A” xmlUrl=”u“ description="„B“"/>`, "The A", "u", "„B“", "typographic"},
		{"half typographic", `<outline text=“The A" xmlUrl="u"/>`, "The A", "u", "", "typographic"},
		{"typographic in windows-1252", "<outline text=\x93The A\x94 xmlUrl=\"u\"/>", "The A", "u", "", "typographic"},

		// Missing quotation marks.
		{"unquoted", `<outline text=A xmlUrl=http://a.org/b/?c=d&e type=rss/>`, "A", "http://a.org/b/?c=d&e", "", "without quotation marks"},
		{"unquoted words", `<outline text=Tom & the Jerry xmlUrl=u >`, "Tom & the Jerry", "u", "", "without quotation marks"},
		{"unquoted nothing", `<outline text= xmlUrl="u" title=>`, "", "u", "", "without quotation marks"},
		{"opening one missing", `<outline text=The A" xmlUrl=u" type="rss"/>`, "The A", "u", "", "without quotation marks"},
		{"closing one missing", `<outline text="The A xmlUrl="u" type="rss"/>`, "The A", "u", "", "missing quotation mark"},
		{"closing one missing at the end", `<outline text="A" xmlUrl="http://a.org/feed />`, "A", "http://a.org/feed", "", "missing quotation mark"},
		{"closing one missing, no />", `<outline text="A" xmlUrl="http://a.org/feed></outline>`, "A", "http://a.org/feed", "", "missing quotation mark"},

		// Attributes and the tag itself.
		{"twice", `<outline title="A" title="B" xmlUrl="u" xmlUrl="v"/>`, "A", "u", "", "twice"},
		{"twice, empty first", `<outline title="" title="B" xmlUrl="u"/>`, "B", "u", "", "twice"},
		{"no blank between", `<outline text="A"xmlUrl="u"type="rss"/>`, "A", "u", "", "stray"},
		{"no value", `<outline isComment text="A" xmlUrl="u"/>`, "A", "u", "", "stray"},
		{"stray characters", `<outline , = text="A"; description="" / xmlUrl="u", type="rss" />`, "A", "u", "", "stray"},
		{"a name that is none", `<outline 1a="b" text="A" xmlUrl="u"/>`, "A", "u", "", "stray"},
		{"blank before the name", `< outline text="A" xmlUrl="u"/>`, "A", "u", "", "stray"},
		{"no >", `<outline text="A" xmlUrl="u"`, "A", "u", "", `without its ">"`},
		{"no > but /", `<outline text="A" xmlUrl="u" /`, "A", "u", "", `without its ">"`},
		{"a comment inside", `<outline text="A" xmlUrl="u" <!-- no --> />`, "A", "u", "", `without its ">"`},

		// Characters.
		{"control characters", "<outline text=\"A\x00\x08B\x1b\" xmlUrl=\"u\"/>", "AB", "u", "", "control"},
		{"a character that is none", "<outline text=\"A\uffffB\" xmlUrl=\"u\"/>", "AB", "u", "", "control"},
		{"windows-1252 among UTF-8", "<outline text=\"Caf\xe9 \x96 é\" xmlUrl=\"u\"/>", "Café – é", "u", "", "bytes"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			list := read(t, test.tag)
			if len(list.Outlines) != 1 {
				t.Fatalf("%d outlines: %+v", len(list.Outlines), list.Outlines)
			}
			o := list.Outlines[0]
			if o.Title != test.title || o.XMLURL != test.url || o.Description != test.about {
				t.Errorf("got\n\t%q %q %q, want\n\t%q %q %q", o.Title, o.XMLURL, o.Description, test.title, test.url, test.about)
			}
			if o.Recovered != (test.fault != "") || !strings.Contains(o.Reason, test.fault) || o.Recovered != (o.Reason != "") {
				t.Errorf("recovered %v: %q; want %q", o.Recovered, o.Reason, test.fault)
			}
			// Neither it nor its state may spill over to what stands around.
			around := read(t, "<outline text=\"before\" xmlUrl=\"1\"/>\n"+test.tag+"\n<outline text=\"after\" xmlUrl=\"2\"/>\n")
			if len(around.Outlines) != 3 {
				t.Fatalf("with others around: %d outlines: %+v", len(around.Outlines), around.Outlines)
			}
			before, same, after := around.Outlines[0], around.Outlines[1], around.Outlines[2]
			if before.Title != "before" || before.Recovered || after.Title != "after" || after.XMLURL != "2" || after.Recovered {
				t.Errorf("the others are %+v and %+v", before, after)
			}
			if same.Title != test.title || same.XMLURL != test.url || same.Line != 2 {
				t.Errorf("with others around: %+v", same)
			}
		})
	}
}

func TestOutlineFields(t *testing.T) {
	t.Parallel()
	list := read(t, `<outline text="A" description="B" htmlUrl="C" language="D" title="E" type="rss" version="RSS2" xmlUrl="F" category="/G/H, I,,g"/>`)
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

func TestFaultTexts(t *testing.T) {
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
