package weburl

import "slices"

// platform is a domain on which many outlets publish. The domain itself is never an outlet.
//
// A rule matches the beginning of an address's path. "{name}" matches one segment, or the part of
// it between the rule's literal text, and is lowered; "{number}" matches what precedes a hyphen
// ("1-anna"); any other word in braces keeps its case.
// "?key={id}&…" matches query parameters, and "?url={name}" the host of the page in a parameter.
type platform struct {
	domain string // with all subdomains; the row with the longest domain applies
	// names reports that each subdomain is an outlet ("publisher.tumblr.com"), except those in service
	// and serviceNames. "us*" in service stands for all subdomains that begin with "us". On a platform
	// without names, other subdomains are sites of the vendor ("blog.soundcloud.com") and outlets of
	// their own.
	names   bool
	service []string
	// reserved are first path segments of the platform's own pages. Rules that begin with "/{" do not
	// match them.
	reserved []string
	// relays reports that paths of the domain name the relayed page without its scheme:
	// "openrss.org/example.org/news".
	relays bool
	// paths are the rules for hosts that do not name an outlet, tried in order. The outlet is the
	// matched path on this domain, or the text after "->".
	paths []string
	// feeds are the rules for the addresses of an outlet's feeds, tried in order: "path -> feed feed
	// …". The path "*" matches every page of a subdomain that names an outlet; other paths match on
	// the domain and its service hosts. A feed without a scheme is on the host of the page.
	feeds []string
}

// serviceNames are subdomains that belong to the platform on every platform.
var serviceNames = []string{
	"www", "m", "mobile", "feeds", "feeds2", "feed", "rss", "newsfeed", "api", "app", "cdn", "static", "media", "play",
	"player",
	"help", "support",
}

// platforms is the table for Outlet, IsPlatform and PlatformFeeds. Domains in the private section
// of the public suffix list (github.io, netlify.app, hatenablog.com …) need no row: every name
// below them is a registrable domain.
var platforms = slices.Concat(audioPlatforms, morePlatforms, listedPlatforms(), []platform{
	// Feed relays. New FeedBurner names have a generic word before a short code.
	{domain: "feedburner.com", reserved: []string{"fb"}, paths: []string{
		"/~r/{id} -> /{id}", "/com/{id}", "/net/{id}", "/org/{id}", "/co/{id}", "/info/{id}",
		"/blogspot/{id}", "/google/{id}", "/typepad/{id}", "/wordpress/{id}", "/{id}",
	}},
	{domain: "feedproxy.google.com", paths: []string{"/~r/{id} -> feedburner.com/{id}", "/{id} -> feedburner.com/{id}"}},
	{domain: "feedblitz.com", paths: []string{"/{id}"}},
	{domain: "feed43.com", paths: []string{"/{id}.xml -> /{id}"}},
	{domain: "fetchrss.com", paths: []string{"/rss/{id}.xml -> /rss/{id}", "/rss/{id}"}},
	{domain: "rss.app", paths: []string{"/feeds/v1.1/{id}.xml -> /feeds/{id}", "/feeds/v1.1/{id}.json -> /feeds/{id}",
		"/feeds/v1.1/{id} -> /feeds/{id}", "/feeds/{id}.xml -> /feeds/{id}", "/feeds/{id}"}},
	{domain: "feedx.net", paths: []string{"/rss/{name}.xml -> /{name}", "/rss/{name} -> /{name}"}},
	{domain: "siftrss.com", paths: []string{"/f/{id}"}},
	{domain: "politepol.com", paths: []string{"/fd/{id}.xml -> /fd/{id}", "/fd/{id}"}},
	{domain: "feedity.com", paths: []string{"/{site}/{id}.rss -> /{site}/{id}", "/{site}/{id}"}},
	{domain: "rssmix.com", paths: []string{"/u/{id}"}},
	{domain: "createfeed.fivefilters.org", paths: []string{"/extract.php?url={name} -> /{name}"}},
	{domain: "ftr.fivefilters.org", paths: []string{"/makefulltextfeed.php?url={name} -> /{name}"}},
	{domain: "ftr.fivefilters.net", paths: []string{"/makefulltextfeed.php?url={name} -> ftr.fivefilters.org/{name}"}},
	{domain: "inoreader.com", paths: []string{"/stream/user/{account}/tag/{id}", "/blog"}},
	{domain: "feedcat.net", paths: []string{"/{id}"}},
	{domain: "zapier.com", paths: []string{"/engine/rss/{account}/{name} -> /rss/{account}/{name}"}},
	{domain: "api.apify.com", paths: []string{"/v2/datasets/{id}", "/v2/actor-tasks/{id}"}},
	{domain: "superfeedr.com", paths: []string{"/{id}"}},
	{domain: "morss.it", relays: true,
		paths: []string{"/:{options}/https://{name} -> /{name}", "/:{options}/http://{name} -> /{name}",
			"/:{options}/{name} -> /{name}", "/https://{name} -> /{name}", "/http://{name} -> /{name}", "/{name}"}},
	{domain: "politepaul.com", paths: []string{"/fd/{id}.xml -> /fd/{id}"}},
	{domain: "openrss.org", relays: true, paths: []string{"/{site}"}},
	{domain: "feed.press", paths: []string{"/{name} -> feedpress.me/{name}"}},
	{domain: "feedpress.com", paths: []string{"/{name} -> feedpress.me/{name}"}},
	{domain: "feedless.org", paths: []string{"/f/{id}"}},
	{domain: "rapidfeeds.com", paths: []string{"/{id}"}},
	{domain: "talkwalker.com", paths: []string{"/{language}/alerts/rss/{id} -> /alerts/rss/{id}", "/alerts/rss/{id}"}},
	{domain: "kill-the-newsletter.com", paths: []string{"/feeds/{id}.xml -> /feeds/{id}", "/feeds/{id}"}},
	{domain: "campaign-archive.com", service: []string{"us*"},
		paths: []string{"/feed?u={id} -> /{id}", "/home?u={id} -> /{id}"}},

	// Google. Other services on google.com are distinguished by their host.
	{domain: "google.com", paths: []string{"/alerts/feeds/{account}/{id}"}},
	{domain: "news.google.com", paths: []string{
		"/rss/publications/{id} -> /publications/{id}", "/publications/{id}", "/rss/topics/{id} -> /topics/{id}",
		"/topics/{id}",
		"/rss/search?q={id} -> /search/{id}", "/search?q={id} -> /search/{id}",
	}},
	{domain: "sites.google.com", paths: []string{"/site/{name}", "/view/{name}", "/a/{name}/{name}", "/{name}/{name}"}},
	{domain: "groups.google.com",
		paths: []string{"/forum/feed/{name} -> /g/{name}", "/group/{name} -> /g/{name}", "/g/{name}"}},

	// Blogs and newsletters. Blogspot also has country domains; see outlet.go.
	{domain: "blogspot.com", names: true, feeds: []string{"* -> /feeds/posts/default"}},
	{domain: "blogger.com", paths: []string{"/feeds/{id}"}},
	{domain: "wordpress.com", names: true, service: []string{"public-api"}, feeds: []string{"* -> /feed/"}},
	{domain: "substack.com", names: true, service: []string{"open"},
		paths: []string{"/pub/{name} -> {name}.substack.com", "/@{name}", "/feed/podcast/{id}.rss -> /podcast/{id}"},
		feeds: []string{"* -> /feed"}},
	{domain: "medium.com", names: true, reserved: []string{
		"p", "m", "tag", "search", "about", "membership", "me", "feed", "topics",
	}, paths: []string{
		"/feed/@{name} -> /@{name}", "/@{name}", "/feed/tag/{name} -> /tag/{name}", "/tag/{name}", "/feed/{name} -> /{name}",
		"/{name}",
	}, feeds: []string{"* -> /feed", "/{id} -> https://medium.com/feed/{id}"}},
	{domain: "tumblr.com", names: true, reserved: []string{"tagged", "explore"}, paths: []string{
		"/blog/view/{name} -> {name}.tumblr.com", "/blog/{name} -> {name}.tumblr.com", "/{name} -> {name}.tumblr.com",
	}, feeds: []string{"* -> /rss"}},
	{domain: "livejournal.com", names: true, feeds: []string{"* -> /data/rss"}},
	{domain: "users.livejournal.com", paths: []string{"/{name} -> {name}.livejournal.com"}},
	{domain: "ghost.io", names: true, feeds: []string{"* -> /rss/"}},
	{domain: "beehiiv.com", names: true, paths: []string{"/feeds/{id}.xml -> /feeds/{id}"}},
	{domain: "buttondown.com", paths: []string{"/{name}"}, feeds: []string{"/{id} -> /{id}/rss"}},
	{domain: "buttondown.email", paths: []string{"/{name} -> buttondown.com/{name}"}},
	{domain: "hashnode.dev", names: true, feeds: []string{"* -> /rss.xml"}},
	{domain: "dev.to", reserved: []string{"t"}, paths: []string{"/feed/{name} -> /{name}", "/{name}"},
		feeds: []string{"/{id} -> /feed/{id}"}},
	{domain: "over-blog.com", names: true, feeds: []string{"* -> /rss"}},
	{domain: "tistory.com", names: true, feeds: []string{"* -> /rss"}},
	{domain: "blog.naver.com", paths: []string{"/{name}"},
		feeds: []string{"/{id} -> https://rss.blog.naver.com/{id}.xml"}},
	{domain: "rss.blog.naver.com",
		paths: []string{"/{name}.xml -> blog.naver.com/{name}", "/{name} -> blog.naver.com/{name}"}},
	{domain: "rssblog.ameba.jp", paths: []string{"/{name} -> ameblo.jp/{name}"}},
	{domain: "note.com", paths: []string{"/{name}"}, feeds: []string{"/{id} -> /{id}/rss"}},
	{domain: "github.com", service: []string{"gist"}, reserved: []string{
		"about", "apps", "collections", "customer-stories", "enterprise", "explore", "features", "login", "marketplace",
		"orgs",
		"pricing", "search", "security", "settings", "sponsors", "topics", "trending",
	}, paths: []string{"/{name}"}, feeds: []string{"/{owner}/{project} -> /{owner}/{project}/releases.atom " +
		"/{owner}/{project}/tags.atom /{owner}/{project}/commits.atom"}},

	{domain: "campaign-archive1.com", service: []string{"us*"},
		paths: []string{"/feed?u={id} -> campaign-archive.com/{id}"}},
	{domain: "campaign-archive2.com", service: []string{"us*"},
		paths: []string{"/feed?u={id} -> campaign-archive.com/{id}"}},
	{domain: "getrevue.co", paths: []string{"/profile/{name}"}},
	{domain: "steady.page", paths: []string{"/{language}/{name} -> /{name}"}},
	{domain: "steadyhq.com", paths: []string{"/{language}/{name} -> steady.page/{name}"}},
	{domain: "paragraph.com", paths: []string{"/@{name}"}},
	{domain: "paragraph.xyz", paths: []string{"/@{name} -> paragraph.com/@{name}"}},
	{domain: "mirror.xyz", names: true, paths: []string{"/{name}"}},
	{domain: "stibee.com", service: []string{"page"}, paths: []string{"/archives/{id}"}},
	{domain: "follow.it", reserved: []string{"track-rss-story-click"},
		paths: []string{"/track-rss-story-click/v3/{id} -> /{id}", "/{name}"}},
	{domain: "tg.i-c-a.su", paths: []string{"/rss/{name} -> t.me/{name}"}},
	{domain: "micro.blog", names: true, paths: []string{"/{name} -> {name}.micro.blog"}},
	{domain: "write.as", names: true, paths: []string{"/{name}"}},
	{domain: "bearblog.dev", names: true, feeds: []string{"* -> /feed/"}},
	{domain: "teletype.in", paths: []string{"/rss/{name} -> /@{name}", "/@{name}"}},
	{domain: "jianshu.com", paths: []string{"/u/{id}"}},
	{domain: "scoop.it", paths: []string{"/topic/{name}"}},
	{domain: "vc.ru", paths: []string{"/rss/u/{number} -> /u/{number}", "/u/{number}"}},
	{domain: "zenn.dev", paths: []string{"/p/{name}", "/{name}"}},
	{domain: "qiita.com", paths: []string{"/organizations/{name}", "/{name}"}},
	{domain: "brunch.co.kr", paths: []string{"/rss/@@{id} -> /@@{id}", "/@@{id}", "/@{name}"}},
	{domain: "velog.io", service: []string{"v2"},
		paths: []string{"/rss/@{name} -> /@{name}", "/rss/{name} -> /@{name}", "/@{name}"}},
	{domain: "blog.sina.com.cn", paths: []string{"/rss/{id}.xml -> /{id}", "/{id}"}},
	{domain: "raw.githubusercontent.com", paths: []string{"/{name} -> github.com/{name}"}},
	{domain: "gitlab.com", reserved: []string{"users", "groups"}, paths: []string{"/{name}"}},
	{domain: "sourceforge.net", paths: []string{"/projects/{name}", "/p/{name} -> /projects/{name}"}},
	{domain: "groups.io", paths: []string{"/g/{name}"}},

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
	{domain: "vimeo.com", paths: []string{"/channels/{name}", "/{name}"},
		feeds: []string{"/channels/{id} -> /channels/{id}/videos/rss"}},
	{domain: "dailymotion.com", reserved: []string{"video", "playlist"},
		paths: []string{"/rss/user/{name} -> /{name}", "/user/{name} -> /{name}", "/{name}"},
		feeds: []string{"/{id} -> https://www.dailymotion.com/rss/user/{id}"}},
	{domain: "reddit.com", service: []string{"old", "new", "np"},
		paths: []string{"/r/{name}", "/user/{owner}/m/{name}", "/user/{name}", "/u/{name} -> /user/{name}"}, feeds: []string{
			"/r/{id} -> https://www.reddit.com/r/{id}/.rss", "/user/{id} -> https://www.reddit.com/user/{id}/.rss",
			"/u/{id} -> https://www.reddit.com/u/{id}/.rss",
		}},
	{domain: "x.com", reserved: []string{"i", "search", "hashtag"}, paths: []string{"/{name}"}},
	{domain: "twitter.com", reserved: []string{"i", "search", "hashtag"}, paths: []string{"/{name} -> x.com/{name}"}},
	{domain: "facebook.com", service: []string{"web", "touch", "mbasic"}, reserved: []string{"sharer"}, paths: []string{
		"/feeds/page.php?id={id} -> /{id}", "/groups/{name}", "/pages/{slug}/{id} -> /{id}", "/pg/{name} -> /{name}",
		"/{name}",
	}},
	{domain: "instagram.com", reserved: []string{"p"}, paths: []string{"/{name}"}},
	{domain: "threads.net", paths: []string{"/@{name}"}},
	{domain: "tiktok.com", paths: []string{"/@{name}"}},
	{domain: "bsky.app", paths: []string{"/profile/{name}"}, feeds: []string{"/profile/{id} -> /profile/{id}/rss"}},
	{domain: "t.me", paths: []string{"/s/{name} -> /{name}", "/{name}"}},
	{domain: "vk.com", reserved: []string{"rss.php"}, paths: []string{"/rss.php?domain={name} -> /{name}", "/{name}"}},
	{domain: "linkedin.com", paths: []string{"/company/{name}", "/newsletters/{name}", "/in/{name}"}},
	{domain: "patreon.com", paths: []string{"/rss/{name} -> /{name}", "/c/{name} -> /{name}", "/{name}"}},
	{domain: "odysee.com", paths: []string{"/$/rss/@{name} -> /@{name}", "/@{name}"}},
	{domain: "rumble.com", paths: []string{"/c/{name}", "/user/{name}"}},
	{domain: "bitchute.com", paths: []string{"/feeds/rss/channel/{name} -> /channel/{name}", "/channel/{name}"}},
	{domain: "rutube.ru", paths: []string{"/channel/{id}"}},
	{domain: "space.bilibili.com", paths: []string{"/{id}"}},
	{domain: "dzen.ru", paths: []string{"/id/{id}", "/{name}"}},
	{domain: "threads.com", paths: []string{"/@{name} -> threads.net/@{name}"}},
	{domain: "flickr.com", paths: []string{"/photos/{name}", "/services/feeds/photos_public.gne?id={name} -> " +
		"/photos/{name}"}},
	{domain: "ok.ru", paths: []string{"/group/{id}", "/{name}"}},
	{domain: "weibo.com", paths: []string{"/u/{id}", "/{name}"}},
	{domain: "telegram.me", paths: []string{"/s/{name} -> t.me/{name}", "/{name} -> t.me/{name}"}},
	{domain: "rsshub.app", paths: []string{
		"/telegram/channel/{name} -> t.me/{name}", "/twitter/user/{name} -> x.com/{name}",
		"/youtube/channel/{id} -> youtube.com/channel/{id}",
		"/bilibili/user/video/{id} -> space.bilibili.com/{id}", "/{site}/user/{id}", "/{site}/channel/{id}",
		"/{site}/author/{id}",
		"/{site}/{route}", "/{site}",
	}},
	{domain: "rss-bridge.org", paths: []string{
		"/?bridge={name}&u={id} -> /bridge/{name}/{id}", "/?bridge={name}&username={id} -> /bridge/{name}/{id}",
		"/?bridge={name}&url={id} -> /bridge/{name}/{id}", "/?bridge={name}&c={id} -> /bridge/{name}/{id}",
		"/?bridge={name}&channel={id} -> /bridge/{name}/{id}", "/?bridge={name}&user={id} -> /bridge/{name}/{id}",
		"/?bridge={name}&home_page={id} -> /bridge/{name}/{id}", "/?bridge={name} -> /bridge/{name}",
	}},
	{domain: "nitter.net", reserved: []string{"about", "i", "pic", "search"}, paths: []string{"/{name} -> x.com/{name}"}},
	{domain: "flipboard.com", paths: []string{"/@{name}"}},

	// Further feed builders, blogs, networks and storage of files.
	{domain: "fulltextrssfeed.com", relays: true, paths: []string{"/{site}"}},
	{domain: "wizardrss.com", relays: true, paths: []string{"/feed/{site} -> /{site}", "/{site}"}},
	{domain: "dlvrit.com", paths: []string{"/rss/{name}"}},
	{domain: "dlvr.it", paths: []string{"/rss/{name} -> dlvrit.com/rss/{name}"}},
	{domain: "pipes.digital", paths: []string{"/feed/{id}"}},
	{domain: "pipes.yahoo.com", paths: []string{"/pipes/pipe.run?_id={id} -> /pipe/{id}"}},
	{domain: "feedly.com", paths: []string{"/f/{id}.rss -> /f/{id}", "/f/{id}"}},
	{domain: "bing.com", paths: []string{"/news/search?q={id} -> /news/search/{id}", "/search?q={id} -> /search/{id}"}},
	{domain: "rss.msn.com", paths: []string{"/{name}/{name}", "/{name}"}},
	{domain: "chimpfeedr.com", paths: []string{"/chimp/{name}"}},
	{domain: "page2rss.com", paths: []string{"/rss/{id}"}},
	{domain: "feedfry.com", paths: []string{"/rss/{id}"}},
	{domain: "rssgenerator.mooo.com", paths: []string{"/feeds?p={id} -> /feeds/{id}"}},
	{domain: "rsseverything.com", paths: []string{"/feed/{id}.xml -> /feed/{id}"}},
	{domain: "notifier.in", paths: []string{"/rss/{id}.xml -> /rss/{id}"}},
	{domain: "feed.informer.com", paths: []string{"/digests/{id}"}},
	{domain: "dapper.net", paths: []string{"/RunDapp?dappName={id} -> /dapp/{id}"}},
	{domain: "queryfeed.net", paths: []string{"/twitter?q={id} -> /tw/{id}", "/tw?q={id} -> /tw/{id}"}},
	{domain: "twitrss.me", paths: []string{
		"/twitter_user_to_rss?user={name} -> x.com/{name}", "/mobile_twitter_to_rss?user={name} -> x.com/{name}",
	}},
	{domain: "fbrss.com", paths: []string{"/f/{id}.xml -> /f/{id}"}},
	{domain: "wallflux.com", paths: []string{"/feed/{id}"}},
	{domain: "wechat2rss.xlab.app", paths: []string{"/feed/{id}.xml -> /feed/{id}"}},
	{domain: "api.feeddd.org", paths: []string{"/feeds/{id}"}},
	{domain: "plink.anyfeeder.com", paths: []string{"/{site}/{name}"}},
	{domain: "xcancel.com", paths: []string{"/{name} -> x.com/{name}"}},
	{domain: "bibliogram.art", paths: []string{"/u/{name} -> instagram.com/{name}"}},
	{domain: "yewtu.be", paths: []string{
		"/feed/channel/{id} -> youtube.com/channel/{id}", "/channel/{id} -> youtube.com/channel/{id}",
	}},
	{domain: "libreddit.it", paths: []string{
		"/r/{name} -> reddit.com/r/{name}", "/user/{name} -> reddit.com/user/{name}",
	}},
	{domain: "proxitok.pabloferreiro.es", paths: []string{"/@{name} -> tiktok.com/@{name}"}},
	{domain: "pinboard.in", paths: []string{"/rss/u:{name} -> /u:{name}", "/u:{name}"}},
	{domain: "diigo.com", paths: []string{"/rss/user/{name} -> /user/{name}", "/user/{name}"}},
	{domain: "bg.raindrop.io", paths: []string{"/rss/public/{id}"}},
	{domain: "getpocket.com", paths: []string{"/users/{name}"}},
	{domain: "instapaper.com", paths: []string{"/rss/{id}"}},
	{domain: "newsblur.com", paths: []string{"/social/rss/{id}/{name} -> /social/{id}"}},
	{domain: "theoldreader.com", paths: []string{"/profile/{id}.rss -> /profile/{id}", "/profile/{id}"}},
	{domain: "listed.to", paths: []string{"/@{name}"}},
	{domain: "steemit.com", paths: []string{"/@{name}"}},
	{domain: "hive.blog", paths: []string{"/@{name}"}},
	{domain: "hashnode.com", paths: []string{"/@{name}"}},
	{domain: "hackernoon.com", paths: []string{"/u/{name}"}},
	{domain: "virgool.io", paths: []string{"/feed/@{name} -> /@{name}", "/@{name}"}},
	{domain: "vocus.cc", paths: []string{"/user/@{name} -> /@{name}", "/salon/{name}", "/@{name}"}},
	{domain: "matters.town", paths: []string{"/@{name}"}},
	{domain: "matters.news", paths: []string{"/@{name} -> matters.town/@{name}"}},
	{domain: "plurk.com", paths: []string{"/{name}.xml -> /{name}", "/{name}"}},
	{domain: "cnblogs.com", paths: []string{"/blog/u/{id} -> /u/{id}", "/u/{id}", "/{name}"}},
	{domain: "douban.com", paths: []string{"/feed/people/{name} -> /people/{name}", "/people/{name}", "/group/{name}"}},
	{domain: "zhihu.com", paths: []string{"/people/{name}", "/org/{name}", "/column/{name}"}},
	{domain: "mp.weixin.qq.com", paths: []string{
		"/s?__biz={id} -> /biz/{id}", "/mp/profile_ext?__biz={id} -> /biz/{id}",
	}},
	{domain: "juejin.cn", paths: []string{"/user/{id}"}},
	{domain: "segmentfault.com", paths: []string{"/u/{name}"}},
	{domain: "toutiao.com", paths: []string{"/c/user/{id}"}},
	{domain: "postype.com", names: true, paths: []string{"/@{name}"}},
	{domain: "salon24.pl", paths: []string{"/u/{name}"}},
	{domain: "blog.aktualne.cz", paths: []string{"/blogy/{name}.php -> /blogy/{name}"}},
	{domain: "freitag.de", paths: []string{"/autoren/{name}"}},
	{domain: "blogs.mediapart.fr", paths: []string{"/blog/{name} -> /{name}", "/{name}"}},
	{domain: "liveinternet.ru", paths: []string{"/users/{name}"}},
	{domain: "blogs.mail.ru", paths: []string{"/mail/{name}"}},
	{domain: "echo.msk.ru", paths: []string{"/blog/{name}"}},
	{domain: "blog.i.ua", paths: []string{"/user/{id}"}},
	{domain: "proza.ru", paths: []string{"/avtor/{name}"}},
	{domain: "oknation.net", paths: []string{"/blog/{name}"}},
	{domain: "bloggang.com", paths: []string{
		"/viewblog.php?id={name} -> /{name}", "/mainblog.php?id={name} -> /{name}",
	}},
	{domain: "angelfire.com", paths: []string{"/{name}/{name}"}},
	{domain: "archive.aweber.com", paths: []string{"/newsletter/{name}"}},
	{domain: "vk.ru", paths: []string{"/rss.php?domain={name} -> vk.com/{name}", "/{name} -> vk.com/{name}"}},
	{domain: "pixelfed.social", paths: []string{"/users/{name}.atom -> /{name}", "/{name}"}},
	{domain: "slideshare.net", paths: []string{"/rss/user/{name} -> /{name}", "/{name}"}},
	{domain: "goodreads.com", paths: []string{
		"/review/list_rss/{id} -> /user/{id}", "/user/updates_rss/{id} -> /user/{id}",
		"/author_blog_posts/{id}.rss -> /author/{id}",
	}},
	{domain: "git.sr.ht", paths: []string{"/~{name}"}},
	{domain: "store.steampowered.com", paths: []string{"/feeds/news/app/{id} -> /news/app/{id}"}},
	{domain: "globenewswire.com", paths: []string{"/RssFeed/organization/{id}"}},
	{domain: "pressebox.de", paths: []string{"/newsroom/{name}"}},
	{domain: "digitaloceanspaces.com",
		service: []string{"ams3", "blr1", "fra1", "lon1", "nyc3", "sfo2", "sfo3", "sgp1", "syd1", "tor1"}, paths: []string{
			"/{name}",
		}},
	{domain: "linodeobjects.com", service: []string{"ap-south-1", "eu-central-1", "us-east-1", "us-southeast-1"},
		paths: []string{
			"/{name}",
		}},
	{domain: "wasabisys.com", service: []string{"s3*"}, paths: []string{"/{name}"}},
	{domain: "scw.cloud", service: []string{"s3*"}, paths: []string{"/{name}"}},
	{domain: "backblazeb2.com", service: []string{"f0*"}, paths: []string{"/file/{name}"}},
	{domain: "firebasestorage.googleapis.com", paths: []string{"/v0/b/{name}"}},
	{domain: "dropboxusercontent.com", service: []string{"dl"}, paths: []string{"/s/{id}", "/scl/fi/{id}"}},

	// Portals of several newspapers.
	{domain: "presseportal.de", paths: []string{"/rss/pm_{id}.rss2 -> /nr/{id}", "/nr/{id}"}},
	{domain: "mynewsdesk.com", paths: []string{"/{country}/{name} -> /{name}"}},
	{domain: "go.com", names: true}, // ABC News, ESPN
	{domain: "folha.uol.com.br", paths: []string{"/ -> folha.uol.com.br"}},
})
