package feed

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
)

// IdentityPolicy says which values identify an item, within a document and over time.
type IdentityPolicy string

// The policies. IdentityAuto uses the GUID, or the link of an item without a GUID. If an older item
// has the same GUID, the identity also depends on the link; if an older item has the same link, it
// also depends on the title. For an item without the GUID or link that one of the first four
// policies needs, the identity is its GUID, else its link, else its title, date and summary.
const (
	IdentityAuto      IdentityPolicy = "auto"
	IdentityGUID      IdentityPolicy = "guid"         // the GUID
	IdentityLink      IdentityPolicy = "link"         // the link, for publishers whose GUIDs change
	IdentityGUIDLink  IdentityPolicy = "guid_link"    // GUID and link, for publishers whose GUIDs aren't unique
	IdentityLinkTitle IdentityPolicy = "link_title"   // link and title, for live pages, where a new title is a new item
	IdentityContent   IdentityPolicy = "content_hash" // a hash of title and content
)

// Valid reports whether the policy exists.
func (p IdentityPolicy) Valid() bool {
	switch p {
	case IdentityAuto, IdentityGUID, IdentityLink, IdentityGUIDLink, IdentityLinkTitle, IdentityContent:
		return true
	}
	return false
}

// identify sets the identities of the items and moves the items to the document. It drops items
// with the identity of an earlier one.
func (p *parser) identify() {
	shared := p.sharedKeys()
	seen := make(map[string]struct{}, len(p.items))
	p.doc.Items = make([]Item, 0, len(p.items))
	for i := range p.items {
		e := &p.items[i]
		e.Identity = p.identity(e, shared)
		if _, isDuplicate := seen[e.Identity]; isDuplicate {
			p.doc.Duplicates++
			continue
		}
		seen[e.Identity] = struct{}{}
		p.doc.Items = append(p.doc.Items, e.Item)
	}
	p.items = nil
	if p.doc.Duplicates > 0 {
		p.warn(warnDuplicates, p.doc.Duplicates)
	}
}

// sharedKeys finds the keys that different items share: a GUID of items with different links, or
// the link of items that have no GUID and different titles. It returns the oldest item of each such
// key. The oldest item keeps the identity that it had before the others were published. The
// identities of the others also depend on the link or title in which they differ.
func (p *parser) sharedKeys() map[itemKey]*entry {
	if p.policy != IdentityAuto {
		return nil
	}
	oldest := make(map[itemKey]*entry, len(p.items))
	var isShared map[itemKey]bool
	for i := range p.items {
		e := &p.items[i]
		key := e.key()
		if key.value == "" {
			continue
		}
		other := oldest[key]
		if other != nil && e.difference() != other.difference() {
			if isShared == nil {
				isShared = map[itemKey]bool{}
			}
			isShared[key] = true
		}
		if other == nil || !other.isOlderThan(e) {
			oldest[key] = e
		}
	}
	if isShared == nil {
		return nil
	}
	for i := range p.items {
		e := &p.items[i]
		switch key := e.key(); {
		case !isShared[key]:
			delete(oldest, key)
		case e.guid != "":
			p.warn(warnSharedGUIDs, 1)
		default:
			p.warn(warnSharedLinks, 1)
		}
	}
	return oldest
}

// itemKey is the GUID of an item, or else its link. It does not depend on the other items.
type itemKey struct {
	isGUID bool
	value  string
}

func (e *entry) key() itemKey {
	if e.guid != "" {
		return itemKey{isGUID: true, value: e.guid}
	}
	if e.linkKey == "" {
		e.linkKey = LinkKey(e.URL)
	}
	return itemKey{value: e.linkKey}
}

// difference returns the value that distinguishes items with the same key: the link, or the title
// of items without a GUID.
func (e *entry) difference() string {
	if e.guid != "" {
		return LinkKey(e.URL)
	}
	return e.Title
}

// isOlderThan reports whether e was published before other, which must follow e in the document. If
// an item has no date, other counts as the older one, because most feeds list the newest item
// first.
func (e *entry) isOlderThan(other *entry) bool {
	a, b := e.date(), other.date()
	return a != nil && b != nil && a.Before(*b)
}

// identity returns the identity of an item.
func (p *parser) identity(e *entry, shared map[itemKey]*entry) string {
	switch p.policy {
	case IdentityAuto:
		if len(shared) == 0 {
			break
		}
		oldest := shared[e.key()]
		switch {
		case oldest == nil || oldest.difference() == e.difference():
		case e.guid != "":
			return digest("guid_link", e.guid, LinkKey(e.URL))
		default:
			return digest("link_title", LinkKey(e.URL), e.Title)
		}
	case IdentityLink:
		if e.URL != "" {
			return digest("link", LinkKey(e.URL))
		}
	case IdentityGUIDLink:
		if e.guid != "" {
			return digest("guid_link", e.guid, LinkKey(e.URL))
		}
	case IdentityLinkTitle:
		return digest("link_title", LinkKey(e.URL), e.Title)
	case IdentityContent:
		return digest("content", e.Title, string(e.content[:]))
	}
	switch {
	case e.guid != "":
		return digest("guid", e.guid)
	case e.URL != "":
		return digest("link", LinkKey(e.URL))
	}
	date := ""
	if e.Published != nil {
		date = e.Published.Format(time.RFC3339)
	}
	return digest("title", e.Title, date, e.Summary)
}

// LinkKey returns a link in the form in which links are compared: without the scheme, a leading
// "www.", tracking parameters and the slash at the end of the path. It returns links that weburl
// refuses, such as those with IP addresses, unchanged.
func LinkKey(link string) string {
	if link == "" {
		return ""
	}
	u, err := weburl.Parse(link)
	if err != nil {
		return link
	}
	return u.Key()
}

// digest returns the first half of the SHA-256 of parts. It is long enough to be unique and short
// enough for an index.
func digest(parts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:16])
}

// Hash returns the SHA-256 of a body. A body with the same hash as the previous one needn't be
// parsed.
func Hash(body []byte) string {
	sum := sha256.Sum256(body)
	return hex.EncodeToString(sum[:])
}
