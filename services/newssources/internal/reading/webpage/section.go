package webpage

import (
	"regexp"
	"slices"
	"strings"
)

// maxSectionDepth is the number of path segments that the address of a section has at most.
const maxSectionDepth = 3

// articlePath matches a path segment that belongs to an article rather than a section: with a
// number, a file extension or a long slug.
var articlePath = regexp.MustCompile(`[0-9]{3}|\.[a-z]{3,5}$|([a-z0-9]+-){4}`)

// mayBeSection reports whether the segments of a path may be those of a section's page.
func mayBeSection(path []string) bool {
	return len(path) > 0 && len(path) <= maxSectionDepth && !slices.ContainsFunc(path, articlePath.MatchString)
}

// SectionPath returns the path of the section that the page shows, without a trailing slash, or ""
// if it shows none, such as a page of feeds.
func (p *Page) SectionPath() string {
	if p.IsArticle() || p.listsFeeds() || p.IsBelowPlatform() || p.URL.Query() != "" || !mayBeSection(p.URL.Segments()) {
		return ""
	}
	return strings.TrimSuffix(p.URL.Path(), "/")
}
