package feed

import (
	"bytes"
	"net/url"
	"strings"
)

// root goes to the element that the document is about. What else stands before it is noted.
func (s *scanner) root(wanted ...nameID) {
	if start := bytes.IndexByte(s.data, '<'); start > 0 && (!isBlank(s.data[:start]) || hasPrefix(s.data[start:], "<?xml")) {
		s.counts[warnGarbage] = 1
	}
	for {
		switch s.next() {
		case tokenEnd:
			return
		case tokenClose:
			continue
		case tokenStart:
		}
		for _, id := range wanted {
			if s.id == id {
				return
			}
		}
		s.counts[warnGarbage] = 1
		s.open, s.over = s.open[:0], 0
	}
}

// checkEnd notes at the end of the document what has none.
func (s *scanner) checkEnd() {
	if len(s.open) > 0 {
		s.counts[warnCutOff] = 1
	}
}

// textBehind is the text between an element that is closed already and the next tag.
func (s *scanner) textBehind() []byte {
	rest := s.data[s.pos:]
	if i := bytes.IndexByte(rest, '<'); i >= 0 {
		rest = rest[:i]
	}
	return rest[:min(len(rest), MaxLink+1)]
}

// feedLink reads a link of a feed. own says whether it may name the home page.
func (p *parser) feedLink(s *scanner, base *url.URL, own bool) {
	href := s.attr("href")
	if len(href) == 0 {
		return
	}
	base = p.rebase(s.attr("xml:base"), base)
	set := func(to *string) {
		if *to == "" {
			*to = p.link(href, base)
		}
	}
	switch rel := strings.ToLower(string(s.attr("rel"))); rel {
	case "self":
		set(&p.doc.SelfURL)
	case "hub":
		set(&p.doc.HubURL)
	case "", "alternate":
		if kind := s.attr("type"); own && (len(kind) == 0 || bytes.Contains(kind, []byte("html"))) {
			set(&p.doc.HomeURL)
		}
	}
}

// entryLink reads a link of an entry.
func (s *scanner) entryLink(d *draft) {
	href := s.attr("href")
	if len(href) == 0 {
		return
	}
	if base := s.attr("xml:base"); len(base) > 0 {
		if u, err := url.Parse(tidyLink(href[:min(len(href), MaxLink+1)])); err == nil {
			if from := d.rebase(base, d.base); from != nil {
				href = []byte(from.ResolveReference(u).String())
			}
		}
	}
	rel := s.attr("rel")
	kind := s.attr("type")
	switch {
	case len(rel) == 0 || equalFold(rel, []byte("alternate")):
		switch {
		case bytes.Contains(kind, []byte("html")):
			d.setLink(linkPage, href)
		case len(kind) == 0:
			d.setLink(linkPlain, href)
		default:
			d.setLink(linkOther, href)
		}
	case equalFold(rel, []byte("enclosure")):
		d.setLink(linkEnclosure, href)
	}
}

// person reads who wrote something: a name in an element of its own, or as text.
func (s *scanner) person(d *draft) {
	if s.closed {
		return
	}
	if named := s.textBehind(); !isBlank(named) || hasPrefix(s.data[s.pos+len(named):], "<![CDATA[") {
		d.addAuthor(s.text(true).bytes)
		return
	}
	for depth := s.depth(); ; {
		t := s.next()
		if t == tokenEnd || s.depth() < depth {
			return
		}
		if t == tokenStart && s.id == nameName {
			d.addAuthor(s.text(true).bytes)
		}
	}
}
