package discover

import (
	"regexp"
	"strings"
)

// wellKnownPaths are tried when nothing else led to a feed, without following redirects: many sites send every unknown
// path to their homepage.
var wellKnownPaths = []string{"feed", "rss", "rss.xml", "feed.xml", "atom.xml", "index.xml", "feed.json", "feeds/all.atom.xml", "news-sitemap.xml", "sitemap-news.xml", "sitemap_index.xml", "sitemap.xml"}

func wellKnown(root string) []lead {
	var leads []lead
	for _, path := range wellKnownPaths {
		if root = rootOf(root); root != "" {
			leads = append(leads, lead{URL: root + path, From: FromWellKnown, Page: root})
		}
	}
	return leads
}

var channelID = regexp.MustCompile(`"(?:channelId|externalId|browseId)":"(UC[A-Za-z0-9_-]{22})"`)

// platformLeads are where the page's platform keeps its feeds, whether it announces them or not.
func (p *page) platformLeads() []lead {
	host, path := strings.TrimPrefix(p.url.Hostname(), "www."), strings.Trim(p.url.Path, "/")
	first, rest, _ := strings.Cut(path, "/")
	second, _, _ := strings.Cut(rest, "/")
	root := p.url.Scheme + "://" + p.url.Host + "/"
	generator := strings.ToLower(p.document.Find(`meta[name="generator"]`).AttrOr("content", ""))
	var addresses []string
	switch {
	case host == "youtube.com" || strings.HasSuffix(host, ".youtube.com"):
		if first == "channel" {
			addresses = append(addresses, "https://www.youtube.com/feeds/videos.xml?channel_id="+second)
		} else if html, err := p.document.Html(); err == nil {
			if id := channelID.FindStringSubmatch(html); id != nil {
				addresses = append(addresses, "https://www.youtube.com/feeds/videos.xml?channel_id="+id[1])
			}
		}
	case host == "reddit.com" || strings.HasSuffix(host, ".reddit.com"):
		if (first == "r" || first == "user" || first == "u") && second != "" {
			addresses = append(addresses, "https://www.reddit.com/"+first+"/"+second+"/.rss")
		}
	case host == "github.com" && second != "":
		addresses = append(addresses, root+first+"/"+second+"/releases.atom", root+first+"/"+second+"/commits.atom")
	case host == "medium.com" && first != "":
		addresses = append(addresses, "https://medium.com/feed/"+first)
	case strings.HasSuffix(host, ".medium.com"), strings.HasSuffix(host, ".substack.com"), strings.Contains(generator, "substack"):
		addresses = append(addresses, root+"feed")
	case strings.Contains(host, ".blogspot."), strings.Contains(generator, "blogger"):
		addresses = append(addresses, root+"feeds/posts/default")
	case strings.HasPrefix(first, "@") && p.isMastodon():
		addresses = append(addresses, root+first+".rss")
	case strings.Contains(generator, "wordpress"), p.document.Find(`link[href*="/wp-content/"],script[src*="/wp-content/"]`).Length() > 0:
		addresses = append(addresses, root+"feed/")
	}
	leads := make([]lead, len(addresses))
	for i, address := range addresses {
		leads[i] = lead{URL: address, From: FromPlatform}
	}
	return leads
}

func (p *page) isMastodon() bool {
	return p.document.Find(`#mastodon,link[rel="alternate"][type="application/activity+json"]`).Length() > 0
}
