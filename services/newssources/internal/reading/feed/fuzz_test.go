package feed_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed/feedtest"
)

// The fuzz targets start with the corpus and check what holds for every document. testdata/fuzz has
// inputs that once failed.

func FuzzParse(f *testing.F) {
	for _, file := range feedtest.Corpus(f) {
		f.Add(file.Data, file.Options.ContentType, file.Options.Charset)
	}
	f.Fuzz(func(t *testing.T, data []byte, contentType, charset string) {
		options := feed.Options{BaseURL: "https://a.example/b/c", ContentType: contentType, Charset: charset,
			Now: feedtest.Now, MaxItems: 50}
		before := bytes.Clone(data)
		d, err := feed.Parse(data, options)
		if !bytes.Equal(before, data) {
			t.Fatal("the data was changed")
		}
		feedtest.CheckError(t, err)
		if err == nil {
			feedtest.CheckDocument(t, d, 50)
			again, _ := feed.Parse(data, options)
			if a, b := asJSON(d), asJSON(again); a != b {
				t.Fatalf("the second result differs:\n%s\n%s", a, b)
			}
		}
		feed.Sniff(data, contentType)
	})
}

func FuzzRSS(f *testing.F)          { fuzzKind(f, feed.RSS) }
func FuzzAtom(f *testing.F)         { fuzzKind(f, feed.Atom) }
func FuzzSitemap(f *testing.F)      { fuzzKind(f, feed.Sitemap) }
func FuzzSitemapIndex(f *testing.F) { fuzzKind(f, feed.SitemapIndex) }
func FuzzJSONFeed(f *testing.F)     { fuzzKind(f, feed.JSONFeed) }

// fuzzKind reads each document as one kind, regardless of its content.
func fuzzKind(f *testing.F, kind feed.Kind) {
	for _, file := range feedtest.Corpus(f) {
		f.Add(file.Data, byte(0))
	}
	policies := []feed.IdentityPolicy{feed.IdentityAuto, feed.IdentityGUID, feed.IdentityLink, feed.IdentityGUIDLink,
		feed.IdentityLinkTitle, feed.IdentityContent}
	f.Fuzz(func(t *testing.T, data []byte, policy byte) {
		d, err := feed.ParseAs(kind, data, feed.Options{
			BaseURL: "https://a.example/b/c", Now: feedtest.Now, MaxItems: 20, Identity: policies[int(policy)%len(policies)],
		})
		feedtest.CheckError(t, err)
		if err == nil {
			feedtest.CheckDocument(t, d, 20)
		}
	})
}

func asJSON(d *feed.Document) string {
	b, err := json.Marshal(d)
	if err != nil {
		panic(err)
	}
	return string(b)
}
