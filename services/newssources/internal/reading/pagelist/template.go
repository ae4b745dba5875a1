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

// Template returns from which hosts a page takes images and scripts, and the classes of its elements.
func Template(root *html.Node) (hosts, classes []string) {
	for n := range root.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		for class := range strings.FieldsSeq(markup.Attribute(n, "class")) {
			classes = addPart(classes, class)
		}
		if n.Data == "img" || n.Data == "script" {
			if address, err := url.Parse(strings.TrimSpace(markup.Attribute(n, "src"))); err == nil {
				hosts = addPart(hosts, strings.ToLower(address.Hostname()))
			}
		}
	}
	return hosts, classes
}

// addPart adds a value that the list does not have.
func addPart(list []string, value string) []string {
	if value == "" || len(list) >= maxTemplateParts || slices.Contains(list, value) {
		return list
	}
	return append(list, strings.Clone(value))
}
