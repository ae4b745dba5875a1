package webpage

import (
	"slices"
	"testing"
)

const channel = "UCabcdefghijklmnopqrstuv"

func TestPlatformLinks(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		url, html string
		want      []string
	}{
		"WordPress by its generator": {"https://example.org/", `<meta name="generator" content="WordPress 6.8.1" />`, []string{"https://example.org/feed/"}},
		"WordPress by its files":     {"https://example.org/a/b", `<link rel='stylesheet' href='https://example.org/wp-content/themes/x/style.css?ver=6.8' />`, []string{"https://example.org/feed/"}},
		"WordPress by its API":       {"https://example.org/", `<link rel="https://api.w.org/" href="https://example.org/wp-json/" />`, []string{"https://example.org/feed/"}},
		"page about WordPress":       {"https://example.org/", `<title>WordPress for beginners</title><a href="https://wordpress.org">WordPress</a>`, nil},
		"Blogger by its host":        {"https://diario.blogspot.com/2026/01/x.html", ``, []string{"https://diario.blogspot.com/feeds/posts/default"}},
		"Blogger of a country":       {"https://diario.blogspot.com.es/", ``, []string{"https://diario.blogspot.com.es/feeds/posts/default"}},
		"Blogger on a domain":        {"https://www.example.org/", `<meta content='blogger' name='generator'/>`, []string{"https://www.example.org/feeds/posts/default"}},
		"YouTube channel":            {"https://www.youtube.com/channel/" + channel, ``, []string{"https://www.youtube.com/feeds/videos.xml?channel_id=" + channel}},
		"YouTube handle": {"https://www.youtube.com/@diario", `<script>var ytInitialData = {"browseId":"UCzzzzzzzzzzzzzzzzzzzzzz","metadata":{"channelMetadataRenderer":{"title":"Diario","externalId":"` + channel + `"}}}</script>`,
			[]string{"https://www.youtube.com/feeds/videos.xml?channel_id=" + channel}},
		"YouTube video":                   {"https://www.youtube.com/watch?v=x", `<script>{"externalChannelId":"` + channel + `"}</script>`, []string{"https://www.youtube.com/feeds/videos.xml?channel_id=" + channel}},
		"YouTube playlist":                {"https://www.youtube.com/playlist?list=PL0123456789abcdef", ``, []string{"https://www.youtube.com/feeds/videos.xml?playlist_id=PL0123456789abcdef"}},
		"YouTube's homepage":              {"https://www.youtube.com/", `<script>{"browseId":"UCzzzzzzzzzzzzzzzzzzzzzz"}</script>`, nil},
		"domain that ends in youtube.com": {"https://notyoutube.com/channel/" + channel, ``, nil},
		"subreddit":                       {"https://old.reddit.com/r/news/top", ``, []string{"https://www.reddit.com/r/news/.rss"}},
		"Reddit user":                     {"https://www.reddit.com/user/somebody/", ``, []string{"https://www.reddit.com/user/somebody/.rss"}},
		"Reddit's homepage":               {"https://www.reddit.com/", ``, nil},
		"Substack":                        {"https://letter.substack.com/p/one", ``, []string{"https://letter.substack.com/feed"}},
		"Substack on a domain":            {"https://www.example.org/", `<script src="https://substackcdn.com/bundle/static/js/main.js"></script>`, []string{"https://www.example.org/feed"}},
		"Substack itself":                 {"https://substack.com/", ``, nil},
		"Medium, a person":                {"https://medium.com/@somebody/an-article-1a2b", ``, []string{"https://medium.com/feed/@somebody"}},
		"Medium, a publication":           {"https://medium.com/better-humans", ``, []string{"https://medium.com/feed/better-humans"}},
		"Medium, a host":                  {"https://somebody.medium.com/x", ``, []string{"https://somebody.medium.com/feed"}},
		"Medium itself":                   {"https://medium.com/", ``, nil},
		"Medium, a tag":                   {"https://medium.com/tag/news", ``, nil},
		"Mastodon":                        {"https://social.example/@paper", `<div class="app-holder" data-props="{}" id="mastodon"></div>`, []string{"https://social.example/@paper.rss"}},
		"Mastodon, a post":                {"https://social.example/@paper/1234", `<link rel="alternate" type="application/activity+json" href="https://social.example/users/paper/statuses/1234">`, []string{"https://social.example/@paper.rss"}},
		"@ in a path elsewhere":           {"https://shop.example/@sale", `<p>Sale`, nil},
		"GitHub, a project":               {"https://github.com/golang/go/issues", ``, []string{"https://github.com/golang/go/releases.atom", "https://github.com/golang/go/tags.atom", "https://github.com/golang/go/commits.atom"}},
		"GitHub, a person":                {"https://github.com/golang", ``, nil},
		"GitHub, its own pages":           {"https://github.com/features/actions", ``, nil},
		"GitLab":                          {"https://gitlab.com/group/sub/project/-/tree/main", ``, []string{"https://gitlab.com/group/sub/project/-/releases.atom", "https://gitlab.com/group/sub/project/-/tags?format=atom"}},
		"GitLab's own pages":              {"https://gitlab.com/explore/projects", ``, nil},
		"Ghost":                           {"https://example.org/", `<meta name="generator" content="Ghost 5.89">`, []string{"https://example.org/rss/"}},
		"Drupal":                          {"https://example.org/node/1", `<meta name="Generator" content="Drupal 10 (https://www.drupal.org)" />`, []string{"https://example.org/rss.xml"}},
		"Joomla":                          {"https://example.org/", `<meta name="generator" content="Joomla! - Open Source Content Management" />`, []string{"https://example.org/?format=feed&type=rss"}},
		"Squarespace":                     {"https://example.org/", `<script src="https://static1.squarespace.com/static/vta/x.js"></script>`, []string{"https://example.org/blog?format=rss", "https://example.org/news?format=rss"}},
		"Squarespace, a blog":             {"https://example.org/journal/one", `<script src="https://assets.squarespace.com/universal/x.js"></script>`, []string{"https://example.org/journal?format=rss"}},
		"Wix":                             {"https://example.org/", `<meta name="generator" content="Wix.com Website Builder"/>`, []string{"https://example.org/blog-feed.xml"}},
		"Hugo":                            {"https://example.org/", `<meta name="generator" content="Hugo 0.128.0">`, []string{"https://example.org/index.xml"}},
		"Apple Podcasts":                  {"https://podcasts.apple.com/us/podcast/late/id15", `<script type="application/json">{"feedUrl":"https:\/\/audio.example\/late.xml?a=1\u0026b=2","x":{"feedUrl":"https://audio.example/other.xml"}}</script>`, []string{"https://audio.example/late.xml?a=1&b=2"}},
		"Apple's other pages":             {"https://www.apple.com/", `<script>{"feedUrl":"https://audio.example/late.xml"}</script>`, nil},
		"Arc":                             {"https://example.org/", `<script>Fusion.arcSite="x"</script>`, []string{"https://example.org/arc/outboundfeeds/rss/?outputType=xml", "https://example.org/arc/outboundfeeds/news-sitemap/?outputType=xml"}},
		"Arc, a section":                  {"https://example.org/world/asia/", `<script src="/pf/dist/engine/react.js"></script>`, []string{"https://example.org/arc/outboundfeeds/rss/category/world/asia/?outputType=xml", "https://example.org/arc/outboundfeeds/rss/?outputType=xml", "https://example.org/arc/outboundfeeds/news-sitemap/?outputType=xml"}},
		"Quintype":                        {"https://example.org/", `<link rel="preconnect" href="https://media.assettype.com">`, []string{"https://example.org/stories.rss"}},
		"Medium on a domain":              {"https://example.org/", `<meta property="al:android:package" content="com.medium.reader">`, []string{"https://example.org/feed"}},
		"Bluesky":                         {"https://bsky.app/profile/paper.example.org/post/1", ``, []string{"https://bsky.app/profile/paper.example.org/rss"}},
		"BLOX":                            {"https://example.org/", `<script src="https://bloximages.chicago2.vip.townnews.com/x.js"></script>`, []string{"https://example.org/search/?f=rss&t=article&l=50&s=start_time&sd=desc"}},
		"SPIP":                            {"https://example.org/", `<meta name="generator" content="SPIP 4.2">`, []string{"https://example.org/spip.php?page=backend"}},
		"WordPress below a path":          {"https://example.org/", `<link rel="https://api.w.org/" href="https://example.org/news/wp-json/">`, []string{"https://example.org/news/feed/"}},
		"WordPress with files elsewhere":  {"https://example.org/", `<script src="https://cdn.example.com/x/wp-content/a.js"></script>`, []string{"https://example.org/feed/"}},
		"Ghost below a path":              {"https://example.org/", `<script data-ghost="https://example.org/blog/"></script>`, []string{"https://example.org/blog/rss/"}},
		"Jekyll, a given page":            {"https://example.org/blog/", `<meta name="generator" content="Jekyll v4.3">`, []string{"https://example.org/blog/feed.xml", "https://example.org/feed.xml"}},
		"Brightspot, a section":           {"https://example.org/local", `<meta name="brightspot.contentId" content="1">`, []string{"https://example.org/local.rss", "https://example.org/index.rss", "https://example.org/rss2.0.xml"}},
		"Tilda":                           {"https://example.org/", `<script>t_feed_init('1',{feeduid:'123456789012'})</script>`, []string{"https://example.org/rss-feed-123456789012.xml"}},
		"Squarespace, a collection":       {"https://example.org/", `<script src="https://assets.squarespace.com/x.js"></script><a href="/journal">Journal</a><a href="/contact">Contact</a>`, []string{"https://example.org/journal?format=rss"}},
		"Escenic":                         {"https://example.org/", `<a href="/a/article1.ece">One</a>`, []string{"https://example.org/?service=rss", "https://example.org/feeder/default.rss"}},
		"DataLife Engine by its scripts":  {"https://example.org/", `<script src="/engine/classes/min/index.php"></script>`, []string{"https://example.org/rss.xml"}},
		"unknown generator":               {"https://example.org/", `<meta name="generator" content="Handmade">`, nil},
	} {
		p := parsePage(t, c.url, "<html><head>"+c.html+"</head></html>")
		var got []string
		for _, l := range p.platformLinks() {
			got = append(got, l.URL.String())
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}
