package source

import (
	"fmt"
	"slices"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/weburl"
)

// Facets of a query: what a person filters by, and counts.
const (
	byLifecycle = "lifecycle"
	byTag       = "tag"
	byCountry   = "country"
	byLanguage  = "language"
	byKind      = "kind"
)

// conditions are the parts of a WHERE clause on sources s, each with its facet ("" for the search), and their arguments.
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
	places := make([]any, len(values))
	for i, value := range values {
		places[i] = c.arg(value)
	}
	c.parts = append(c.parts, condition{facet, "(" + fmt.Sprintf(format, places...) + ")"})
}

// where joins the conditions that the given function chooses by their facets.
func (c *conditions) where(chosen func(facet string) bool) string {
	parts := []string{"true"}
	for _, part := range c.parts {
		if chosen(part.facet) {
			parts = append(parts, part.sql)
		}
	}
	return strings.Join(parts, " AND ")
}

func anyFacet(string) bool { return true }

// conditions of a query. Without a wish for lifecycles, the archived are left out.
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
			keys[i] = tagKey(tidy(storable(name)))
		}
		c.add(byTag, `s.id IN (SELECT st.source_id FROM source_tags st JOIN tags t ON t.id = st.tag_id WHERE t.name_key = ANY(%s))`, keys)
	}
	if len(q.Countries) > 0 {
		c.add(byCountry, "s.country = ANY(%s)", noneAs("", q.Countries))
	}
	c.addList(byLanguage, "s.languages", q.Languages)
	c.addList(byKind, "s.endpoint_kinds", q.Kinds)
	return c
}

// addList adds the condition that a column with a list has any of the values.
func (c *conditions) addList(facet, column string, values []string) {
	switch {
	case len(values) == 0:
	case slices.Equal(values, []string{None}):
		c.add(facet, column+" = '[]'")
	case slices.Contains(values, None):
		c.add(facet, column+" = '[]' OR "+column+" ?| %s", noneAs("", values))
	default:
		c.add(facet, column+" ?| %s", noneAs("", values))
	}
}

// filtered says whether a query asks for less than whole lifecycles.
func (q Query) filtered() bool {
	return len(searchWords(q.Text))+len(q.Tags)+len(q.Countries)+len(q.Languages)+len(q.Kinds) > 0
}

// searchWords splits what a person typed into what has to occur. An address that was pasted is looked for in the form in
// which addresses are stored.
func searchWords(typed string) []string {
	var words []string
	for word := range strings.FieldsSeq(storable(typed)) {
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

// escapeLike takes the meaning from the characters that LIKE would treat as wildcards.
var escapeLike = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace

// storable takes out what no text of PostgreSQL can hold, and so nothing that is stored can match.
func storable(text string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", "\uFFFD")
}

func noneAs(none string, values []string) []string {
	out := make([]string, len(values))
	for i, value := range values {
		out[i] = storable(value)
		if value == None {
			out[i] = none
		}
	}
	return out
}
