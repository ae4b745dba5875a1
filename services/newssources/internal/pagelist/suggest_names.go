package pagelist

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	"golang.org/x/text/width"

	"github.com/newsources/newsources/services/newssources/internal/ascii"
	"github.com/newsources/newsources/services/newssources/internal/feed"
	"github.com/newsources/newsources/services/newssources/internal/markup"
)

const (
	// maxNameLength of a class, an id or an element that is used in a recipe, in bytes: people write shorter ones.
	maxNameLength = 40
	// maxClasses of an element are looked at; the first say what it is.
	maxClasses = 4
	// maxScopeSteps are elements without a name between an item and what has one.
	maxScopeSteps = 3
	// maxTitleNodes of a title are looked at: it consists of a few.
	maxTitleNodes = 64
	// randomWord is how long a word without vowels is at least that a machine made, and hashWord how long at most one is
	// with capitals inside: "xkcdq", "bdVaJa".
	randomWord = 5
	hashWord   = 7
)

// scope is a selector of what an element stands in: something with a name, and the elements between.
type scope struct {
	selector string
	steps    int
}

// below is the scope of what is inside an element.
func (s scope) below(n *html.Node) scope {
	if name := containerName(n); name != "" {
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

// containerName names an element by what it has of its own, or not at all.
func containerName(n *html.Node) string {
	switch n.DataAtom {
	case atom.Html:
		return ""
	case atom.Body, atom.Main: // their classes say how the page is shown
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

// itemNames are the selectors by which an element may be found. What an element is says most of headings and articles;
// of others, what they are called.
func itemNames(n *html.Node) []string {
	if !isPlainName(n.Data) {
		return nil
	}
	var names []string
	for _, class := range stableClasses(n) {
		names = append(names, n.Data+"."+class)
	}
	if tellingElements[n.DataAtom] {
		return slices.Insert(names, 0, n.Data)
	}
	return append(names, n.Data)
}

var tellingElements = markup.NewAtomSet(atom.Article, atom.Time, atom.H1, atom.H2, atom.H3, atom.H4)

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

// isStable says that a name was given by a person, and so stays: no number, nothing that a program made.
func isStable(name string) bool {
	if len(name) < 2 || len(name) > maxNameLength || !ascii.IsLetter(name[0]) || strings.HasPrefix(name, "sc-") || strings.HasPrefix(name, "css-") || strings.HasPrefix(name, "jss-") {
		return false
	}
	for word := range strings.FieldsFuncSeq(name, func(r rune) bool { return r == '-' || r == '_' }) {
		if !isWord(word) {
			return false
		}
	}
	return true
}

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
	return (vowels > 0 || len(word) < randomWord) && (capitals < 2 || len(word) > hashWord)
}

// isPlainName says that an element's name needs nothing special in a selector.
func isPlainName(name string) bool {
	if name == "" || len(name) > maxNameLength || !ascii.IsLetter(name[0]) {
		return false
	}
	return strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
}

// wordsOf an element are those of its classes and its id.
func wordsOf(n *html.Node) func(func(string) bool) {
	value := markup.Attribute(n, "class") + " " + markup.Attribute(n, "id")
	return strings.FieldsFuncSeq(strings.ToLower(value[:min(len(value), feed.MaxName)]), func(r rune) bool { return r < 'a' || r > 'z' })
}

// columns is how wide a text is: a Chinese character says as much as two letters.
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

// titleText is the text of a title, as far as that may be long.
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
