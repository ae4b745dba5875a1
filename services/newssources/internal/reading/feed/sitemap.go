package feed

import (
	"bytes"
	"net/url"
	"slices"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/reading/markup"
)

// sitemapReader reads sitemaps, news sitemaps and sitemap indexes.
type sitemapReader struct {
	*parser
	*scanner
	base     *url.URL
	item     *draft
	depth    int
	hasNews  bool // an element of the news namespace was read
	sitemaps []sitemapEntry
}

// maxIndexed is how many sitemaps of an index are read: the limit of the protocol.
const maxIndexed = 50_000

// sitemapEntry is a sitemap in an index.
type sitemapEntry struct {
	link     string
	modified *time.Time
}

func (p *parser) readSitemap(text []byte) {
	r := &sitemapReader{parser: p, scanner: newScanner(text, &p.faults)}
	r.root(nameURLSet, nameSitemapIndex)
	r.base = r.rebase(r.Attr("xml:base"), nil)
	for {
		t := r.next()
		if t == markup.End && r.isItemCut() {
			r.item = nil
		}
		if r.item != nil && (t == markup.End || r.Depth() < r.depth) {
			r.endItem()
		}
		switch {
		case t == markup.End:
			r.CheckEnd()
			r.end()
			return
		case t == markup.Close:
		case r.Namespace == spaceFeed && (r.id == nameURL || r.id == nameSitemap):
			r.beginItem()
		case r.item != nil:
			r.item.isNested = r.isBelow(r.depth)
			r.element()
		}
	}
}

func (r *sitemapReader) beginItem() {
	if r.item != nil { // the end tag of the previous URL is missing
		r.endItem()
	}
	if r.Empty {
		return
	}
	if r.depth == 0 {
		r.depth = r.Depth()
	}
	r.MoveTo(r.depth)
	r.item = newDraft(r.parser, r.base)
}

func (r *sitemapReader) element() {
	item := r.item
	switch r.Namespace {
	case spaceFeed:
		switch r.id {
		case nameLoc:
			item.setLink(linkPlain, r.Text(true).Bytes)
		case nameLastmod:
			item.setUpdated(r.Text(true).Bytes)
		}
	case spaceNews:
		r.hasNews = true
		switch r.id {
		case nameTitle:
			item.setTitle(r.Text(true).Bytes, markup.HTMLText)
		case namePublicationDate:
			item.setPublished(r.Text(true).Bytes)
		case nameLanguage:
			item.entry.Language = language(r.Text(true).Bytes)
		case nameName:
			if raw := r.Text(true).Bytes; r.doc.Title == "" {
				r.doc.Title = r.plain(raw, markup.HTMLText, MaxTitle)
			}
		case nameKeywords:
			for word := range bytes.SplitSeq(r.Text(true).Bytes, []byte(",")) {
				item.addCategory(word)
			}
		}
	}
}

func (r *sitemapReader) endItem() {
	if r.doc.Kind != SitemapIndex {
		r.item.finish(nil)
		r.item = nil
		return
	}
	if len(r.sitemaps) >= maxIndexed {
		r.warn(warnSitemapsCapped, 1)
	} else if link := r.link(r.item.links[linkPlain], r.base); link != "" {
		r.sitemaps = append(r.sitemaps, sitemapEntry{link: link, modified: r.item.entry.Updated})
	}
	r.item = nil
}

// end sets the kind, which depends on the items, and the sitemaps of an index.
func (r *sitemapReader) end() {
	if r.doc.Kind == SitemapIndex {
		r.listSitemaps()
		return
	}
	r.doc.Kind = Sitemap
	if r.hasNews || len(r.items) == 0 && r.newsNamespace {
		r.doc.Kind = NewsSitemap
	}
	if len(r.items) > 0 && r.hasNews {
		r.doc.Language = commonLanguage(r.items)
	}
}

// listSitemaps sets the sitemaps of an index, without duplicates: the last modified first, those
// without a date last.
func (r *sitemapReader) listSitemaps() {
	slices.SortStableFunc(r.sitemaps, func(a, b sitemapEntry) int {
		switch {
		case a.modified == nil && b.modified == nil:
			return 0
		case a.modified == nil:
			return 1
		case b.modified == nil:
			return -1
		}
		return b.modified.Compare(*a.modified)
	})
	seen := map[string]bool{}
	for _, s := range r.sitemaps {
		switch {
		case seen[s.link]:
		case len(r.doc.Sitemaps) >= MaxSitemaps:
			r.warn(warnSitemapsCapped, 1)
		default:
			seen[s.link] = true
			r.doc.Sitemaps = append(r.doc.Sitemaps, s.link)
		}
	}
	if len(r.doc.Sitemaps) == 0 {
		r.warn(warnNoItems, 1)
	}
}

// commonLanguage returns the language that all items with a language have, or "".
func commonLanguage(items []entry) (common string) {
	for i := range items {
		switch l := items[i].Language; {
		case l == "" || l == common:
		case common == "":
			common = l
		default:
			return ""
		}
	}
	return common
}
