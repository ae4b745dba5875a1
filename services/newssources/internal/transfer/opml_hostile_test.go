package transfer

import (
	"runtime"
	"strings"
	"testing"
)

// hostile are pieces that make a careless reader look at the same bytes again and again when they are repeated.
var hostile = map[string]struct{ begin, unit, end string }{
	"text":                           {"<opml>", "a ", ""},
	"less than":                      {"<opml>", "<", ""},
	"blanks behind less than":        {"<opml>", "< ", ""},
	"one blank tag":                  {"<opml><", " ", ""},
	"comments without end":           {"<opml>", "<!-- ", ""},
	"character data without end":     {"<opml>", "<![CDATA[", ""},
	"instructions without end":       {"<opml>", "<?a ", ""},
	"declarations without end":       {"<opml>", "<?xml ", ""},
	"doctypes without end":           {"<opml>", "<!doctype a [ ", ""},
	"titles without end":             {"<opml>", "<title ", ""},
	"end tags":                       {"<opml>", "</outline>", ""},
	"a long name":                    {"<opml><outline ", "a", ""},
	"a long element":                 {"<opml><", "a", ""},
	"names":                          {"<opml><outline ", "a ", ""},
	"attributes":                     {"<opml><outline ", "a='' ", "/>"},
	"the same attribute":             {"<opml><outline ", "text='a' ", "/>"},
	"equals signs":                   {"<opml><outline ", "=", ""},
	"slashes":                        {"<opml><outline ", "/ ", ""},
	"a value without end":            {`<opml><outline text="`, "a", ""},
	"blanks in a value":              {`<opml><outline text="`, " ", ""},
	"quotation marks":                {`<opml><outline text="`, `"`, ""},
	"quotation marks and blanks":     {`<opml><outline text="`, `"    `, ""},
	"quotation marks and names":      {`<opml><outline text="`, `" a `, ""},
	"quotation marks and equals":     {`<opml><outline text="`, `a="`, ""},
	"quotation marks and >":          {`<opml><outline text="`, `">`, ""},
	"quotation marks and > apart":    {`<opml><outline text="`, `"> aaaaaaaa`, ""},
	"quotation marks and /":          {`<opml><outline text="`, `"/ `, ""},
	"typographic marks":              {`<opml><outline text=“`, `”a`, ""},
	"typographic marks and letters":  {`<opml><outline text=“”`, `é`, ""},
	"typographic marks only":         {`<opml><outline text=“`, `”`, ""},
	"markup in a value":              {`<opml><outline text="`, `<a b="`, ""},
	"markup in a value, paired":      {`<opml><outline text="`, `<a b="c" `, ""},
	"markup in a value, no end":      {`<opml><outline text="<a`, ` b=" "`, ""},
	"known attributes in a value":    {`<opml><outline `, `text="a `, ""},
	"known attributes without value": {`<opml><outline `, `text= `, ""},
	"words without quotation marks":  {`<opml><outline text=`, `a `, ""},
	"slashes without marks":          {`<opml><outline text=`, `/`, ""},
	"blanks before >":                {`<opml><outline text=a`, ` `, ""},
	"ampersands":                     {`<opml><outline text="`, `&`, `"/>`},
	"long entities":                  {`<opml><outline text="`, `&aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa`, `"/>`},
	"entities":                       {`<opml><outline text="`, `&nGt;`, `"/>`},
	"long numbers":                   {`<opml><outline text="`, `&#00000000000000`, `"/>`},
	"bytes of windows-1252":          {`<opml><outline text="`, "\x80", `"/>`},
	"broken UTF-8":                   {`<opml><outline text="é`, "\xe2\x80", `"/>`},
	"control characters":             {`<opml><outline text="`, "\x01", `"/>`},
	"categories":                     {`<opml><outline xmlUrl="u" category="`, "a,", `"/>`},
	"other categories":               {`<opml><outline xmlUrl="u" category="`, "a,b,cc,d/e,", `"/>`},
	"line ends":                      {"<opml>", "\r\n", "<outline/>"},
	"nothing but line ends in a tag": {"<opml>", "<outline" + strings.Repeat("\n", 250) + "/>", ""},
	"feeds that are never closed":    {"<opml>", `<outline text="` + strings.Repeat("a", 200) + `" xmlUrl="u">`, ""},
	"tags without end":               {"<opml>", `<outline xmlUrl="u" text="` + strings.Repeat("a", 200) + ` `, ""},
	"outlines":                       {"<opml>", `<outline text="` + strings.Repeat("a", 200) + `" xmlUrl="u"/>`, ""},
}

func hostileFile(name string, size int) string {
	h := hostile[name]
	return h.begin + strings.Repeat(h.unit, size/len(h.unit)) + h.end
}

// mostWork is how often a byte may be looked at. The worst of the above needs 58: at each of its bytes a quotation mark
// may end, and behind each a name's length is looked back over.
const mostWork = 80

// The work grows with the size and no faster, counted in bytes that were looked at.
func TestHostileFilesTakeLinearWork(t *testing.T) {
	t.Parallel()
	work := func(t *testing.T, name string, size int) float64 {
		text := hostileFile(name, size)
		d, err := decode([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		s := newScanner(d)
		if err := s.scan(); err != nil {
			t.Fatal(err)
		}
		return float64(s.work) / float64(len(text))
	}
	for name := range hostile {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			small, large := work(t, name, 40<<10), work(t, name, 2<<20)
			if large > mostWork || large > 1.1*small {
				t.Errorf("each byte is looked at %.1f times in a small file, %.1f times in a large one", small, large)
			}
		})
	}
}

// Memory is bounded by the file's size and the number of outlines. Not parallel: it measures the whole process.
func TestHostileFilesTakeBoundedMemory(t *testing.T) {
	const size = 10 << 20 // bytes: what an upload may have
	for name := range hostile {
		data := []byte(hostileFile(name, size))
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		_, err := ReadOPML(data)
		runtime.ReadMemStats(&after)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		const perOutline = 400 // bytes
		allocated := after.TotalAlloc - before.TotalAlloc
		if most := uint64(4*len(data) + perOutline*MaxOutlines); allocated > most {
			t.Errorf("%s: %.1f times the file's size was allocated", name, float64(allocated)/float64(len(data)))
		}
	}
}
