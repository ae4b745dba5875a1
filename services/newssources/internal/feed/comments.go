package feed

import (
	"net/url"
	"strings"
)

// commentFeed says that a feed carries comments on articles, by its addresses, or by the links of its items.
func (d *Document) commentFeed(address string) bool {
	switch d.Kind {
	case RSS, Atom, RDF, JSONFeed:
	default:
		return false
	}
	for _, a := range [...]string{address, d.SelfURL} {
		if commentAddress(a) {
			return true
		}
	}
	if len(d.Items) == 0 {
		return false
	}
	comments := 0
	for i := range d.Items {
		if commentLink(d.Items[i].URL) || commentLink(d.Items[i].GUID) {
			comments++
		}
	}
	return comments*5 >= len(d.Items)*4 // 80 %: a link to "#comments" may be among articles
}

// commentAddress knows the addresses of WordPress, Blogger and their like: "/comments/feed/", "?feed=comments-rss2",
// "/feeds/comments/default". A feed of one article's comments ends in its path and "/feed/", which says nothing.
func commentAddress(address string) bool {
	u, err := url.Parse(address)
	if err != nil || address == "" {
		return false
	}
	path := strings.ToLower(u.Path)
	switch {
	case strings.Contains(path, "/comments/feed"), strings.Contains(path, "/feed/comments"),
		strings.Contains(path, "/feeds/comments"), strings.Contains(path, "/comments/default"),
		strings.HasSuffix(path, "/comments.rss"), strings.HasSuffix(path, "/comments.xml"), strings.HasSuffix(path, "/comments.atom"):
		return true
	}
	return strings.Contains(strings.ToLower(u.RawQuery), "feed=comments")
}

// commentLink says that a link leads to one comment.
func commentLink(link string) bool {
	_, fragment, found := strings.Cut(link, "#")
	if !found {
		return false
	}
	fragment = strings.ToLower(fragment)
	if rest, ok := strings.CutPrefix(fragment, "comment"); ok {
		return strings.ContainsAny(rest, "0123456789")
	}
	rest, ok := strings.CutPrefix(fragment, "c")
	return ok && rest != "" && strings.Trim(strings.TrimLeft(rest, "-_"), "0123456789") == ""
}
