package pagelist

import (
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// link is the link of an element, if all that count have the same address; the widest one then.
type link struct {
	address int32 // none, several, or a number
	width   int
	node    *html.Node
}

const (
	none    = 0
	several = -1
)

func (l link) with(other link) link {
	switch {
	case other.address == none:
		return l
	case l.address == none:
		return other
	case l.address != other.address || l.address == several:
		return link{address: several}
	case other.width > l.width:
		return other
	}
	return l
}

// content is what an element holds, as far as it matters.
type content struct {
	any, long, headed link  // all its links, those with many words, those that are headings
	longs             int   // long links, those to the same address in a row as one
	first, last       int32 // addresses of long links
	headings          int
	heading           *html.Node
	headingWidth      int
	date              *html.Node
	text, priced      bool
	nodes             int
}

func (c *content) add(o content) {
	c.any, c.long, c.headed = c.any.with(o.any), c.long.with(o.long), c.headed.with(o.headed)
	if o.longs > 0 {
		if c.longs == 0 {
			c.first = o.first
		} else if c.last == o.first {
			c.longs--
		}
		c.longs, c.last = c.longs+o.longs, o.last
	}
	if c.heading == nil {
		c.heading, c.headingWidth = o.heading, o.headingWidth
	}
	c.headings += o.headings
	if o.date != nil && (c.date == nil || c.date.DataAtom != atom.Time && o.date.DataAtom == atom.Time) {
		c.date = o.date
	}
	c.nodes += o.nodes
	c.text, c.priced = c.text || o.text, c.priced || o.priced
}
