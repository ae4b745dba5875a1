package transfer

import (
	"cmp"
	"context"

	"github.com/newsources/newsources/services/newssources/internal/reading/outletname"
	"github.com/newsources/newsources/services/newssources/internal/register/listfile"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// outletPlan holds the values for the source of an outline that are derived from the whole list.
type outletPlan struct {
	name       string // empty if the titles of its feeds contain none
	homepage   string // the outlet's page with the shortest address; empty if no outline names one
	pathPrefix string // see findPathPrefixes
}

// planOutlets returns the plan for each cleaned outline. Lists name feeds ("BBC News - World") and
// link to their sections, so names and homepages are derived from all outlines of an outlet.
func planOutlets(ctx context.Context, outlines []Outline) ([]outletPlan, error) {
	feeds, err := findFeeds(ctx, outlines)
	if err != nil {
		return nil, err
	}
	prefixes := findPathPrefixes(feeds)
	titles, homepages := map[source.Outlet][]string{}, map[source.Outlet]string{}
	for i := range feeds {
		if _, isNamed := listfile.NamedOutlet(feeds[i].page, outlines[i].Path); isNamed {
			prefixes[i] = outlines[i].Path
		}
		if prefixes[i] != "" {
			feeds[i].found, feeds[i].err = feeds[i].findOutlet(prefixes[i])
		}
		f := feeds[i]
		if f.err != nil {
			continue
		}
		if isName(f.title) {
			titles[f.found.outlet] = append(titles[f.found.outlet], f.title)
		}
		if known := homepages[f.found.outlet]; !f.found.isHomepageDerived &&
			(known == "" || len(f.found.homepage) < len(known)) {
			homepages[f.found.outlet] = f.found.homepage
		}
	}
	names := make(map[source.Outlet]string, len(titles))
	for outlet, all := range titles {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		names[outlet] = outletname.InFeedTitles(outletname.Outlet(outlet), all)
	}
	plans := make([]outletPlan, len(outlines))
	for i, f := range feeds {
		plans[i] = outletPlan{names[f.found.outlet], cmp.Or(homepages[f.found.outlet], outlines[i].HTMLURL), prefixes[i]}
	}
	return plans, nil
}

// listedFeed is the feed of an outline, with its outlet. A feed with an error has no outlet.
type listedFeed struct {
	outlineAddresses
	title string
	found outlineOutlet
}

// findFeeds returns the feed of each outline.
func findFeeds(ctx context.Context, outlines []Outline) ([]listedFeed, error) {
	feeds := make([]listedFeed, len(outlines))
	for i, o := range outlines {
		if err := ctx.Err(); err != nil { // a large list may take longer than its request
			return nil, err
		}
		f := listedFeed{outlineAddresses: parseAddresses(o.XMLURL, o.HTMLURL), title: o.Title}
		f.found, f.err = f.findOutlet("")
		feeds[i] = f
	}
	return feeds, nil
}
