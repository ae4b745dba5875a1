package feed

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
)

// The corpus: documents as they are in the wild, and some as nobody should make them. What each becomes stands in
// testdata/golden, which -update writes; read the difference before committing it.
var update = flag.Bool("update", false, "write testdata/golden anew")

var testNow = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// fileOptions are the options with which a document of the corpus is read, from testdata/options.json.
type fileOptions struct {
	Base        string         `json:"base"`
	ContentType string         `json:"contentType"`
	Charset     string         `json:"charset"`
	Zone        string         `json:"zone"`
	Identity    IdentityPolicy `json:"identity"`
	MaxItems    int            `json:"maxItems"`
	Recipe      *Recipe        `json:"recipe"`
}

func (o fileOptions) options(t testing.TB) Options {
	zone, err := time.LoadLocation(o.Zone)
	if err != nil {
		t.Fatal(err)
	}
	return Options{
		BaseURL: o.Base, ContentType: o.ContentType, Charset: o.Charset, DefaultZone: zone, Now: testNow,
		Identity: o.Identity, MaxItems: o.MaxItems, Recipe: o.Recipe,
	}
}

// corpus gives each document with its options.
func corpus(t testing.TB, use func(name string, data []byte, options Options)) {
	t.Helper()
	raw, err := os.ReadFile("testdata/options.json")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]fileOptions{}
	if err := json.Unmarshal(raw, &all); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("testdata/corpus/*")
	if err != nil || len(files) == 0 {
		t.Fatal("there is no corpus", err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(file)
		use(name, data, all[name].options(t))
		delete(all, name)
	}
	for name := range all {
		t.Errorf("options.json names %s, which isn't there", name)
	}
}

func TestCorpus(t *testing.T) {
	t.Parallel()
	corpus(t, func(name string, data []byte, options Options) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			before := bytes.Clone(data)
			d, err := Parse(data, options)
			if !bytes.Equal(before, data) {
				t.Error("the data was changed")
			}
			sniffed := Sniff(data, options.ContentType)
			if d != nil && d.Kind != HTMLList && d.Kind != sniffed {
				t.Errorf("sniffed %s, parsed as %s", sniffed, d.Kind)
			}
			compareGolden(t, name, golden(sniffed, d, err))
		})
	})
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

// golden writes what came of a document for people to read: nothing that is empty, one line for what is short.
func golden(sniffed Kind, d *Document, err error) []byte {
	view := map[string]any{"sniffed": sniffed}
	var refused *Error
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

func documentView(d *Document) map[string]any {
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

func itemView(i *Item) map[string]any {
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

// compact leaves out what is empty.
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
