package feed

import "bytes"

const (
	// wholeArticle is how much visible text makes an article, in bytes: about 160 words of English. Summaries have 20 to 80.
	wholeArticle = 1000
	// shortArticle is enough when there is a summary beside it that is much shorter.
	shortArticle = 400
)

// isFullText says whether an item carries the whole article, by the visible bytes of its summary and its text.
func isFullText(summary, content int, teaser bool) bool {
	if teaser {
		return false
	}
	if summary > 0 && content >= shortArticle && content >= 2*summary {
		return true
	}
	return max(summary, content) >= wholeArticle
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
