package weburl

import (
	"slices"
	"strings"
)

// Outlet says to which outlet an address belongs, by the address alone: the registrable domain, and on domains where
// many publish (see hosting.go) the subdomain, or the domain with the path that names one. When nothing names the
// outlet, as in "https://feeds.feedburner.com/", the domain is the host without "www.".
func Outlet(u URL) (domain, pathPrefix string) {
	domain, pathPrefix, _ = outlet(u)
	return domain, pathPrefix
}

// Shared says that an address lies on a domain where many publish, and names none of them: its Outlet is just the host.
func Shared(u URL) bool {
	_, _, named := outlet(u)
	return !named
}

func outlet(u URL) (domain, pathPrefix string, named bool) {
	host := anyBlogspot(u.host)
	h := findHosting(host)
	if h == nil {
		return withoutWWW(u.RegistrableDomain()), "", true
	}
	if name := h.outletName(host); name != "" {
		return name + "." + h.domain, "", true
	}
	for _, p := range h.paths {
		if outlet, ok := matchPath(p, u); ok {
			if outlet == "-" {
				break
			}
			domain, rest, hasPath := strings.Cut(outlet, "/")
			if hasPath {
				pathPrefix = "/" + rest
			}
			if domain == "" {
				domain = h.domain
			}
			return domain, pathPrefix, true
		}
	}
	return withoutWWW(host), "", false
}

// anyBlogspot maps the domains that Blogger has in many countries to the one where all of its blogs are at home.
func anyBlogspot(host string) string {
	suffix := icannSuffix(host)
	if rest, ok := strings.CutSuffix(host, "blogspot."+suffix); ok && (rest == "" || strings.HasSuffix(rest, ".")) {
		return rest + "blogspot.com"
	}
	return host
}

var hostingOf = func() map[string]*hosting {
	index := make(map[string]*hosting, len(hostings))
	for i := range hostings {
		index[hostings[i].domain] = &hostings[i]
	}
	return index
}()

func findHosting(host string) *hosting {
	for ok := true; ok; _, host, ok = strings.Cut(host, ".") {
		if h := hostingOf[host]; h != nil {
			return h
		}
	}
	return nil
}

// outletName is the label directly below the hosting domain, where that names an outlet.
func (h *hosting) outletName(host string) string {
	below, ok := strings.CutSuffix(host, "."+h.domain)
	if !ok || !h.names {
		return ""
	}
	name := below[strings.LastIndexByte(below, '.')+1:]
	if slices.Contains(serviceNames, name) || slices.Contains(h.service, name) {
		return ""
	}
	return name
}

// matchPath tries one pattern of the table and gives the outlet as "domain/path", "/path" or "-".
func matchPath(pattern string, u URL) (outlet string, ok bool) {
	want, outlet, explicit := strings.Cut(pattern, " -> ")
	wantPath, wantQuery, _ := strings.Cut(want, "?")
	if !explicit {
		outlet = wantPath
	}

	have := splitPath(u.path)
	for i, segment := range splitPath(wantPath) {
		if i >= len(have) {
			return "", false
		}
		if outlet, ok = matchPart(segment, have[i], outlet); !ok {
			return "", false
		}
	}
	if wantQuery != "" {
		key, segment, _ := strings.Cut(wantQuery, "=")
		value := parameter(u.query, key)
		if value == "" || strings.Contains(value, "/") {
			return "", false
		}
		if outlet, ok = matchPart(segment, value, outlet); !ok {
			return "", false
		}
	}
	if domain, _, _ := strings.Cut(outlet, "/"); domain != "" && domain != "-" && !isHostName(domain) {
		return "", false // what stands in the path can't be a subdomain
	}
	return outlet, true
}

// matchPart compares one segment and fills what its braces took into the outlet.
func matchPart(want, have, outlet string) (string, bool) {
	before, rest, ok := strings.Cut(want, "{")
	if !ok {
		return outlet, strings.EqualFold(want, have)
	}
	word, after, _ := strings.Cut(rest, "}")
	value, ok := strings.CutPrefix(have, before)
	if !ok {
		return "", false
	}
	if value, ok = strings.CutSuffix(value, after); !ok || value == "" {
		return "", false
	}
	if word == "name" {
		value = foldCase(value)
	}
	return strings.Replace(outlet, "{"+word+"}", value, 1), true
}

func splitPath(path string) []string {
	return strings.FieldsFunc(path, func(r rune) bool { return r == '/' })
}

// parameter is the value of the first parameter of that name, as it stands in the canonical query.
func parameter(query, key string) string {
	for p := range strings.SplitSeq(query, "&") {
		if name, value, _ := strings.Cut(p, "="); name == key {
			return value
		}
	}
	return ""
}

// foldCase lowers letters but not the digits of a percent-encoding, which are upper case in canonical addresses.
func foldCase(s string) string {
	b := []byte(s)
	for i := 0; i < len(b); i++ {
		switch {
		case b[i] == '%':
			i += 2
		case 'A' <= b[i] && b[i] <= 'Z':
			b[i] |= 0x20
		}
	}
	return string(b)
}

func isHostName(s string) bool {
	return !slices.ContainsFunc(strings.Split(s, "."), func(label string) bool { return !isLabel(label) })
}
