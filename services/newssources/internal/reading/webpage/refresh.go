package webpage

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/PuerkitoBio/goquery"

	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
)

const (
	// maxRefreshDelay is the delay in seconds up to which a refresh is a redirect. News sites reload
	// themselves every few minutes.
	maxRefreshDelay = 10
	// maxEmptyText is the length of the text of a page, in bytes, up to which a script that sets the
	// location redirects.
	maxEmptyText = 300
)

// RefreshTarget returns where the page redirects to within the outlet by <meta
// http-equiv="refresh"> or by a script, or the main frame of a set of frames. It returns the zero
// URL if the page stays.
func (p *Page) RefreshTarget() weburl.URL {
	for _, href := range []string{p.metaRefresh(), p.mainFrame(), p.scriptLocation()} {
		target := p.Resolve(href)
		if !target.IsZero() && target.RegistrableDomain() == p.URL.RegistrableDomain() && target.Key() != p.URL.Key() {
			return target
		}
	}
	return weburl.URL{}
}

func (p *Page) metaRefresh() (href string) {
	p.document.Find("meta[http-equiv][content]").EachWithBreak(func(_ int, s *goquery.Selection) bool {
		if !strings.EqualFold(s.AttrOr("http-equiv", ""), "refresh") {
			return true
		}
		delay, to, _ := strings.Cut(s.AttrOr("content", ""), ";")
		seconds, err := strconv.ParseFloat(strings.TrimSpace(delay), 64)
		if name, target, ok := strings.Cut(to, "="); err == nil && seconds <= maxRefreshDelay && ok &&
			strings.EqualFold(strings.TrimSpace(name), "url") {
			href = strings.Trim(strings.TrimSpace(target), `'"`)
		}
		return false
	})
	return href
}

// mainFrame returns the last frame of a set of frames: the others hold the logo and the menu.
func (p *Page) mainFrame() string {
	if !p.Has("frameset") {
		return ""
	}
	return p.document.Find("frame[src]").Last().AttrOr("src", "")
}

// locationChange matches a script that opens another page.
var locationChange = regexp.MustCompile(`location(?:\.href)?\s*=\s*["']([^"'\s]+)["']|location\.(?:replace|assign)\(\s*["']([^"'\s]+)["']`)

// scriptLocation returns the address that a script of an otherwise empty page opens.
func (p *Page) scriptLocation() string {
	if p.LinkCount() > 0 || len(strings.TrimSpace(p.beginning())) > maxEmptyText {
		return ""
	}
	match := locationChange.FindSubmatch(p.body)
	if match == nil {
		return ""
	}
	return string(match[1]) + string(match[2])
}
