package feed

import (
	"bytes"
	"net/http"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/platform/ascii"
	"github.com/newsources/newsources/services/newssources/internal/reading/markup"
)

// Sniff detects the kind of a document by its first bytes. The content type counts only if these
// aren't conclusive, because servers often send a wrong one.
func Sniff(data []byte, contentType string) Kind {
	decoded, err := markup.Decode(data[:min(len(data), maxSniff)], markup.Hints{ContentType: contentType})
	if err != nil {
		return Unknown
	}
	return sniffParts(decoded.Text, tail(data), contentType)
}

func sniffText(text []byte, contentType string) Kind {
	return sniffParts(text[:min(len(text), maxSniff)], tail(text), contentType)
}

// tail returns the end of a document.
func tail(data []byte) []byte {
	const size = 1 << 10 // bytes: enough for the last members of a JSON object
	return data[max(0, len(data)-size):]
}

func sniffParts(text, tail []byte, contentType string) Kind {
	text = bytes.TrimLeft(text, " \t\r\n\x00")
	contentType = strings.ToLower(contentType)
	if len(text) == 0 {
		return Unknown
	}
	if text[0] == '{' {
		return sniffJSON(text, tail, contentType)
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

// sniffJSON looks for the version at the beginning and, because some programs sort the members by
// name, at the end. Without a version, a member that only JSON Feed has is enough.
func sniffJSON(text, tail []byte, contentType string) Kind {
	const version = "jsonfeed.org"
	switch {
	case bytes.Contains(text, []byte(version)), bytes.Contains(tail, []byte(version)):
		return JSONFeed
	case !bytes.Contains(text, []byte(`"items"`)):
	case strings.Contains(contentType, "feed+json"), bytes.Contains(text, []byte(`"home_page_url"`)),
		bytes.Contains(text, []byte(`"feed_url"`)):
		return JSONFeed
	}
	return Unknown
}

// sniffMarkup looks for the root element. Error messages of programs, with markup in them, may
// precede it.
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

// sniffSitemap recognises a news sitemap by its first elements. A declaration of the namespace
// isn't enough, because many plugins declare all namespaces, unless there are no items: a news
// sitemap covers only two days.
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
