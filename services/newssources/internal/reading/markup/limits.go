package markup

const (
	// MaxText is how many bytes of an element's text are decoded: enough for a summary and to tell
	// whether it is a whole article.
	MaxText = 64 << 10
	// MaxPageBytes is how much of an HTML page is read: its tree takes many times the size, and lists
	// are at the beginning.
	MaxPageBytes = 4 << 20
	// maxDecoded is the longest decoded document, in bytes of UTF-8.
	maxDecoded = 30 << 20

	maxDepth      = 256 // nested elements that are tracked; feeds have 10, pages in feeds 40
	maxReach      = 64  // open elements searched for the start of an end tag; outer ones were left open by mistake
	maxAttributes = 64  // per element; a root element has one per namespace, about a dozen
	maxBindings   = 64  // namespace declarations in scope at the same time
)
