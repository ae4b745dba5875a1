package feed

import "time"

const (
	// MaxBytes is the most that is read of a document: what the fetcher lets through. Feeds beyond a few megabytes are
	// archives, and a sitemap of 50,000 addresses takes about 10 MB.
	MaxBytes = 15 << 20
	// MaxPageBytes is the most of a page: its tree takes many times its size, and lists stand at the beginning.
	MaxPageBytes = 4 << 20
	// DefaultMaxItems is the most items of a document. Feeds have 10 to 100; what is older than the newest thousand
	// isn't news. Of more, the newest are kept.
	DefaultMaxItems = 1000
	// MaxSitemaps is the most sitemaps of an index that are worth expanding; of more, the newest are kept.
	MaxSitemaps = 500
	// MaxLink is the longest link in bytes: what weburl, browsers and indexes agree on.
	MaxLink = 2048
	// MaxFuture is how far ahead of now a date may be. Zones and clocks are wrong by hours; a day covers all of them.
	MaxFuture = 24 * time.Hour
)

// Sizes of texts, in characters unless said otherwise: longer ones are cut, which nobody who reads a list misses.
const (
	maxTitle      = 500
	maxSummary    = 500
	maxName       = 200 // an author, a generator, a category
	maxGUID       = 512 // bytes; identities are made of the whole
	maxCategories = 20  // an item; hostile feeds make many of few bytes
	maxDate       = 100 // bytes that are looked at for a date
	// maxText is how much of an item's text is decoded, in bytes: enough for the summary and to tell whether it is the
	// whole article.
	maxText = 64 << 10
)

// Structure.
const (
	maxDepth      = 256 // elements that are told apart when nested; feeds have 10, pages in feeds 40
	maxReach      = 64  // open elements that an end tag is looked for in; what is further out was left open by mistake
	maxAttributes = 64  // an element; the root has one for each of a dozen namespaces
	maxPrefixes   = 64  // declarations of namespaces in force at the same time
	// maxSniff is how much is looked at to tell what a document is: notes and warnings of programs stand before some.
	maxSniff = 64 << 10
	// longestAdvice bounds what a publisher may say about when to come again: "yearly".
	longestAdvice = 366 * 24 * time.Hour
)
