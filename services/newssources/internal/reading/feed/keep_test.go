package feed_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
)

// TestNewestOfUndatedItems reads sitemaps with more items than are kept, none of which has a date.
func TestNewestOfUndatedItems(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		link        func(n int) string
		first, last string // of the items that are kept, of 0 to 2499 with n = 1000
		warning     feed.WarningCode
	}{
		"ascending IDs": {func(n int) string { return fmt.Sprintf("/article-%d.html", 40_000+3*n) }, "/article-44500.html",
			"/article-47497.html", "items_capped"},
		"descending IDs": {func(n int) string { return fmt.Sprintf("/%d", 90_000-n) }, "/90000", "/89001", "items_capped"},
		"ascending days": {func(n int) string { return fmt.Sprintf("/%d/%d/%d/a", 2000+n/300, 1+n/28%12, 1+n%28) }, "", "",
			"items_capped"},
		"no numbers": {func(n int) string { return "/" + strings.Repeat("a", 1+n%50) + strings.Repeat("b", 1+n/50) }, "/ab",
			"/" + strings.Repeat("a", 50) + strings.Repeat("b", 50), "items_between"},
		"no order": {func(n int) string { return fmt.Sprintf("/%d", (n*50_021)%100_003) }, "/0",
			fmt.Sprintf("/%d", (2499*50_021)%100_003), "items_between"},
	} {
		var b strings.Builder
		b.WriteString(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`)
		for n := range 2500 {
			fmt.Fprintf(&b, "<url><loc>https://a.example%s</loc></url>", c.link(n))
		}
		d, err := feed.Parse([]byte(b.String()+"</urlset>"), feed.Options{})
		if err != nil || d.Count(c.warning) != 1500 {
			t.Fatalf("%s: %v, %+v", name, err, d.Warnings)
		}
		if c.first == "" {
			continue
		}
		if first, last := d.Items[0].URL, d.Items[len(d.Items)-1].URL; first != "https://a.example"+c.first ||
			last != "https://a.example"+c.last {
			t.Errorf("%s: %s to %s", name, first, last)
		}
	}
}
