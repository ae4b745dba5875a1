package feed

import "bytes"

const (
	// wholeArticle is how much visible text makes an article, in bytes: about 160 words of English. Summaries have 20 to 80.
	wholeArticle = 1000
	// shortArticle is enough when there is a summary beside it that is much shorter.
	shortArticle = 400
)

// body is what is known of a text.
type body struct {
	visible int  // bytes
	teaser  bool // it was cut
}

// isFullText says whether an item carries the whole article, by its summary and its text.
func isFullText(summary, content body) bool {
	if content.visible >= 2*summary.visible && summary.visible > 0 && content.visible >= shortArticle {
		return !content.teaser
	}
	longer := content
	if summary.visible > content.visible {
		longer = summary
	}
	return longer.visible >= wholeArticle && !longer.teaser
}

// visible counts the bytes outside of tags, about.
func visible(b []byte) (n int) {
	for {
		i := bytes.IndexByte(b, '<')
		if i < 0 {
			return n + len(b)
		}
		n += i
		b = b[i:]
		i = bytes.IndexByte(b, '>')
		if i < 0 {
			return n
		}
		b = b[i+1:]
	}
}

// isTeaser says that a text ends as those do that were cut: "[…]", with tags and a line about the source behind it.
func isTeaser(b []byte) bool {
	const tail = 300 // bytes: WordPress adds "The post … appeared first on …" with two links
	b = b[max(0, len(b)-tail):]
	for _, mark := range [...]string{"[…]", "[...]", "[&#8230;]", "[&hellip;]"} {
		if bytes.Contains(b, []byte(mark)) {
			return true
		}
	}
	return false
}
