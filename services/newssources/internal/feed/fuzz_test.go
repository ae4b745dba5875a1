package feed

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// Each target reads whatever comes with one of the parsers, as if sniffing had chosen it, and checks what holds for any
// document. The corpus is what they begin with; what they found once stands in testdata/fuzz.

func FuzzParse(f *testing.F) {
	corpus(f, func(_ string, data []byte, o Options) { f.Add(data, o.ContentType, o.Charset) })
	f.Fuzz(func(t *testing.T, data []byte, contentType, charset string) {
		options := Options{BaseURL: "https://a.example/b/c", ContentType: contentType, Charset: charset, Now: testNow, MaxItems: 50}
		before := bytes.Clone(data)
		d, err := Parse(data, options)
		if !bytes.Equal(before, data) {
			t.Fatal("the data was changed")
		}
		checkError(t, err)
		if err == nil {
			checkDocument(t, d, 50)
			again, _ := Parse(data, options)
			if a, b := asJSON(d), asJSON(again); a != b {
				t.Fatalf("the second time gives something else:\n%s\n%s", a, b)
			}
		}
		Sniff(data, contentType)
	})
}

func FuzzRSS(f *testing.F) {
	fuzzParser(f, RSS, func(p *parser, data []byte) error { p.readRSS(data); return nil })
}

func FuzzAtom(f *testing.F) {
	fuzzParser(f, Atom, func(p *parser, data []byte) error { p.readAtom(data); return nil })
}

func FuzzSitemap(f *testing.F) {
	fuzzParser(f, Sitemap, func(p *parser, data []byte) error { p.readSitemap(data); return nil })
}

func FuzzSitemapIndex(f *testing.F) {
	fuzzParser(f, SitemapIndex, func(p *parser, data []byte) error { p.readSitemap(data); return nil })
}

func FuzzJSONFeed(f *testing.F) {
	fuzzParser(f, JSONFeed, func(p *parser, data []byte) error { return p.readJSON(data) })
}

func FuzzPage(f *testing.F) {
	recipe := &Recipe{List: "li, article > div:not(.ad), .item", Title: "h3", Date: "time, .date", Summary: "p", Author: ".by@title"}
	fuzzParser(f, HTMLList, func(p *parser, data []byte) error {
		p.opts.Recipe = recipe
		return p.readPage(data)
	})
}

func fuzzParser(f *testing.F, kind Kind, read func(*parser, []byte) error) {
	corpus(f, func(_ string, data []byte, _ Options) { f.Add(data, byte(0)) })
	policies := []IdentityPolicy{IdentityAuto, IdentityGUID, IdentityLink, IdentityGUIDLink, IdentityLinkTitle, IdentityContent}
	f.Fuzz(func(t *testing.T, data []byte, policy byte) {
		p, err := newParser(Options{
			BaseURL: "https://a.example/b/c", Now: testNow, MaxItems: 20, Identity: policies[int(policy)%len(policies)],
		})
		if err != nil {
			t.Fatal(err)
		}
		p.doc.Kind = kind
		err = read(p, data)
		checkError(t, err)
		if err == nil {
			checkDocument(t, p.finish(), 20)
		}
	})
}

func FuzzDate(f *testing.F) {
	for _, seed := range []string{
		"Tue, 02 Jan 2024 15:04:05 +0100 (CET)", "2024-01-02T15:04:05.123+01:00", "20240102T150405Z", "1704207845123",
		"mar. 2 janv. 2024 à 15h04", "02.01.2024, 15:04 Uhr", "Jan. 2nd, 2024 at 3:04 p.m. EST", "2024-01-02 15:04 Europe/Berlin",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		p, err := newParser(Options{Now: testNow})
		if err != nil {
			t.Fatal(err)
		}
		checkDate(t, p.date([]byte(raw)))
	})
}

func FuzzRecipe(f *testing.F) {
	for _, seed := range []string{"#a > .b.c, ul li:nth-child(2)", `a[href^="/news/"]@title`, "div:not(.ad):first-child", "li + li", `\31 23`} {
		f.Add(seed, "a@href")
	}
	root := []byte(`<ul class=a id=b><li class="c d"><a href=/x>x</a></ul>`)
	f.Fuzz(func(t *testing.T, list, link string) {
		d, err := Parse(append([]byte("<html>"), root...), Options{Now: testNow, Recipe: &Recipe{List: list, Link: link}})
		checkError(t, err)
		if err == nil {
			checkDocument(t, d, DefaultMaxItems)
		}
	})
}

func checkError(t *testing.T, err error) {
	t.Helper()
	var refused *Error
	if err != nil && (!errors.As(err, &refused) || refused.Code == "" || !utf8.ValidString(refused.Detail)) {
		t.Fatalf("the error isn't one of ours: %v", err)
	}
}

// checkDocument checks what holds for every document.
func checkDocument(t *testing.T, d *Document, limit int) {
	t.Helper()
	checkTexts(t, maxTitle, d.Title)
	checkTexts(t, maxSummary, d.Description)
	checkTexts(t, maxName, d.Generator, d.Language, d.Charset)
	checkLinks(t, d.HomeURL, d.IconURL, d.HubURL, d.SelfURL)
	checkLinks(t, d.Sitemaps...)
	if len(d.Items) > limit || len(d.Sitemaps) > MaxSitemaps {
		t.Fatalf("%d items, %d sitemaps", len(d.Items), len(d.Sitemaps))
	}
	if d.TTL < 0 || d.TTL > longestAdvice || d.UpdatePeriod < 0 || d.UpdatePeriod > longestAdvice {
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
		checkTexts(t, maxTitle, item.Title)
		checkTexts(t, maxSummary, item.Summary)
		checkTexts(t, maxName, item.Author, item.Language)
		checkTexts(t, maxName, item.Categories...)
		if len(item.GUID) > maxGUID || !utf8.ValidString(item.GUID) || len(item.Categories) > maxCategories {
			t.Fatalf("id %q, %d categories", item.GUID, len(item.Categories))
		}
		checkLinks(t, item.URL)
		checkDate(t, item.Published)
		checkDate(t, item.Updated)
	}
}

func checkTexts(t *testing.T, limit int, texts ...string) {
	t.Helper()
	for _, s := range texts {
		if !utf8.ValidString(s) || utf8.RuneCountInString(s) > limit || s != strings.TrimSpace(s) || strings.ContainsAny(s, "\x00\n\r\t\u202e") {
			t.Fatalf("text %q", s)
		}
	}
}

func checkLinks(t *testing.T, links ...string) {
	t.Helper()
	for _, s := range links {
		if s != "" && (len(s) > MaxLink || absolute(s) == nil || !isWebLink(s) || strings.ContainsAny(s, " \n\r\t<>\"") || !utf8.ValidString(s)) {
			t.Fatalf("link %q", s)
		}
	}
}

func checkDate(t *testing.T, date *time.Time) {
	t.Helper()
	if date != nil && (date.After(testNow.Add(MaxFuture)) || date.Year() < 1899 || date.Location() != time.UTC || date.Nanosecond()%1000 != 0) {
		t.Fatalf("date %s", date)
	}
}

func asJSON(d *Document) string {
	b, err := json.Marshal(d)
	if err != nil {
		panic(err)
	}
	return string(b)
}
