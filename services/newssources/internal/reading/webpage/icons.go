package webpage

import (
	"slices"
	"strconv"
	"strings"

	"github.com/PuerkitoBio/goquery"

	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
)

const (
	// bestIconSize is the smallest size in pixels that need not be enlarged on any screen.
	bestIconSize = 180
	// maxIcons of a page are considered; real pages name about a dozen sizes.
	maxIcons = 100
)

// Icon is an icon that a page names.
type Icon struct {
	URL     weburl.URL
	IsTouch bool // for home screens, which is larger and has no transparency
	penalty int
}

// Icons returns the icons that the page names, the best first.
func (p *Page) Icons() []Icon {
	var icons []Icon
	p.document.Find("link[rel][href]").EachWithBreak(func(_ int, s *goquery.Selection) bool {
		rel := strings.Fields(strings.ToLower(s.AttrOr("rel", "")))
		href := p.Resolve(s.AttrOr("href", ""))
		isTouch := slices.Contains(rel, "apple-touch-icon") || slices.Contains(rel, "apple-touch-icon-precomposed")
		switch {
		case href.IsZero(), strings.HasSuffix(href.Path(), ".svg") ||
			strings.Contains(s.AttrOr("type", ""), "svg"): // SVG is not supported
		case isTouch:
			icons = append(icons, Icon{href, true, sizePenalty(s.AttrOr("sizes", ""), bestIconSize)})
		case slices.Contains(rel, "icon"):
			icons = append(icons, Icon{href, false, sizePenalty(s.AttrOr("sizes", ""), 0)})
		}
		return len(icons) < maxIcons
	})
	slices.SortStableFunc(icons, func(a, b Icon) int {
		switch {
		case a.IsTouch == b.IsTouch:
			return a.penalty - b.penalty
		case a.IsTouch:
			return -1
		}
		return 1
	})
	return icons
}

// sizePenalty rates the sizes attribute of an icon, such as "32x32 64x64": 0 is the best size.
// unstated is the size assumed if the attribute names none.
func sizePenalty(sizes string, unstated int) int {
	size := unstated
	for _, text := range strings.Fields(strings.ToLower(sizes)) {
		width, _, _ := strings.Cut(text, "x")
		if n, err := strconv.Atoi(width); err == nil && n > size && n <= 1<<12 {
			size = n
		}
	}
	if size > bestIconSize {
		return (size - bestIconSize) / 4 // too large is better than too small
	}
	return bestIconSize - size
}
