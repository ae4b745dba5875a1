package simulator

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"
)

// samplePaths are the paths of the feeds of an outlet of the sample list, in the order of
// sampleSections.
var samplePaths = [3]string{"/feeds/news.xml", "/feeds/sport.xml", "/feeds/culture.xml"}

// sampleFaults are faults of first feeds of the sample list, by host, so that the list has sources
// that need work.
var sampleFaults = map[string]http.HandlerFunc{
	"anzeiger-falkenau": respondStatus(http.StatusGone, nil),
	"fairhaven-ledger":  respondStatus(http.StatusServiceUnavailable, nil),
	"neos-faros":        respondStatus(http.StatusForbidden, nil),
	"stormbreck-weather": respond("text/html", "<!doctype html><title>Stormbreck Weather</title><p>Our feeds have "+
		"moved.</p>"),
}

// sampleSites returns the outlets of the sample list.
func sampleSites(s *Simulator) []*Site {
	sites := make([]*Site, 0, len(sampleOutlets))
	for i, o := range sampleOutlets {
		site := Site{Host: o.host + ".test", Name: o.name, Language: o.language, Country: o.country,
			About: "an outlet of the sample list"}
		for j, kind := range strings.Fields(o.kinds) {
			site.Feeds = append(site.Feeds, Feed{
				Path: samplePaths[j], Title: sampleSections[o.language][j], Kind: kind,
				Interval: time.Duration(10+(i*37+j*113)%350) * time.Minute,
			})
		}
		if fault := sampleFaults[o.host]; fault != nil {
			site.pages = map[string]http.HandlerFunc{samplePaths[0]: fault}
		}
		made := s.site(site)
		made.Special = false
		sites = append(sites, made)
	}
	return sites
}

// SampleList returns an OPML list of simulated outlets, with one folder per country or subject.
func (s *Simulator) SampleList() []byte {
	var folders []string
	outlines := map[string]*strings.Builder{}
	// A site that has a WebSub hub.
	announcer := sampleOutlet{host: strings.TrimSuffix(announcesHost, ".test"), folder: "Technology"}
	for _, o := range append(slices.Clone(sampleOutlets), announcer) {
		if outlines[o.folder] == nil {
			folders, outlines[o.folder] = append(folders, o.folder), &strings.Builder{}
		}
		site := s.sites[o.host+".test"]
		for _, feed := range site.Feeds {
			fmt.Fprintf(outlines[o.folder], "      <outline type=\"rss\" text=\"%s\" xmlUrl=\"%s\" htmlUrl=\"%s/\" "+
				"language=\"%s\"/>\n",
				escape(site.Name+" – "+feed.Title), escape(site.base+feed.Path), escape(site.base), site.Language)
		}
	}
	var list strings.Builder
	list.WriteString("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opml version=\"2.0\">\n  <head><title>Simulated " +
		"outlets</title></head>\n  <body>\n")
	for _, folder := range folders {
		fmt.Fprintf(&list, "    <outline text=\"%s\">\n%s    </outline>\n", escape(folder), outlines[folder])
	}
	list.WriteString("  </body>\n</opml>\n")
	return []byte(list.String())
}
