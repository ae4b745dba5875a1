package feed

import (
	"bytes"

	"github.com/newsources/newsources/services/newssources/internal/ascii"
)

const (
	// wholeArticle is how much visible text makes an article, in columns: about 160 words of English. Summaries have 20 to 80.
	wholeArticle = 1000
	// shortArticle is enough when there is a summary beside it that is much shorter, or the format says that it is one.
	shortArticle = 400
)

// body is what is known of a text.
type body struct {
	visible int  // columns, about
	teaser  bool // it was cut
	whole   bool // it is where the format has whole articles
}

// isFullText says whether an item carries the whole article, by its summary and its text.
func isFullText(summary, content body) bool {
	if (content.whole || content.visible >= 2*summary.visible && summary.visible > 0) && content.visible >= shortArticle {
		return !content.teaser
	}
	longer := content
	if summary.visible > content.visible {
		longer = summary
	}
	return longer.visible >= wholeArticle && !longer.teaser
}

// visible measures what stands outside of tags: a letter takes a column, whatever its alphabet, and a Chinese character
// two.
func visible(b []byte) (columns int) {
	for len(b) > 0 {
		text := b
		if begin := bytes.IndexByte(b, '<'); begin >= 0 {
			text = b[:begin]
		}
		columns += len(text)
		for _, c := range text {
			switch {
			case c >= 0xe0: // begins a character of three or four bytes
				columns++
			case 0x80 <= c && c < 0xc0: // goes on with one
				columns--
			}
		}
		b = b[len(text):]
		end := bytes.IndexByte(b, '>')
		if end < 0 {
			break
		}
		b = b[end+1:]
	}
	return columns
}

// maxTagsBehind are the tags behind the last words that are looked behind: a line with two links, and what is around them.
const maxTagsBehind = 10

// isTeaser says that a text ends as those do that were cut: in "[…]", with tags and a line about the source behind it, in a
// link of WordPress's to the rest, or in an ellipsis, with links behind it.
func isTeaser(b []byte) bool {
	const tail = 300 // bytes: WordPress adds "The post … appeared first on …" with two links
	b = b[max(0, len(b)-tail):]
	for _, mark := range [...]string{"[…]", "[...]", "[&#8230;]", "[&hellip;]", `class="more-link"`, "#more-"} {
		if bytes.Contains(b, []byte(mark)) {
			return true
		}
	}
	for range maxTagsBehind {
		b = bytes.TrimSpace(b)
		begin := bytes.LastIndexByte(b, '<')
		if begin < 0 || b[len(b)-1] != '>' {
			break
		}
		isLinkEnd := ascii.HasPrefix(b[begin:], "</a>")
		b = b[:begin]
		if link := bytes.LastIndex(b, []byte("<a ")); isLinkEnd && link >= 0 {
			b = b[:link]
		}
	}
	for _, mark := range [...]string{"…", "...", "&#8230;", "&hellip;"} {
		if bytes.HasSuffix(b, []byte(mark)) {
			return true
		}
	}
	return false
}
