package discover

import "testing"

func TestFeedPath(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]bool{
		"/rss": true, "/feed/": true, "/feeds/all.rss": true, "/rss.xml": true, "/news/rss-feed": true, "/atom.xml": true, "/index.rdf": true,
		"/?feed=rss2": true, "/?format=feed": true, "/?service=rss": true, "/spip.php?page=backend": true, "/news/?outputType=xml": true, "/news?page=2": false, "/section?format=rss": true, "/rss/news": true, "/export.xml?x=1": true,
		"/articles/feed-498661": false, "/rss-explained": false, "/feedback": false, "/": false, "/news": false, "/atomic": false,
	} {
		if got := feedPath.MatchString(path); got != want {
			t.Errorf("%s: %t", path, got)
		}
	}
}
