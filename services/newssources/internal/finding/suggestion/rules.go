package suggestion

import (
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
)

// minMovedShare of the items at a redirect's target must be items of the old address. A document
// that has other items may belong to another outlet that has taken over the domain.
const minMovedShare = 0.5

// sampleSize is the number of matching items that a suggestion shows.
const sampleSize = 3

// isSafeMove reports whether an address may be replaced without a person: when only the scheme
// becomes https, or both addresses belong to one registrable domain, or on a hosting platform to
// one outlet.
func isSafeMove(from, to weburl.URL) bool {
	if from.Scheme() == "https" && to.Scheme() != "https" {
		return false
	}
	if weburl.IsHosted(from) || weburl.IsHosted(to) {
		fromDomain, fromPath := weburl.Outlet(from)
		toDomain, toPath := weburl.Outlet(to)
		return fromDomain == toDomain && fromPath == toPath
	}
	return from.RegistrableDomain() != "" && from.RegistrableDomain() == to.RegistrableDomain()
}

// isSameServer reports whether credentials that are saved for one address are kept for the other
// one.
func isSameServer(from, to weburl.URL) bool { return to.KeepsCredentialsOf(from) }

// matchItems returns how many of the items are among the earlier ones, and a sample of them.
// Identities and addresses may change with a move to another domain, so that an item also matches
// by the path of its address or by its title.
func matchItems(items, earlier []Item) (matched int, sample []Item) {
	paths, titles := map[string]bool{}, map[string]bool{}
	for _, item := range earlier {
		paths[itemPath(item.URL)], titles[itemTitle(item.Title)] = true, true
	}
	delete(paths, "")
	delete(titles, "")
	for _, item := range items {
		if paths[itemPath(item.URL)] || titles[itemTitle(item.Title)] {
			matched++
			if len(sample) < sampleSize {
				sample = append(sample, item)
			}
		}
	}
	return matched, sample
}

// minTitle is the length in bytes from which equal titles count: shorter ones, such as “Update”,
// recur.
const minTitle = 12

func itemTitle(title string) string {
	title = strings.ToLower(strings.Join(strings.Fields(title), " "))
	if len(title) < minTitle {
		return ""
	}
	return title
}

// itemPath returns the path and query of an item's address, or "" for a homepage, which many items
// may share.
func itemPath(address string) string {
	u, err := url.Parse(address)
	if err != nil || strings.Trim(u.Path, "/") == "" && u.RawQuery == "" {
		return ""
	}
	return strings.TrimSuffix(u.Path, "/") + "?" + u.RawQuery
}

// epochText returns a time as the seconds since 1970.
func epochText(t time.Time) string { return strconv.FormatInt(t.Unix(), 10) }
