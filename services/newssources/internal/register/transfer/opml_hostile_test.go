package transfer

import (
	"runtime"
	"strings"
	"testing"
)

// hostileFragments are fragments whose repetition takes quadratic time in a parser that searches
// the rest of the file for each.
var hostileFragments = map[string]struct{ begin, unit, end string }{
	"text":                                {"<opml>", "a ", ""},
	"less than":                           {"<opml>", "<", ""},
	"spaces after less than":              {"<opml>", "< ", ""},
	"tag of spaces":                       {"<opml><", " ", ""},
	"comments without end":                {"<opml>", "<!-- ", ""},
	"CDATA sections without end":          {"<opml>", "<![CDATA[", ""},
	"processing instructions without end": {"<opml>", "<?a ", ""},
	"XML declarations without end":        {"<opml>", "<?xml ", ""},
	"doctypes without end":                {"<opml>", "<!doctype a [ ", ""},
	"titles without end":                  {"<opml>", "<title ", ""},
	"end tags":                            {"<opml>", "</outline>", ""},
	"a long name":                         {"<opml><outline ", "a", ""},
	"a long element":                      {"<opml><", "a", ""},
	"names":                               {"<opml><outline ", "a ", ""},
	"attributes":                          {"<opml><outline ", "a='' ", "/>"},
	"the same attribute":                  {"<opml><outline ", "text='a' ", "/>"},
	"equals signs":                        {"<opml><outline ", "=", ""},
	"slashes":                             {"<opml><outline ", "/ ", ""},
	"value without end":                   {`<opml><outline text="`, "a", ""},
	"spaces in a value":                   {`<opml><outline text="`, " ", ""},
	"quotation marks":                     {`<opml><outline text="`, `"`, ""},
	"quotation marks and spaces":          {`<opml><outline text="`, `"    `, ""},
	"quotation marks and names":           {`<opml><outline text="`, `" a `, ""},
	"quotation marks and equals":          {`<opml><outline text="`, `a="`, ""},
	"quotation marks and >":               {`<opml><outline text="`, `">`, ""},
	"quotation marks, > and text":         {`<opml><outline text="`, `"> aaaaaaaa`, ""},
	"quotation marks and /":               {`<opml><outline text="`, `"/ `, ""},
	"typographic marks":                   {`<opml><outline text=“`, `”a`, ""},
	"typographic marks and letters":       {`<opml><outline text=“”`, `é`, ""},
	"typographic marks only":              {`<opml><outline text=“`, `”`, ""},
	"markup in a value":                   {`<opml><outline text="`, `<a b="`, ""},
	"markup in a value, paired":           {`<opml><outline text="`, `<a b="c" `, ""},
	"markup in a value, no end":           {`<opml><outline text="<a`, ` b=" "`, ""},
	"known attributes in a value":         {`<opml><outline `, `text="a `, ""},
	"known attributes without value":      {`<opml><outline `, `text= `, ""},
	"words without quotation marks":       {`<opml><outline text=`, `a `, ""},
	"slashes without quotation marks":     {`<opml><outline text=`, `/`, ""},
	"spaces before >":                     {`<opml><outline text=a`, ` `, ""},
	"ampersands":                          {`<opml><outline text="`, `&`, `"/>`},
	"long entities":                       {`<opml><outline text="`, `&aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa`, `"/>`},
	"entities":                            {`<opml><outline text="`, `&nGt;`, `"/>`},
	"long numbers":                        {`<opml><outline text="`, `&#00000000000000`, `"/>`},
	"bytes of windows-1252":               {`<opml><outline text="`, "\x80", `"/>`},
	"broken UTF-8":                        {`<opml><outline text="é`, "\xe2\x80", `"/>`},
	"control characters":                  {`<opml><outline text="`, "\x01", `"/>`},
	"categories":                          {`<opml><outline xmlUrl="u" category="`, "a,", `"/>`},
	"other categories":                    {`<opml><outline xmlUrl="u" category="`, "a,b,cc,d/e,", `"/>`},
	"line ends":                           {"<opml>", "\r\n", "<outline/>"},
	"line ends in a tag":                  {"<opml>", "<outline" + strings.Repeat("\n", 250) + "/>", ""},
	"feeds without end tags":              {"<opml>", `<outline text="` + strings.Repeat("a", 200) + `" xmlUrl="u">`, ""},
	"tags without end":                    {"<opml>", `<outline xmlUrl="u" text="` + strings.Repeat("a", 200) + ` `, ""},
	"outlines":                            {"<opml>", `<outline text="` + strings.Repeat("a", 200) + `" xmlUrl="u"/>`, ""},
}

func hostileFile(name string, size int) string {
	h := hostileFragments[name]
	return h.begin + strings.Repeat(h.unit, size/len(h.unit)) + h.end
}

// maxWorkPerByte limits how often a byte is read. The worst of the files above needs 58: each byte
// may end a value, and for each the scanner searches back the length of a name.
const maxWorkPerByte = 80

// TestHostileFilesTakeLinearWork checks that the number of bytes read grows linearly with the size
// of the file.
func TestHostileFilesTakeLinearWork(t *testing.T) {
	t.Parallel()
	work := func(t *testing.T, name string, size int) float64 {
		text := hostileFile(name, size)
		d, err := decode([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		s := newScanner(d)
		if err := s.scan(t.Context()); err != nil {
			t.Fatal(err)
		}
		return float64(s.work) / float64(len(text))
	}
	for name := range hostileFragments {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			small, large := work(t, name, 40<<10), work(t, name, 2<<20)
			if large > maxWorkPerByte || large > 1.1*small {
				t.Errorf("each byte is read %.1f times in a small file, %.1f times in a large one", small, large)
			}
		})
	}
}

// TestHostileFilesTakeBoundedMemory is not parallel, because it measures the allocations of the
// whole process.
func TestHostileFilesTakeBoundedMemory(t *testing.T) {
	const size = 10 << 20 // bytes: the limit of an upload
	for name := range hostileFragments {
		data := []byte(hostileFile(name, size))
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		_, err := ReadOPML(t.Context(), data)
		runtime.ReadMemStats(&after)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		const perOutline = 400 // bytes
		allocated := after.TotalAlloc - before.TotalAlloc
		if limit := uint64(4*len(data) + perOutline*maxOutlines); allocated > limit {
			t.Errorf("%s: %.1f times the file's size was allocated", name, float64(allocated)/float64(len(data)))
		}
	}
}
