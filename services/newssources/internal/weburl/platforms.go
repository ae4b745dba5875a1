package weburl

// platform is a domain on which many outlets publish. The domain itself is never an outlet.
//
// A rule matches the beginning of an address's path. "{name}" matches one segment, or the part of it between the rule's
// literal text, and is lowered; any other word in braces keeps its case. "?key={id}" matches a query parameter.
type platform struct {
	domain string // with all subdomains; the row with the longest domain applies
	// names reports that each subdomain is an outlet ("publisher.tumblr.com"), except those in service and serviceNames.
	names   bool
	service []string
	// reserved are first path segments of the platform's own pages. Rules that begin with "/{" do not match them.
	reserved []string
	// paths are the rules for hosts that do not name an outlet, tried in order. The outlet is the matched path on this
	// domain, or the text after "->".
	paths []string
	// feeds are the rules for the addresses of an outlet's feeds, tried in order: "path -> feed feed …". The path "*" matches
	// every page of a subdomain that names an outlet; other paths match on the domain and its service hosts. A feed without
	// a scheme is on the host of the page.
	feeds []string
}

// serviceNames are subdomains that belong to the platform on every platform.
var serviceNames = []string{
	"www", "m", "mobile", "feeds", "feeds2", "feed", "rss", "newsfeed", "api", "app", "cdn", "static", "media", "play", "player",
	"help", "support",
}

// platforms is the table for Outlet, IsPlatform and PlatformFeeds. Domains in the private section of the public suffix list
// (github.io, netlify.app, hatenablog.com …) need no row: every name below them is a registrable domain.
var platforms = []platform{
	// Feed relays. New FeedBurner names have a generic word before a short code.
	{domain: "feedburner.com", reserved: []string{"fb"}, paths: []string{
		"/~r/{id} -> /{id}", "/com/{id}", "/net/{id}", "/org/{id}", "/co/{id}", "/info/{id}",
		"/blogspot/{id}", "/google/{id}", "/typepad/{id}", "/wordpress/{id}", "/{id}",
	}},
	{domain: "feedproxy.google.com", paths: []string{"/~r/{id} -> feedburner.com/{id}", "/{id} -> feedburner.com/{id}"}},
	{domain: "feedblitz.com", paths: []string{"/{id}"}},
	{domain: "feedpress.me", paths: []string{"/{name}"}},
	{domain: "feed43.com", paths: []string{"/{id}.xml -> /{id}"}},
	{domain: "fetchrss.com", paths: []string{"/rss/{id}.xml -> /rss/{id}", "/rss/{id}"}},
	{domain: "rss.app", paths: []string{"/feeds/{id}.xml -> /feeds/{id}", "/feeds/{id}"}},
	{domain: "kill-the-newsletter.com", paths: []string{"/feeds/{id}.xml -> /feeds/{id}", "/feeds/{id}"}},
	{domain: "campaign-archive.com", paths: []string{"/feed?u={id} -> /{id}"}},

	// Google. Other services on google.com are distinguished by their host.
	{domain: "google.com", paths: []string{"/alerts/feeds/{account}/{id}"}},
	{domain: "news.google.com", paths: []string{
		"/rss/publications/{id} -> /publications/{id}", "/publications/{id}", "/rss/topics/{id} -> /topics/{id}", "/topics/{id}",
	}},
	{domain: "sites.google.com", paths: []string{"/site/{name}", "/view/{name}", "/a/{name}/{name}", "/{name}/{name}"}},
	{domain: "groups.google.com", paths: []string{"/forum/feed/{name} -> /g/{name}", "/group/{name} -> /g/{name}", "/g/{name}"}},

	// Blogs and newsletters.
	{domain: "blogspot.com", names: true, feeds: []string{"* -> /feeds/posts/default"}}, // and its country domains, see outlet.go
	{domain: "blogger.com", paths: []string{"/feeds/{id}"}},
	{domain: "wordpress.com", names: true, service: []string{"public-api"}},
	{domain: "substack.com", names: true, service: []string{"open"}, paths: []string{"/pub/{name} -> {name}.substack.com", "/@{name}"}, feeds: []string{"* -> /feed"}},
	{domain: "medium.com", names: true, reserved: []string{
		"p", "m", "tag", "search", "about", "membership", "me", "feed", "topics",
	}, paths: []string{
		"/feed/@{name} -> /@{name}", "/@{name}", "/feed/tag/{name} -> /tag/{name}", "/tag/{name}", "/feed/{name} -> /{name}", "/{name}",
	}, feeds: []string{"* -> /feed", "/{id} -> https://medium.com/feed/{id}"}},
	{domain: "tumblr.com", names: true, reserved: []string{"tagged", "explore"}, paths: []string{
		"/blog/view/{name} -> {name}.tumblr.com", "/blog/{name} -> {name}.tumblr.com", "/{name} -> {name}.tumblr.com",
	}},
	{domain: "typepad.com", names: true},
	{domain: "livejournal.com", names: true},
	{domain: "users.livejournal.com", paths: []string{"/{name} -> {name}.livejournal.com"}},
	{domain: "ghost.io", names: true},
	{domain: "beehiiv.com", names: true, paths: []string{"/feeds/{id}.xml -> /feeds/{id}"}},
	{domain: "buttondown.com", paths: []string{"/{name}"}},
	{domain: "buttondown.email", paths: []string{"/{name} -> buttondown.com/{name}"}},
	{domain: "hashnode.dev", names: true},
	{domain: "dev.to", reserved: []string{"t"}, paths: []string{"/feed/{name} -> /{name}", "/{name}"}},
	{domain: "weebly.com", names: true},
	{domain: "squarespace.com", names: true},
	{domain: "jimdofree.com", names: true},
	{domain: "over-blog.com", names: true},
	{domain: "canalblog.com", names: true},
	{domain: "blog.hu", names: true},
	{domain: "tistory.com", names: true},
	{domain: "blog.naver.com", paths: []string{"/{name}"}},
	{domain: "rss.blog.naver.com", paths: []string{"/{name}.xml -> blog.naver.com/{name}", "/{name} -> blog.naver.com/{name}"}},
	{domain: "blog.fc2.com", names: true},
	{domain: "ameblo.jp", paths: []string{"/{name}"}},
	{domain: "rssblog.ameba.jp", paths: []string{"/{name} -> ameblo.jp/{name}"}},
	{domain: "note.com", paths: []string{"/{name}"}},
	{domain: "zhuanlan.zhihu.com", paths: []string{"/{name}"}},
	{domain: "github.com", reserved: []string{
		"about", "apps", "collections", "customer-stories", "enterprise", "explore", "features", "login", "marketplace", "orgs",
		"pricing", "search", "security", "settings", "sponsors", "topics", "trending",
	}, paths: []string{"/{name}"}, feeds: []string{"/{owner}/{project} -> /{owner}/{project}/releases.atom /{owner}/{project}/tags.atom /{owner}/{project}/commits.atom"}},

	// Videos and social networks.
	{domain: "youtube.com", service: []string{"music"}, paths: []string{
		"/feeds/videos.xml?channel_id={id} -> /channel/{id}", "/feeds/videos.xml?user={name} -> /user/{name}",
		"/feeds/videos.xml?playlist_id={id} -> /playlist/{id}", "/playlist?list={id} -> /playlist/{id}",
		"/channel/{id}", "/user/{name}", "/c/{name}", "/@{name}",
	}, feeds: []string{ // a handle's channel id is in its page: see discover
		"/?list=PL{id} -> https://www.youtube.com/feeds/videos.xml?playlist_id=PL{id}",
		"/?list=UU{id} -> https://www.youtube.com/feeds/videos.xml?playlist_id=UU{id}",
		"/?list=FL{id} -> https://www.youtube.com/feeds/videos.xml?playlist_id=FL{id}",
		"/?list=OL{id} -> https://www.youtube.com/feeds/videos.xml?playlist_id=OL{id}",
		"/channel/{id} -> https://www.youtube.com/feeds/videos.xml?channel_id={id}",
	}},
	{domain: "vimeo.com", paths: []string{"/channels/{name}", "/{name}"}},
	{domain: "dailymotion.com", reserved: []string{"video", "playlist"}, paths: []string{"/rss/user/{name} -> /{name}", "/{name}"}},
	{domain: "twitch.tv", paths: []string{"/{name}"}},
	{domain: "reddit.com", service: []string{"old", "new", "np"}, paths: []string{"/r/{name}", "/user/{name}", "/u/{name} -> /user/{name}"}, feeds: []string{
		"/r/{id} -> https://www.reddit.com/r/{id}/.rss", "/user/{id} -> https://www.reddit.com/user/{id}/.rss", "/u/{id} -> https://www.reddit.com/u/{id}/.rss",
	}},
	{domain: "x.com", reserved: []string{"i", "search", "hashtag"}, paths: []string{"/{name}"}},
	{domain: "twitter.com", reserved: []string{"i", "search", "hashtag"}, paths: []string{"/{name} -> x.com/{name}"}},
	{domain: "facebook.com", reserved: []string{"sharer"}, paths: []string{
		"/feeds/page.php?id={id} -> /{id}", "/groups/{name}", "/pages/{slug}/{id} -> /{id}", "/pg/{name} -> /{name}", "/{name}",
	}},
	{domain: "instagram.com", reserved: []string{"p"}, paths: []string{"/{name}"}},
	{domain: "threads.net", paths: []string{"/@{name}"}},
	{domain: "tiktok.com", paths: []string{"/@{name}"}},
	{domain: "bsky.app", paths: []string{"/profile/{name}"}},
	{domain: "t.me", paths: []string{"/s/{name} -> /{name}", "/{name}"}},
	{domain: "vk.com", paths: []string{"/{name}"}},
	{domain: "linkedin.com", paths: []string{"/company/{name}", "/newsletters/{name}", "/in/{name}"}},
	{domain: "patreon.com", paths: []string{"/rss/{name} -> /{name}", "/c/{name} -> /{name}", "/{name}"}},

	// Audio.
	{domain: "soundcloud.com", reserved: []string{"users", "playlists"}, paths: []string{
		"/users/soundcloud:users:{id} -> /users/{id}", "/playlists/soundcloud:playlists:{id} -> /playlists/{id}", "/{name}",
	}},
	{domain: "mixcloud.com", paths: []string{"/{name}"}},
	{domain: "libsyn.com", names: true, service: []string{"html5-player", "oembed", "traffic"}, paths: []string{"/{id}"}},
	{domain: "megaphone.fm", paths: []string{"/{id}"}},
	{domain: "simplecast.com", names: true, paths: []string{"/podcasts/{id} -> /{id}", "/{id}"}},
	{domain: "anchor.fm", paths: []string{"/s/{id}", "/{name}"}},
	{domain: "spotify.com", paths: []string{"/show/{id}"}},
	{domain: "podcasts.apple.com", paths: []string{"/{country}/podcast/{slug}/{id} -> /podcast/{id}", "/podcast/{slug}/{id} -> /podcast/{id}"}},
	{domain: "podbean.com", names: true, service: []string{"mcdn"}},
	{domain: "feed.podbean.com", paths: []string{"/{name} -> {name}.podbean.com"}},
	{domain: "buzzsprout.com", names: true, paths: []string{"/{id}.rss -> /{id}", "/{id}"}},
	{domain: "acast.com", paths: []string{"/public/shows/{id} -> /{id}", "/s/{name} -> /{name}", "/shows/{name} -> /{name}", "/{name}"}},
	{domain: "art19.com", paths: []string{"/shows/{name} -> /{name}", "/{name}"}},
	{domain: "omny.fm", paths: []string{"/shows/{name}"}},
	{domain: "omnycontent.com", paths: []string{"/d/playlist/{organisation}/{id}"}},
	{domain: "spreaker.com", paths: []string{"/show/{id}", "/podcast/{id}", "/user/{id}"}},
	{domain: "transistor.fm", names: true, paths: []string{"/{name} -> {name}.transistor.fm"}},
	{domain: "captivate.fm", names: true, paths: []string{"/{name} -> {name}.captivate.fm"}},
	{domain: "fireside.fm", names: true, paths: []string{"/{name} -> {name}.fireside.fm"}},
	{domain: "pinecast.com", paths: []string{"/feed/{name}"}},
	{domain: "blubrry.com", paths: []string{"/feeds/{name}.xml -> /{name}", "/{name}"}},
	{domain: "audioboom.com", paths: []string{"/channels/{id}.rss -> /channels/{id}", "/channels/{id}"}},
	{domain: "castos.com", names: true, paths: []string{"/{id}"}},
	{domain: "redcircle.com", paths: []string{"/shows/{id} -> /{id}", "/{id}"}},
	{domain: "podomatic.com", names: true},
	{domain: "podigee.io", names: true},
	{domain: "letscast.fm", paths: []string{"/podcasts/{id}"}},
	{domain: "rss.com", paths: []string{"/podcasts/{name}"}},
	{domain: "media.rss.com", paths: []string{"/{name} -> rss.com/podcasts/{name}"}},
	{domain: "iheart.com", paths: []string{"/podcast/{id}"}},

	// Portals of several newspapers.
	{domain: "indiatimes.com", names: true},
	{domain: "globo.com", names: true},
	{domain: "folha.uol.com.br", paths: []string{"/ -> folha.uol.com.br"}},
}
