package feed

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/weburl"
)

// IdentityPolicy says what tells items apart, in one document and over time.
type IdentityPolicy string

// The policies. An item that lacks what its policy wants is told by the next best it has: link, id, title and date.
const (
	IdentityAuto      IdentityPolicy = "auto"         // the id, and the link too where items of a document share an id
	IdentityGUID      IdentityPolicy = "guid"         // what the publisher gives as its id
	IdentityLink      IdentityPolicy = "link"         // for publishers whose ids change
	IdentityGUIDLink  IdentityPolicy = "guid_link"    // for publishers whose ids aren't unique
	IdentityLinkTitle IdentityPolicy = "link_title"   // for live pages, where a new title is news
	IdentityContent   IdentityPolicy = "content_hash" // what it says
)

// Valid says that there is such a policy.
func (p IdentityPolicy) Valid() bool {
	switch p {
	case IdentityAuto, IdentityGUID, IdentityLink, IdentityGUIDLink, IdentityLinkTitle, IdentityContent:
		return true
	}
	return false
}

// identify gives each item its identity, and moves them to the document, each once.
func (p *parser) identify() {
	shared := p.sharedGUIDs()
	seen := make(map[string]struct{}, len(p.items))
	p.doc.Items = make([]Item, 0, len(p.items))
	for i := range p.items {
		e := &p.items[i]
		e.Identity = p.identity(e, shared)
		if _, twice := seen[e.Identity]; twice {
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

// sharedGUIDs are the ids that several items with different links have.
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

// linkKey is what stays the same when a publisher changes scheme, "www." or tracking parameters. Where weburl refuses an
// address, as it does with numbers instead of names, it counts as it is.
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

// digest makes an identity: half of a SHA-256 is more than enough to be unique, and short in an index.
func digest(parts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:16])
}

// Hash tells whether a body is the same as the last one, so that it needn't be parsed.
func Hash(body []byte) string {
	sum := sha256.Sum256(body)
	return hex.EncodeToString(sum[:])
}
