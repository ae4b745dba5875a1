package feed

import (
	"bytes"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/reading/markup"
)

// Namespaces of feeds and sitemaps.
const (
	spaceFeed    markup.Namespace = iota // the format's own: none, or that of RSS, Atom 0.3, RSS 1.0, sitemaps
	spaceAtom                            // Atom 1.0, which also occurs inside RSS
	spaceDC                              // Dublin Core, elements and terms
	spaceContent                         // content:encoded
	spaceSy                              // how often a feed changes
	spaceBurner                          // FeedBurner, which replaces links
	spaceNews                            // news sitemaps
	// Media RSS and iTunes, whose titles and descriptions are used if the item has none
	spaceMedia
	spaceRSL // licences, which package rightsignal reads
	spaceOther
)

// namespaceURIs lists a distinctive part of each namespace URI, because the URIs occur with https,
// without the last slash and in several versions.
var namespaceURIs = []struct {
	part      string
	namespace markup.Namespace
}{
	{"w3.org/2005/atom", spaceAtom},
	{"rslstandard.org/rsl", spaceRSL},
	{"w3.org/1999/xhtml", spaceOther},
	{"w3.org/1999/02/22-rdf-syntax", spaceOther},
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
	{"search.yahoo.com/mrss", spaceMedia},
	{"tools.search.yahoo.com/mrss", spaceMedia},
	{"video.search.yahoo.com/mrss", spaceMedia},
	{"itunes.com/dtds/podcast", spaceMedia},
	{"schemas/sitemap-news", spaceNews},
	{"schemas/sitemap/", spaceFeed}, // of Google, before sitemaps.org
	{"sitemaps.org/schemas/sitemap", spaceFeed},
}

// namespaceOfPrefix returns the namespace that an undeclared prefix usually means.
func namespaceOfPrefix(prefix []byte) markup.Namespace {
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
	case "feedburner":
		return spaceBurner
	case "news":
		return spaceNews
	case "media", "itunes":
		return spaceMedia
	case "rss", "rss1":
		return spaceFeed
	case "rsl":
		return spaceRSL
	}
	return spaceOther
}

// namespace returns the namespace of a declaration, or of an undeclared prefix if uri is nil.
func (s *scanner) namespace(prefix, uri []byte) markup.Namespace {
	if uri == nil {
		return namespaceOfPrefix(prefix)
	}
	const longest = 100 // bytes: longer than all known ones
	lowered := strings.ToLower(string(bytes.TrimSpace(uri[:min(len(uri), longest)])))
	for _, known := range namespaceURIs {
		if strings.Contains(lowered, known.part) {
			s.newsNamespace = s.newsNamespace || known.namespace == spaceNews
			return known.namespace
		}
	}
	if len(prefix) == 0 {
		return spaceFeed // an unknown URI on the root element
	}
	found := namespaceOfPrefix(prefix)
	s.newsNamespace = s.newsNamespace || found == spaceNews
	return found
}
