package weburl

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// parameter is a parameter of a query, decoded.
type parameter struct{ name, value string }

// appParameters are parameters of links that open an app, beside the address.
var appParameters = []string{"title", "id", "x-success", "x-error", "x-cancel", "x-source"}

// unencodedTarget matches a target with a query that is not encoded, so that its further parameters
// look like those of the wrapper: "url=https://example.org/feed?section=1&page=2".
var unencodedTarget = regexp.MustCompile(`(?i)^(?:(?:feed:)?(?:https?:)?/{1,2})?[\pL\pN-]+(?:\.[\pL\pN-]+)+(?::\d+)?(?:/[^?]*)?\?`)

func isUnencodedTarget(value string) bool {
	return unencodedTarget.MatchString(value) && !strings.Contains(value, "%26")
}

// parametersOf returns the parameters of the query of a wrapper. If the one that may be the target
// is not encoded, the parameters after it belong to the target, except own, those that the wrapper
// is known to have.
func parametersOf(query string, own []string, mayBeTarget func(name string) bool) (list []parameter) {
	target := -1
	for part := range strings.SplitSeq(query, "&") {
		name, value, _ := strings.Cut(part, "=")
		if target >= 0 && !slices.Contains(own, name) {
			list[target].value += suffixOf("&", part)
			continue
		}
		if target < 0 && mayBeTarget(name) && isUnencodedTarget(value) {
			target = len(list)
		} else if plain, err := url.QueryUnescape(value); err == nil {
			value = plain
		}
		if plain, err := url.QueryUnescape(name); err == nil {
			name = plain
		}
		list = append(list, parameter{name, value})
	}
	return list
}

// parameterNames returns the names of the parameters of a query, decoded, and those of an unencoded
// target in it.
func parameterNames(query string) (names []string) {
	for part := range strings.SplitSeq(query, "&") {
		name, _, _ := strings.Cut(part, "=")
		if plain, err := url.QueryUnescape(name); err == nil {
			name = plain
		}
		names = append(names, name)
	}
	return names
}

// hasParameter reports whether one of the parameters may have the target.
func (w wrapper) hasParameter(names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return slices.Contains(w.parameters, name) })
}

// inParameters returns the values of the wrapper's parameters that may be the target, in the order of
// w.parameters.
func (w wrapper) inParameters(query string) (values []string) {
	if len(w.parameters) == 0 {
		return nil
	}
	list := parametersOf(query, w.own, func(name string) bool { return slices.Contains(w.parameters, name) })
	for _, name := range w.parameters {
		for _, p := range list {
			if p.name == name {
				values = append(values, p.value)
			}
		}
	}
	return values
}

// inText returns the target in path, query and fragment, or "".
func (w wrapper) inText(text string) string {
	if w.decode != nil {
		if found := w.rest.FindStringSubmatch(text); found != nil {
			return w.decode(found)
		}
		return ""
	}
	found := w.rest.FindStringSubmatchIndex(text)
	if found == nil || found[2] < 0 {
		return ""
	}
	target, after := text[found[2]:found[3]], text[found[3]:]
	if !strings.HasPrefix(after, "&") || !isUnencodedTarget(target) {
		return target
	}
	after, _, _ = strings.Cut(after, "#")
	return parametersOf("target="+target+after, w.own, func(name string) bool { return name == "target" })[0].value
}
