package simulator

import (
	"fmt"
	"net/http"
)

const (
	classPlatform = "hosting platform"
	youTubeID     = "UCsimulatedchannel000001"
	youTubeList   = "PLsimulatedplaylist000000001"
)

// platformSites returns imitations of hosting platforms under their real host names. Their
// addresses have no port, so they are reached through the simulator's proxy.
func platformSites(s *Simulator) []*Site {
	platform := func(host, name string) *Site {
		site := s.site(Site{Host: host, Name: name, Language: "en", Country: "US", About: "imitates " + name,
			StandardPorts: true, Secure: true})
		site.Special, site.pages = false, map[string]http.HandlerFunc{"/": htmlPage("en", name, "<h1>"+name+"</h1>")}
		return site
	}
	// publish adds a page at path, whose feed has the heading, and the expectation.
	publish := func(site *Site, path, feed, name, heading, markup string) {
		f := feedList(feed + " All")[0]
		f.Heading, f.Unlinked = heading, true
		site.Feeds = append(site.Feeds, f)
		site.pages[path] = respond("text/html; charset=utf-8",
			`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>`+escape(heading)+" - "+site.Name+
				`</title><meta property="og:site_name" content="`+site.Name+`"><meta property="og:title" content="`+escape(heading)+
				`"></head><body>`+markup+`</body></html>`)
		site.alsoExpect(classPlatform, Expectation{Address: path, Feed: feed, Name: name, NotName: site.Name})
	}

	youTube := platform("youtube.com", "YouTube")
	youTube.base = "https://www.youtube.com"
	channelFeed := "/feeds/videos.xml?channel_id=" + youTubeID
	channelMarkup := `<script>var ytInitialData={"metadata":{"channelMetadataRenderer":{"title":"Channel Nine","externalId":"` + youTubeID + `"}}};</script>`
	publish(youTube, "/channel/"+youTubeID, channelFeed, "Channel Nine", "Channel Nine", channelMarkup)
	publish(youTube, "/@channelnine", channelFeed, "Channel Nine", "Channel Nine", channelMarkup)
	publish(youTube, "/playlist?list="+youTubeList, "/feeds/videos.xml?playlist_id="+youTubeList, "Evening News",
		"Evening News", "")

	reddit := platform("reddit.com", "Reddit")
	reddit.base = "https://www.reddit.com"
	publish(reddit, "/r/localnews/", "/r/localnews/.rss", "", "Local news", "")

	medium := platform("medium.com", "Medium")
	publish(medium, "/@reporter", "/feed/@reporter", "", "Stories by Rita Reporter on Medium", "")
	publish(medium, "/better-news", "/feed/better-news", "Better News", "Better News", "")

	letter := platform("cityletter.substack.com", "Substack")
	publish(letter, "/", "/feed", "The City Letter", "The City Letter",
		`<script src="https://substackcdn.com/bundle/static/js/main.js"></script>`)
	second := platform("tidings.substack.com", "Substack")
	publish(second, "/archive", "/feed", "Tidings", "Tidings", "")

	bluesky := platform("bsky.app", "Bluesky")
	publish(bluesky, "/profile/paper.example.org", "/profile/paper.example.org/rss", "", "@paper.example.org - The Paper",
		"")
	publish(bluesky, "/profile/gazette.bsky.social", "/profile/gazette.bsky.social/rss", "",
		"@gazette.bsky.social - The Gazette", "")

	mastodon := platform("mastodon.social", "Mastodon")
	publish(mastodon, "/@paper", "/@paper.rss", "The Paper", "The Paper", `<div id="mastodon"></div>`)

	podcasts := platform("podcasts.apple.com", "Apple Podcasts")
	lookup := platform("itunes.apple.com", "iTunes")
	var shows []*Site
	for i, show := range []string{"The Morning Show", "Late Debate"} {
		id := fmt.Sprint(1500000001 + i)
		host := platform(slug(show)+"-audio.test", show)
		host.Feeds = feedList("/podcast.xml " + show)
		host.Feeds[0].Heading = show
		feed := host.base + "/podcast.xml"
		podcasts.pages["/us/podcast/"+slug(show)+"/id"+id] = htmlPage("en", show+" - Apple Podcasts",
			`<script type="application/json" id="serialized-server-data">[{"data":{"shelves":[{"items":[{"feedUrl":"`+feed+
				`"}]}]}}]</script>`)
		lookup.pages["/lookup?id="+id+"&entity=podcast"] = respond("application/json",
			`{"resultCount":1,"results":[{"collectionName":"`+show+`","feedUrl":"`+feed+`"}]}`)
		lookup.pages["/lookup?id="+id] = lookup.pages["/lookup?id="+id+"&entity=podcast"]
		podcasts.alsoExpect(classPlatform,
			Expectation{Address: "/us/podcast/" + slug(show) + "/id" + id, Feed: feed, Name: show, NotName: "Apple Podcasts"})
		shows = append(shows, host)
	}
	return append([]*Site{youTube, reddit, medium, letter, second, bluesky, mastodon, podcasts, lookup}, shows...)
}
