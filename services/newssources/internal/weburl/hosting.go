package weburl

// hosting describes a domain on which many publish: it is never an outlet itself.
type hosting struct {
	domain string // and everything below it; the row with the longest domain counts
	// names says that each subdomain is an outlet: "somebody.tumblr.com". Those in service and serviceNames are not.
	names   bool
	service []string
	// paths are tried in order, for hosts that don't name an outlet by themselves. A path begins a match; "{name}"
	// takes one segment (or the part of it between what stands around) without regard to case, every other word in
	// braces takes one as it is. "?key={id}" looks at a parameter. Behind "->" stands the outlet where it isn't the
	// matched path on this domain; "-" means that such a path names none.
	paths []string
}

// serviceNames are subdomains that belong to the hoster wherever they occur.
var serviceNames = []string{
	"www", "m", "mobile", "feeds", "feeds2", "feed", "rss", "newsfeed", "api", "app", "cdn", "static", "media", "play", "player",
	"help", "support",
}

// hostings is the table. Domains on the private part of the public suffix list (github.io, netlify.app, hatenablog.com …)
// need no row: below them every name is registrable.
var hostings = []hosting{
	// Relays of feeds. FeedBurner's newer names have a general word before a short code.
	{domain: "feedburner.com", paths: []string{
		"/~r/{id} -> /{id}", "/fb -> -", "/com/{id}", "/net/{id}", "/org/{id}", "/co/{id}", "/info/{id}",
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

	// Google. What else lies on google.com is told apart by its host.
	{domain: "google.com", paths: []string{"/alerts/feeds/{account}/{id}"}},
	{domain: "news.google.com", paths: []string{
		"/rss/publications/{id} -> /publications/{id}", "/publications/{id}", "/rss/topics/{id} -> /topics/{id}", "/topics/{id}",
	}},
	{domain: "sites.google.com", paths: []string{"/site/{name}", "/view/{name}", "/a/{name}/{name}", "/{name}/{name}"}},
	{domain: "groups.google.com", paths: []string{"/forum/feed/{name} -> /g/{name}", "/group/{name} -> /g/{name}", "/g/{name}"}},

	// Blogs and newsletters.
	{domain: "blogspot.com", names: true}, // in every country: see outlet.go
	{domain: "blogger.com", paths: []string{"/feeds/{id}"}},
	{domain: "wordpress.com", names: true, service: []string{"public-api"}},
	{domain: "substack.com", names: true, service: []string{"open"}, paths: []string{"/pub/{name} -> {name}.substack.com", "/@{name}"}},
	{domain: "medium.com", names: true, paths: []string{
		"/feed/@{name} -> /@{name}", "/@{name}", "/feed/tag/{name} -> /tag/{name}", "/tag/{name}", "/feed/{name} -> /{name}",
		"/p -> -", "/m -> -", "/{name}",
	}},
	{domain: "tumblr.com", names: true, paths: []string{
		"/blog/view/{name} -> {name}.tumblr.com", "/blog/{name} -> {name}.tumblr.com", "/tagged -> -", "/explore -> -",
		"/{name} -> {name}.tumblr.com",
	}},
	{domain: "typepad.com", names: true},
	{domain: "livejournal.com", names: true},
	{domain: "users.livejournal.com", paths: []string{"/{name} -> {name}.livejournal.com"}},
	{domain: "ghost.io", names: true},
	{domain: "beehiiv.com", names: true, paths: []string{"/feeds/{id}.xml -> /feeds/{id}"}},
	{domain: "buttondown.com", paths: []string{"/{name}"}},
	{domain: "buttondown.email", paths: []string{"/{name} -> buttondown.com/{name}"}},
	{domain: "hashnode.dev", names: true},
	{domain: "dev.to", paths: []string{"/feed/{name} -> /{name}", "/t -> -", "/{name}"}},
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
	{domain: "github.com", paths: []string{"/topics -> -", "/trending -> -", "/{name}"}},

	// Videos and social networks.
	{domain: "youtube.com", paths: []string{
		"/feeds/videos.xml?channel_id={id} -> /channel/{id}", "/feeds/videos.xml?user={name} -> /user/{name}",
		"/feeds/videos.xml?playlist_id={id} -> /playlist/{id}", "/playlist?list={id} -> /playlist/{id}",
		"/channel/{id}", "/user/{name}", "/c/{name}", "/@{name}",
	}},
	{domain: "vimeo.com", paths: []string{"/channels/{name}", "/{name}"}},
	{domain: "dailymotion.com", paths: []string{"/rss/user/{name} -> /{name}", "/video -> -", "/playlist -> -", "/{name}"}},
	{domain: "twitch.tv", paths: []string{"/{name}"}},
	{domain: "reddit.com", paths: []string{"/r/{name}", "/user/{name}", "/u/{name} -> /user/{name}"}},
	{domain: "x.com", paths: []string{"/i -> -", "/search -> -", "/hashtag -> -", "/{name}"}},
	{domain: "twitter.com", paths: []string{"/i -> -", "/search -> -", "/hashtag -> -", "/{name} -> x.com/{name}"}},
	{domain: "facebook.com", paths: []string{
		"/feeds/page.php?id={id} -> /{id}", "/groups/{name}", "/pages/{slug}/{id} -> /{id}", "/pg/{name} -> /{name}", "/sharer -> -", "/{name}",
	}},
	{domain: "instagram.com", paths: []string{"/p -> -", "/{name}"}},
	{domain: "threads.net", paths: []string{"/@{name}"}},
	{domain: "tiktok.com", paths: []string{"/@{name}"}},
	{domain: "bsky.app", paths: []string{"/profile/{name}"}},
	{domain: "t.me", paths: []string{"/s/{name} -> /{name}", "/{name}"}},
	{domain: "vk.com", paths: []string{"/{name}"}},
	{domain: "linkedin.com", paths: []string{"/company/{name}", "/newsletters/{name}", "/in/{name}"}},
	{domain: "patreon.com", paths: []string{"/rss/{name} -> /{name}", "/c/{name} -> /{name}", "/{name}"}},

	// Sound.
	{domain: "soundcloud.com", paths: []string{
		"/users/soundcloud:users:{id} -> /users/{id}", "/playlists/soundcloud:playlists:{id} -> /playlists/{id}", "/users -> -",
		"/playlists -> -", "/{name}",
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

	// Portals that carry several newspapers.
	{domain: "indiatimes.com", names: true},
	{domain: "globo.com", names: true},
	{domain: "folha.uol.com.br", paths: []string{"/ -> folha.uol.com.br"}},
}
