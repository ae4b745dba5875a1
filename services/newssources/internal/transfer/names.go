package transfer

import (
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/source"
)

// outletNames says for each outline what a source of its outlet is to be called. Lists name feeds ("BBC News - World"), and
// a source is more than its feeds; so all titles that a list has for an outlet are looked at together. It is empty where
// the titles say nothing about it.
func outletNames(outlines []Outline) []string {
	titles := map[source.Outlet][]string{}
	outlets := make([]source.Outlet, len(outlines))
	for i, o := range outlines {
		p, err := placeOf(addressOf(o.XMLURL), addressOf(o.HTMLURL))
		if err != nil {
			continue
		}
		outlets[i] = p.outlet
		if title := titleOf(o); title != "" && !strings.Contains(title, "://") {
			titles[p.outlet] = append(titles[p.outlet], title)
		}
	}
	names := make([]string, len(outlines))
	named := make(map[source.Outlet]string, len(titles))
	for outlet, all := range titles {
		named[outlet] = source.NameInFeedTitles(outlet, all)
	}
	for i, outlet := range outlets {
		names[i] = named[outlet]
	}
	return names
}
