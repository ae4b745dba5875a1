package pagelist

import (
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/newsources/newsources/services/newssources/internal/reading/markup"
)

// maxTemplateParts bounds the hosts and the classes of a page that are kept.
const maxTemplateParts = 60

// template reads from which hosts the page takes images and scripts, and the classes of its elements.
func (r *pageReader) template(root *html.Node) {
	d := r.Document()
	for n := range root.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		for class := range strings.FieldsSeq(markup.Attribute(n, "class")) {
			d.Classes = addPart(d.Classes, class)
		}
		if n.Data == "img" || n.Data == "script" {
			if address, err := url.Parse(strings.TrimSpace(markup.Attribute(n, "src"))); err == nil {
				d.Hosts = addPart(d.Hosts, strings.ToLower(address.Hostname()))
			}
		}
	}
}

// addPart adds a value that the list does not have.
func addPart(list []string, value string) []string {
	if value == "" || len(list) >= maxTemplateParts || slices.Contains(list, value) {
		return list
	}
	return append(list, strings.Clone(value))
}
