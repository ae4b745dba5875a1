package listfile

import (
	"bufio"
	"encoding/xml"
	"io"
	"slices"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/rules/rights"
)

// outlineTypes are the values of the attribute type for the endpoints that feed readers read.
var outlineTypes = map[feed.Kind]string{feed.RSS: "rss", feed.Atom: "atom", feed.RDF: "rdf", feed.JSONFeed: "json"}

// The XML namespaces of the attributes with the states of the uses, and of those with what OPML does not have.
const (
	rightsNamespace = "urn:newsources:rights"
	sourceNamespace = "urn:newsources:source"
)

// Attributes that imports read.
const (
	// RightsPrefix begins the names of the attributes with the states of the uses.
	RightsPrefix = "rights:"
	// PathAttribute has the path, the subdomain or both of a source with other sources at its domain (see NamedOutlet).
	PathAttribute = "source:path"
	// TagsAttribute has all tags, as in CSV, if the attribute category cannot have some of them.
	TagsAttribute = "source:tags"
)

// opml writes OPML 2.0: an outline for each feed and, for a source without one, a link to the homepage,
// which feed readers ignore and imports read.
type opml struct{ w *bufio.Writer }

func newOPML(w io.Writer, o Options) Writer {
	out := opml{bufio.NewWriter(w)}
	out.raw(xml.Header + `<opml version="2.0" xmlns:rights="` + rightsNamespace + `" xmlns:source="` +
		sourceNamespace + `">` + "\n<head>\n<title>")
	out.text(o.Title)
	out.raw("</title>\n</head>\n<body>\n")
	return out
}

// Write writes the outlines of a record.
func (o opml) Write(r *Record) error {
	var feeds []Endpoint
	for _, e := range r.Endpoints {
		if _, isFeed := outlineTypes[e.Kind]; isFeed && e.Intent != source.EndpointRetired {
			feeds = append(feeds, e)
		}
	}
	for _, e := range feeds {
		title := r.Name
		if len(feeds) > 1 && e.Name != "" && e.Name != r.Name {
			title += " – " + e.Name
		}
		o.outline(r, outlineTypes[e.Kind], title, "xmlUrl", e.URL, "htmlUrl", r.HomepageURL, "language", feedLanguage(r, e))
	}
	if len(feeds) == 0 {
		o.outline(r, "link", r.Name, "url", r.HomepageURL)
	}
	// The writer keeps its first error and returns it from Close, and from here to end early.
	_, err := o.w.Write(nil)
	return err
}

// outline writes an outline with the names and values of further attributes.
func (o opml) outline(r *Record, kind, title string, attributes ...string) {
	o.raw("<outline")
	o.attribute("type", kind)
	o.attribute("text", title)
	o.attribute("title", title)
	for i := 0; i < len(attributes); i += 2 {
		o.attribute(attributes[i], attributes[i+1])
	}
	o.attribute("category", category(r.Tags))
	if slices.ContainsFunc(r.Tags, isNoCategory) {
		o.attribute(TagsAttribute, JoinList(r.Tags))
	}
	if home, err := weburl.Parse(r.HomepageURL); err == nil {
		switch domain, path := weburl.Outlet(home); {
		case r.Domain != domain:
			o.attribute(PathAttribute, r.Domain+r.PathPrefix)
		case r.PathPrefix != path:
			o.attribute(PathAttribute, r.PathPrefix)
		}
	}
	for _, c := range registerColumns {
		if use, isUse := strings.CutPrefix(c.Key, "use_"); isUse && c.Get(r) != string(rights.Unknown) {
			o.attribute(RightsPrefix+use, c.Get(r))
		}
	}
	if r.IsForbidden() {
		o.attribute("isComment", "true")
		o.attribute("description", strings.TrimSuffix("The use of this source is forbidden. "+r.RightsNote, " "))
	}
	o.raw("/>\n")
}

// feedLanguage returns the language of a feed, which is that of the source if it has only one.
func feedLanguage(r *Record, e Endpoint) string {
	if e.Language == "" && len(r.Languages) == 1 {
		return r.Languages[0]
	}
	return e.Language
}

// category returns tags as categories, which are separated by commas and may have levels separated
// by slashes. Tags with these characters would be read as others, so they are left out.
func category(tags []string) string {
	return strings.Join(slices.DeleteFunc(slices.Clone(tags), isNoCategory), ",")
}

func isNoCategory(tag string) bool { return strings.ContainsAny(tag, ",/") }

// attribute writes an attribute unless its value is empty.
func (o opml) attribute(name, value string) {
	if value != "" {
		o.raw(" " + name + `="`)
		o.text(value)
		o.raw(`"`)
	}
}

func (o opml) raw(text string) { _, _ = o.w.WriteString(text) }

func (o opml) text(text string) { _ = xml.EscapeText(o.w, []byte(text)) }

// Close writes the end of the list.
func (o opml) Close() error {
	o.raw("</body>\n</opml>\n")
	return o.w.Flush()
}
