package feed

import (
	"bytes"
	"net/url"
	"slices"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/platform/ascii"
	"github.com/newsources/newsources/services/newssources/internal/reading/markup"
	"github.com/newsources/newsources/services/newssources/internal/reading/rightsignal"
)

// scanner is a markup scanner that knows the elements and namespaces of feeds and sitemaps.
type scanner struct {
	*markup.Scanner
	id            nameID // of the last start tag
	lowered       [32]byte
	newsNamespace bool // the namespace of news sitemaps was declared
}

func newScanner(text []byte, faults *markup.Faults) *scanner {
	s := &scanner{}
	s.Scanner = markup.NewScanner(text, markup.Dialect{Namespace: s.namespace, EndsText: s.endsText}, faults)
	return s
}

func (s *scanner) next() markup.Token {
	t := s.Next()
	if t == markup.Start {
		s.id = s.identify(s.Name)
	}
	return t
}

// root advances to the document's root element, one of wanted, and counts what precedes it as a
// fault.
func (s *scanner) root(wanted ...nameID) {
	if s.HasLeadingGarbage() {
		s.Faults[markup.LeadingGarbage] = 1
	}
	for {
		switch s.next() {
		case markup.End:
			return
		case markup.Close:
			continue
		case markup.Start:
		}
		if slices.Contains(wanted, s.id) {
			return
		}
		s.Faults[markup.LeadingGarbage] = 1
		s.CloseAll()
	}
}

// isItemCut reports whether the document ends inside the link, the GUID, the title or a date of an
// item. The item is skipped, because the next check would take the complete one for another item,
// or because its date would be wrong ("2026-11-2").
func (s *scanner) isItemCut() bool {
	switch s.id {
	case nameLink, nameOrigLink, nameGUID, nameIdent, nameTitle, nameLoc, namePubDate, namePublished, nameUpdated,
		nameModified, nameIssued, nameCreated, nameDate, nameLastmod, namePublicationDate:
		if s.IsTextCut {
			return true
		}
	}
	return s.IsTagCut && s.identify(s.Name) == nameLink
}

// isBelow reports whether the last element is deeper than the children of the element at a depth.
func (s *scanner) isBelow(depth int) bool {
	d := s.Depth()
	if s.Empty {
		d++
	}
	return d > depth+1
}

// endsText reports whether a tag can't be inside the text being read: the item ends, or, in a short
// text, the item's next element begins.
func (s *scanner) endsText(name []byte, isStart, short bool) bool {
	if len(name) < 2 || len(name) > 16 || name[0]|0x20 > 'z' {
		return false
	}
	switch s.identify(name) {
	case nameItem, nameEntry:
		return true
	case nameChannel, nameRSS, nameFeed, nameRDF, nameURL, nameURLSet, nameSitemap, nameSitemapIndex:
		return !isStart
	case namePubDate, nameGUID: // never in HTML
		return isStart
	case nameTitle, nameLink, nameDescription, nameIdent, nameUpdated, namePublished, nameLoc, nameLastmod:
		return isStart && short
	}
	return false
}

// feedLink reads a link of a feed.
func (p *parser) feedLink(s *scanner, base *url.URL) {
	href := s.Attr("href")
	if len(href) == 0 {
		return
	}
	base = p.rebase(s.Attr("xml:base"), base)
	set := func(to *string) {
		if *to == "" {
			*to = p.link(href, base)
		}
	}
	relations := strings.Fields(strings.ToLower(string(s.Attr("rel"))))
	if len(relations) == 0 {
		relations = []string{"alternate"}
	}
	for _, rel := range relations {
		switch rel {
		case "self":
			set(&p.doc.SelfURL)
		case "license":
			if rightsignal.IsLicenseFile(string(s.Attr("type"))) {
				set(&p.doc.LicenseFile)
			} else {
				p.doc.Licenses = appendLicense(p.doc.Licenses, p.link(href, base))
			}
		case "hub":
			set(&p.doc.HubURL)
		case "alternate":
			if kind := s.Attr("type"); len(kind) == 0 || bytes.Contains(kind, []byte("html")) {
				set(&p.doc.HomeURL)
			}
		}
	}
}

// entryLink reads a link of an entry.
func (s *scanner) entryLink(d *draft) {
	href := s.Attr("href")
	if len(href) == 0 {
		return
	}
	if base := s.Attr("xml:base"); len(base) > 0 {
		if u, err := url.Parse(tidyLink(href[:min(len(href), MaxLink+1)])); err == nil {
			if from := d.rebase(base, d.base); from != nil {
				href = []byte(from.ResolveReference(u).String())
			}
		}
	}
	rel := s.Attr("rel")
	kind := s.Attr("type")
	switch {
	case len(rel) == 0 || ascii.EqualFold(rel, "alternate"):
		switch {
		case bytes.Contains(kind, []byte("html")):
			d.setLink(linkPage, href)
		case len(kind) == 0:
			d.setLink(linkPlain, href)
		default:
			d.setLink(linkOther, href)
		}
	case ascii.EqualFold(rel, "enclosure"):
		d.setLink(linkEnclosure, href)
	}
}

// mediaElement reads an element of Media RSS or iTunes, whose texts are used if the item has none
// of its own.
func (s *scanner) mediaElement(d *draft) {
	switch s.id {
	case nameTitle:
		if raw := s.Text(true).Bytes; d.mediaTitle == "" {
			d.mediaTitle = d.plain(raw, markup.HTMLText, MaxTitle)
		}
	case nameDescription, nameSummary:
		if raw := s.Text(false).Bytes; d.mediaSummary == "" {
			d.mediaSummary = d.plain(raw, markup.HTMLText, MaxSummary)
		}
	}
}

// person reads an author: a name element inside, or plain text.
func (s *scanner) person(d *draft) {
	if s.Empty {
		return
	}
	if s.TextFollows() {
		d.addAuthor(s.Text(true).Bytes)
		return
	}
	s.inside(func() {
		if s.id == nameName {
			d.addAuthor(s.Text(true).Bytes)
		}
	})
}

// inside calls visit at each element inside the last started element, and advances past its end.
func (s *scanner) inside(visit func()) {
	if s.Empty {
		return
	}
	for depth := s.Depth(); ; {
		t := s.next()
		if t == markup.End || s.Depth() < depth {
			return
		}
		if t == markup.Start {
			visit()
		}
	}
}
