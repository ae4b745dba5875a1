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

// The policies. An item without the values of its policy is identified by its GUID, link, or title
// and date.
const (
	IdentityAuto      IdentityPolicy = "auto"         // the GUID or link; also the link or title if newer items share it
	IdentityGUID      IdentityPolicy = "guid"         // the GUID
	IdentityLink      IdentityPolicy = "link"         // the link, for publishers whose GUIDs change
	IdentityGUIDLink  IdentityPolicy = "guid_link"    // both, for publishers whose GUIDs aren't unique
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

// identify sets the items' identities and moves the items to the document, without duplicates.
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

// sharedKeys returns, for each GUID of items with different links and each link of items without
// GUID but with different titles, the oldest of these items. The oldest item keeps the identity
// that it had before the others were published; the identities of the others also depend on the
// link or title that differs.
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

// itemKey identifies an item regardless of other items: its GUID, or else its link.
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

// isOlderThan reports whether e was published before other, which is further down in the document.
// Items without a date are in the order of most feeds, the newest first.
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

// LinkKey returns the part of a link that stays the same when a publisher changes scheme, "www." or
// tracking parameters. It returns links that weburl refuses, such as those with IP addresses,
// unchanged.
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

// digest returns half of a SHA-256 of parts: enough to be unique, and short in an index.
func digest(parts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:16])
}

// Hash returns a hash of a body: a body with the same hash as the last one needn't be parsed.
func Hash(body []byte) string {
	sum := sha256.Sum256(body)
	return hex.EncodeToString(sum[:])
}
