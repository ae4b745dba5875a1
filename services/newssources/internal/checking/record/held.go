package record

import (
	"encoding/binary"
	"encoding/hex"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/checking/article"
	"github.com/newsources/newsources/services/newssources/internal/checking/queue"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/rules/health"
)

// maxHeldGUID is the maximum size in bytes of the GUID that is stored for a held item. It is only
// displayed.
const maxHeldGUID = 300

// heldItems are the items of an endpoint that are held because of an identity storm, which are known
// articles with new identities, or because they may belong to another outlet (ADR 69). They are neither
// new nor known until a member decides (ADR 34). The JSON
// names are the columns of endpoint_held_items.
type heldItems struct {
	Version        uuid.UUID  `json:"version"` // changes with Items
	Since          time.Time  `json:"since"`
	URL            string     `json:"url"` // the settings on which the identities depend
	IdentityPolicy string     `json:"identity_policy"`
	DocumentItems  int        `json:"document_items"` // of the document that changed Items last
	Documents      int        `json:"documents"`      // that changed Items
	Items          []HeldItem `json:"items"`          // those of the newest document first

	Cause  health.Cause `json:"cause"`
	Outlet *HeldOutlet  `json:"outlet"` // of the cause OtherOutlet
}

// HeldItem is a known article with a new identity, which is held until a member decides.
type HeldItem struct {
	Identity string `json:"identity"`
	// The first 16 digits of the identity of the known item that is the same article; empty for items
	// that may belong to another outlet.
	FormerIdentity string     `json:"former"`
	GUID           string     `json:"guid,omitempty"`
	Title          string     `json:"title"`
	URL            string     `json:"url"`
	PublishedAt    *time.Time `json:"published_at,omitempty"`
}

// newHeldItem returns the stored form of an item.
func newHeldItem(r article.Item) HeldItem {
	former := ""
	if r.Known != nil {
		former = hex.EncodeToString(binary.BigEndian.AppendUint64(nil, r.Known.Key))
	}
	return HeldItem{
		Identity: r.Identity, FormerIdentity: former, GUID: postgres.Text(cut(r.GUID, maxHeldGUID)),
		Title: postgres.Text(r.Title), URL: postgres.Text(r.Item.URL), PublishedAt: r.Published,
	}
}

// key returns the beginning of the identity, as in a fingerprint.
func (i HeldItem) key() uint64 { return article.IdentityKey(i.Identity) }

// item returns the item as it is stored when it is released.
func (i HeldItem) item() feed.Item {
	return feed.Item{Identity: i.Identity, GUID: i.GUID, Title: i.Title, URL: i.URL, Published: i.PublishedAt}
}

// matches reports whether t has the settings on which the identities of the held items depend.
func (h *heldItems) matches(t *queue.Task) bool {
	return h.URL == t.URL && h.IdentityPolicy == t.Identity
}

// byIdentity returns the items by the beginnings of their identities.
func (h *heldItems) byIdentity() map[uint64]HeldItem {
	if h == nil {
		return nil
	}
	items := make(map[uint64]HeldItem, len(h.Items))
	for _, item := range h.Items {
		items[item.key()] = item
	}
	return items
}

// merge returns the items that are held after a document: first those of the document (inDocument,
// including those that were already held), then the earlier ones. An earlier item is dropped if the
// document has the same article with another identity, because the site has changed its identity
// again. merge returns h itself if the document has no other items.
func (h *heldItems) merge(inDocument []article.Item, documentItems int, at time.Time, t *queue.Task) *heldItems {
	after := &heldItems{Version: uuid.Must(uuid.NewV7()), Since: at, URL: t.URL, IdentityPolicy: t.Identity,
		DocumentItems: documentItems, Documents: 1, Cause: health.IdentityStorm}
	earlier := h.byIdentity()
	identities, articles, hasNew := map[uint64]bool{}, map[string]int{}, false
	for _, r := range inDocument {
		identities[r.Key] = true
		item, isHeld := earlier[r.Key]
		if !isHeld {
			item, hasNew = newHeldItem(r), true
		}
		if item.FormerIdentity != "" {
			articles[item.FormerIdentity]++
		}
		after.Items = append(after.Items, item)
	}
	if !hasNew {
		return h
	}
	if h != nil {
		after.Since, after.Documents, after.Cause, after.Outlet = h.Since, h.Documents+1, h.Cause, h.Outlet
		for _, item := range h.Items {
			if articles[item.FormerIdentity] == 0 && !identities[item.key()] {
				after.Items = append(after.Items, item)
			}
		}
	}
	after.Items = after.Items[:min(len(after.Items), max(article.MinKnown, 2*documentItems))]
	return after
}

// isWithdrawn reports whether the site uses the known identities again: whether a document without
// held and renamed items has the former identity of a held item.
func (h *heldItems) isWithdrawn(document []article.Fingerprint) bool {
	former := make(map[string]bool, len(h.Items))
	for _, item := range h.Items {
		former[item.FormerIdentity] = true
	}
	return slices.ContainsFunc(document, func(f article.Fingerprint) bool {
		return former[hex.EncodeToString(binary.BigEndian.AppendUint64(nil, f.Key))]
	})
}

// queueHeldItems queues statements that store the changed held items, and that delete the held
// items of ended identity storms.
func queueHeldItems(batch *pgx.Batch, verdicts []*verdict) {
	var deleted, ids, versions []uuid.UUID
	var since []time.Time
	var urls, policies, items, causes []string
	var outlets []*string
	var documentItems, documents, counts []int
	for _, v := range verdicts {
		switch {
		case !v.hasNewHeldItems:
		case v.held == nil:
			deleted = append(deleted, v.finding.EndpointID)
		default:
			h := v.held
			ids, versions, since = append(ids, v.finding.EndpointID), append(versions, h.Version), append(since, h.Since)
			urls, policies = append(urls, h.URL), append(policies, h.IdentityPolicy)
			items = append(items, *postgres.JSON(h.Items))
			causes, outlets = append(causes, string(h.Cause)), append(outlets, postgres.JSON(h.Outlet))
			documentItems, documents, counts = append(documentItems, h.DocumentItems), append(documents, h.Documents),
				append(counts, len(h.Items))
		}
	}
	if len(deleted) > 0 {
		batch.Queue("DELETE FROM endpoint_held_items WHERE endpoint_id = ANY($1)", deleted)
	}
	if len(ids) > 0 {
		batch.Queue(`INSERT INTO endpoint_held_items (endpoint_id, version, since, url, identity_policy, document_items,
			documents, held, items, cause, outlet)
			SELECT endpoint_id, version, since, url, identity_policy, document_items, documents, held, items::json, cause,
				outlet::json
			FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::text[], $5::text[], $6::int[], $7::int[], $8::int[],
				$9::text[], $10::text[], $11::text[])
				r(endpoint_id, version, since, url, identity_policy, document_items, documents, held, items, cause, outlet)
			ON CONFLICT (endpoint_id) DO UPDATE
				SET (version, since, url, identity_policy, document_items, documents, held, items, cause, outlet) =
				(excluded.version, excluded.since, excluded.url, excluded.identity_policy, excluded.document_items,
				excluded.documents, excluded.held, excluded.items, excluded.cause, excluded.outlet)`,
			ids, versions, since, urls, policies, documentItems, documents, counts, items, causes, outlets)
	}
}
