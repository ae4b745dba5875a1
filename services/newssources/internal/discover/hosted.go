package discover

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/newsources/newsources/services/newssources/internal/source"
	"github.com/newsources/newsources/services/newssources/internal/weburl"
)

// homeOf returns the homepage of the outlet at an address: the root of its server or, on a platform that tells its outlets
// apart by their paths, the outlet's page. It is the zero URL for the other pages of such a platform.
func homeOf(address weburl.URL) weburl.URL {
	_, prefix := weburl.Outlet(address)
	switch {
	case address.IsRoot():
		return address
	case prefix != "":
		segments := address.Segments()
		if n := strings.Count(prefix, "/"); n <= len(segments) && strings.EqualFold("/"+strings.Join(segments[:n], "/"), prefix) {
			return address.WithPath("/" + strings.Join(segments[:n], "/"))
		}
		return address
	case weburl.IsPlatform(address):
		return weburl.URL{}
	}
	return address.Root()
}

// isBelowPlatform reports whether the server of an address belongs to a platform rather than to the outlet, so that its
// robots.txt, usual paths and icons say nothing about the outlet.
func isBelowPlatform(address weburl.URL) bool { return !isServerRoot(homeOf(address)) }

func isServerRoot(home weburl.URL) bool { return !home.IsZero() && home.IsRoot() }

// home returns the homepage of the page's outlet, or the zero URL.
func (p *page) home() weburl.URL {
	if p.isMastodonProfile() {
		return p.url.WithPath("/" + p.url.Segments()[0])
	}
	return homeOf(p.url)
}

// isBelowPlatform is isBelowPlatform for the address of a page; servers of Mastodon are recognised by their pages.
func (p *page) isBelowPlatform() bool { return !isServerRoot(p.home()) }

// isHosted reports whether the page is that of an outlet on a platform rather than one of the platform's own.
func (p *page) isHosted() bool {
	return p.isMastodonProfile() || weburl.IsHosted(p.url) && !(p.url.IsRoot() && weburl.IsPlatform(p.url))
}

// hostedNames returns the names of an outlet in its page on a platform, whose og:site_name may be that of the platform.
func (p *page) hostedNames() (names []Field) {
	if site := p.meta("og:site_name"); !p.isBelowPlatform() && !isPlatformName(site) {
		names = append(names, newField(fieldName, shorten(site, maxTitle), "og:site_name", trustMeta))
	}
	if !p.isHome() { // the titles are those of an article
		return names
	}
	if !p.isBelowPlatform() && !isPlatformName(p.data.Name) {
		names = append(names, newField(fieldName, shorten(p.data.Name, maxTitle), "JSON-LD", trustData))
	}
	return append(names,
		newField(fieldName, shorten(hostedName(p.meta("og:title")), maxTitle), "og:title", trustPage),
		newField(fieldName, shorten(hostedName(p.document.Find("title").First().Text()), maxTitle), "the page's title", trustGuess),
	)
}

// nameOfFeed returns the outlet's name in the title of a feed with this homepage.
func nameOfFeed(title string, home weburl.URL) string {
	if weburl.IsHosted(home) {
		return hostedName(title)
	}
	name, _ := source.NameInTitle(title, home.Host())
	return name
}

var (
	// hostedTitleSeparator separates the name of an outlet from that of its platform.
	hostedTitleSeparator = regexp.MustCompile(`\s+[-–—|·•]\s+`)
	// hostedTitleWrapper matches what platforms write around the name of an outlet, in pages and feeds.
	hostedTitleWrapper = regexp.MustCompile(`(?i)^(?:stories by|overview for|uploads (?:by|from))\s+|\s+on (?:medium|substack|youtube|reddit|apple podcasts)$|\s*\(@[^)]*\)`)
)

// hostedName returns the outlet's name in a title of its page or feed on a platform: the first part that is neither the
// platform's name nor an account ("@paper.example.org"), or "".
func hostedName(title string) string {
	title = strings.Join(strings.Fields(title), " ")
	isOther := func(part string) bool { return part == "" || isPlatformName(part) }
	parts := hostedTitleSeparator.Split(title, -1)
	for i := range parts {
		parts[i] = strings.TrimSpace(hostedTitleWrapper.ReplaceAllString(parts[i], ""))
	}
	parts = slices.DeleteFunc(parts, isOther)
	if len(parts) == 0 {
		return ""
	}
	if i := slices.IndexFunc(parts, func(part string) bool { return !strings.HasPrefix(part, "@") }); i >= 0 {
		return parts[i]
	}
	return strings.TrimPrefix(parts[0], "@")
}

// platformNames are the names that platforms give themselves in titles and og:site_name, in letters and digits.
var platformNames = []string{
	"acast", "ameblo", "applepodcasts", "audioboom", "beehiiv", "blogger", "bluesky", "blueskysocial", "buttondown", "buzzsprout",
	"dailymotion", "devcommunity", "facebook", "feedburner", "github", "gitlab", "googlegroups", "googlenews", "hashnode", "instagram",
	"libsyn", "linkedin", "livejournal", "mastodon", "medium", "mixcloud", "naverblog", "patreon", "podbean", "reddit", "redditcom",
	"soundcloud", "spotify", "spreaker", "squarespace", "substack", "telegram", "threads", "tiktok", "tistory", "tumblr", "twitch",
	"twitter", "typepad", "vimeo", "vk", "weebly", "wordpresscom", "x", "youtube",
}

// isPlatformName reports whether a name is that of a platform rather than of an outlet on it.
func isPlatformName(name string) bool {
	letters := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, name)
	return slices.Contains(platformNames, letters)
}
