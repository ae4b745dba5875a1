package transfer

import (
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/source"
)

// outletNames returns the source name for each outline. Lists name feeds ("BBC News - World"), so the name is derived from
// all titles that the list has for an outlet. It is empty if the titles do not reveal one.
func outletNames(outlines []Outline) []string {
	titles := map[source.Outlet][]string{}
	outlets := make([]source.Outlet, len(outlines))
	for i, o := range outlines {
		found, err := findOutlet(cleanAddress(o.XMLURL), cleanAddress(o.HTMLURL))
		if err != nil {
			continue
		}
		outlets[i] = found.outlet
		if title := cleanTitle(o); title != "" && !strings.Contains(title, "://") {
			titles[found.outlet] = append(titles[found.outlet], title)
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
