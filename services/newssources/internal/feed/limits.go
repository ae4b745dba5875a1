package feed

import "time"

const (
	// MaxBytes is the most that is read of a document: what the fetcher lets through. Feeds beyond a few megabytes are
	// archives, and a sitemap of 50,000 addresses takes about 10 MB.
	MaxBytes = 15 << 20
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
	MaxTitle      = 500
	MaxSummary    = 500
	MaxName       = 200 // an author, a generator, a category
	maxGUID       = 512 // bytes; identities are made of the whole
	maxCategories = 20  // an item; hostile feeds make many of few bytes
)

const (
	// maxSniff is how much is looked at to tell what a document is: notes and warnings of programs stand before some.
	maxSniff = 64 << 10
	// longestAdvice bounds what a publisher may say about when to come again: "yearly".
	longestAdvice = 366 * 24 * time.Hour
)
