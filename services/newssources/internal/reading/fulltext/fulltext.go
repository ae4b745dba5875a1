// Package fulltext reports whether the items of a feed have whole articles.
package fulltext

import (
	"bytes"

	"github.com/newsources/newsources/services/newssources/internal/platform/ascii"
)

const (
	// wholeArticle is the minimum length of a whole article, in columns: about 160 words of English.
	// Summaries have 20 to 80 words.
	wholeArticle = 1000
	// shortArticle is the minimum length for a text that has a much shorter summary, or that the
	// format declares to be the article.
	shortArticle = 400
)

// Size is the size of a text.
type Size struct {
	Columns   int  // approximate width of the visible text
	IsTeaser  bool // the text is cut
	IsArticle bool // the format declares the text to be the whole article
}

// IsFullText reports whether an item has the whole article, by the sizes of its summary and its
// content.
func IsFullText(summary, content Size) bool {
	if (content.IsArticle || content.Columns >= 2*summary.Columns && summary.Columns > 0) &&
		content.Columns >= shortArticle {
		return !content.IsTeaser
	}
	longer := content
	if summary.Columns > content.Columns {
		longer = summary
	}
	return longer.Columns >= wholeArticle && !longer.IsTeaser
}

// VisibleColumns returns the approximate width of the text outside of tags: one column for a letter
// of any alphabet, two for a Chinese character.
func VisibleColumns(b []byte) (columns int) {
	for len(b) > 0 {
		text := b
		if begin := bytes.IndexByte(b, '<'); begin >= 0 {
			text = b[:begin]
		}
		columns += len(text)
		for _, c := range text {
			switch {
			case c >= 0xe0: // first byte of three or four
				columns++
			case 0x80 <= c && c < 0xc0: // continuation byte
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

// maxTrailingTags is how many tags after the last words are skipped: those of a line with two
// links.
const maxTrailingTags = 10

// IsTeaser reports whether a text ends like a truncated text: in "[…]", possibly with a line about
// the source after it, in WordPress's link to the rest of the article, or in an ellipsis, possibly
// with links after it.
func IsTeaser(b []byte) bool {
	const tail = 300 // bytes: WordPress adds "The post … appeared first on …" with two links
	b = b[max(0, len(b)-tail):]
	for _, mark := range [...]string{"[…]", "[...]", "[&#8230;]", "[&hellip;]", `class="more-link"`, "#more-"} {
		if bytes.Contains(b, []byte(mark)) {
			return true
		}
	}
	for range maxTrailingTags {
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
