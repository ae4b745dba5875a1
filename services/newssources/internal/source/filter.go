package source

import (
	"fmt"
	"slices"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/weburl"
)

// Names of the facets.
const (
	byLifecycle = "lifecycle"
	byTag       = "tag"
	byCountry   = "country"
	byLanguage  = "language"
	byKind      = "kind"
)

// conditions are the parts of a WHERE clause on sources s and their arguments. Each part has the facet that it filters,
// or "" for search words.
type conditions struct {
	parts []condition
	args  []any
}

type condition struct{ facet, sql string }

func (c *conditions) arg(value any) string {
	c.args = append(c.args, value)
	return fmt.Sprintf("$%d", len(c.args))
}

func (c *conditions) add(facet, format string, values ...any) {
	placeholders := make([]any, len(values))
	for i, value := range values {
		placeholders[i] = c.arg(value)
	}
	c.parts = append(c.parts, condition{facet, "(" + fmt.Sprintf(format, placeholders...) + ")"})
}

// where joins the conditions whose facet is included.
func (c *conditions) where(include func(facet string) bool) string {
	parts := []string{"true"}
	for _, part := range c.parts {
		if include(part.facet) {
			parts = append(parts, part.sql)
		}
	}
	return strings.Join(parts, " AND ")
}

func anyFacet(string) bool { return true }

// conditions returns the conditions of q. Without a lifecycle filter, archived sources are excluded.
func (q Query) conditions() *conditions {
	c := &conditions{}
	if len(q.Lifecycles) > 0 {
		c.add(byLifecycle, "s.lifecycle = ANY(%s)", q.Lifecycles)
	} else {
		c.add(byLifecycle, "s.lifecycle <> 'archived'")
	}
	for _, word := range searchWords(q.Text) {
		c.add("", "s.search_text LIKE %s", "%"+escapeLike(word)+"%")
	}
	if len(q.Tags) > 0 {
		keys := make([]string, len(q.Tags))
		for i, name := range q.Tags {
			keys[i] = tagKey(collapseSpace(replaceInvalid(name)))
		}
		c.add(byTag, `s.id IN (SELECT st.source_id FROM source_tags st JOIN tags t ON t.id = st.tag_id WHERE t.name_key = ANY(%s))`, keys)
	}
	if len(q.Countries) > 0 {
		c.add(byCountry, "s.country = ANY(%s)", filterValues(q.Countries))
	}
	c.addListFilter(byLanguage, "s.languages", q.Languages)
	c.addListFilter(byKind, "s.endpoint_kinds", q.Kinds)
	return c
}

// addListFilter adds the condition that the list in column contains one of the values.
func (c *conditions) addListFilter(facet, column string, values []string) {
	switch {
	case len(values) == 0:
	case slices.Equal(values, []string{None}):
		c.add(facet, column+" = '[]'")
	case slices.Contains(values, None):
		c.add(facet, column+" = '[]' OR "+column+" ?| %s", filterValues(values))
	default:
		c.add(facet, column+" ?| %s", filterValues(values))
	}
}

// isFiltered reports whether q has filters other than lifecycles.
func (q Query) isFiltered() bool {
	return len(searchWords(q.Text))+len(q.Tags)+len(q.Countries)+len(q.Languages)+len(q.Kinds) > 0
}

// searchWords splits a search text into folded words. A pasted address is converted to the canonical form in which
// addresses are stored.
func searchWords(text string) []string {
	var words []string
	for word := range strings.FieldsSeq(replaceInvalid(text)) {
		if strings.Contains(word, "://") || strings.HasPrefix(strings.ToLower(word), "www.") {
			if address, err := weburl.Parse(word); err == nil {
				word = address.Key()
			}
		}
		if word = Fold(word); word != "" {
			words = append(words, word)
		}
	}
	return words
}

// escapeLike escapes the wildcards of LIKE.
var escapeLike = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace

// replaceInvalid replaces invalid UTF-8 and NUL, which PostgreSQL rejects in text, by U+FFFD.
func replaceInvalid(text string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", "\uFFFD")
}

// filterValues returns the stored form of filter values: None is stored as the empty string.
func filterValues(values []string) []string {
	out := make([]string, len(values))
	for i, value := range values {
		if value != None {
			out[i] = replaceInvalid(value)
		}
	}
	return out
}
