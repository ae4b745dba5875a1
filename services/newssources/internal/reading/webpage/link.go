package webpage

import (
	"cmp"
	"regexp"
	"slices"

	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
)

// Places where a link was found.
const (
	FromHeader   = "header"   // "Link:" in the response
	FromLink     = "link"     // <link rel="alternate">
	FromPlatform = "platform" // rules for WordPress, YouTube and other platforms
	FromAnchor   = "anchor"   // <a> that looks like a link to a feed
)

// MaxTitle of a link to a feed, in characters.
const MaxTitle = 200

// Link is an address in a page that may be a feed.
type Link struct {
	URL            weburl.URL
	Title          string
	From           string
	Language       string // stated by the link, else that of the page
	IsVague        bool   // announced with a media type that is not specific to feeds
	HasFeedAddress bool   // announced as a feed, or with an address like that of one
	IsHinted       bool   // its address or the link says that it is a feed or lists feeds
	IsWeak         bool   // linked with nothing but a word for "subscribe", or one of Siblings
	// Key of a group of links on a page of feeds that are all feeds if one of them is; empty for a
	// link without a group.
	Siblings string
}

// feedPath matches the path and query of a link that may lead to a feed. The word must be complete:
// not the first word of an article's slug. The host is not considered, because outlets may have
// "feed" in their name.
var feedPath = regexp.MustCompile(`(?i)[/._-](rss2?|atom|feeds?|rdf)([/._?&=]|$)|\.(rss|atom|rdf|xml|opml)(\?|$)` +
	`|[/._]\w{0,12}rss\w{0,12}(\.(aspx?|php|jspx?|ashx|cfm|cgi|action)|/?\?|/[0-9]|$)` + // of programs: "GetRss.aspx?c=4"
	`|[?&](feed|format|type|output|outputtype|alt|service|page|view|mode|tmpl|action|do)=(rss2?|atom|rdf|xml|feed|backend|rss_2\.0|rss20)([&-]|$)|[?&]rss(=|&|$)|/outboundfeeds/`)

// HasFeedPath reports whether an address looks like that of a feed.
func HasFeedPath(address weburl.URL) bool { return feedPath.MatchString(address.RequestPath()) }

// FeedLinks returns the addresses in the page that may be feeds: announced, by platform rules, and
// linked. Of links to other domains, fewer are accepted; ownDomains are the registrable domains of
// the outlet beside that of the page.
func (p *Page) FeedLinks(ownDomains ...string) []Link {
	links := slices.Concat(p.headerLinks(), p.Alternates(), p.platformLinks(), p.outlines(), p.anchors(ownDomains))
	if !slices.ContainsFunc(links, func(l Link) bool { return l.HasFeedAddress }) {
		links = append(append(links, p.scriptLinks()...), p.textLinks()...)
	}
	language := p.Language()
	for i := range links {
		links[i].Language = cmp.Or(links[i].Language, language)
	}
	return links
}
