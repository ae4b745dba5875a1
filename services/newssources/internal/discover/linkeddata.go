package discover

import "strings"

// linkedData is what a page's JSON-LD says about its publisher (schema.org).
type linkedData struct{ Name, Logo, Country string }

// maxDataDepth of JSON-LD that is looked into.
const maxDataDepth = 6

// read looks for the publisher: an organisation of news before any other, an article's publisher before a site's name.
func (d *linkedData) read(value any, depth int) {
	if depth > maxDataDepth {
		return
	}
	switch v := value.(type) {
	case []any:
		for _, each := range v {
			d.read(each, depth+1)
		}
	case map[string]any:
		if isOrganization(v["@type"]) {
			d.take(v)
		}
		for _, member := range []string{"publisher", "@graph", "mainEntity", "isPartOf", "sourceOrganization"} {
			if inner, ok := v[member]; ok {
				d.read(inner, depth+1)
			}
		}
	}
}

func (d *linkedData) take(v map[string]any) {
	if name, ok := v["name"].(string); ok && d.Name == "" {
		d.Name = name
	}
	if d.Logo == "" {
		d.Logo = textOf(v["logo"], "url")
	}
	if d.Country == "" {
		if address, ok := v["address"].(map[string]any); ok {
			d.Country = textOf(address["addressCountry"], "name")
		}
	}
}

// textOf is a text, or the member of an object that holds it.
func textOf(value any, member string) string {
	switch v := value.(type) {
	case string:
		return v
	case map[string]any:
		text, _ := v[member].(string)
		return text
	}
	return ""
}

func isOrganization(kind any) bool {
	switch k := kind.(type) {
	case string:
		return strings.HasSuffix(k, "Organization") || k == "Newspaper" || k == "Corporation"
	case []any:
		for _, each := range k {
			if isOrganization(each) {
				return true
			}
		}
	}
	return false
}
