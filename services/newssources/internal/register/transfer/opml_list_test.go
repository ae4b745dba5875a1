package transfer

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestOutlinesGetTheCategoriesOfTheirFolders writes the outlines as "title: categories", with a
// star for recovered ones.
func TestOutlinesGetTheCategoriesOfTheirFolders(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, body string
		want       []string
		note       string
	}{
		{"no folder", `<outline text="a" xmlUrl="u"/>`, []string{"a: "}, ""},
		{"nested folders", `<outline text="F"><outline title="G" text="g"><outline text="a" xmlUrl="u"/></outline><outline text="b" xmlUrl="u"/></outline><outline text="c" xmlUrl="u"/>`,
			[]string{"a: F|G", "b: F", "c: "}, ""},
		{"feeds with end tags", `<outline text="F"><outline text="a" xmlUrl="u"></outline><outline text="b" xmlUrl="u"> </outline></outline><outline text="c" xmlUrl="u"/>`,
			[]string{"a: F", "b: F", "c: "}, ""},
		{"feed inside a feed", `<outline text="F"><outline text="a" xmlUrl="u"><outline text="b" xmlUrl="u"/></outline></outline>`, []string{"a: F", "b: F"}, ""},
		{"folders without a name or with the same name",
			`<outline><outline text="F"><outline text="f"><outline text="a" xmlUrl="u"/></outline></outline></outline>`,
			[]string{"a: F"}, ""},
		{"category attribute", `<outline text="F"><outline text="a" xmlUrl="u" category="/F/G,H"/><outline text="b" xmlUrl="u"/></outline>`, []string{"a: F|G|H", "b: F"}, ""},
		{"bare & in a folder's title", `<outline text="F & G"><outline text="a" xmlUrl="u"/></outline>`, []string{"a: F & G"},
			""},
		{"duplicates are kept", `<outline text="F"><outline text="a" xmlUrl="u"/></outline><outline text="G"><outline text="a" xmlUrl="u"/></outline>`, []string{"a: F", "a: G"}, ""},
		{"outlines in comments are skipped",
			`<!-- <outline text="x" xmlUrl="u"/> --><outline text="F"><!-- </outline> --><outline text="a" xmlUrl="u"/></outline>`, []string{"a: F"}, ""},
		{"comment without end", `<!-- <outline text="a" xmlUrl="u"/>`, []string{"a: "}, ""},
		{"outlines in CDATA are skipped", `<![CDATA[<outline text="x" xmlUrl="u"/>]]><outline text="a" xmlUrl="u"/>`,
			[]string{"a: "}, ""},
		{"outlines in processing instructions are skipped",
			`<?php <outline text="x" xmlUrl="u"/> ?><outline text="a" xmlUrl="u"/>`, []string{"a: "}, ""},
		{"links to pages", `<outline text="F"><outline text="a" type="link" url="http://a.org/"/><outline text="b" htmlUrl="v"></outline></outline>`, []string{"a: F", "b: F"}, ""},
		{"folder with a page", `<outline text="F" htmlUrl="v"><outline text="a" xmlUrl="u"/></outline>`, []string{"a: F"},
			""},
		{"empty folders", `<outline text="F"></outline><outline text="G"/>`, nil, ""},
		{"included list", `<outline text="F" type="include" url="http://a.org/list.opml"/>`, nil,
			"Line 1 refers to another list"},

		{"no feed has an end tag",
			`<outline text="F"><outline text="a" xmlUrl="u"><outline text="b" xmlUrl="u"></outline><outline text="G"><outline text="c" xmlUrl="u"></outline>`,
			[]string{"a: F*", "b: F*", "c: G*"}, ""},
		{"one feed has no end tag",
			`<outline text="F"><outline text="a" xmlUrl="u"><outline text="b" xmlUrl="u"></outline><outline text="c" xmlUrl="u"></outline></outline><outline text="d" xmlUrl="u"/>`,
			[]string{"a: F*", "b: F", "c: F", "d: "}, ""},
		{"folder without end tag", `<outline text="F"><outline text="a" xmlUrl="u"/>`, []string{"a: F"},
			`"F" in line 1 isn't closed`},
		{"too many end tags", `<outline text="F"><outline text="a" xmlUrl="u"/></outline></outline></outline><outline text="b" xmlUrl="u"/>`, []string{"a: F", "b: "}, "2 </outline> too many"},
		{"two lists in one file",
			`<outline text="F"><outline text="a" xmlUrl="u"/></body></opml><opml><body><outline text="b" xmlUrl="u"/>`,
			[]string{"a: F", "b: "}, `"F" in line 1 isn't closed`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			list := readBody(t, test.body)
			var got []string
			for _, o := range list.Outlines {
				star := ""
				if o.Recovered {
					star = "*"
				}
				got = append(got, o.Title+": "+strings.Join(o.Categories, "|")+star)
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("got %q, want %q", got, test.want)
			}
			if notes := strings.Join(list.Notes, " "); (test.note == "") != (notes == "") ||
				!strings.Contains(notes, test.note) {
				t.Errorf("notes %q, want %q", notes, test.note)
			}
		})
	}
}

// TestCategoriesOfEntriesAreIndependent checks that appending to the categories of one entry of a
// folder does not change those of another.
func TestCategoriesOfEntriesAreIndependent(t *testing.T) {
	t.Parallel()
	list := readBody(t, `<outline text="F"><outline text="a" xmlUrl="u" category="A"/><outline text="b" xmlUrl="u" category="B"/></outline>`)
	if a, b := list.Outlines[0].Categories, list.Outlines[1].Categories; !slices.Equal(a, []string{"F", "A"}) ||
		!slices.Equal(b, []string{"F", "B"}) {
		t.Errorf("got %q and %q", a, b)
	}
}

func TestNumberOfCategoriesIsLimited(t *testing.T) {
	t.Parallel()
	var names []string
	for i := range 2 * maxCategories {
		names = append(names, fmt.Sprint("c", i))
	}
	list := readBody(t, `<outline text="a" xmlUrl="u" category="`+strings.Join(names, ",")+`"/>`)
	if n := len(list.Outlines[0].Categories); n != maxCategories || len(list.Notes) != 1 {
		t.Errorf("%d categories, notes %q", n, list.Notes)
	}
}

func TestLineNumbers(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]string{"Unix": "\n", "Windows": "\r\n", "old Mac": "\r"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text := strings.ReplaceAll("<opml>\n<body>\n<outline text='a'\n\n xmlUrl='u'/>\n<!--\n-->\n <outline text='b' "+
				"xmlUrl='u'/></body></opml>", "\n", end)
			list, err := ReadOPML(t.Context(), []byte(text))
			if err != nil || len(list.Outlines) != 2 || list.Outlines[0].Line != 3 || list.Outlines[1].Line != 8 {
				t.Errorf("got %+v, %v", list, err)
			}
		})
	}
}

func TestListTitle(t *testing.T) {
	t.Parallel()
	const body = `<body><outline text="a" xmlUrl="u"/></body></opml>`
	for given, want := range map[string]string{
		`<opml><head><title>A &amp; B</title></head>` + body:                          "A & B",
		`<opml><head><title a="b"> A &eacute; </title><title>C</title></head>` + body: "A é",
		`<opml><head><title/></head>` + body:                                          "",
		`<opml><head></head>` + body:                                                  "",
		`<opml>` + body + `<title>A</title>`:                                          "",
	} {
		list, err := ReadOPML(t.Context(), []byte(given))
		if err != nil || list.Title != want || len(list.Outlines) != 1 || list.Outlines[0].Recovered {
			t.Errorf("%s: got %+v, %v; want %q", given, list, err, want)
		}
	}
}

// TestMalformedListsAreRead covers files that are no well-formed OPML documents.
func TestMalformedListsAreRead(t *testing.T) {
	t.Parallel()
	const outline = `<outline text="a" xmlUrl="u"/>`
	tests := map[string]struct {
		file string
		note string
	}{
		"doctype": {`<!DOCTYPE opml SYSTEM "http://a.org/opml.dtd"><opml>` + outline, ""},
		"doctype with a subset": {"<!DOCTYPE opml [<!ELEMENT opml (head,body)> <!-- <outline text='x' " +
			"xmlUrl='u'/> --> ]>\n<opml>" + outline, ""},
		"doctype without end":                {`<!DOCTYPE opml <opml>` + outline, ""},
		"doctype subset without end":         {`<!DOCTYPE opml [ <opml>` + outline, ""},
		"XML declaration without end":        {`<?xml version="1.0"><opml>` + outline, ""},
		"white space before the declaration": {"\n\n <?xml version='1.0'?><opml>" + outline, ""},
		"no opml element":                    {`<body>` + outline + `</body>`, "no <opml>"},
		"outlines only":                      {outline, "no <opml>"},
		"server warning before the list":     {"<br />\n<b>Warning</b>: mysql\n<opml>" + outline, ""},
		"text before the list":               {"Here is my list:\n<opml>" + outline, ""},
		"opml in capitals":                   {`<OPML>` + outline, ""},
		"a control character early":          {"<opml>\x01<body>" + outline, ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			list, err := ReadOPML(t.Context(), []byte(test.file))
			if err != nil {
				t.Fatal(err)
			}
			if len(list.Outlines) != 1 || list.Outlines[0].Title != "a" || list.Outlines[0].Recovered {
				t.Errorf("got %+v", list)
			}
			if notes := strings.Join(list.Notes, " "); !strings.Contains(notes, test.note) ||
				(test.note == "") != (notes == "") {
				t.Errorf("notes %q, want %q", notes, test.note)
			}
		})
	}
}

func TestEmptyListIsRead(t *testing.T) {
	t.Parallel()
	list, err := ReadOPML(t.Context(), []byte(`<opml><head/><body/></opml>`))
	if err != nil || len(list.Outlines) != 0 {
		t.Errorf("got %+v, %v", list, err)
	}
}

// TestTruncatedFile checks that only complete values of a truncated file are read, because a part
// of an address would be wrong.
func TestTruncatedFile(t *testing.T) {
	t.Parallel()
	const whole = `<opml><body><outline text="F">` + "\n" + `<outline text="a" xmlUrl="http://a.org/"/>` + "\n" +
		`<outline text="b" xmlUrl="http://b.org/" type="rss"/>`
	first := strings.Index(whole, `/>`) + 2
	for cut := first; cut < len(whole); cut++ {
		list, err := ReadOPML(t.Context(), []byte(whole[:cut]))
		if err != nil {
			t.Fatal(err)
		}
		if o := list.Outlines[0]; o.Title != "a" || o.XMLURL != "http://a.org/" || o.Recovered ||
			!slices.Equal(o.Categories, []string{"F"}) {
			t.Fatalf("cut at %d: %+v", cut, o)
		}
		if len(list.Outlines) == 2 {
			o := list.Outlines[1]
			hasWholeAddress := strings.Contains(whole[:cut], `http://b.org/"`)
			if o.XMLURL != "" && (o.XMLURL != "http://b.org/" || !hasWholeAddress) || !o.Recovered || !o.Incomplete ||
				!list.Incomplete || o.Reason != fileEndsHere {
				t.Errorf("cut at %d: %q: %+v", cut, whole[:cut], o)
			}
		}
	}
}

func TestOtherFilesAreRejected(t *testing.T) {
	t.Parallel()
	outlines := func(n int) string { return strings.Repeat(`<outline text="a" xmlUrl="u"/>`, n) }
	tests := []struct {
		name, file string
		code       FormatCode
	}{
		{"empty file", "", FormatEmpty},
		{"white space", " \r\n\t", FormatEmpty},
		{"only a byte order mark", "\ufeff", FormatEmpty},
		{"only a byte order mark of UTF-16", "\xff\xfe", FormatEmpty},
		{"PNG", "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", FormatBinary},
		{"JPEG", "\xff\xd8\xff\xe0\x00\x10JFIF", FormatBinary},
		{"ZIP", "PK\x03\x04\x14\x00", FormatBinary},
		{"gzip", "\x1f\x8b\x08\x00\x00", FormatBinary},
		{"PDF", "%PDF-1.7\n", FormatBinary},
		{"binary data", "\x00\x01\x02\x03abc", FormatBinary},
		{"web page", "<!DOCTYPE html><html><head><title>A</title></head><body><p>B</p></body></html>", FormatHTML},
		{"XHTML page", `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body/></html>`, FormatHTML},
		{"page that quotes a list", "<html><body><pre><opml><outline text='a' xmlUrl='u'/></pre></body></html>", FormatHTML},
		{"fragment of a page", "<div class='x'>no list</div>", FormatHTML},
		{"RSS feed", `<?xml version="1.0"?><rss version="2.0"><channel><title>A</title></channel></rss>`, FormatNotOPML},
		{"Atom feed", `<feed xmlns="http://www.w3.org/2005/Atom"><title>A</title></feed>`, FormatNotOPML},
		{"RDF feed", `<rdf:RDF xmlns:rdf="x"></rdf:RDF>`, FormatNotOPML},
		{"sitemap", `<urlset><url><loc>http://a.org/</loc></url></urlset>`, FormatNotOPML},
		{"JSON", `{"outlines": []}`, FormatNotOPML},
		{"list of addresses", "http://a.org/feed\nhttp://b.org/feed\n", FormatNotOPML},
		{"entity", `<!DOCTYPE opml [<!ENTITY a "b">]><opml/>`, FormatEntities},
		{"expanding entities", `<?xml version="1.0"?><!DOCTYPE opml [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><opml><body><outline text="&b;" xmlUrl="u"/></body></opml>`, FormatEntities},
		{"external entity", `<!doctype opml [ <!entity x SYSTEM "file:///etc/passwd"> ]><opml><outline text="&x;" xmlUrl="u"/></opml>`, FormatEntities},
		{"parameter entity", `<!DOCTYPE opml [<!ENTITY % x SYSTEM "http://a.org/">%x;]><opml/>`, FormatEntities},
		{"entity in a subset without end", `<!DOCTYPE opml [ <!ENTITY a "b"><opml>` + outlines(1), FormatEntities},
		{"entity after a bracket in a string", `<!DOCTYPE opml [<!ATTLIST a b CDATA "]"><!ENTITY a "b">]><opml/>`,
			FormatEntities},
		{"entity in UTF-16", encodeUTF16(`<!DOCTYPE opml [<!ENTITY a "b">]><opml/>`, true), FormatEntities},
		{"too many outlines", "<opml>" + outlines(maxOutlines+1), FormatTooMany},
		{"nested too deep", "<opml>" + strings.Repeat(`<outline text="F">`, maxDepth) + outlines(1), FormatTooDeep},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			list, err := ReadOPML(t.Context(), []byte(test.file))
			var rejected *FormatError
			if !errors.As(err, &rejected) || rejected.Code != test.code {
				t.Fatalf("got %+v, %v; want code %s", list, err, test.code)
			}
			if !strings.HasSuffix(rejected.Detail, ".") || strings.Contains(rejected.Detail, "%!") {
				t.Errorf("not a sentence: %q", rejected.Detail)
			}
		})
	}
}

func TestListsAtTheLimitsAreRead(t *testing.T) {
	t.Parallel()
	list, err := ReadOPML(t.Context(), []byte("<opml>"+strings.Repeat(`<outline text="a" xmlUrl="u"/>`, maxOutlines)))
	if err != nil || len(list.Outlines) != maxOutlines {
		t.Errorf("maximum number of outlines: %v", err)
	}
	list, err = ReadOPML(t.Context(),
		[]byte("<opml>"+strings.Repeat(`<outline text="F">`, maxDepth-1)+`<outline text="a" xmlUrl="u"/>`+
			strings.Repeat("</outline>", maxDepth-1)))
	if err != nil || len(list.Outlines) != 1 {
		t.Errorf("maximum depth: %v", err)
	}
	// Feeds without end tags aren't nested.
	list, err = ReadOPML(t.Context(), []byte("<opml>"+strings.Repeat(`<outline text="a" xmlUrl="u">`, 1000)))
	if err != nil || len(list.Outlines) != 1000 {
		t.Errorf("feeds without end tags: %v", err)
	}
}
