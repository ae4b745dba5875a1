package feed

import (
	"bytes"
	"net/url"
	"slices"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/markup"
)

// sitemapReader reads sitemaps, those of news, and indexes of both.
type sitemapReader struct {
	*parser
	*scanner
	base     *url.URL
	item     *draft
	depth    int
	news     bool // an item of news was seen
	sitemaps []listed
}

// maxListed is the most sitemaps that are looked at: what the protocol allows.
const maxListed = 50_000

// listed is a sitemap of an index.
type listed struct {
	link    string
	changed *time.Time
}

func (p *parser) readSitemap(text []byte) {
	r := &sitemapReader{parser: p, scanner: newScanner(text, &p.faults)}
	r.root(nameURLSet, nameSitemapIndex)
	r.base = r.rebase(r.Attr("xml:base"), nil)
	for {
		t := r.next()
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
			r.element()
		}
	}
}

func (r *sitemapReader) beginItem() {
	if r.item != nil { // the one before has no end
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
		r.news = true
		switch r.id {
		case nameTitle:
			item.setTitle(r.Text(true).Bytes, markup.HTMLText)
		case namePublicationDate:
			item.setPublished(r.Text(true).Bytes)
		case nameLanguage:
			item.e.Language = language(r.Text(true).Bytes)
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
		r.item.done(nil)
		r.item = nil
		return
	}
	if len(r.sitemaps) >= maxListed {
		r.warn(warnSitemapsCapped, 1)
	} else if link := r.link(r.item.links[linkPlain], r.base); link != "" {
		r.sitemaps = append(r.sitemaps, listed{link: link, changed: r.item.e.Updated})
	}
	r.item = nil
}

// end says what kind it was, which only the items tell, and chooses the sitemaps of an index.
func (r *sitemapReader) end() {
	if r.doc.Kind == SitemapIndex {
		r.listSitemaps()
		return
	}
	r.doc.Kind = Sitemap
	if r.news || len(r.items) == 0 && r.newsNamespace {
		r.doc.Kind = NewsSitemap
	}
	if len(r.items) > 0 && r.news {
		r.doc.Language = commonLanguage(r.items)
	}
}

// listSitemaps puts the sitemaps that changed last first, each once. Those without a date keep their order behind them.
func (r *sitemapReader) listSitemaps() {
	slices.SortStableFunc(r.sitemaps, func(a, b listed) int {
		switch {
		case a.changed == nil && b.changed == nil:
			return 0
		case a.changed == nil:
			return 1
		case b.changed == nil:
			return -1
		}
		return b.changed.Compare(*a.changed)
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

// commonLanguage is the language that all items with one have.
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
