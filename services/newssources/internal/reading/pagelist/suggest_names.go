package pagelist

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	"golang.org/x/text/width"

	"github.com/newsources/newsources/services/newssources/internal/platform/ascii"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/reading/markup"
)

const (
	// maxNameLength is the maximum length of a class, id or element name in a recipe, in bytes.
	maxNameLength = 40
	// maxClasses is how many classes of an element are used, the first ones.
	maxClasses = 4
	// maxScopeSteps is how many elements without a class or id may be between an item and one that
	// has.
	maxScopeSteps = 3
	// maxTitleNodes is how many nodes of a title are read.
	maxTitleNodes = 64
	// Generated names are recognised by words without vowels of at least minRandomWord letters,
	// "xkcdq", or with several capitals and at most maxHashWord letters, "bdVaJa".
	minRandomWord = 5
	maxHashWord   = 7
)

// scope is the selector of an element's parent: an ancestor with a class or id, and the elements in
// between.
type scope struct {
	selector string
	steps    int
}

// enter returns the scope of the children of n, which is in scope s.
func (s scope) enter(n *html.Node) scope {
	if name := containerSelector(n); name != "" {
		return scope{selector: name}
	}
	switch {
	case n.DataAtom == atom.Html || !isPlainName(n.Data):
		return scope{}
	case s.selector == "" || s.steps >= maxScopeSteps:
		return scope{selector: n.Data}
	}
	return scope{s.selector + " > " + n.Data, s.steps + 1}
}

// containerSelector returns a selector for an element by its class or id, or "".
func containerSelector(n *html.Node) string {
	switch n.DataAtom {
	case atom.Html:
		return ""
	case atom.Body, atom.Main: // their classes are about the layout of the page
		return n.Data
	}
	if !isPlainName(n.Data) {
		return ""
	}
	if classes := stableClasses(n); len(classes) > 0 {
		return n.Data + "." + classes[0]
	}
	if id := markup.Attribute(n, "id"); isStable(id) {
		return "#" + id
	}
	return ""
}

// itemSelectors returns selectors for an element, the best first: for headings and articles the
// element's name, for others their classes.
func itemSelectors(n *html.Node) []string {
	if !isPlainName(n.Data) {
		return nil
	}
	var names []string
	for _, class := range stableClasses(n) {
		names = append(names, n.Data+"."+class)
	}
	if semanticElements[n.DataAtom] {
		return slices.Insert(names, 0, n.Data)
	}
	return append(names, n.Data)
}

var semanticElements = markup.NewAtomSet(atom.Article, atom.Time, atom.H1, atom.H2, atom.H3, atom.H4)

// stableClasses returns the first classes of an element that aren't generated.
func stableClasses(n *html.Node) (list []string) {
	value := markup.Attribute(n, "class")
	for class := range strings.FieldsSeq(value) {
		if isStable(class) {
			if list = append(list, class); len(list) == maxClasses {
				break
			}
		}
	}
	return list
}

// isStable reports whether a name was chosen by a person, so that it doesn't change: no numbers, no
// generated words.
func isStable(name string) bool {
	if len(name) < 2 || len(name) > maxNameLength || !ascii.IsLetter(name[0]) || strings.HasPrefix(name, "sc-") ||
		strings.HasPrefix(name, "css-") || strings.HasPrefix(name, "jss-") {
		return false
	}
	for word := range strings.FieldsFuncSeq(name, func(r rune) bool { return r == '-' || r == '_' }) {
		if !isWord(word) {
			return false
		}
	}
	return true
}

// isWord reports whether a word isn't generated.
func isWord(word string) bool {
	capitals, vowels := 0, 0
	for i := range len(word) {
		if !ascii.IsLetter(word[i]) {
			return false
		}
		if i > 0 && ascii.IsUpper(word[i]) && !ascii.IsUpper(word[i-1]) {
			capitals++
		}
		if strings.IndexByte("aeiouyAEIOUY", word[i]) >= 0 {
			vowels++
		}
	}
	return (vowels > 0 || len(word) < minRandomWord) && (capitals < 2 || len(word) > maxHashWord)
}

// isPlainName reports whether an element's name needs no escaping in a selector.
func isPlainName(name string) bool {
	if name == "" || len(name) > maxNameLength || !ascii.IsLetter(name[0]) {
		return false
	}
	return strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
}

// nameWords returns the words of an element's classes and its id.
func nameWords(n *html.Node) func(func(string) bool) {
	value := markup.Attribute(n, "class") + " " + markup.Attribute(n, "id")
	return strings.FieldsFuncSeq(strings.ToLower(value[:min(len(value), feed.MaxName)]),
		func(r rune) bool { return r < 'a' || r > 'z' })
}

// columns returns the width of a text: a Chinese character counts as two letters.
func columns(text string) (n int) {
	for _, r := range text {
		switch {
		case unicode.Is(unicode.Mn, r) || unicode.IsControl(r):
		case r >= 0x1100 && isWide(r):
			n += 2
		default:
			n++
		}
	}
	return n
}

func isWide(r rune) bool {
	kind := width.LookupRune(r).Kind()
	return kind == width.EastAsianWide || kind == width.EastAsianFullwidth
}

// titleText returns the text of a title, up to the maximum length.
func titleText(n *html.Node) string {
	var b strings.Builder
	left := maxTitleNodes
	for d := range n.Descendants() {
		if left--; left < 0 || b.Len() > feed.MaxTitle {
			break
		}
		if d.Type == html.TextNode && !skippedElements[d.Parent.DataAtom] {
			b.WriteString(d.Data[:min(len(d.Data), feed.MaxTitle)])
			b.WriteByte(' ')
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}
