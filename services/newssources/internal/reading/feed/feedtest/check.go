package feedtest

import (
	"errors"
	"net/url"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
)

// Limits of feed that aren't exported.
const (
	maxGUID       = 512
	maxCategories = 20
	maxAdvice     = 366 * 24 * time.Hour
)

// CheckError checks that an error is nil or a *feed.Error with a code and a text.
func CheckError(t testing.TB, err error) {
	t.Helper()
	var refused *feed.Error
	if err != nil && (!errors.As(err, &refused) || refused.Code == "" || !utf8.ValidString(refused.Detail)) {
		t.Fatalf("the error is not a *feed.Error: %v", err)
	}
}

// CheckDocument checks the invariants of every document.
func CheckDocument(t testing.TB, d *feed.Document, limit int) {
	t.Helper()
	checkTexts(t, feed.MaxTitle, d.Title)
	checkTexts(t, feed.MaxSummary, d.Description)
	checkTexts(t, feed.MaxName, d.Generator, d.Language, d.Charset)
	checkLinks(t, d.HomeURL, d.IconURL, d.HubURL, d.SelfURL)
	checkLinks(t, d.Sitemaps...)
	if len(d.Items) > limit || len(d.Sitemaps) > feed.MaxSitemaps {
		t.Fatalf("%d items, %d sitemaps", len(d.Items), len(d.Sitemaps))
	}
	if d.TTL < 0 || d.TTL > maxAdvice || d.UpdatePeriod < 0 || d.UpdatePeriod > maxAdvice {
		t.Fatalf("ttl %s, period %s", d.TTL, d.UpdatePeriod)
	}
	for _, w := range d.Warnings {
		if w.Code == "" || w.Count < 1 || w.Detail == "" || strings.Contains(w.Detail, "#") {
			t.Fatalf("warning %+v", w)
		}
	}
	seen := map[string]bool{}
	for i := range d.Items {
		item := &d.Items[i]
		if len(item.Identity) != 32 || seen[item.Identity] {
			t.Fatalf("identity %q", item.Identity)
		}
		seen[item.Identity] = true
		checkTexts(t, feed.MaxTitle, item.Title)
		checkTexts(t, feed.MaxSummary, item.Summary)
		checkTexts(t, feed.MaxName, item.Author, item.Language)
		checkTexts(t, feed.MaxName, item.Categories...)
		if len(item.GUID) > maxGUID || !utf8.ValidString(item.GUID) || len(item.Categories) > maxCategories {
			t.Fatalf("id %q, %d categories", item.GUID, len(item.Categories))
		}
		checkLinks(t, item.URL)
		checkDate(t, item.Published)
		checkDate(t, item.Updated)
	}
}

func checkTexts(t testing.TB, limit int, texts ...string) {
	t.Helper()
	for _, s := range texts {
		if !utf8.ValidString(s) || utf8.RuneCountInString(s) > limit || s != strings.TrimSpace(s) ||
			strings.ContainsAny(s, "\x00\n\r\t\u202e") {
			t.Fatalf("text %q", s)
		}
	}
}

func checkLinks(t testing.TB, links ...string) {
	t.Helper()
	for _, s := range links {
		if s != "" && (len(s) > feed.MaxLink || !isWebURL(s) || strings.ContainsAny(s, " \n\r\t<>\"") ||
			!utf8.ValidString(s)) {
			t.Fatalf("link %q", s)
		}
	}
}

func checkDate(t testing.TB, date *time.Time) {
	t.Helper()
	if date != nil && (date.After(Now.Add(feed.MaxFuture)) || date.Year() < 1899 || date.Location() != time.UTC ||
		date.Nanosecond()%1000 != 0) {
		t.Fatalf("date %s", date)
	}
}

func isWebURL(s string) bool {
	u, err := url.Parse(s)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != ""
}
