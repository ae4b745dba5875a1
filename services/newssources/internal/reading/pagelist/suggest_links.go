package pagelist

import (
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// commonLink is the link of an element if all its links have the same URL. Of several such links,
// it is the widest.
type commonLink struct {
	url   int32 // index of the URL, noURL or severalURLs
	width int
	node  *html.Node
}

const (
	noURL       = 0
	severalURLs = -1
)

// merge returns the common link of both.
func (l commonLink) merge(other commonLink) commonLink {
	switch {
	case other.url == noURL:
		return l
	case l.url == noURL:
		return other
	case l.url != other.url || l.url == severalURLs:
		return commonLink{url: severalURLs}
	case other.width > l.width:
		return other
	}
	return l
}

// content is what an element contains.
type content struct {
	link, longLink, headingLink commonLink // of all links, of those with a long text, of those in headings
	longLinks                   int        // number of long links; consecutive ones with the same URL count once
	firstLong, lastLong         int32      // URLs of the first and last long link
	headings                    int
	heading                     *html.Node
	headingWidth                int
	date                        *html.Node
	hasText, hasPrice           bool
	nodes                       int
}

// add adds the content of a child element.
func (c *content) add(o content) {
	c.link, c.longLink, c.headingLink = c.link.merge(o.link), c.longLink.merge(o.longLink),
		c.headingLink.merge(o.headingLink)
	if o.longLinks > 0 {
		if c.longLinks == 0 {
			c.firstLong = o.firstLong
		} else if c.lastLong == o.firstLong {
			c.longLinks--
		}
		c.longLinks, c.lastLong = c.longLinks+o.longLinks, o.lastLong
	}
	if c.heading == nil {
		c.heading, c.headingWidth = o.heading, o.headingWidth
	}
	c.headings += o.headings
	if o.date != nil && (c.date == nil || c.date.DataAtom != atom.Time && o.date.DataAtom == atom.Time) {
		c.date = o.date
	}
	c.nodes += o.nodes
	c.hasText, c.hasPrice = c.hasText || o.hasText, c.hasPrice || o.hasPrice
}
