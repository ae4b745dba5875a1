package outletname

import (
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
)

func TestOnPlatform(t *testing.T) {
	t.Parallel()
	for title, want := range map[string]string{
		"Channel Nine - YouTube":                  "Channel Nine",
		"Better News – Medium":                    "Better News",
		"Stories by Rita Reporter on Medium":      "Rita Reporter",
		"The City Letter | Ann Author | Substack": "The City Letter",
		"overview for city_desk":                  "city_desk",
		"@paper.example.org - The Paper":          "The Paper",
		"@paper.example.org":                      "paper.example.org",
		"The Paper (@paper@mastodon.social)":      "The Paper",
		"Late Debate - Apple Podcasts":            "Late Debate",
		"Reddit Stories":                          "Reddit Stories",
		"YouTube":                                 "",
		"":                                        "",
	} {
		if got := OnPlatform(title); got != want {
			t.Errorf("%q: %q, want %q", title, got, want)
		}
	}
}

func TestOfFeed(t *testing.T) {
	t.Parallel()
	home, err := weburl.Parse("https://example.org/")
	if err != nil {
		t.Fatal(err)
	}
	for title, want := range map[string]string{
		"The Basin Gazette RSS Feed": "The Basin Gazette",
		"RSS: Le Littoral":           "Le Littoral",
		"Il Lago RSS 2.0":            "Il Lago",
		"Stock Feed News":            "Stock Feed News",
		"Feed":                       "Feed",
		"Latest news":                "Latest news",
	} {
		if got := OfFeed(title, home); got != want {
			t.Errorf("%q: %q, want %q", title, got, want)
		}
	}
}
