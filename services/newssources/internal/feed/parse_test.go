package feed

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"
)

func mustParse(t *testing.T, data string, options Options) *Document {
	t.Helper()
	options.Now = testNow
	d, err := Parse([]byte(data), options)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func identities(d *Document) (list []string) {
	for i := range d.Items {
		list = append(list, d.Items[i].Identity)
	}
	return list
}

// When a publisher changes all its ids, everything looks new; by link nothing does.
func TestChangedGUIDs(t *testing.T) {
	t.Parallel()
	feedOf := func(prefix string) string {
		return rss(repeat(5, "<item><guid>"+prefix+"%[1]d</guid><link>https://a.example/%[1]d</link><title>Story %[1]d</title></item>"))
	}
	for policy, same := range map[IdentityPolicy]bool{
		IdentityAuto: false, IdentityGUID: false, IdentityGUIDLink: false, IdentityLink: true, IdentityLinkTitle: true, IdentityContent: true,
	} {
		before := mustParse(t, feedOf("old"), Options{Identity: policy})
		after := mustParse(t, feedOf("new"), Options{Identity: policy})
		if got := slices.Equal(identities(before), identities(after)); got != same {
			t.Errorf("%s: same is %v", policy, got)
		}
	}
}

// An identity by link survives https, "www." and tracking parameters, and changing from auto to guid changes nothing.
func TestIdentitiesAreStable(t *testing.T) {
	t.Parallel()
	of := func(item string, policy IdentityPolicy) string {
		return mustParse(t, rss("<item>"+item+"</item>"), Options{Identity: policy}).Items[0].Identity
	}
	a := of("<link>http://www.a.example/x/?utm_source=rss</link>", IdentityLink)
	if b := of("<link>https://a.example/x</link>", IdentityLink); a != b {
		t.Error("the link's identity changed")
	}
	both := "<guid isPermaLink='false'>g</guid><link>https://a.example/x</link>"
	if of(both, IdentityAuto) != of(both, IdentityGUID) {
		t.Error("auto isn't guid")
	}
	if of(both, IdentityAuto) == of(both, IdentityLink) {
		t.Error("an id and a link are the same")
	}
	if len(a) != 32 {
		t.Errorf("%q isn't 32 characters long", a)
	}
}

func TestParseRefuses(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		data    string
		options Options
		want    Code
	}{
		"empty":          {"", Options{}, CodeEmpty},
		"mark only":      {"\xef\xbb\xbf", Options{}, CodeEmpty},
		"zeros":          {"\x00\x00\x00\x00", Options{}, CodeEmpty},
		"page":           {"<html>", Options{}, CodeHTML},
		"text":           {"hello", Options{}, CodeUnknown},
		"charset":        {"<rss>", Options{Charset: "klingon"}, CodeCharset},
		"recipe":         {"<rss>", Options{Recipe: &Recipe{}}, CodeRecipe},
		"policy":         {"<rss>", Options{Identity: "luck"}, CodePolicy},
		"json, no items": {`{"version":"https://jsonfeed.org/version/1"}`, Options{}, CodeBroken},
	} {
		_, err := Parse([]byte(c.data), c.options)
		var refused *Error
		if !errors.As(err, &refused) || refused.Code != c.want || refused.Detail == "" {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
}

// A body as long as the limit may be longer: the document says so and keeps what there is.
func TestTooLong(t *testing.T) {
	t.Parallel()
	d := mustParse(t, rss("<item><title>a</title></item>")+strings.Repeat(" ", MaxBytes), Options{})
	if !d.Truncated || len(d.Items) != 1 {
		t.Errorf("truncated %v, %d items", d.Truncated, len(d.Items))
	}
}

func TestStats(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("A sentence of the article. ", 50)
	d := mustParse(t, rss(`<item><guid>1</guid><pubDate>2026-02-27T12:00:00Z</pubDate><description>`+long+`</description></item>
		<item><guid>2</guid><pubDate>2026-02-25T12:00:00Z</pubDate><description>`+long+`</description></item>
		<item><guid>3</guid><pubDate>2026-02-26T00:00:00Z</pubDate></item><item><guid>3</guid></item>`), Options{})
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
		"a pinned article":   {daily + "<item><pubDate>2012-01-02T10:00:00Z</pubDate></item>", 1},
		"dates of the build": {repeat(20, "<item><guid>%d</guid><pubDate>2026-02-27T12:00:00Z</pubDate></item>"), 0},
		"within an hour":     {repeat(20, "<item><guid>%[1]d</guid><pubDate>2026-02-27T12:%02[1]d:00Z</pubDate></item>"), 15 * 24},
		"one":                {"<item><pubDate>2026-02-27T12:00:00Z</pubDate></item>", 0},
	} {
		if got := mustParse(t, rss(c.items), Options{}).Stats().PerDay; got != c.want {
			t.Errorf("%s: %v a day, want %v", name, got, c.want)
		}
	}
	if s := (&Document{}).Stats(); s.Newest != nil || s.PerDay != 0 || s.FullText {
		t.Errorf("of nothing: %+v", s)
	}
}

func TestVisible(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{
		"": 0, "abc": 3, "<p>abc</p>": 3, "Привет": 6, "预算": 4, "😀": 2, `<img alt="Привет">a`: 1, "a<b": 1, "<": 0, "a > b": 5,
	} {
		if got := visible([]byte(text)); got != want {
			t.Errorf("%q takes %d columns, want %d", text, got, want)
		}
	}
}

func TestCommentAddresses(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]bool{
		"https://a.example/comments/feed/": true, "https://a.example/?feed=comments-rss2": true,
		"https://a.example/feeds/comments/default": true, "https://a.example/feeds/7/comments/default?alt=rss": true,
		"https://a.example/feed/": false, "https://a.example/commentary/feed/": false, "https://a.example/": false, "": false,
	} {
		if got := commentAddress(address); got != want {
			t.Errorf("%s: %v", address, got)
		}
	}
}

// What a publisher says about when to come again.
func TestAdvice(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		period, frequency string
		want              time.Duration
	}{
		{"hourly", "1", time.Hour}, {"hourly", "2", 30 * time.Minute}, {"dayly", "0.1", 240 * time.Hour}, {"DAILY", "", 24 * time.Hour},
		{"weekly", "x", 7 * 24 * time.Hour}, {"", "4", 6 * time.Hour}, {"", "", 0}, {"sometimes", "1", 0}, {"yearly", "0", 365 * 24 * time.Hour},
		{"yearly", "1e-9", longestAdvice}, {"hourly", "NaN", time.Hour}, {"hourly", "Inf", 0},
	} {
		if got := (updatePeriod{c.period, c.frequency}).duration(); got != c.want {
			t.Errorf("%q %q: %s, want %s", c.period, c.frequency, got, c.want)
		}
	}
	for raw, want := range map[string]time.Duration{"60": time.Hour, " 1.5\n": 90 * time.Second, "0": 0, "-5": 0, "": 0, "x": 0, "1e30": longestAdvice, "NaN": 0} {
		if got := minutes([]byte(raw)); got != want {
			t.Errorf("%q minutes: %s, want %s", raw, got, want)
		}
	}
}

func TestHash(t *testing.T) {
	t.Parallel()
	if Hash([]byte("a")) == Hash([]byte("b")) || Hash(nil) != Hash([]byte{}) || len(Hash(nil)) != 64 {
		t.Error("it doesn't tell bodies apart")
	}
}
