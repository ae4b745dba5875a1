package discover

import (
	"testing"
	"time"

	"github.com/newsources/newsources/services/devstack/simulator"
)

func TestWhatIsWorthGathering(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)
	at := func(age time.Duration) *time.Time { date := now.Add(-age); return &date }
	good := Candidate{FinalURL: "https://example.org/feed/", From: FromLink, Kind: "rss", Items: 20, Newest: at(time.Hour)}
	for name, c := range map[string]struct {
		change func(*Candidate)
		pasted string
		want   bool
	}{
		"a feed":                      {func(*Candidate) {}, "", true},
		"a sitemap of news":           {func(c *Candidate) { c.Kind = "news_sitemap" }, "", true},
		"without dates":               {func(c *Candidate) { c.Newest = nil }, "", true},
		"gathered already":            {func(c *Candidate) { c.Existing = &Collected{} }, "", false},
		"comments":                    {func(c *Candidate) { c.Comments = true }, "", false},
		"comments that were pasted":   {func(c *Candidate) { c.Comments, c.From = true, FromGiven }, "", false},
		"no feed":                     {func(c *Candidate) { c.Kind = "" }, "", false},
		"a page":                      {func(c *Candidate) { c.Kind = "html_list" }, "", false},
		"a page without a feed":       {func(c *Candidate) { c.Kind, c.From = "html_list", FromPage }, "", true},
		"such a page, long silent":    {func(c *Candidate) { c.Kind, c.From, c.Newest = "html_list", FromPage, at(91*24*time.Hour) }, "", false},
		"a sitemap of everything":     {func(c *Candidate) { c.Kind, c.From = "sitemap", FromGiven }, "", false},
		"an index":                    {func(c *Candidate) { c.Kind = "sitemap_index" }, "", false},
		"empty":                       {func(c *Candidate) { c.Items = 0 }, "", false},
		"89 days old":                 {func(c *Candidate) { c.Newest = at(89 * 24 * time.Hour) }, "", true},
		"91 days old":                 {func(c *Candidate) { c.Newest = at(91 * 24 * time.Hour) }, "", false},
		"91 days old and pasted":      {func(c *Candidate) { c.Newest, c.From = at(91*24*time.Hour), FromGiven }, "", false},
		"a tag":                       {func(c *Candidate) { c.FinalURL = "https://example.org/tag/x/feed/" }, "", false},
		"a tag in a section":          {func(c *Candidate) { c.FinalURL = "https://example.org/en/tag/x/y/feed/atom/" }, "", false},
		"an author":                   {func(c *Candidate) { c.FinalURL = "https://example.org/author/ana/rss/" }, "", false},
		"a category":                  {func(c *Candidate) { c.FinalURL = "https://example.org/category/sport/feed" }, "", false},
		"a category by number":        {func(c *Candidate) { c.FinalURL = "https://example.org/?feed=rss2&cat=7" }, "", false},
		"a label":                     {func(c *Candidate) { c.FinalURL = "https://x.blogspot.com/feeds/posts/default/-/x" }, "", false},
		"a category that was pasted":  {func(c *Candidate) { c.FinalURL, c.From = "https://example.org/category/sport/feed/", FromGiven }, "", true},
		"the category of the page":    {func(c *Candidate) { c.FinalURL = "https://example.org/category/sport/feed/" }, "https://example.org/category/sport/", true},
		"another than the page's":     {func(c *Candidate) { c.FinalURL = "https://example.org/category/art/feed/" }, "https://example.org/category/sport/", false},
		"the homepage means the main": {func(c *Candidate) { c.FinalURL = "https://example.org/tag/x/feed/" }, "https://example.org/", false},
		"a section":                   {func(c *Candidate) { c.FinalURL = "https://example.org/section/sport/feed/" }, "", true},
		"an outlet of tags":           {func(c *Candidate) { c.FinalURL = "https://example.org/tags.rss" }, "", true},
	} {
		candidate := good
		c.change(&candidate)
		if got := isWorth(&candidate, now, c.pasted); got != c.want {
			t.Errorf("%s: %t", name, got)
		}
		if points := score(&candidate, now, c.pasted); !c.want && candidate.Existing == nil && points >= score(&good, now, "") && candidate.From != FromGiven {
			t.Errorf("%s: %d points, as many as the good one", name, points)
		}
	}
}

func TestWordPressMeansItsMainFeed(t *testing.T) {
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
		if c.Kind == "" {
			t.Errorf("%s is no feed and is told", c.URL)
		}
	}
	if last := f.candidates[len(f.candidates)-1]; !last.Comments {
		t.Errorf("the last is %s", last.URL)
	}
	f = w.discover(t, w.URL("wordpress.test", "/category/deportes/"))
	if c := f.candidate(category); c == nil || !c.Preselected {
		t.Errorf("pasted with its page, the category isn't meant: %+v", c)
	}
}
