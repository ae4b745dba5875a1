package webpage

import (
	"encoding/json"
	"html"
	"regexp"
	"strings"
)

// Publisher is the publisher in a page's JSON-LD (schema.org).
type Publisher struct {
	Name, Logo, Country string
	IsNewsOrganization  bool
}

var trailingComma = regexp.MustCompile(`,\s*([}\]])`)

// parseLooseJSON parses JSON with the errors of templates and hand-written code: line breaks in
// strings and trailing commas. It returns nil for anything else.
func parseLooseJSON(text string) (value any) {
	if json.Unmarshal([]byte(text), &value) == nil {
		return value
	}
	text = strings.Map(func(r rune) rune {
		if r < ' ' {
			return ' '
		}
		return r
	}, text)
	if json.Unmarshal([]byte(trailingComma.ReplaceAllString(text, "$1")), &value) != nil {
		return nil
	}
	return value
}

// maxDataDepth is the depth to which JSON-LD is searched.
const maxDataDepth = 6

// collect searches a value for organizations. A news organization takes precedence over others, an
// earlier organization over a later one.
func (d *Publisher) collect(value any, depth int) {
	if depth > maxDataDepth {
		return
	}
	switch v := value.(type) {
	case []any:
		for _, element := range v {
			d.collect(element, depth+1)
		}
	case map[string]any:
		if hasType(v["@type"], isOrganization) {
			d.addOrganization(v)
		}
		for _, member := range []string{"publisher", "@graph", "mainEntity", "isPartOf", "sourceOrganization"} {
			if inner, ok := v[member]; ok {
				d.collect(inner, depth+1)
			}
		}
	}
}

func (d *Publisher) addOrganization(v map[string]any) {
	name := strings.TrimSpace(html.UnescapeString(textOf(v["name"], "@value"))) // templates often escape it as HTML
	if name != "" && !d.IsNewsOrganization && hasType(v["@type"], isNewsType) {
		*d = Publisher{IsNewsOrganization: true} // replaces other organizations, such as the owner
	}
	if d.Name == "" {
		d.Name = name
	}
	if d.Logo == "" {
		d.Logo = textOf(v["logo"], "url")
	}
	if d.Country == "" {
		if address, ok := firstOf(v["address"]).(map[string]any); ok {
			d.Country = textOf(address["addressCountry"], "name")
		}
	}
}

// textOf returns value if it is a string, or its member if it is an object.
func textOf(value any, member string) string {
	switch v := firstOf(value).(type) {
	case string:
		return v
	case map[string]any:
		text, _ := v[member].(string)
		return text
	}
	return ""
}

// firstOf returns the first element of an array, or the value itself.
func firstOf(value any) any {
	if list, ok := value.([]any); ok && len(list) > 0 {
		return list[0]
	}
	return value
}

// hasType reports whether a type, or one of several, satisfies the predicate.
func hasType(types any, isType func(string) bool) bool {
	switch t := types.(type) {
	case string:
		return isType(t)
	case []any:
		for _, element := range t {
			if name, ok := element.(string); ok && isType(name) {
				return true
			}
		}
	}
	return false
}

func isOrganization(kind string) bool {
	return strings.HasSuffix(kind, "Organization") || kind == "Corporation" || isNewsType(kind)
}

func isNewsType(kind string) bool {
	return kind == "NewsMediaOrganization" || kind == "Newspaper"
}
