// Package feedtest provides the corpus with its golden results, and checks of the invariants of
// every document, for the tests of feed and pagelist.
package feedtest

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
)

var update = flag.Bool("update", false, "rewrite testdata/golden")

// Now is the time at which the corpus is read.
var Now = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// File is a document of the corpus.
type File struct {
	Name    string
	Data    []byte
	Options feed.Options
	Recipe  json.RawMessage
}

// Corpus returns the documents of testdata/corpus, with their options from testdata/options.json.
func Corpus(t testing.TB) (list []File) {
	t.Helper()
	raw, err := os.ReadFile("testdata/options.json")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]struct {
		Base, ContentType, Charset, Zone string
		Identity                         feed.IdentityPolicy
		MaxItems                         int
		Recipe                           json.RawMessage
	}{}
	if err := json.Unmarshal(raw, &all); err != nil {
		t.Fatal(err)
	}
	names, err := filepath.Glob("testdata/corpus/*")
	if err != nil || len(names) == 0 {
		t.Fatal("the corpus is missing", err)
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		name = filepath.Base(name)
		o := all[name]
		delete(all, name)
		zone, err := time.LoadLocation(o.Zone)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, File{Name: name, Data: data, Recipe: o.Recipe, Options: feed.Options{
			BaseURL: o.Base, ContentType: o.ContentType, Charset: o.Charset, DefaultZone: zone, Now: Now,
			Identity: o.Identity, MaxItems: o.MaxItems,
		}})
	}
	for name := range all {
		t.Errorf("options.json names %s, which isn't in the corpus", name)
	}
	return list
}

// CheckCorpus reads each document of the corpus and compares the result with testdata/golden, which
// -update writes: read the difference before committing it.
func CheckCorpus(t *testing.T, parse func(File) (*feed.Document, error)) {
	t.Parallel()
	for _, file := range Corpus(t) {
		t.Run(file.Name, func(t *testing.T) {
			t.Parallel()
			before := bytes.Clone(file.Data)
			d, err := parse(file)
			if !bytes.Equal(before, file.Data) {
				t.Error("the data was changed")
			}
			sniffed := feed.Sniff(file.Data, file.Options.ContentType)
			if d != nil && d.Kind != feed.HTMLList && d.Kind != sniffed {
				t.Errorf("sniffed %s, parsed as %s", sniffed, d.Kind)
			}
			compareGolden(t, file.Name, golden(sniffed, d, err))
		})
	}
}

func compareGolden(t *testing.T, name string, got []byte) {
	file := filepath.Join("testdata/golden", name+".json")
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Equal(got, want) {
		return
	}
	gotLines, wantLines := strings.Split(string(got), "\n"), strings.Split(string(want), "\n")
	for i := range max(len(gotLines), len(wantLines)) {
		g, w := "", ""
		if i < len(gotLines) {
			g = gotLines[i]
		}
		if i < len(wantLines) {
			w = wantLines[i]
		}
		if g != w {
			t.Errorf("line %d of the golden result\n got %s\nwant %s", i+1, g, w)
			return
		}
	}
}

// golden formats a result as JSON for people to read, without empty values.
func golden(sniffed feed.Kind, d *feed.Document, err error) []byte {
	view := map[string]any{"sniffed": sniffed}
	var refused *feed.Error
	switch {
	case errors.As(err, &refused):
		view["error"] = string(refused.Code) + ": " + refused.Detail
	case err != nil:
		view["error"] = "NOT TYPED: " + err.Error()
	default:
		view["document"] = documentView(d)
	}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", " ")
	if err := encoder.Encode(view); err != nil {
		panic(err)
	}
	return out.Bytes()
}

func documentView(d *feed.Document) map[string]any {
	var warnings []string
	for _, w := range d.Warnings {
		warnings = append(warnings, string(w.Code)+": "+w.Detail)
	}
	var items []map[string]any
	for i := range d.Items {
		items = append(items, itemView(&d.Items[i]))
	}
	var days []string
	for _, day := range d.SkipDays {
		days = append(days, day.String())
	}
	sitemaps := d.Sitemaps
	if n := len(sitemaps); n > 10 {
		sitemaps = append(append([]string{}, sitemaps[:4]...), "…", sitemaps[n-1])
	}
	return compact(map[string]any{
		"kind": d.Kind, "title": d.Title, "home": d.HomeURL, "description": d.Description, "language": d.Language,
		"generator": d.Generator, "icon": d.IconURL, "hub": d.HubURL, "self": d.SelfURL, "ttl": d.TTL.String(),
		"updatePeriod": d.UpdatePeriod.String(), "skipHours": d.SkipHours, "skipDays": days, "charset": d.Charset,
		"comments": d.Comments, "recovered": d.Recovered, "truncated": d.Truncated, "warnings": warnings,
		"items": items, "duplicates": d.Duplicates, "sitemaps": sitemaps, "sitemapCount": len(d.Sitemaps),
		"fullText": d.Stats().FullText,
	})
}

func itemView(i *feed.Item) map[string]any {
	date := func(t *time.Time) string {
		if t == nil {
			return ""
		}
		return t.Format(time.RFC3339Nano)
	}
	return compact(map[string]any{
		"identity": i.Identity, "guid": i.GUID, "title": i.Title, "url": i.URL, "author": i.Author, "summary": i.Summary,
		"fullText": i.FullText, "published": date(i.Published), "updated": date(i.Updated), "categories": i.Categories,
		"language": i.Language,
	})
}

// compact removes empty values.
func compact(m map[string]any) map[string]any {
	for key, value := range m {
		switch v := value.(type) {
		case string:
			if v == "" || v == "0s" {
				delete(m, key)
			}
		case bool:
			if !v {
				delete(m, key)
			}
		case int:
			if v == 0 {
				delete(m, key)
			}
		case []string:
			if len(v) == 0 {
				delete(m, key)
			}
		case []int:
			if len(v) == 0 {
				delete(m, key)
			}
		case []map[string]any:
			if len(v) == 0 {
				delete(m, key)
			}
		}
	}
	return m
}
