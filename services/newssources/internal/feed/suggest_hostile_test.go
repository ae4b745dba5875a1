package feed

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"
)

// hostileLists are pages that are made to cost much when a list is looked for, of as many nodes as a tree may have.
var hostileLists = map[string]func(n int) string{
	"many items": func(n int) string {
		return repeat(n/60, `<li class=a><a href="/2026/%d">A title that is long enough</a>`)
	},
	"many classes": func(n int) string {
		return repeat(n/90, `<li class="a b c d e f g"><a href="/2026/%d" class="h i j k">A title long enough</a>`)
	},
	"nested wrappers": func(n int) string {
		return repeat(n/1500, strings.Repeat("<div class=ab>", 100)+`<a href="/2026/%d">A title long enough</a>`+strings.Repeat("</div>", 100))
	},
	"nested headings": func(n int) string {
		return repeat(n/1500, strings.Repeat("<h2>", 150)+`<a href="/2026/%d">A title long enough</a>`+strings.Repeat("</h2>", 150))
	},
	"links in links":   func(n int) string { return repeat(n/60, `<a href="/2026/%d">A title long enough<table><tr><td>`) },
	"nothing closed":   func(n int) string { return repeat(n/50, `<div class=ab><a href="/%d">A title long enough`) },
	"empty elements":   func(n int) string { return strings.Repeat("<b class=ab></b>", n/16) },
	"dates everywhere": func(n int) string { return strings.Repeat("<i>1.2.2026</i>", n/15) },
	"all different": func(n int) string {
		var b strings.Builder
		for i := range n / 70 {
			word := strings.Map(func(r rune) rune { return r - '0' + 'a' }, fmt.Sprint(i))
			fmt.Fprintf(&b, `<p class=%s><a href="/2026/%d" class=e%s>A title long enough</a>`, word, i, word)
		}
		return b.String()
	},
	// Groups that look well, and whose selectors find much else.
	"found too much": func(n int) string {
		var b strings.Builder
		for i := range 9 {
			b.WriteString(repeat(9, fmt.Sprintf(`<p class=kind%c><a href="/2026/%d%%d">A title long enough</a></p>`, 'a'+i, i)))
			b.WriteString("<aside>" + repeat(9, fmt.Sprintf(`<p class=kind%c><a href="/2025/%d%%d">A title long enough</a></p>`, 'a'+i, i)) + "</aside>")
		}
		return b.String() + strings.Repeat("<b class=ab></b>", n/16)
	},
}

func TestSuggestTakesLinearTime(t *testing.T) { // alone, since it measures
	const size = MaxPageBytes
	tree := func(text string) *html.Node {
		root, err := Page([]byte(page(text)), "text/html")
		if err != nil {
			t.Fatal(err)
		}
		return root
	}
	fastest := func(root *html.Node) time.Duration {
		best := time.Hour
		for range 3 {
			began := time.Now()
			Suggest(root, hostileOptions)
			best = min(best, time.Since(began))
		}
		return best
	}
	for name, make := range hostileLists {
		t.Run(name, func(t *testing.T) {
			small, large := tree(make(size/4)), tree(make(size))
			for attempt := 1; ; attempt++ {
				quick, slow := fastest(small), fastest(large)
				t.Logf("a quarter takes %s, the whole %s", quick, slow)
				// What is done in a blink proves nothing.
				if slow < 20*time.Millisecond || slow < 12*quick {
					return
				}
				if attempt == 3 {
					t.Fatalf("a quarter takes %s, the whole %s", quick, slow)
				}
			}
		})
	}
}

func FuzzSuggest(f *testing.F) {
	for _, name := range []string{"article-teasers", "table", "card-grid", "chinese", "none-shop"} {
		data, _ := readList(f, name)
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		root, err := Page(data, "")
		if err != nil {
			return
		}
		options := Options{BaseURL: "https://a.example/b/c", Now: testNow}
		recipe := Suggest(root, options)
		if recipe == nil {
			return
		}
		options.Recipe = recipe
		p, err := newParser(options)
		if err != nil {
			t.Fatalf("%+v: %v", *recipe, err)
		}
		if err := p.readPage(data); err != nil {
			t.Fatal(err)
		}
		d := p.finish()
		checkDocument(t, d, DefaultMaxItems)
		if len(d.Items) < minListed {
			t.Fatalf("%+v finds %d items", *recipe, len(d.Items))
		}
	})
}
