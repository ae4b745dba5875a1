package pagelist

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed/feedtest"
	"github.com/newsources/newsources/services/newssources/internal/reading/markup"
)

// hostileLists generate pages that are expensive for Suggest, with up to the maximum number of
// nodes.
var hostileLists = map[string]func(n int) string{
	"many items": func(n int) string {
		return repeat(n/60, `<li class=a><a href="/2026/%d">A title that is long enough</a>`)
	},
	"many classes": func(n int) string {
		return repeat(n/90, `<li class="a b c d e f g"><a href="/2026/%d" class="h i j k">A title long enough</a>`)
	},
	"nested wrappers": func(n int) string {
		return repeat(n/1500, strings.Repeat("<div class=ab>", 100)+`<a href="/2026/%d">A title long enough</a>`+
			strings.Repeat("</div>", 100))
	},
	"nested headings": func(n int) string {
		return repeat(n/1500, strings.Repeat("<h2>", 150)+`<a href="/2026/%d">A title long enough</a>`+
			strings.Repeat("</h2>", 150))
	},
	"links in links": func(n int) string {
		return repeat(n/60,
			`<a href="/2026/%d">A title long enough<table><tr><td>`)
	},
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
	// Groups with high scores whose selectors find too much.
	"selectors that match too much": func(n int) string {
		var b strings.Builder
		for i := range 9 {
			b.WriteString(repeat(9, fmt.Sprintf(`<p class=kind%c><a href="/2026/%d%%d">A title long enough</a></p>`, 'a'+i, i)))
			b.WriteString("<aside>" +
				repeat(9, fmt.Sprintf(`<p class=kind%c><a href="/2025/%d%%d">A title long enough</a></p>`, 'a'+i, i)) + "</aside>")
		}
		return b.String() + strings.Repeat("<b class=ab></b>", n/16)
	},
}

func TestSuggestTakesLinearTime(t *testing.T) { // not parallel: it measures time
	for name, generate := range hostileLists {
		t.Run(name, func(t *testing.T) {
			feedtest.CheckLinearTime(t, markup.MaxPageBytes, func(n int) *html.Node {
				root, err := markup.ParsePage([]byte(page(generate(n))), "text/html")
				if err != nil {
					t.Fatal(err)
				}
				return root
			}, func(root *html.Node) { Suggest(root, hostileOptions) })
		})
	}
}

func FuzzSuggest(f *testing.F) {
	for _, name := range []string{"article-teasers", "table", "card-grid", "chinese", "none-shop"} {
		data, _ := readList(f, name)
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		data = append([]byte("<html>"), data...)
		root, err := markup.ParsePage(data, "")
		if err != nil {
			return
		}
		options := feed.Options{BaseURL: "https://a.example/b/c", Now: feedtest.Now}
		recipe := Suggest(root, options)
		if recipe == nil {
			return
		}
		d, err := Read(data, recipe, options)
		if err != nil {
			t.Fatalf("%+v: %v", *recipe, err)
		}
		feedtest.CheckDocument(t, d, feed.DefaultMaxItems)
		if len(d.Items) < minListed {
			t.Fatalf("%+v finds %d items", *recipe, len(d.Items))
		}
	})
}
