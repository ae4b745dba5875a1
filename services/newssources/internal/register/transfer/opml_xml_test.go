package transfer

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestWellFormedOutlinesAreReadExactly reads texts that are made of fragments of markup, so that
// well-formed outlines resemble malformed ones.
func TestWellFormedOutlinesAreReadExactly(t *testing.T) {
	t.Parallel()
	pieces := []string{
		"<", ">", "&", `"`, "'", "=", "/", "/>", " ", " ", "<!--", "-->", "]]>", "<outline ", "</outline>", "</body>",
		"&amp;", "&#38;", ";",
		"text=", "xmlUrl=", ` title="`, `"type='`, "“", "é", "新聞", "a", "news", "http://a.org/?b=c&d=e", "<a href=",
	}
	random := rand.New(rand.NewPCG(1, 2))
	text := func() string {
		var b strings.Builder
		for range random.IntN(8) {
			b.WriteString(pieces[random.IntN(len(pieces))])
		}
		return strings.TrimSpace(b.String())
	}
	for range 5000 {
		var want []Outline
		file := bytes.NewBufferString("<opml><body>\n")
		for line := 2; line < 5; line++ {
			o := Outline{Line: line, Title: text(), XMLURL: "u" + text(), Description: text()}
			fmt.Fprintf(file, "<outline")
			for _, a := range []struct{ name, value string }{{"title", o.Title}, {"description", o.Description},
				{"xmlUrl", o.XMLURL}} {
				fmt.Fprintf(file, " %s=%s", a.name, quoted(a.value, random.IntN(2) == 0))
			}
			file.WriteString([]string{"/>\n", " />\n", "></outline>\n", ">\n</outline>"}[random.IntN(3)])
			want = append(want, o)
		}
		file.WriteString("</body></opml>")
		list, err := ReadOPML(t.Context(), file.Bytes())
		if err != nil || len(list.Outlines) != len(want) {
			t.Fatalf("%s\ngot %+v, %v", file, list, err)
		}
		for i, o := range list.Outlines {
			if !equal(o, want[i]) {
				t.Fatalf("%s\ngot\n%+v, want\n%+v", file, o, want[i])
			}
		}
	}
}

// quoted escapes only what XML requires.
func quoted(value string, double bool) string {
	value = strings.NewReplacer("&", "&amp;", "<", "&lt;").Replace(value)
	if double {
		return `"` + strings.ReplaceAll(value, `"`, "&quot;") + `"`
	}
	return `'` + strings.ReplaceAll(value, `'`, "&apos;") + `'`
}

// notComparable matches what encoding/xml accepts although XML doesn't, and what ReadOPML reads
// differently on purpose.
var notComparable = regexp.MustCompile(`(?i)<![a-z]|&#|encoding`)

// compareWithXML checks that ReadOPML and an XML parser agree on a well-formed list.
func compareWithXML(t *testing.T, data []byte, list *List) {
	if !utf8.Valid(data) || bytes.HasPrefix(data, []byte("\ufeff")) || notComparable.Match(data) {
		return
	}
	var want []node
	decoder := xml.NewDecoder(bytes.NewReader(data))
	for {
		token, err := decoder.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			return
		}
		if e, ok := token.(xml.StartElement); ok && strings.EqualFold(e.Name.Local, "outline") {
			var n node
			for _, a := range e.Attr {
				known, ok := attributeOf(a.Name.Local)
				if !ok || a.Name.Space != "" || n.attrs[known] != "" {
					continue
				}
				n.attrs[known] = strings.TrimSpace(strings.NewReplacer("\r\n", " ", "\r", " ", "\n", " ", "\t", " ").
					Replace(a.Value))
			}
			if n.xmlURL() != "" {
				want = append(want, n)
			}
		}
	}
	var got []Outline
	for _, o := range list.Outlines {
		if o.XMLURL != "" {
			got = append(got, o)
		}
	}
	if len(got) != len(want) {
		t.Fatalf("%q: %d outlines, an XML parser finds %d", data, len(got), len(want))
	}
	for i, o := range got {
		n := want[i]
		if !o.Recovered && (o.Title != n.title() || o.XMLURL != n.xmlURL() || o.HTMLURL != n.htmlURL() ||
			o.Description != n.attrs[attrDescription]) {
			t.Fatalf("%q: got %+v, an XML parser reads %+v", data, o, n.attrs)
		}
	}
}

func FuzzReadOPML(f *testing.F) {
	for _, file := range sampleListPaths(f) {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	for name := range hostileFragments {
		f.Add([]byte(hostileFile(name, 300)))
	}
	for _, s := range []string{
		`<opml><body><outline text="F"><outline text='a "b"' xmlUrl="u"></outline></outline></body></opml>`,
		`<opml><outline text="The "A" > daily" description="<a href="b">c</a>" xmlUrl=u?a&amp;b type=rss/></opml>`,
		`<opml><outline text=“A” title="B xmlUrl="u" <outline xmlUrl="v`,
		`<!DOCTYPE opml [<!ELEMENT a> ]><opml><!-- a --><![CDATA[ b ]]><?c d?><outline category="/a/b,c" type="link" url="e"/>`,
		"<?xml version='1.0' encoding='windows-1252'?><opml><outline text='\xe9&eacute;&#233;&#x80;' xmlUrl='u'/>",
		encodeUTF16(`<opml><outline text="é" xmlUrl="u"/></opml>`, true),
		encodeUTF16(`<opml><outline text="é" xmlUrl="u"/></opml>`, false),
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		list, err := ReadOPML(t.Context(), data)
		if err != nil {
			var rejected *FormatError
			if list != nil || !errors.As(err, &rejected) || rejected.Code == "" || rejected.Detail == "" {
				t.Fatalf("%#v, %#v", list, err)
			}
			return
		}
		line := 1
		for _, o := range list.Outlines {
			if o.Recovered != (o.Reason != "") || o.Line < line || len(o.Categories) > maxCategories {
				t.Errorf("%q: %+v", data, o)
			}
			line = o.Line
			for _, s := range append([]string{list.Title, o.Title, o.XMLURL, o.HTMLURL, o.Type, o.Language, o.Description},
				o.Categories...) {
				if !utf8.ValidString(s) || strings.ContainsRune(s, 0) || s != strings.TrimSpace(s) {
					t.Errorf("%q: %q in %+v", data, s, o)
				}
			}
		}
		d, err := decode(data)
		if err != nil {
			t.Fatal(err)
		}
		s := newScanner(d)
		if err := s.scan(t.Context()); err != nil || s.work > maxWorkPerByte*len(d.text)+1000 {
			t.Errorf("%q: %d bytes of work, %v", data, s.work, err)
		}
		compareWithXML(t, data, list)
	})
}
