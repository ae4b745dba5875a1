package feed_test

import (
	"testing"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
)

func TestFutureDatesAreLimitedToADayFromNow(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"2026-03-02T11:59:59Z": "2026-03-02T11:59:59Z",
		"2026-03-02T12:00:01Z": "2026-03-02T12:00:00Z",
		"9999-12-31T23:59:59Z": "2026-03-02T12:00:00Z",
	} {
		d := mustParse(t, rss("<item><title>a</title><pubDate>"+text+"</pubDate></item>"), feed.Options{})
		if got := d.Items[0].Published.Format(time.RFC3339); got != want {
			t.Errorf("%s is %s, want %s", text, got, want)
		}
	}
}

// TestDateOrderFollowsTheLanguage checks that dates with slashes have the day first, except in
// documents from the United States.
func TestDateOrderFollowsTheLanguage(t *testing.T) {
	t.Parallel()
	for language, want := range map[string]time.Month{"en-US": time.March, "en-GB": time.April, "": time.April} {
		d := mustParse(t, rss("<language>"+language+"</language><item><title>a</title><pubDate>3/4/2025</pubDate></item>"),
			feed.Options{})
		if d.Items[0].Published.Month() != want {
			t.Errorf("language %q: published %v", language, d.Items[0].Published)
		}
	}
}

// Without a declared language, zone abbreviations are read as in the language of the title's
// script.
func TestZoneFollowsTheScript(t *testing.T) {
	t.Parallel()
	for title, want := range map[string]int{"北京晚报": 7, "The Evening Paper": 21} {
		d := mustParse(t, "<rss><channel><title>"+title+"</title><item><title>a</title><pubDate>Sun, 01 Mar 2026 15:00:00 "+
			"CST</pubDate></item></channel></rss>", feed.Options{})
		if got := d.Items[0].Published.UTC().Hour(); got != want {
			t.Errorf("%s: %d:00 UTC, want %d:00", title, got, want)
		}
	}
}

func TestFutureDateIsNotTheNewest(t *testing.T) {
	t.Parallel()
	d := mustParse(t, rss("<item><title>a</title><pubDate>Tue, 19 Jan 2038 03:14:07 GMT</pubDate></item>"+
		"<item><title>b</title><pubDate>Mon, 02 Mar 2020 10:00:00 GMT</pubDate></item>"+
		"<item><title>c</title><pubDate>Sun, 01 Mar 2026 20:00:00 GMT</pubDate></item>"), feed.Options{})
	s := d.Stats()
	if s.Newest == nil || s.Newest.Year() != 2020 || s.Dated != 3 {
		t.Errorf("%+v", s)
	}
	kept := mustParse(t, rss("<item><title>a</title><pubDate>Tue, 19 Jan 2038 03:14:07 GMT</pubDate></item>"+
		"<item><title>b</title><pubDate>Mon, 02 Mar 2020 10:00:00 GMT</pubDate></item>"), feed.Options{MaxItems: 1})
	if kept.Items[0].Title != "b" {
		t.Errorf("the remaining item is %q", kept.Items[0].Title)
	}
}
