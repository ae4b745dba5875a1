package pagelist

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed/feedtest"
	"github.com/newsources/newsources/services/newssources/internal/reading/markup"
)

func readList(t testing.TB, name string) (page []byte, root *html.Node) {
	t.Helper()
	page, err := os.ReadFile(filepath.Join("testdata/lists", name+".html"))
	if err != nil {
		t.Fatal(err)
	}
	root, err = markup.ParsePage(page, "text/html; charset=utf-8")
	if err != nil {
		t.Fatal(err)
	}
	return page, root
}

// TestSuggest covers pages in the style of newspapers, town halls and publishing systems, and what
// the suggested recipes find.
func TestSuggest(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		page, base              string
		recipe                  Recipe
		items, dated, summaries int
		url, title              string // of the first
	}{
		// Kickers, pictures and comments are links too, and a teaser box of popular articles has the same
		// markup.
		{"article-teasers", "https://courier.example/", Recipe{List: "main article", Title: "h2", Summary: "p"}, 12, 12, 12,
			"https://courier.example/2026/02/28/council-votes-to-keep-the-old-market-hall-open",
			"Council votes to keep the old market hall open"},
		{"news-list", "https://dorf.example/aktuelles/", Recipe{List: "ul.news-list > li", Date: "span.date"}, 8, 8, 0,
			"https://dorf.example/aktuelles/meldung.php?id=300", "Stadtrat streitet über den Umbau des Bahnhofs"},
		// Each card is one link, and most classes are generated.
		{"card-grid", "https://meridian.example/", Recipe{List: "div.card", Title: "h3"}, 9, 0, 0,
			"https://meridian.example/story/council-votes-to-keep-the-old-market-hall-open",
			"Council votes to keep the old market hall open"},
		{"read-more", "https://faro.example/", Recipe{List: "div.blog-entry", Title: "h3", Date: "div.meta", Summary: "p"}, 6,
			6, 6,
			"https://faro.example/noticias/el-ayuntamiento-aprueba-el-presupuesto-mas-alto-de-su-historia.html",
			"El ayuntamiento aprueba el presupuesto más alto de su historia"},
		{"table", "https://valley.example/", Recipe{List: "table.headlines > tbody > tr", Date: "font"}, 8, 8, 0,
			"https://valley.example/news/20260220.htm", "Council votes to keep the old market hall open"},
		{"bilingual", "https://frontera.example/", Recipe{List: "article"}, 6, 6, 0,
			"https://frontera.example/es/1000/el-ayuntamiento-aprueba-el-presupuesto-mas-alto-de-su-historia",
			"El ayuntamiento aprueba el presupuesto más alto de su historia"},
		// Three boxes of articles between other long links.
		{"sections", "https://courier.example/", Recipe{List: "li.story"}, 12, 0, 0,
			"https://courier.example/politics/council-votes-to-keep-the-old-market-hall-open-0077",
			"Council votes to keep the old market hall open"},
		{"arabic-wordpress", "https://jarida.example/", Recipe{List: "article", Summary: "p"}, 6, 6, 6,
			"https://jarida.example/2026/02/10/%D8%AE%D8%A8%D8%B1-0/", "مجلس المدينة يقر الميزانية الجديدة بعد نقاش طويل"},
		// Headlines have eleven characters.
		{"chinese", "https://chenbao.example/", Recipe{List: "div.list_box > ul > li", Date: "em"}, 7, 7, 0,
			"https://chenbao.example/n1/2026/0220/c1001-40000.html", "市政府公布明年预算草案"},
		{"notices", "https://parish.example/", Recipe{List: "div.notice", Date: "dt"}, 6, 6, 0,
			"https://parish.example/notices/council-votes-to-keep-the-old-market-hall-open",
			"Council votes to keep the old market hall open"},
	} {
		t.Run(c.page, func(t *testing.T) {
			t.Parallel()
			page, root := readList(t, c.page)
			options := feed.Options{BaseURL: c.base, ContentType: "text/html; charset=utf-8", Now: feedtest.Now}
			recipe := Suggest(root, options)
			if recipe == nil || *recipe != c.recipe {
				t.Fatalf("the recipe is %+v, want %+v", recipe, c.recipe)
			}
			d, err := Read(page, recipe, options)
			if err != nil {
				t.Fatal(err)
			}
			summaries := 0
			for _, i := range d.Items {
				summaries += btoi(i.Summary != "")
			}
			stats, first := d.Stats(), d.Items[0]
			if stats.Items != c.items || stats.Dated != c.dated || summaries != c.summaries || first.URL != c.url ||
				first.Title != c.title {
				t.Errorf("%d items, %d with a date, %d with a summary; the first is %q at %s", stats.Items, stats.Dated, summaries,
					first.Title, first.URL)
			}
		})
	}
}

// TestSuggestFindsNoList covers pages with links but without a list of the outlet's articles.
func TestSuggestFindsNoList(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/lists/none-*.html")
	if err != nil || len(files) < 5 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		_, root := readList(t, strings.TrimSuffix(filepath.Base(file), ".html"))
		if recipe := Suggest(root, feed.Options{BaseURL: "https://courier.example/", Now: feedtest.Now}); recipe != nil {
			t.Errorf("%s: %+v", file, *recipe)
		}
	}
	if recipe := Suggest(&html.Node{Type: html.DocumentNode}, feed.Options{}); recipe != nil {
		t.Errorf("empty page: %+v", *recipe)
	}
}

func TestIsStable(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{
		"news-list": true, "teaser__title": true, "NewsList": true, "articleTeaserList": true, "hentry": true,
		"is-large": true, "li": true,
		"css-1x2y3z": false, "sc-bdVaJa": false, "Teaser_title__aBcDeF": false, "post-4711": false, "jss-abc": false,
		"md:flex": false,
		"x":       false, "xkcdq": false, "-a": false, "größe": false, strings.Repeat("ab", 30): false, "": false,
	} {
		if isStable(name) != want {
			t.Errorf("%q is stable: %t", name, !want)
		}
	}
}

func TestColumns(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{"": 0, "abc": 3, "é": 1, "e\u0301": 1, "مجلس": 4, "مَجلس": 4, "预算草案": 8,
		"ニュース": 8, "한국": 4, "Ａ": 2} {
		if got := columns(text); got != want {
			t.Errorf("%q takes %d columns, want %d", text, got, want)
		}
	}
}
