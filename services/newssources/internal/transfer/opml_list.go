package transfer

import (
	"fmt"
	"slices"
	"strings"
)

// feedTypes are what the type attribute says of feeds. Their outlines are entries even when the address is missing.
var feedTypes = []string{"rss", "rss1", "rss2", "atom", "atom10", "rdf", "feed", "podcast"}

func (n *node) isFeedType() bool {
	return slices.ContainsFunc(feedTypes, func(t string) bool { return strings.EqualFold(t, n.attrs[attrType]) })
}

// isFeed says that the outline is an entry and no folder.
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

// folder is an outline that isn't closed yet.
type folder struct {
	line       int
	title      string
	categories []string // of what lies in it; shared by all of them
}

// lister puts the outlines into their folders.
type lister struct {
	*scanner
	open    []folder
	strays  int // </outline> without an outline
	reasons map[faults]string
}

// list builds the result from the tags.
func (s *scanner) list() (*List, error) {
	l := &lister{scanner: s, reasons: map[faults]string{}}
	list := &List{Title: s.title, Outlines: make([]Outline, 0, len(s.nodes))}
	if s.contrary != "" {
		s.note(fmt.Sprintf("The file says that its encoding is %q, but it isn't.", s.contrary))
	}
	lost := s.lostEnds()
	for i := range s.nodes {
		n := &s.nodes[i]
		if n.restart {
			l.closeAll()
		}
		unclosed := !n.selfEnds && n.isFeed() && (lost == endsAllLost || lost == endsSomeLost && n.ends == 0 && i+1 < len(s.nodes))
		if unclosed {
			n.faults |= faultOpenOutline
		}
		if len(l.open) >= MaxDepth {
			return nil, refuse(FormatTooDeep, "The outlines in line %d are nested deeper than %d. The file is damaged, or it isn't a list of feeds.", n.line, MaxDepth)
		}
		leaf := n.selfEnds || unclosed || n.ends > 0
		if n.isFeed() || leaf && n.htmlURL() != "" {
			list.Outlines = append(list.Outlines, l.entry(n))
		} else if strings.EqualFold(n.attrs[attrType], "include") {
			s.note(fmt.Sprintf("Line %d refers to another list, which wasn't read.", n.line))
		}
		if !n.selfEnds && !unclosed {
			l.push(n)
		}
		l.pop(n.ends)
	}
	l.closeAll()
	if l.strays > 0 {
		s.note(fmt.Sprintf("%d </outline> too many: some outlines may lack their folder.", l.strays))
	}
	list.Notes = s.notes
	return list, nil
}

func (l *lister) entry(n *node) Outline {
	reason, ok := l.reasons[n.faults]
	if !ok {
		reason = n.faults.String()
		l.reasons[n.faults] = reason
	}
	return Outline{
		Line: n.line, Title: n.title(), XMLURL: n.xmlURL(), HTMLURL: n.htmlURL(), Type: n.attrs[attrType],
		Language: n.attrs[attrLanguage], Description: n.attrs[attrDescription],
		Categories: l.categories(n), Recovered: n.faults != 0, Reason: reason,
	}
}

// categories are the folders' and those of the attribute: a comma list of paths, as in "/Sports/Football,News".
func (l *lister) categories(n *node) []string {
	all := l.around()
	if n.attrs[attrCategory] == "" {
		return all
	}
	all = slices.Clip(all) // the folder's own must not grow
	for path := range strings.SplitSeq(n.attrs[attrCategory], ",") {
		for category := range strings.SplitSeq(path, "/") {
			var full bool
			if all, full = l.with(all, category, n.line); full {
				return all
			}
		}
	}
	return all
}

func (l *lister) around() []string {
	if len(l.open) == 0 {
		return nil
	}
	return l.open[len(l.open)-1].categories
}

// with adds a category, unless it is empty or there already. It says when there is no room.
func (l *lister) with(all []string, category string, line int) (more []string, full bool) {
	category = strings.TrimSpace(category)
	switch {
	case category == "" || slices.ContainsFunc(all, func(c string) bool { return strings.EqualFold(c, category) }):
		return all, false
	case len(all) == maxCategories:
		l.note(fmt.Sprintf("The outline in line %d has more than %d categories; the others were left out.", line, maxCategories))
		return all, true
	}
	return append(all, category), false
}

// push opens a folder. A feed may hold outlines too, but it isn't their category.
func (l *lister) push(n *node) {
	f := folder{line: n.line, title: n.title(), categories: l.around()}
	if !n.isFeed() {
		f.categories, _ = l.with(slices.Clip(f.categories), f.title, n.line)
	}
	l.open = append(l.open, f)
}

func (l *lister) pop(ends int) {
	l.strays += max(0, ends-len(l.open))
	l.open = l.open[:max(0, len(l.open)-ends)]
}

// closeAll ends what is still open at the end of a list.
func (l *lister) closeAll() {
	for _, f := range l.open {
		l.note(fmt.Sprintf("The outline %q in line %d isn't closed.", short(f.title), f.line))
	}
	l.open = l.open[:0]
}

// short keeps a title readable within a note.
func short(title string) string {
	const most = 60 // characters: a line
	count := 0
	for i := range title {
		if count++; count > most {
			return title[:i] + "…"
		}
	}
	return title
}

// endsLost says which </outline> are missing.
type endsLost int

const (
	endsThere    endsLost = iota
	endsSomeLost          // of feeds that are followed by another outline at once
	endsAllLost           // of feeds: each <outline …> stands alone, as <br> does
)

// lostEnds counts: a list in which feeds are never closed would otherwise lie ever deeper in itself.
func (s *scanner) lostEnds() endsLost {
	var begins, ends, feeds int
	for i := range s.nodes {
		n := &s.nodes[i]
		ends += n.ends
		if !n.selfEnds {
			begins++
			if n.isFeed() {
				feeds++
			}
		}
	}
	switch {
	case begins <= ends || feeds == 0:
		return endsThere
	case begins-ends >= feeds:
		return endsAllLost
	}
	return endsSomeLost
}
