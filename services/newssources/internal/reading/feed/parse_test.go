package feed_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed/feedtest"
)

func mustParse(t *testing.T, data string, options feed.Options) *feed.Document {
	t.Helper()
	options.Now = feedtest.Now
	d, err := feed.Parse([]byte(data), options)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func identities(d *feed.Document) (list []string) {
	for i := range d.Items {
		list = append(list, d.Items[i].Identity)
	}
	return list
}

// TestIdentitiesAfterChangedGUIDs checks that all items are new when a publisher changes all GUIDs,
// except with the policies by link and by content.
func TestIdentitiesAfterChangedGUIDs(t *testing.T) {
	t.Parallel()
	feedOf := func(prefix string) string {
		return rss(repeat(5, "<item><guid>"+prefix+"%[1]d</guid><link>https://a.example/%[1]d</link><title>Story "+
			"%[1]d</title></item>"))
	}
	for policy, same := range map[feed.IdentityPolicy]bool{
		feed.IdentityAuto: false, feed.IdentityGUID: false, feed.IdentityGUIDLink: false, feed.IdentityLink: true,
		feed.IdentityLinkTitle: true, feed.IdentityContent: true,
	} {
		before := mustParse(t, feedOf("old"), feed.Options{Identity: policy})
		after := mustParse(t, feedOf("new"), feed.Options{Identity: policy})
		if got := slices.Equal(identities(before), identities(after)); got != same {
			t.Errorf("%s: equal identities: %v", policy, got)
		}
	}
}

// TestIdentitiesAreStable checks that identities by link don't depend on https, "www." and tracking
// parameters, and that auto and guid give the same identities.
func TestIdentitiesAreStable(t *testing.T) {
	t.Parallel()
	of := func(item string, policy feed.IdentityPolicy) string {
		return mustParse(t, rss("<item>"+item+"</item>"), feed.Options{Identity: policy}).Items[0].Identity
	}
	a := of("<link>http://www.a.example/x/?utm_source=rss</link>", feed.IdentityLink)
	if b := of("<link>https://a.example/x</link>", feed.IdentityLink); a != b {
		t.Error("the link's identity changed")
	}
	both := "<guid isPermaLink='false'>g</guid><link>https://a.example/x</link>"
	if of(both, feed.IdentityAuto) != of(both, feed.IdentityGUID) {
		t.Error("the policies auto and guid give different identities")
	}
	if of(both, feed.IdentityAuto) == of(both, feed.IdentityLink) {
		t.Error("an id and an equal link have the same identity")
	}
	if len(a) != 32 {
		t.Errorf("%q isn't 32 characters long", a)
	}
}

// TestIdentitiesAreIndependentOfNewerItems checks that an item keeps its identity when newer items
// with the same GUID or link are published.
func TestIdentitiesAreIndependentOfNewerItems(t *testing.T) {
	t.Parallel()
	dated := func(i int) string { return fmt.Sprintf("<pubDate>2026-02-%02dT08:00:00Z</pubDate>", 10+i) }
	for name, item := range map[string]func(i int) string{
		"same GUID, dated": func(i int) string {
			return fmt.Sprintf("<guid>g</guid><link>https://a.example/%d</link>", i) + dated(i)
		},
		"same GUID, undated": func(i int) string { return fmt.Sprintf("<guid>g</guid><link>https://a.example/%d</link>", i) },
		"same link, dated": func(i int) string {
			return fmt.Sprintf("<link>https://a.example/</link><title>Story %d</title>", i) + dated(i)
		},
		"links that differ by fragment": func(i int) string {
			return fmt.Sprintf("<link>https://a.example/x#%d</link><title>Story %d</title>", i, i)
		},
	} {
		byTitle := map[string]string{} // by link and title
		for newest := 1; newest <= 4; newest++ {
			items := ""
			for i := newest; i >= 1; i-- {
				items += "<item>" + item(i) + "</item>"
			}
			d := mustParse(t, rss(items), feed.Options{})
			if len(d.Items) != newest {
				t.Fatalf("%s: %d items, want %d", name, len(d.Items), newest)
			}
			for _, i := range d.Items {
				key := i.URL + i.Title
				if known, ok := byTitle[key]; ok && known != i.Identity {
					t.Errorf("%s: the identity of %s changes", name, key)
				}
				byTitle[key] = i.Identity
			}
		}
	}
}

func TestTitleWithDrawing(t *testing.T) {
	t.Parallel()
	const link = "<link>https://a.example/1</link></item>"
	for title, want := range map[string]string{
		`<svg viewBox="0 0 9 9"><title>icon</title><path d="M0"/></svg> Storm hits coast</title>`: "Storm hits coast",
		`Goal <svg><title>Video</title></svg></title>`:                                            "Goal",
		`<svg>Storm</title>`: "",
		`<svg><title>icon`:   "",
	} {
		d := mustParse(t, rss("<item><title>"+title+link+"<item><title>Next</title>"+link), feed.Options{})
		if len(d.Items) != 2 || d.Items[0].Title != want && want != "" || d.Items[1].Title != "Next" {
			t.Errorf("%s: %+v", title, d.Items)
		}
	}
}

func TestParseErrors(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		data    string
		options feed.Options
		want    feed.Code
	}{
		"empty":                   {"", feed.Options{}, feed.CodeEmpty},
		"only a byte order mark":  {"\xef\xbb\xbf", feed.Options{}, feed.CodeEmpty},
		"only zero bytes":         {"\x00\x00\x00\x00", feed.Options{}, feed.CodeEmpty},
		"HTML page":               {"<html>", feed.Options{}, feed.CodeHTML},
		"plain text":              {"hello", feed.Options{}, feed.CodeUnknown},
		"unknown charset":         {"<rss>", feed.Options{Charset: "unknown"}, feed.CodeCharset},
		"unknown policy":          {"<rss>", feed.Options{Identity: "unknown"}, feed.CodePolicy},
		"JSON Feed without items": {`{"version":"https://jsonfeed.org/version/1"}`, feed.Options{}, feed.CodeBroken},
	} {
		_, err := feed.Parse([]byte(c.data), c.options)
		var refused *feed.Error
		if !errors.As(err, &refused) || refused.Code != c.want || refused.Detail == "" {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
}

func TestParseReportsTruncation(t *testing.T) {
	t.Parallel()
	d := mustParse(t, rss("<item><title>a</title></item>")+strings.Repeat(" ", feed.MaxBytes), feed.Options{})
	if !d.Truncated || len(d.Items) != 1 {
		t.Errorf("truncated %v, %d items", d.Truncated, len(d.Items))
	}
}

func TestStats(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("A sentence of the article. ", 50)
	d := mustParse(t, rss(`<item><guid>1</guid><pubDate>2026-02-27T12:00:00Z</pubDate><description>`+long+
		`</description></item>
		<item><guid>2</guid><pubDate>2026-02-25T12:00:00Z</pubDate><description>`+long+`</description></item>
		<item><guid>3</guid><pubDate>2026-02-26T00:00:00Z</pubDate></item><item><guid>3</guid></item>`), feed.Options{})
	s := d.Stats()
	newest := time.Date(2026, 2, 27, 12, 0, 0, 0, time.UTC)
	if s.Items != 3 || s.Dated != 3 || s.Duplicates != 1 || !s.Newest.Equal(newest) || s.PerDay != 1 || !s.FullText {
		t.Errorf("%+v", s)
	}
	daily := repeat(10, "<item><guid>%[1]d</guid><pubDate>2026-02-1%[1]dT12:00:00Z</pubDate></item>")
	for name, c := range map[string]struct {
		items string
		want  float64
	}{
		"a pinned article is ignored": {daily + "<item><pubDate>2012-01-02T10:00:00Z</pubDate></item>", 1},
		"all dates are the same":      {repeat(20, "<item><guid>%d</guid><pubDate>2026-02-27T12:00:00Z</pubDate></item>"), 0},
		"all items within an hour": {repeat(20,
			"<item><guid>%[1]d</guid><pubDate>2026-02-27T12:%02[1]d:00Z</pubDate></item>"), 15 * 24},
		"a single item": {"<item><pubDate>2026-02-27T12:00:00Z</pubDate></item>", 0},
	} {
		if got := mustParse(t, rss(c.items), feed.Options{}).Stats().PerDay; got != c.want {
			t.Errorf("%s: %v a day, want %v", name, got, c.want)
		}
	}
	if s := (&feed.Document{}).Stats(); s.Newest != nil || s.PerDay != 0 || s.FullText {
		t.Errorf("empty document: %+v", s)
	}
}

func TestHashDistinguishesBodies(t *testing.T) {
	t.Parallel()
	if feed.Hash([]byte("a")) == feed.Hash([]byte("b")) || feed.Hash(nil) != feed.Hash([]byte{}) ||
		len(feed.Hash(nil)) != 64 {
		t.Error("wrong hashes")
	}
}
