package webpage

import (
	"strings"
	"unicode"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/net/html"
)

const (
	// maxLabelWords is the maximum number of words of a label beside the link of a feed; longer texts
	// are descriptions.
	maxLabelWords = 8
	// maxLabelDepth is the number of elements around a link in which its label is searched.
	maxLabelDepth = 3
	// maxLabelLinks is the number of links that share a label: the formats of one feed.
	maxLabelLinks = 4
)

// nearbyLabel returns the label of a link whose own text is not a label: the text beside it in its
// row, list item or paragraph, its term in a list of definitions, or the heading above it.
func nearbyLabel(link *goquery.Selection) string {
	if label := labelText(link.Closest("dd").PrevAllFiltered("dt").First()); label != "" {
		return label
	}
	at := link
	for range maxLabelDepth {
		at = at.Parent()
		if at.Length() == 0 || at.Find("a[href]").Length() > maxLabelLinks || at.Is("body,html,nav,footer") {
			break
		}
		if label := textBeside(at); label != "" {
			return label
		}
		if label := linkBeside(at, link); label != "" {
			return label
		}
		if label := labelText(at.PrevAllFiltered("h1,h2,h3,h4,h5,h6,strong,b,legend,caption").First()); label != "" {
			return label
		}
	}
	return labelText(link.PrevAllFiltered("h1,h2,h3,h4,h5,h6,strong,b").First())
}

// textBeside returns the first text in an element, outside of its links, that may be a label.
func textBeside(s *goquery.Selection) string {
	for node := range s.Nodes[0].ChildNodes() {
		if label := labelOf(textOutsideLinks(node)); label != "" {
			return label
		}
	}
	return ""
}

// linkBeside returns the text of another link in a row or list item, such as that of the section of
// the feed.
func linkBeside(row, link *goquery.Selection) string {
	if !row.Is("tr,li") {
		return ""
	}
	return labelText(row.Find("a[href]").NotSelection(link).FilterFunction(func(_ int, s *goquery.Selection) bool {
		return s.Text() != link.Text() && labelText(s) != ""
	}).First())
}

// textOutsideLinks returns the text of a node without that of links.
func textOutsideLinks(node *html.Node) string {
	switch {
	case node.Type == html.TextNode:
		return node.Data
	case node.Type != html.ElementNode || node.Data == "a" || node.Data == "script" || node.Data == "style":
		return ""
	}
	var text strings.Builder
	for child := range node.ChildNodes() {
		text.WriteString(textOutsideLinks(child) + " ")
	}
	return text.String()
}

func labelText(s *goquery.Selection) string { return labelOf(s.Text()) }

// labelOf returns a text as a label, or "" if it has no letters, is long or is only the name of a
// format.
func labelOf(text string) string {
	text = strings.Trim(strings.Join(strings.Fields(text), " "), " :–—-|/·•»>()[]")
	if !strings.ContainsFunc(text, unicode.IsLetter) || len(strings.Fields(text)) > maxLabelWords ||
		NamesOnlyFormat(text) {
		return ""
	}
	return Shorten(text, MaxTitle)
}
