package transfer

import (
	"cmp"

	"github.com/newsources/newsources/services/newssources/internal/source"
)

// outletPlan holds the values for the source of an outline that are derived from the whole list.
type outletPlan struct {
	name       string // empty if the titles of its feeds contain none
	homepage   string // the outlet's page with the shortest address; empty if no outline names one
	pathPrefix string // see findPathPrefixes
}

// planOutlets returns the plan for each outline. Lists name feeds ("BBC News - World") and link to their sections, so names
// and homepages are derived from all outlines of an outlet.
func planOutlets(outlines []Outline) []outletPlan {
	prefixes := findPathPrefixes(outlines)
	outlets := make([]source.Outlet, len(outlines))
	titles, homepages := map[source.Outlet][]string{}, map[source.Outlet]string{}
	for i, o := range outlines {
		found, err := findOutlet(cleanAddress(o.XMLURL), cleanAddress(o.HTMLURL), prefixes[i])
		if err != nil {
			continue
		}
		outlets[i] = found.outlet
		if title := cleanTitle(o); isName(title) {
			titles[found.outlet] = append(titles[found.outlet], title)
		}
		if known := homepages[found.outlet]; !found.isHomepageDerived && (known == "" || len(found.homepage) < len(known)) {
			homepages[found.outlet] = found.homepage
		}
	}
	names := make(map[source.Outlet]string, len(titles))
	for outlet, all := range titles {
		names[outlet] = source.NameInFeedTitles(outlet, all)
	}
	plans := make([]outletPlan, len(outlines))
	for i, outlet := range outlets {
		plans[i] = outletPlan{names[outlet], cmp.Or(homepages[outlet], cleanAddress(outlines[i].HTMLURL)), prefixes[i]}
	}
	return plans
}
