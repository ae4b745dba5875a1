package webpage

import (
	"path"
	"slices"
	"strings"

	"github.com/PuerkitoBio/goquery"

	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
)

const (
	// minSiblings is the number of links to one folder, or with one text, that may be the feeds of a
	// page of feeds.
	minSiblings = 3
	// maxSiblingGroups is the number of groups that are returned: one may consist of links to the
	// sections.
	maxSiblingGroups = 2
	// maxLists is the number of lists of a page that are examined.
	maxLists = 40
)

const (
	// minFeedsBeside is the number of known feeds in a list that suffices to treat its other links as
	// possible feeds.
	minFeedsBeside = 2
	// minFeedShare is the minimum share of the links of such a list that lead to feeds, in percent. It
	// excludes menus with a few feeds.
	minFeedShare = 34
	// maxRowLinks is the number of links that are examined in a row of a list.
	maxRowLinks = 8
)

// hasFeedsBeside reports whether the list, table or group of rows around a link has links with
// addresses of feeds on the host of address. It returns false if the row of the link has such a
// link: the given link would then be its label.
func (p *Page) hasFeedsBeside(link *goquery.Selection, address weburl.URL) bool {
	row := link.Closest("li,tr,dd,p,div")
	if p.countFeeds(row, address, maxRowLinks) > 0 {
		return false
	}
	list := link.Closest("ul,ol,dl,table")
	if list.Length() == 0 {
		list = row.Parent()
	}
	links := min(list.Find("a[href]").Length(), maxAnchors)
	feeds := p.countFeeds(list, address, maxAnchors)
	return feeds >= minFeedsBeside && 100*feeds >= minFeedShare*links
}

// countFeeds returns the number of addresses of feeds on the host of address among the first links
// in an element.
func (p *Page) countFeeds(element *goquery.Selection, address weburl.URL, examined int) (n int) {
	links := element.Find("a[href]")
	links.Slice(0, min(links.Length(), examined)).Each(func(_ int, s *goquery.Selection) {
		if other := p.Resolve(s.AttrOr("href", "")); other.Host() == address.Host() && HasFeedPath(other) {
			n++
		}
	})
	return n
}

// siblingGroup is the links of a list that lead to one folder.
type siblingGroup struct {
	key           string
	links         []Link
	texts         []string
	hasSharedText bool // all links have the same text, such as "XML" or "here"
}

// siblingLinks returns groups of links on a page of feeds that are all feeds if one of them is,
// such as "/xml/1" and "/xml/2". The links are weak, and known links are left out. Groups whose
// links have the same text come first, because others may lead to sections.
func (p *Page) siblingLinks(known []Link) (links []Link) {
	var groups []*siblingGroup
	add := func(found []*siblingGroup) {
		for _, g := range found {
			if !slices.ContainsFunc(groups, func(other *siblingGroup) bool { return other.key == g.key }) {
				groups = append(groups, g)
			}
		}
	}
	lists := p.document.Find("ul,ol,dl,table")
	lists.Slice(0, min(lists.Length(), maxLists)).
		Each(func(_ int, list *goquery.Selection) { add(p.siblingGroups(list, minFeedShare)) })
	if len(groups) == 0 {
		add(p.siblingGroups(p.document.Selection, 0))
	}
	slices.SortStableFunc(groups, func(a, b *siblingGroup) int {
		switch {
		case a.hasSharedText == b.hasSharedText:
			return 0
		case a.hasSharedText:
			return -1
		}
		return 1
	})
	for _, g := range groups[:min(len(groups), maxSiblingGroups)] {
		for _, l := range g.links {
			if !slices.ContainsFunc(known, func(k Link) bool { return k.URL.Key() == l.URL.Key() }) {
				links = append(links, l)
			}
		}
	}
	return links
}

// siblingGroups returns the groups of links in an element that have at least minShare percent of
// its links.
func (p *Page) siblingGroups(list *goquery.Selection, minShare int) (groups []*siblingGroup) {
	anchors := list.Find("a[href]")
	count := min(anchors.Length(), maxAnchors)
	anchors.Slice(0, count).Each(func(_ int, s *goquery.Selection) {
		url := p.Resolve(s.AttrOr("href", ""))
		text := strings.Join(strings.Fields(s.Text()), " ")
		isLabel := len(strings.Fields(text)) <= maxLabelWords // longer texts are headlines
		if url.IsZero() || isAPI(url) || url.Key() == p.URL.Key() || readerHosts.MatchString(url.Host()) || !isLabel ||
			s.Closest("nav,header,footer").Length() > 0 {
			return
		}
		key := folderOf(url)
		at := slices.IndexFunc(groups, func(g *siblingGroup) bool { return g.key == key })
		if at < 0 {
			at, groups = len(groups), append(groups, &siblingGroup{key: key})
		}
		g := groups[at]
		if !slices.ContainsFunc(g.links, func(l Link) bool { return l.URL.Key() == url.Key() }) {
			g.texts = append(g.texts, text)
			g.links = append(g.links, Link{URL: url, Title: p.anchorTitle(s), From: FromAnchor, IsWeak: true, Siblings: key})
		}
	})
	return slices.DeleteFunc(groups, func(g *siblingGroup) bool {
		first := g.links[0].URL
		g.hasSharedText = !slices.ContainsFunc(g.texts, func(text string) bool { return text != g.texts[0] })
		isUniform := siblingsKey(first) != "" && first.RegistrableDomain() == p.URL.RegistrableDomain()
		return len(g.links) < minSiblings || 100*len(g.links) < minShare*count || !g.hasSharedText && !isUniform
	})
}

// siblingsKey returns the folder of an address as the key of its siblings, or "" for the root
// folder, which has pages of all kinds.
func siblingsKey(url weburl.URL) string {
	if folder := folderOf(url); folder != url.Host()+"/" {
		return folder
	}
	return ""
}

// folderOf returns the host and the folder of an address. For an address with a query, it is the
// address without the query.
func folderOf(url weburl.URL) string {
	if url.Query() != "" && url.Path() != "/" {
		return url.Host() + url.Path() + "?"
	}
	return url.Host() + path.Dir("/"+strings.Trim(url.Path(), "/"))
}

// findSharedTexts returns the texts that at least minSiblings links to different addresses have,
// such as "here". These texts are not titles.
func (p *Page) findSharedTexts() map[string]bool {
	addresses, shared := map[string][]string{}, map[string]bool{}
	p.document.Find("a[href]").EachWithBreak(func(i int, s *goquery.Selection) bool {
		text, href := Shorten(s.Text(), MaxTitle), s.AttrOr("href", "")
		if list := addresses[text]; text != "" && len(list) < minSiblings && !slices.Contains(list, href) {
			addresses[text] = append(list, href)
			shared[text] = len(list)+1 >= minSiblings
		}
		return i < maxLinks
	})
	return shared
}
