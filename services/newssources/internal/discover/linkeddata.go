package discover

import (
	"encoding/json"
	"html"
	"regexp"
	"strings"
)

// linkedData is what a page's JSON-LD says about its publisher (schema.org).
type linkedData struct {
	Name, Logo, Country string
	ofNews              bool // the publisher says that news is what it does
}

var lastComma = regexp.MustCompile(`,\s*([}\]])`)

// looseJSON reads JSON as it is written by hand and by templates: with line breaks in its texts and commas behind the
// last member. What can't be read is nil.
func looseJSON(text string) (value any) {
	if json.Unmarshal([]byte(text), &value) == nil {
		return value
	}
	text = strings.Map(func(r rune) rune {
		if r < ' ' {
			return ' '
		}
		return r
	}, text)
	if json.Unmarshal([]byte(lastComma.ReplaceAllString(text, "$1")), &value) != nil {
		return nil
	}
	return value
}

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
		if isKind(v["@type"], isOrganization) {
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
	name := strings.TrimSpace(html.UnescapeString(textOf(v["name"], "@value"))) // templates often escape it as if it were markup
	if name != "" && !d.ofNews && isKind(v["@type"], isNewsOrganization) {
		*d = linkedData{ofNews: true} // what another one is called, such as the company behind it, doesn't count any more
	}
	if d.Name == "" {
		d.Name = name
	}
	if d.Logo == "" {
		d.Logo = textOf(v["logo"], "url")
	}
	if d.Country == "" {
		if address, ok := first(v["address"]).(map[string]any); ok {
			d.Country = textOf(address["addressCountry"], "name")
		}
	}
}

// textOf is a text, or the member of an object that holds it.
func textOf(value any, member string) string {
	switch v := first(value).(type) {
	case string:
		return v
	case map[string]any:
		text, _ := v[member].(string)
		return text
	}
	return ""
}

// first is a value, or the first of several.
func first(value any) any {
	if list, ok := value.([]any); ok && len(list) > 0 {
		return list[0]
	}
	return value
}

// isKind says that a type, or one of several, is of a kind.
func isKind(types any, is func(string) bool) bool {
	switch t := types.(type) {
	case string:
		return is(t)
	case []any:
		for _, each := range t {
			if name, ok := each.(string); ok && is(name) {
				return true
			}
		}
	}
	return false
}

func isOrganization(kind string) bool {
	return strings.HasSuffix(kind, "Organization") || kind == "Corporation" || isNewsOrganization(kind)
}

func isNewsOrganization(kind string) bool {
	return kind == "NewsMediaOrganization" || kind == "Newspaper"
}
