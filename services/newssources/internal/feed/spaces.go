package feed

import (
	"bytes"
	"strings"
)

// space is a namespace, if it is one that matters.
type space uint8

const (
	spaceFeed    space = iota // the format's own: none, or that of RSS, Atom 0.3, RSS 1.0, sitemaps …
	spaceAtom                 // Atom 1.0, which also occurs inside RSS
	spaceXHTML                // markup inside a feed
	spaceDC                   // Dublin Core, elements and terms
	spaceContent              // content:encoded
	spaceSy                   // how often a feed changes
	spaceRDF
	spaceBurner // FeedBurner, whose links hide the true ones
	spaceNews   // news sitemaps
	spaceXML
	spaceOther
)

// binding is a declaration "xmlns:prefix=…" in force.
type binding struct {
	prefix []byte
	space  space
}

// spacesByAddress knows namespaces by what their addresses contain: they occur with https, without their last slash and
// in several versions.
var spacesByAddress = []struct {
	part  string
	space space
}{
	{"w3.org/2005/atom", spaceAtom},
	{"w3.org/1999/xhtml", spaceXHTML},
	{"w3.org/1999/02/22-rdf-syntax", spaceRDF},
	{"purl.org/dc/", spaceDC},
	{"purl.org/rss/1.0/modules/content", spaceContent},
	{"purl.org/rss/1.0/modules/syndication", spaceSy},
	{"purl.org/rss/1.0/modules/", spaceOther},
	{"purl.org/rss/1.0", spaceFeed},
	{"purl.org/net/rss", spaceFeed}, // 1.1
	{"my.netscape.com/rdf", spaceFeed},
	{"channel.netscape.com/rdf", spaceFeed},
	{"purl.org/atom/ns", spaceFeed}, // 0.3
	{"backend.userland.com/rss", spaceFeed},
	{"blogs.law.harvard.edu/tech/rss", spaceFeed},
	{"cyber.law.harvard.edu/rss", spaceFeed},
	{"rssnamespace.org/feedburner", spaceBurner},
	{"schemas/sitemap-news", spaceNews},
	{"schemas/sitemap/", spaceFeed}, // of Google, before sitemaps.org
	{"sitemaps.org/schemas/sitemap", spaceFeed},
	{"w3.org/xml/1998/namespace", spaceXML},
}

// spacesByPrefix knows the prefixes that nearly everybody uses, for documents that forget to declare them.
func spaceByPrefix(prefix []byte) space {
	switch string(prefix) {
	case "":
		return spaceFeed
	case "atom", "a10", "atom10":
		return spaceAtom
	case "dc", "dcterms", "dcterm":
		return spaceDC
	case "content":
		return spaceContent
	case "sy":
		return spaceSy
	case "rdf":
		return spaceRDF
	case "feedburner":
		return spaceBurner
	case "news":
		return spaceNews
	case "xml":
		return spaceXML
	case "rss", "rss1":
		return spaceFeed
	}
	return spaceOther
}

// bind takes in an attribute that declares a namespace.
func (s *scanner) bind(a attribute) {
	var prefix []byte
	switch {
	case len(a.name) > len("xmlns:") && a.name[5] == ':':
		prefix = a.name[6:]
	case len(a.name) != len("xmlns"):
		return
	}
	if len(s.bindings) >= maxPrefixes {
		return
	}
	at := s.spaceAt(prefix, a.value)
	if at == spaceNews {
		s.newsInScope = true
	}
	s.bindings = append(s.bindings, binding{prefix: prefix, space: at})
}

func (s *scanner) spaceAt(prefix, address []byte) space {
	const longest = 100 // bytes: none that matters is longer
	lowered := strings.ToLower(string(bytes.TrimSpace(address[:min(len(address), longest)])))
	for _, known := range spacesByAddress {
		if strings.Contains(lowered, known.part) {
			return known.space
		}
	}
	if len(prefix) == 0 {
		return spaceFeed // an address of the publisher's own fancy on the root
	}
	return spaceByPrefix(prefix)
}

func (s *scanner) spaceOf(prefix []byte) space {
	for i := len(s.bindings) - 1; i >= 0; i-- {
		if bytes.Equal(s.bindings[i].prefix, prefix) {
			return s.bindings[i].space
		}
	}
	return spaceByPrefix(prefix)
}
