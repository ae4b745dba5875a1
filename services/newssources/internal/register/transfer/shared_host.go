package transfer

import (
	"path"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/reading/outletname"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// minSharedHostFeeds is how many feeds of an outlet a list must have before their titles show that
// they are of several publishers.
const minSharedHostFeeds = 5

// hostedFeed is a feed whose outlet is a whole domain.
type hostedFeed struct {
	index    int // in the list
	title    string
	segments []string // of the feed's path, the last without its extension
}

// findPathPrefixes returns the path prefix of the outlet of each feed, for hosts that carry
// unrelated publishers but are no known platform, and "" for all other feeds. The publishers must
// be at distinct paths.
func findPathPrefixes(feeds []listedFeed) []string {
	prefixes := make([]string, len(feeds))
	byOutlet := map[source.Outlet][]hostedFeed{}
	for i, f := range feeds {
		if f.err != nil || f.found.outlet.PathPrefix != "" || f.found.outlet != outletOf(f.feed) ||
			weburl.IsPlatform(f.feed) {
			continue
		}
		segments := f.feed.Segments()
		if n := len(segments); n > 0 {
			segments[n-1] = strings.TrimSuffix(segments[n-1], path.Ext(segments[n-1]))
		}
		byOutlet[f.found.outlet] = append(byOutlet[f.found.outlet], hostedFeed{i, f.title, segments})
	}
	for outlet, hosted := range byOutlet {
		if len(hosted) < minSharedHostFeeds {
			continue
		}
		depth, ok := distinctSegment(hosted)
		if !ok || !outletname.AreUnrelated(outletname.Outlet(outlet), feedTitles(hosted)) {
			continue
		}
		for _, f := range hosted {
			prefixes[f.index] = "/" + strings.Join(f.segments[:depth+1], "/")
		}
	}
	return prefixes
}

func feedTitles(feeds []hostedFeed) []string {
	titles := make([]string, len(feeds))
	for i, f := range feeds {
		titles[i] = f.title
	}
	return titles
}

// distinctSegment returns the index of the first path segment in which the feeds differ. ok is false if fewer than nine
// tenths of them have a value of their own there, as with sections of a newspaper in several formats.
func distinctSegment(feeds []hostedFeed) (depth int, ok bool) {
	for ; ; depth++ {
		values := map[string]bool{}
		for _, f := range feeds {
			if len(f.segments) <= depth {
				return 0, false
			}
			values[f.segments[depth]] = true
		}
		if len(values) > 1 {
			return depth, 10*len(values) >= 9*len(feeds)
		}
	}
}
