package feed

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/weburl"
)

// IdentityPolicy says which values identify an item, within a document and over time.
type IdentityPolicy string

// The policies. An item without the values of its policy is identified by its GUID, link, or title and date.
const (
	IdentityAuto      IdentityPolicy = "auto"         // the GUID, with the link if items of the document share a GUID
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
	shared := p.sharedGUIDs()
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

// sharedGUIDs returns the GUIDs of several items with different links.
func (p *parser) sharedGUIDs() map[string]bool {
	if p.policy != IdentityAuto {
		return nil
	}
	links := make(map[string]string, len(p.items))
	var shared map[string]bool
	for i := range p.items {
		e := &p.items[i]
		if e.guid == "" {
			continue
		}
		link, known := links[e.guid]
		if !known {
			links[e.guid] = e.URL
			continue
		}
		if link != e.URL {
			if shared == nil {
				shared = map[string]bool{}
			}
			shared[e.guid] = true
		}
	}
	for i := range p.items {
		if shared[p.items[i].guid] {
			p.warn(warnSharedGUIDs, 1)
		}
	}
	return shared
}

// identity returns the identity of an item.
func (p *parser) identity(e *entry, shared map[string]bool) string {
	switch p.policy {
	case IdentityAuto:
		if shared[e.guid] {
			return digest("guid_link", e.guid, LinkKey(e.URL))
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

// LinkKey returns the part of a link that stays the same when a publisher changes scheme, "www." or tracking parameters.
// It returns links that weburl refuses, such as those with IP addresses, unchanged.
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
