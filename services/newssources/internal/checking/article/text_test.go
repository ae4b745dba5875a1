package article

import (
	"strings"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
)

func TestTitleParts(t *testing.T) {
	t.Parallel()
	for title, want := range map[string]string{
		"Storm closes the harbour":                  "stormclosestheharbour",
		"LIVE: Storm closes the harbour of Gijón":   "live stormclosestheharbourofgijon",
		"Storm (12) closes [video] 3 harbours":      "stormcloses3harbours",
		"Storm closes port – The Gazette":           "stormclosesport thegazette",
		"Sport | Storm » The Gazette":               "sport storm thegazette",
		"The mayor’s “plan” wins 2:1 in Hay-on-Wye": "themayorsplanwins21inhayonwye",
		"(Update)":                        "",
		") unbalanced (":                  "unbalanced",
		"暴风雨关闭了港口（视频）":                    "暴风雨关闭了港口",
		"The mayor&#8217;s plan":          "themayorsplan",
		"快讯：暴风雨关闭了港口｜公报":                  "快讯 暴风雨关闭了港口 公报",
		"Storm / Port // Gazette - 2 & 3": "storm port gazette 2 3",
		"Cafe\u0301 closes":               "cafecloses",
	} {
		if got := strings.Join(titleParts(title), " "); got != want {
			t.Errorf("%q: %q", title, got)
		}
	}
}

func TestLinkParts(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]link{
		"": {},
		"https://www.a.example/news/story-7.html":  {"", "a.example/news/story-7.html", "a.example/news", "story7"},
		"http://a.example/news/story-7/?x=1":       {"", "a.example/news/story-7", "a.example/news", "story7"},
		"https://a.example/news/story-7/amp":       {"", "", "a.example/news", "story7"},
		"https://a.example/2026/03/story/":         {"", "", "a.example/#/#", "story"},
		"https://cdn7.a.example/r/3f/story-8;s=12": {"", "cdn7.a.example/r/3f/story-8", "cdn.a.example/r/#", "story8"},
		"https://a.example/?p=77":                  {"", "", "a.example", "p77"},
		"https://a.example/a/77?id=5":              {"", "a.example/a/77", "a.example/a", "77id5"},
		"https://a.example/storm-closes-port-99/":  {"", "a.example/storm-closes-port-99", "a.example", "stormclosesport"},
		"https://a.example/part-2":                 {"", "a.example/part-2", "a.example", "part2"},
		"http://127.0.0.1:80/x/Story":              {"", "", "...:/x", "story"},
	} {
		got := linkParts(address)
		if got.key = ""; got != want {
			t.Errorf("%s: %+v", address, got)
		}
	}
}

func TestArticleTexts(t *testing.T) {
	t.Parallel()
	items := []feed.Item{
		{Title: "Storm closes the harbour | The Gazette of the Towns on the River"},
		{Title: "Sport: Team wins | The Gazette of the Towns on the River"},
		{Title: "Weather"}, {Title: "Weather"},
		{Title: "Hi", URL: "https://a.example/n/hello"}, {URL: "https://a.example/news/story-12.html"},
		{URL: "https://a.example/1"}, {}, {Summary: "Storm closes the port."},
		{Title: "오늘의 날씨"}, {Title: "폭풍으로 항구가 폐쇄되었다"}, // the weather of today; a storm closes the port
	}
	want := []articleText{{"stormclosestheharbour", false}, {"teamwins", false}, {"weather", false}, {"weather", false},
		{"hihello", false}, {"story12", false}, {}, {},
		{"stormclosestheport", false}, {"오늘의날씨", false}, {"폭풍으로항구가폐쇄되었다", true}}
	links := make([]link, len(items))
	for i := range items {
		links[i] = linkParts(items[i].URL)
	}
	for i, got := range articleTexts(items, links) {
		if got != want[i] {
			t.Errorf("%q %s: %+v", items[i].Title, items[i].URL, got)
		}
	}
}
