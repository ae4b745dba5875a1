package source

import (
	"fmt"
	"slices"
	"strings"
)

// conditions collects the parts of a WHERE clause on sources s, with their arguments.
type conditions struct {
	parts []string
	args  []any
}

func (c *conditions) arg(value any) string {
	c.args = append(c.args, value)
	return fmt.Sprintf("$%d", len(c.args))
}

func (c *conditions) add(format string, values ...any) {
	places := make([]any, len(values))
	for i, value := range values {
		places[i] = c.arg(value)
	}
	c.parts = append(c.parts, "("+fmt.Sprintf(format, places...)+")")
}

func (c *conditions) where() string { return strings.Join(c.parts, " AND ") }

// filter makes the conditions of a query, except those of one facet (whose counts say what other choices would bring).
func (q Query) filter(except string) *conditions {
	c := &conditions{}
	if len(q.Lifecycles) > 0 && except != "lifecycle" {
		c.add("s.lifecycle = ANY(%s)", q.Lifecycles)
	} else if except != "lifecycle" {
		c.add("s.lifecycle <> 'archived'")
	} else {
		c.add("true")
	}
	for _, word := range strings.Fields(fold(q.Text)) {
		c.add("s.search_text LIKE %s", "%"+escapeLike(word)+"%")
	}
	if len(q.Tags) > 0 && except != "tag" {
		keys := make([]string, len(q.Tags))
		for i, name := range q.Tags {
			keys[i] = tagKey(tidy(name))
		}
		c.add(`s.id IN (SELECT st.source_id FROM source_tags st JOIN tags t ON t.id = st.tag_id WHERE t.name_key = ANY(%s))`, keys)
	}
	if len(q.Countries) > 0 && except != "country" {
		c.add("s.country = ANY(%s)", noneAs(q.Countries, ""))
	}
	if len(q.Languages) > 0 && except != "language" {
		if slices.Contains(q.Languages, None) {
			c.add("s.languages ?| %s OR s.languages = '[]'", q.Languages)
		} else {
			c.add("s.languages ?| %s", q.Languages)
		}
	}
	if len(q.Kinds) > 0 && except != "kind" {
		const has = "s.id IN (SELECT source_id FROM endpoints WHERE live AND kind = ANY(%s))"
		if slices.Contains(q.Kinds, None) {
			c.add(has+" OR NOT EXISTS (SELECT FROM endpoints WHERE live AND source_id = s.id)", q.Kinds)
		} else {
			c.add(has, q.Kinds)
		}
	}
	return c
}

// after adds the condition that leaves out what lies before the cursor, in a copy.
func (c *conditions) after(order order, at cursor) *conditions {
	copied := &conditions{slices.Clone(c.parts), slices.Clone(c.args)}
	if at.ID != "" {
		copied.add("(s."+order.column+", s.id) "+order.comparison()+" (%s, %s)", at.value(order), at.ID)
	}
	return copied
}

func noneAs(values []string, none string) []string {
	out := slices.Clone(values)
	for i, value := range out {
		if value == None {
			out[i] = none
		}
	}
	return out
}
