package discover

import (
	"hash/maphash"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
)

// itemKey is the hash of what identifies an item. Hashes bound the memory for feeds with long
// links.
type itemKey uint64

// itemSeed is random, so that a site cannot construct collisions.
var itemSeed = maphash.MakeSeed()

func newItemKey(text string) itemKey { return itemKey(maphash.String(itemSeed, text)) }

// itemKeys identifies items across formats: by link, and by title if there is no link or several
// items share it, as on a live page.
func itemKeys(items []feed.Item) map[itemKey]bool {
	keys := make(map[itemKey]bool, len(items))
	for i := range items {
		var key itemKey
		address, err := weburl.Parse(items[i].URL)
		if err == nil {
			key = newItemKey(address.Key())
		}
		switch title := strings.ToLower(items[i].Title); {
		case err == nil && !keys[key]:
		case title != "":
			key = newItemKey("title " + title)
		default:
			key = newItemKey("identity " + items[i].Identity)
		}
		keys[key] = true
	}
	return keys
}
