package webpage

import (
	"regexp"
	"strings"

	"github.com/PuerkitoBio/goquery"

	"github.com/newsources/newsources/services/newssources/internal/reading/markup"
)

const (
	// maxScriptLinks in the data of a page's scripts are kept.
	maxScriptLinks = 8
	// maxStrings of a page's scripts that may be addresses are examined.
	maxStrings = 20_000
	// maxScriptData is the length of a page's beginning in which such data is searched, in bytes. Two
	// copies of it are made.
	maxScriptData = 2 << 20
	// maxAddress is the length of an address in a script or a text, in bytes.
	maxAddress = 300
)

var (
	// scriptEscapes are the escapes of data within a string of a script (Next.js), and of slashes
	// (Nuxt).
	scriptEscapes = strings.NewReplacer(`\"`, `"`, `\/`, "/", `\u002F`, "/", `\u002f`, "/")
	// feedMember matches the end of a script's data before a value, if the name of the member says
	// that it is the address of a feed: `"rssUrl":`, `{rssUrl:`.
	feedMember = regexp.MustCompile(`(?i)["{,][a-z_]*(rss|feed|atom)_?(url|link|href|path)?"?\s*:\s*$`)
	// feedValue matches a value that looks like the address of a feed.
	feedValue = regexp.MustCompile(`(?i)/(rss|feed)/?$|(rss|atom|feed|rdf)\.xml$|\.(rss|atom|rdf)$`)
)

// maxMember is the length of the name of a member with the characters around it, in bytes.
const maxMember = 40

// scriptLinks returns the addresses of feeds in the data from which scripts build the page: strings
// that look like one, and members whose name says so.
func (p *Page) scriptLinks() (links []Link) {
	data := scriptEscapes.Replace(string(p.body[:min(len(p.body), maxScriptData)]))
	rest := data
	for examined := 0; examined < maxStrings && len(links) < maxScriptLinks; {
		before, after, found := strings.Cut(rest, `"`)
		if !found {
			break
		}
		end := strings.IndexByte(after[:min(len(after), maxAddress)], '"')
		if end < 0 {
			rest = after
			continue
		}
		value := after[:end]
		if !strings.HasPrefix(value, "/") && !strings.HasPrefix(value, "http") {
			rest = after
			continue
		}
		start := len(data) - len(rest) + len(before)
		member := data[max(0, start-maxMember):start]
		rest = after[end+1:]
		examined++
		if !feedMember.MatchString(member) && !feedValue.MatchString(value) {
			continue
		}
		address, _ := parseLooseJSON(`"` + value + `"`).(string)
		url := p.Resolve(address)
		if !url.IsZero() && !isAPI(url) && !readerHosts.MatchString(url.Host()) && url.Key() != p.URL.Key() {
			links = append(links, Link{URL: url, From: FromAnchor})
		}
	}
	return links
}

// textLinks returns the addresses of feeds that the page shows for copying, in texts and input
// fields, instead of linking to them.
func (p *Page) textLinks() (links []Link) {
	examined := 0
	add := func(text string) {
		for ; len(links) < maxAnchors && examined < maxLinks; examined++ {
			at := strings.Index(text, "http")
			if at < 0 {
				return
			}
			text = text[at:]
			end := strings.IndexAny(text, " \t\r\n\"'<>(),")
			if end < 0 {
				end = len(text)
			}
			address := strings.TrimRight(text[:end], ".;:")
			text = text[max(end, len("http")):]
			if len(address) > maxAddress {
				continue
			}
			url := p.Resolve(address)
			if HasFeedPath(url) && url.RegistrableDomain() == p.URL.RegistrableDomain() && url.Key() != p.URL.Key() {
				links = append(links, Link{URL: url, From: FromAnchor, HasFeedAddress: true})
			}
		}
	}
	add(p.beginning())
	p.document.Find("input[value]").EachWithBreak(func(i int, s *goquery.Selection) bool {
		add(s.AttrOr("value", ""))
		return i < maxAnchors
	})
	return links
}

// beginning returns the beginning of the page's text, with spaces between blocks.
func (p *Page) beginning() string { return string(markup.NodeText(p.document.Nodes[0])) }

// outlines returns the feeds in an OPML list, which some outlets offer instead of a page of feeds.
func (p *Page) outlines() (links []Link) {
	p.document.Find("opml outline[xmlurl]").EachWithBreak(func(_ int, s *goquery.Selection) bool {
		if url := p.Resolve(s.AttrOr("xmlurl", "")); !url.IsZero() {
			title := s.AttrOr("title", s.AttrOr("text", ""))
			links = append(links, Link{URL: url, Title: Shorten(title, MaxTitle), From: FromAnchor, HasFeedAddress: true})
		}
		return len(links) < maxAnchors
	})
	return links
}
