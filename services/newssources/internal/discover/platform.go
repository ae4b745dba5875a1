package discover

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// wellKnownPaths are tried when nothing else led to a feed, without following redirects: many sites send every unknown
// path to their homepage.
var wellKnownPaths = []string{
	"feed", "rss", "rss.xml", "feed.xml", "atom.xml", "index.xml", "feed.json", "feeds/all.atom.xml",
	"news-sitemap.xml", "sitemap-news.xml", "sitemap_index.xml", "sitemap.xml",
}

func wellKnown(at string) []lead {
	root := rootOf(at)
	if root == "" {
		return nil
	}
	leads := make([]lead, len(wellKnownPaths))
	for i, path := range wellKnownPaths {
		leads[i] = lead{URL: root + path, From: FromWellKnown, Page: root}
	}
	return leads
}

// platformLeads are where the page's platform keeps its feeds, whether it announces them or not.
func (p *page) platformLeads() []lead {
	host := strings.TrimPrefix(p.url.Hostname(), "www.")
	path := strings.FieldsFunc(p.url.Path, func(r rune) bool { return r == '/' })
	addresses, ok := hosted(host, path, p)
	if !ok {
		addresses = p.systemFeeds(path)
	}
	leads := make([]lead, len(addresses))
	for i, address := range addresses {
		leads[i] = lead{URL: address, From: FromPlatform}
	}
	return leads
}

// under says that a host is a domain or below it.
func under(host, domain string) bool { return host == domain || strings.HasSuffix(host, "."+domain) }

// hosted are the feeds on hosts where many publish, told by the address. It isn't ok where the host is none of those.
func hosted(host string, path []string, p *page) (addresses []string, ok bool) {
	root := rootOf(p.url.String())
	first, second := part(path, 0), part(path, 1)
	switch {
	case under(host, "youtube.com"):
		return youTube(first, second, p), true
	case under(host, "reddit.com"):
		return reddit(first, second), true
	case host == "github.com":
		return gitHub(root, first, second), true
	case host == "gitlab.com":
		return gitLab(root, path), true
	case host == "medium.com":
		if slices.Contains(mediumPages, first) {
			return nil, true
		}
		return []string{"https://medium.com/feed/" + strings.Join(path[:min(len(path), 1)], "/")}, true
	case under(host, "medium.com"), under(host, "substack.com") && host != "substack.com":
		return []string{root + "feed"}, true
	case under(host, "blogspot.com"), strings.Contains(host, ".blogspot."):
		return []string{root + "feeds/posts/default"}, true
	}
	return nil, false
}

func part(path []string, i int) string {
	if i >= len(path) {
		return ""
	}
	return path[i]
}

// channelID is the id of the channel that a page is about; other channels stand on it under other names.
var channelID = regexp.MustCompile(`"(?:externalId|externalChannelId)":"(UC[A-Za-z0-9_-]{22})"`)

// playlistID is what YouTube's lists are called.
var playlistID = regexp.MustCompile(`^(PL|UU|FL|OL)[A-Za-z0-9_-]{10,60}$`)

func youTube(first, second string, p *page) []string {
	const feeds = "https://www.youtube.com/feeds/videos.xml?"
	if list := p.url.Query().Get("list"); playlistID.MatchString(list) {
		return []string{feeds + "playlist_id=" + list}
	}
	if first == "channel" && second != "" {
		return []string{feeds + "channel_id=" + url.QueryEscape(second)}
	}
	if id := channelID.FindSubmatch(p.body); id != nil {
		return []string{feeds + "channel_id=" + string(id[1])}
	}
	return nil
}

func reddit(first, second string) []string {
	switch first {
	case "r", "user", "u":
		if second != "" {
			return []string{"https://www.reddit.com/" + first + "/" + second + "/.rss"}
		}
	}
	return nil
}

// Pages of the hosts themselves, where a name could stand.
var (
	gitHubPages = []string{
		"about", "apps", "collections", "customer-stories", "enterprise", "explore", "features", "login", "marketplace", "orgs",
		"pricing", "search", "security", "settings", "sponsors", "topics", "trending",
	}
	gitLabPages = []string{"explore", "help", "users", "dashboard", "groups", "search"}
	mediumPages = []string{"", "m", "tag", "search", "about", "membership", "me", "feed", "topics"}
)

func gitHub(root, owner, name string) []string {
	if name == "" || slices.Contains(gitHubPages, owner) {
		return nil
	}
	project := root + owner + "/" + name
	return []string{project + "/releases.atom", project + "/tags.atom", project + "/commits.atom"}
}

// gitLab has projects in groups of groups; what follows "/-/" is a page of the project.
func gitLab(root string, path []string) []string {
	if i := slices.Index(path, "-"); i >= 0 {
		path = path[:i]
	}
	if len(path) < 2 || slices.Contains(gitLabPages, path[0]) {
		return nil
	}
	project := root + strings.Join(path, "/")
	return []string{project + "/-/releases.atom", project + "/-/tags?format=atom"}
}
