package feed

import "time"

const (
	// MaxBytes is how much of a document is read: the limit of the fetcher. Feeds of more than a few
	// megabytes are archives, and a sitemap of 50,000 URLs has about 10 MB.
	MaxBytes = 15 << 20
	// DefaultMaxItems is how many items of a document are kept, the newest ones. Feeds have 10 to 100.
	DefaultMaxItems = 1000
	// MaxSitemaps is how many sitemaps of an index are kept, the newest ones.
	MaxSitemaps = 500
	// MaxLink is the longest link in bytes, as in weburl, browsers and search engines.
	MaxLink = 2048
	// MaxFuture is how far in the future a date may be: a day covers wrong time zones and clocks.
	MaxFuture = 24 * time.Hour
)

// Limits of texts, in characters unless noted otherwise. Longer texts are cut.
const (
	MaxTitle      = 500
	MaxSummary    = 500
	MaxName       = 200 // an author, a generator, a category
	maxGUID       = 512 // bytes; identities are made of the whole GUID
	maxCategories = 20  // per item; hostile feeds have thousands
)

const (
	// maxSniff is how many bytes are read to detect the kind: some feeds begin with warnings of
	// programs.
	maxSniff = 64 << 10
	// maxAdvice limits ttl and update period: "yearly" is the longest.
	maxAdvice = 366 * 24 * time.Hour
)
