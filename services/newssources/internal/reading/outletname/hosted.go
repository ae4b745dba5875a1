package outletname

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
)

// OfFeed returns the outlet's name in the title of a feed with this homepage.
func OfFeed(title string, home weburl.URL) string {
	if weburl.IsHosted(home) {
		return OnPlatform(title)
	}
	name, _ := InTitle(title, home.Host())
	if short := feedWords.ReplaceAllString(name, ""); short != "" {
		return short
	}
	return name
}

// feedWords matches words for a feed at the beginning and end of its title: "The Paper RSS Feed",
// "RSS: The Paper".
var feedWords = regexp.MustCompile(`(?i)^rss( feed)?[\s:|–-]+|[\s:|–-]+((rss|atom|xml|news)\s*)*feeds?$|[\s:|–-]+(rss|atom)( ?[0-9.]+)?$`)

var (
	// hostedTitleSeparator separates the name of an outlet from that of its platform.
	hostedTitleSeparator = regexp.MustCompile(`\s+[-–—|·•]\s+`)
	// hostedTitleWrapper matches the text that platforms add to the name of an outlet, in pages and
	// feeds.
	hostedTitleWrapper = regexp.MustCompile(`(?i)^(?:stories by|overview for|uploads (?:by|from))\s+|\s+on (?:medium|substack|youtube|reddit|apple podcasts)$|\s*\(@[^)]*\)`)
)

// OnPlatform returns the outlet's name in a title of its page or feed on a platform: the first part
// that is neither the platform's name nor an account ("@paper.example.org"), or "".
func OnPlatform(title string) string {
	title = strings.Join(strings.Fields(title), " ")
	isOther := func(part string) bool { return part == "" || IsPlatform(part) }
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

// platformNames are the names that platforms give themselves in titles and og:site_name, in letters
// and digits.
var platformNames = []string{
	"acast", "ameblo", "applepodcasts", "audioboom", "beehiiv", "blogger", "bluesky", "blueskysocial", "buttondown",
	"buzzsprout",
	"dailymotion", "devcommunity", "facebook", "feedburner", "github", "gitlab", "googlegroups", "googlenews", "hashnode",
	"instagram",
	"libsyn", "linkedin", "livejournal", "mastodon", "medium", "mixcloud", "naverblog", "patreon", "podbean", "reddit",
	"redditcom",
	"soundcloud", "spotify", "spreaker", "squarespace", "substack", "telegram", "threads", "tiktok", "tistory", "tumblr",
	"twitch",
	"twitter", "typepad", "vimeo", "vk", "weebly", "wordpresscom", "x", "youtube",
}

// IsPlatform reports whether a name is that of a platform rather than of an outlet on it.
func IsPlatform(name string) bool {
	letters := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, name)
	return slices.Contains(platformNames, letters)
}
