package feed

import "time"

// ReportedItem is an item that another program has read.
type ReportedItem struct {
	GUID, Title, URL string
	Published        *time.Time
}

// NewDocument returns a document of items that another program has read. It sets their identities
// by the policy, as Parse does, and leaves out duplicates. Without the content of the items,
// IdentityContent identifies them by their titles.
func NewDocument(kind Kind, items []ReportedItem, policy IdentityPolicy) *Document {
	if !policy.Valid() {
		policy = IdentityAuto
	}
	p := &parser{policy: policy, doc: &Document{Kind: kind}}
	for _, i := range items {
		p.items = append(p.items,
			entry{guid: i.GUID, Item: Item{GUID: i.GUID, Title: i.Title, URL: i.URL, Published: i.Published}})
	}
	p.identify()
	return p.doc
}
