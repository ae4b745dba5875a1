package transfer

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/newsources/newsources/services/newssources/internal/platform/textkey"
	"github.com/newsources/newsources/services/newssources/internal/register/listfile"
)

// feedTypes are the values of the type attribute for feeds. Their outlines are entries even if the
// address is missing.
var feedTypes = []string{"rss", "rss1", "rss2", "atom", "atom10", "rdf", "feed", "podcast"}

func (n *node) isFeedType() bool {
	return slices.ContainsFunc(feedTypes, func(t string) bool { return strings.EqualFold(t, n.attrs[attrType]) })
}

// isFeed reports whether the outline is a feed, not a folder.
func (n *node) isFeed() bool { return n.xmlURL() != "" || n.isFeedType() }

func (n *node) xmlURL() string {
	if n.attrs[attrXMLURL] == "" && n.isFeedType() {
		return n.attrs[attrURL]
	}
	return n.attrs[attrXMLURL]
}

func (n *node) htmlURL() string {
	if n.attrs[attrHTMLURL] == "" && strings.EqualFold(n.attrs[attrType], "link") {
		return n.attrs[attrURL]
	}
	return n.attrs[attrHTMLURL]
}

func (n *node) title() string {
	if n.attrs[attrTitle] == "" {
		return n.attrs[attrText]
	}
	return n.attrs[attrTitle]
}

// folder is an open outline.
type folder struct {
	line       int
	title      string
	categories []string // of its entries, which share the slice
	isComment  bool
}

// lister assigns the outlines to their folders.
type lister struct {
	*scanner
	open         []folder
	strayEndTags int // </outline> without an open outline
	reasons      map[faults]string
}

// list returns the entries of the scanned tags with their folders.
func (s *scanner) list(ctx context.Context) (*List, error) {
	l := &lister{scanner: s, reasons: map[faults]string{}}
	list := &List{Title: s.title, Outlines: make([]Outline, 0, len(s.nodes))}
	if s.wrongDeclared != "" {
		s.addNote(fmt.Sprintf("The file says that its encoding is %q, but it isn't.", s.wrongDeclared))
	}
	missing := s.missingEndTags()
	for i := range s.nodes {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		n := &s.nodes[i]
		if n.closesFolders {
			l.closeAll()
		}
		isUnclosed := !n.isSelfClosing && n.isFeed() &&
			(missing == allMissing || missing == someMissing && n.endTags == 0 && i+1 < len(s.nodes))
		if isUnclosed {
			n.faults |= faultUnclosedOutline
		}
		if len(l.open) >= maxDepth {
			return nil, formatError(FormatTooDeep, "The outlines in line %d are nested deeper than %d. The file is damaged, "+
				"or it isn't a list of feeds.", n.line, maxDepth)
		}
		isLeaf := n.isSelfClosing || isUnclosed || n.endTags > 0
		isIncomplete := n.faults&faultTruncated != 0
		if isIncomplete {
			list.Incomplete = true
			s.addNote("The file is incomplete: it ends inside an outline.")
		}
		if n.isFeed() || isIncomplete || isLeaf && n.htmlURL() != "" {
			list.Outlines = append(list.Outlines, l.entry(n))
		} else if strings.EqualFold(n.attrs[attrType], "include") {
			s.addNote(fmt.Sprintf("Line %d refers to another list, which wasn't imported.", n.line))
		}
		if !n.isSelfClosing && !isUnclosed {
			l.push(n)
		}
		l.pop(n.endTags)
	}
	l.closeAll()
	if l.strayEndTags > 0 {
		s.addNote(fmt.Sprintf("%d </outline> too many: some outlines may lack their folder.", l.strayEndTags))
	}
	list.Notes = s.notes
	return list, nil
}

// fileEndsHere is the reason of an outline inside which the file ends.
const fileEndsHere = "The file ends here: the last outline is incomplete."

func (l *lister) entry(n *node) Outline {
	isIncomplete := n.faults&faultTruncated != 0
	reason, ok := l.reasons[n.faults]
	if isIncomplete {
		reason = fileEndsHere
	} else if !ok {
		reason = n.faults.String()
		l.reasons[n.faults] = reason
	}
	var leftOut string
	switch {
	case isIncomplete && n.xmlURL() == "":
		leftOut = reason
	case l.isComment(n) && n.isForbidden:
		leftOut = "The file says that the use of this source is forbidden, so it was left out."
	case l.isComment(n):
		leftOut = "This outline is commented out in the file (isComment), so it was left out."
	}
	return Outline{
		Path: n.attrs[attrPath], LeftOut: leftOut,
		Line: n.line, Title: n.title(), XMLURL: n.xmlURL(), HTMLURL: n.htmlURL(), Type: n.attrs[attrType],
		Language: n.attrs[attrLanguage], Description: n.attrs[attrDescription],
		Categories: l.categories(n), Recovered: n.faults != 0, Reason: reason, Incomplete: isIncomplete,
	}
}

// categories returns the titles of the open folders and the categories of the attribute, which is a
// comma-separated list of paths: "/Sports/Football,News". Our exports have the tags in another attribute, too.
func (l *lister) categories(n *node) []string {
	all := slices.Clip(l.folderCategories()) // appending must not change the folder's slice
	own := strings.FieldsFuncSeq(n.attrs[attrCategory], func(r rune) bool { return r == ',' || r == '/' })
	if tags := n.attrs[attrTags]; tags != "" && len(tags) <= maxTagsAttribute {
		own = slices.Values(listfile.SplitList(tags))
	}
	for category := range own {
		var isFull bool
		if all, isFull = l.appendCategory(all, category, n.line); isFull {
			return all
		}
	}
	return all
}

// maxTagsAttribute is the maximum length in bytes of the attribute with tags, which is twice that of maxTags tags.
const maxTagsAttribute = 2 * maxTags * maxTag * utf8.UTFMax

// isComment reports whether an outline, or a folder that contains it, is commented out.
func (l *lister) isComment(n *node) bool {
	return strings.EqualFold(n.attrs[attrIsComment], "true") || len(l.open) > 0 && l.open[len(l.open)-1].isComment
}

// folderCategories returns the categories of the innermost open folder.
func (l *lister) folderCategories() []string {
	if len(l.open) == 0 {
		return nil
	}
	return l.open[len(l.open)-1].categories
}

// appendCategory appends a category unless it is empty or a duplicate. isFull reports that the
// limit is reached.
func (l *lister) appendCategory(all []string, category string, line int) (extended []string, isFull bool) {
	category = strings.TrimSpace(category)
	switch {
	case category == "" || slices.ContainsFunc(all, func(c string) bool { return strings.EqualFold(c, category) }):
		return all, false
	case len(all) == maxCategories:
		l.addNote(fmt.Sprintf("The outline in line %d has more than %d categories; the others were left out.", line,
			maxCategories))
		return all, true
	}
	return append(all, category), false
}

// push opens an outline. A feed may contain outlines too, but its title isn't their category.
func (l *lister) push(n *node) {
	f := folder{line: n.line, title: n.title(), categories: l.folderCategories(), isComment: l.isComment(n)}
	if !n.isFeed() {
		f.categories, _ = l.appendCategory(slices.Clip(f.categories), f.title, n.line)
	}
	l.open = append(l.open, f)
}

// pop closes the innermost outlines.
func (l *lister) pop(endTags int) {
	l.strayEndTags += max(0, endTags-len(l.open))
	l.open = l.open[:max(0, len(l.open)-endTags)]
}

// closeAll closes all outlines at the end of a list and notes that their end tags are missing.
func (l *lister) closeAll() {
	for _, f := range l.open {
		l.addNote(fmt.Sprintf("The outline %q in line %d isn't closed.", textkey.Shorten(f.title, maxNotedTitle), f.line))
	}
	l.open = l.open[:0]
}

// maxNotedTitle is the number of characters of a title that a note shows.
const maxNotedTitle = 60

// missingEndTags is the set of feeds that lack their </outline>.
type missingEndTags int

const (
	noneMissing missingEndTags = iota
	someMissing                // of feeds that are directly followed by another outline
	allMissing                 // of all feeds
)

// missingEndTags compares the numbers of start and end tags. Without it, each feed of a list that
// closes none would be nested in the one before.
func (s *scanner) missingEndTags() missingEndTags {
	var begins, ends, feeds int
	for i := range s.nodes {
		n := &s.nodes[i]
		ends += n.endTags
		if !n.isSelfClosing {
			begins++
			if n.isFeed() {
				feeds++
			}
		}
	}
	switch {
	case begins <= ends || feeds == 0:
		return noneMissing
	case begins-ends >= feeds:
		return allMissing
	}
	return someMissing
}
