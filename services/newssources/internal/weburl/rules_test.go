package weburl

import (
	"slices"
	"strings"
	"testing"
)

// Every pattern of every row of the hosting table is shown by a row of the golden table, and every row is well made.
func TestHostingsAreShown(t *testing.T) {
	t.Parallel()
	shown := map[string]bool{}
	for _, r := range golden(t) {
		u, err := Parse(r.given)
		if err != nil {
			continue
		}
		h := findHosting(anyBlogspot(u.Host()))
		if h == nil {
			continue
		}
		if h.outletName(anyBlogspot(u.Host())) != "" {
			shown[h.domain] = true
			continue
		}
		for _, p := range h.paths {
			if _, ok := matchPath(p, u); ok {
				shown[h.domain+p] = true
				break
			}
		}
	}
	domains := map[string]bool{}
	for _, h := range hostings {
		switch {
		case h.domain != strings.ToLower(h.domain) || !isHostName(h.domain):
			t.Errorf("%q isn't a host name", h.domain)
		case domains[h.domain]:
			t.Errorf("%s has two rows", h.domain)
		case !h.names && len(h.paths) == 0:
			t.Errorf("%s: nothing ever names an outlet", h.domain)
		case h.names && !shown[h.domain]:
			t.Errorf("%s: no golden row has a name below it", h.domain)
		}
		domains[h.domain] = true
		for _, p := range h.paths {
			if !strings.HasPrefix(p, "/") {
				t.Errorf("%s: %q must begin with a slash", h.domain, p)
			}
			if !shown[h.domain+p] {
				t.Errorf("%s: no golden row matches %q", h.domain, p)
			}
		}
	}
}

// The lists are compared with lower-case text.
func TestListsAreLowerCaseAndUnique(t *testing.T) {
	t.Parallel()
	lists := map[string][]string{
		"tracking parameters": trackingParameters, "tracking prefixes": trackingPrefixes, "schemes": otherSchemes,
		"local domains": localDomains, "service names": serviceNames,
	}
	for name, list := range lists {
		for i, s := range list {
			if s != strings.ToLower(s) || s == "" || slices.Contains(list[:i], s) {
				t.Errorf("%s: %q is empty, there twice or not in lower case", name, s)
			}
		}
	}
}
