package feed

import (
	"net/url"
	"strings"
)

// isCommentFeed reports whether a feed has comments on articles, by its URLs or by the links of its
// items.
func (d *Document) isCommentFeed(address string) bool {
	switch d.Kind {
	case RSS, Atom, RDF, JSONFeed:
	default:
		return false
	}
	for _, a := range [...]string{address, d.SelfURL} {
		if isCommentFeedURL(a) {
			return true
		}
	}
	if len(d.Items) == 0 {
		return false
	}
	comments := 0
	for i := range d.Items {
		if isCommentLink(d.Items[i].URL) || isCommentLink(d.Items[i].GUID) {
			comments++
		}
	}
	return comments*5 >= len(d.Items)*4 // 80 %: some articles link to "#comment-1" too
}

// isCommentFeedURL reports whether a URL is one of the comment feeds of WordPress, Blogger and
// similar systems: "/comments/feed/", "?feed=comments-rss2", "/feeds/comments/default". The comment
// feed of a single article can't be recognised: its URL is the article's and "/feed/".
func isCommentFeedURL(address string) bool {
	u, err := url.Parse(address)
	if err != nil || address == "" {
		return false
	}
	path := strings.ToLower(u.Path)
	switch {
	case strings.Contains(path, "/comments/feed"), strings.Contains(path, "/feed/comments"),
		strings.Contains(path, "/feeds/comments"), strings.Contains(path, "/comments/default"),
		strings.HasSuffix(path, "/comments.rss"), strings.HasSuffix(path, "/comments.xml"),
		strings.HasSuffix(path, "/comments.atom"):
		return true
	}
	return strings.Contains(strings.ToLower(u.RawQuery), "feed=comments")
}

// isCommentLink reports whether a link leads to a single comment.
func isCommentLink(link string) bool {
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
