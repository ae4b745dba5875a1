package discover

import (
	"testing"
	"time"

	"github.com/newsources/newsources/services/devstack/simulator"
	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
)

func TestIsUsable(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)
	at := func(age time.Duration) *time.Time { date := now.Add(-age); return &date }
	good := Candidate{FinalURL: "https://example.org/feed/", From: FromLink, Kind: "rss", Items: 20, Newest: at(time.Hour)}
	for name, c := range map[string]struct {
		change func(*Candidate)
		given  string
		want   bool
	}{
		"feed":          {func(*Candidate) {}, "", true},
		"news sitemap":  {func(c *Candidate) { c.Kind = "news_sitemap" }, "", true},
		"without dates": {func(c *Candidate) { c.Newest = nil }, "", true},
		// An existing endpoint can be the main feed.
		"existing endpoint":         {func(c *Candidate) { c.Existing = &ExistingSource{} }, "", true},
		"comments":                  {func(c *Candidate) { c.Comments = true }, "", false},
		"given comments feed":       {func(c *Candidate) { c.Comments, c.From = true, FromGiven }, "", false},
		"no feed":                   {func(c *Candidate) { c.Kind = "" }, "", false},
		"page list of another page": {func(c *Candidate) { c.Kind = "html_list" }, "", false},
		"page list":                 {func(c *Candidate) { c.Kind, c.From = "html_list", FromPage }, "", true},
		"stale page list": {func(c *Candidate) {
			c.Kind, c.From, c.Newest = "html_list", FromPage,
				at(91*24*time.Hour)
		}, "", false},
		"sitemap":       {func(c *Candidate) { c.Kind, c.From = "sitemap", FromGiven }, "", false},
		"sitemap index": {func(c *Candidate) { c.Kind = "sitemap_index" }, "", false},
		"empty":         {func(c *Candidate) { c.Items = 0 }, "", false},
		"89 days old":   {func(c *Candidate) { c.Newest = at(89 * 24 * time.Hour) }, "", true},
		"91 days old":   {func(c *Candidate) { c.Newest = at(91 * 24 * time.Hour) }, "", false},
		"91 days old and given": {func(c *Candidate) { c.Newest, c.From = at(91*24*time.Hour), FromGiven }, "",
			false},
		"tag": {func(c *Candidate) { c.FinalURL = "https://example.org/tag/x/feed/" }, "", false},
		"tag in a section": {func(c *Candidate) { c.FinalURL = "https://example.org/en/tag/x/y/feed/atom/" }, "",
			false},
		"author": {func(c *Candidate) { c.FinalURL = "https://example.org/author/ana/rss/" }, "",
			false},
		"category": {func(c *Candidate) { c.FinalURL = "https://example.org/category/sport/feed" }, "",
			false},
		"category by number": {func(c *Candidate) { c.FinalURL = "https://example.org/?feed=rss2&cat=7" }, "",
			false},
		"label": {func(c *Candidate) { c.FinalURL = "https://x.blogspot.com/feeds/posts/default/-/x" }, "", false},
		"given category": {func(c *Candidate) {
			c.FinalURL,
				c.From = "https://example.org/category/sport/feed/", FromGiven
		}, "", true},
		"category of the given page": {func(c *Candidate) { c.FinalURL = "https://example.org/category/sport/feed/" },
			"https://example.org/category/sport/", true},
		"category of another page": {func(c *Candidate) { c.FinalURL = "https://example.org/category/art/feed/" },
			"https://example.org/category/sport/", false},
		"tag below a given homepage": {func(c *Candidate) { c.FinalURL = "https://example.org/tag/x/feed/" },
			"https://example.org/", false},
		"section": {func(c *Candidate) { c.FinalURL = "https://example.org/section/sport/feed/" }, "",
			true},
		"address with tags in its name": {func(c *Candidate) { c.FinalURL = "https://example.org/tags.rss" }, "", true},
	} {
		candidate := good
		c.change(&candidate)
		if got := isUsable(&candidate, mustParse(t, candidate.FinalURL), parseOrZero(c.given), now); got != c.want {
			t.Errorf("%s: %t", name, got)
		}
		if points := score(&candidate, mustParse(t, candidate.FinalURL), parseOrZero(c.given), false, now); !c.want &&
			candidate.Existing == nil && points >= score(&good, mustParse(t, good.FinalURL), weburl.URL{}, false, now) &&
			candidate.From != FromGiven {
			t.Errorf("%s: score %d, not below that of a good feed", name, points)
		}
	}
}

func TestMainFeedOfWordPressIsPreselected(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{})
	main, category := w.URL("wordpress.test", "/feed/"), w.URL("wordpress.test", "/category/deportes/feed/")
	f := w.discover(t, w.URL("wordpress.test", "/"))
	if got := f.selected(); len(got) != 1 || got[0] != main || f.candidates[0].URL != main {
		t.Errorf("preselected: %v of %v", got, f.titles())
	}
	if c := f.candidate(category); c == nil || c.Overlap == nil || c.Overlap.Shared != 10 {
		t.Errorf("the category: %+v", c)
	}
	for _, c := range f.candidates {
		if c.Kind == "" && c.Outcome != NotChecked {
			t.Errorf("%s is not a feed and is shown", c.URL)
		}
	}
	if last := f.candidates[len(f.candidates)-1]; !last.Comments {
		t.Errorf("the last is %s", last.URL)
	}
	f = w.discover(t, w.URL("wordpress.test", "/category/deportes/"))
	if c := f.candidate(category); c == nil || !c.Preselected {
		t.Errorf("the category of the given page is not preselected: %+v", c)
	}
}

func parseOrZero(address string) weburl.URL {
	parsed, _ := weburl.Parse(address)
	return parsed
}
