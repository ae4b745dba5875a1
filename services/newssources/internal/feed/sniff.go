package feed

import (
	"bytes"
	"net/http"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/ascii"
	"github.com/newsources/newsources/services/newssources/internal/markup"
)

// Sniff says what a document is by its first bytes. The content type only decides where these don't: servers often send
// a wrong one.
func Sniff(data []byte, contentType string) Kind {
	decoded, err := markup.Decode(data[:min(len(data), maxSniff)], markup.Hints{ContentType: contentType})
	if err != nil {
		return Unknown
	}
	return sniffParts(decoded.Text, ending(data), contentType)
}

func sniffText(text []byte, contentType string) Kind {
	return sniffParts(text[:min(len(text), maxSniff)], ending(text), contentType)
}

// ending is what is looked at of a document's end.
func ending(data []byte) []byte {
	const size = 1 << 10 // bytes: the last members of an object, when they are about the whole
	return data[max(0, len(data)-size):]
}

func sniffParts(text, end []byte, contentType string) Kind {
	text = bytes.TrimLeft(text, " \t\r\n\x00")
	contentType = strings.ToLower(contentType)
	if len(text) == 0 {
		return Unknown
	}
	if text[0] == '{' {
		return sniffJSON(text, end, contentType)
	}
	if kind := sniffMarkup(text); kind != Unknown {
		return kind
	}
	if strings.HasPrefix(http.DetectContentType(text), "text/html") {
		return HTML
	}
	if strings.Contains(contentType, "html") && bytes.IndexByte(text, '<') >= 0 && !ascii.HasPrefix(text, "<?xml") {
		return HTML
	}
	return Unknown
}

// sniffJSON looks for the version, which programs that sort the members by their names write behind all items.
func sniffJSON(text, end []byte, contentType string) Kind {
	const version = "jsonfeed.org"
	switch {
	case bytes.Contains(text, []byte(version)), bytes.Contains(end, []byte(version)):
		return JSONFeed
	case strings.Contains(contentType, "feed+json") && bytes.Contains(text, []byte(`"items"`)):
		return JSONFeed
	}
	return Unknown
}

// sniffMarkup looks for the root. Before it there may be notes of programs, with markup of their own.
func sniffMarkup(text []byte) Kind {
	var faults markup.Faults
	s := newScanner(text, &faults)
	for first := true; ; first = false {
		switch s.next() {
		case markup.End:
			return Unknown
		case markup.Close:
			continue
		case markup.Start:
		}
		switch s.id {
		case nameRSS, nameChannel:
			return RSS
		case nameFeed:
			return Atom
		case nameRDF:
			return RDF
		case nameSitemapIndex:
			return SitemapIndex
		case nameURLSet:
			return sniffSitemap(s)
		case nameHTML:
			return HTML
		}
		if first && (ascii.EqualFold(s.Name, "head") || ascii.EqualFold(s.Name, "body")) {
			return HTML
		}
	}
}

// sniffSitemap tells a news sitemap by its first items. The declaration alone isn't enough: many plugins declare all
// the namespaces there are. It is when there are no items, since a news sitemap holds two days only.
func sniffSitemap(s *scanner) Kind {
	empty := true
	for {
		switch s.next() {
		case markup.End:
			if empty && s.newsNamespace {
				return NewsSitemap
			}
			return Sitemap
		case markup.Close:
			continue
		case markup.Start:
		}
		switch {
		case s.Namespace == spaceNews:
			return NewsSitemap
		case s.id == nameURL && s.Namespace == spaceFeed:
			empty = false
		}
	}
}
