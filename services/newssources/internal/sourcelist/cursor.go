package sourcelist

import (
	"encoding/base64"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/problem"
)

// order is a sort order: a column, with the id as tie-breaker, and a direction. A ranked order sorts by the rank of
// a search first.
type order struct {
	column string
	desc   bool
	ranked bool
	// checks is an order by check results instead of a column; the rank of a row is that of its group.
	checks     *checkOrder
	groupsDesc bool // whether ranks descend; reversed does not change it
}

// byRelevance is the sort of searches: by rank and then by name.
const byRelevance = "relevance"

var sorts = map[string]order{
	byRelevance: {column: "name_key", ranked: true},
	"name":      {column: "name_key"}, "-name": {column: "name_key", desc: true},
	"created": {column: "created_at"}, "-created": {column: "created_at", desc: true},
	"updated": {column: "updated_at"}, "-updated": {column: "updated_at", desc: true},
	"health": {checks: bestFirst}, "-health": {checks: worstFirst, desc: true, groupsDesc: true},
	"last_new_item": {checks: byNewItem}, "-last_new_item": {checks: byNewItem, desc: true, groupsDesc: true},
	"next_check": {checks: byNextCheck}, "-next_check": {checks: byNextCheck, desc: true, groupsDesc: true},
}

func (o order) reversed() order {
	o.desc = !o.desc
	return o
}

// columns returns the columns of the order: those of a table with the prefix "s.", or those of the common table expressions
// of fewRows, where the column is named key.
func (o order) columns(prefix string) []string {
	switch {
	case o.checks != nil && prefix == "":
		return []string{"rank", "key", "tie"}
	case o.checks != nil:
		return []string{prefix + "rank", prefix + "sort_key", prefix + "sort_tie"}
	}
	column := "key"
	if prefix == "s." {
		column = o.column
	}
	if o.ranked {
		return []string{prefix + "rank", prefix + column, prefix + "id"}
	}
	return []string{prefix + column, prefix + "id"}
}

// noKey is the SQL of the empty key columns of an order by a column of sources.
const noKey = "NULL::timestamptz, NULL::uuid"

// key returns the SQL of the key columns for selectRows, which only orders by check results need.
func (o order) key() string {
	if o.checks == nil {
		return noKey
	}
	return "s.sort_key, s.sort_tie"
}

func (o order) sql(prefix string) string {
	direction := ""
	if o.desc {
		direction = " DESC"
	}
	return strings.Join(o.columns(prefix), direction+", ") + direction
}

// where returns the WHERE clause that selects the rows after the cursor.
func (o order) where(c *conditions, at cursor, prefix string) string {
	if at.ID == "" {
		return ""
	}
	comparison := ">"
	if o.desc {
		comparison = "<"
	}
	values := c.arg(at.sortValue(o)) + ", " + c.arg(at.ID)
	if o.ranked || o.checks != nil {
		values = c.arg(at.Rank) + ", " + values
	}
	return " WHERE (" + strings.Join(o.columns(prefix), ", ") + ") " + comparison + " (" + values + ")"
}

// cursor is a position between two rows: the sort value and the id of the adjacent row, and the paging direction. Without
// an id, it is the position before the first row or, for backward paging, after the last row. Rows is the number of rows
// before the position, when the page was read; the cursors of an earlier version have none.
type cursor struct {
	Rows int       `json:"n,omitempty"`
	Sort string    `json:"s"`
	Rank int       `json:"r,omitempty"`
	Key  string    `json:"k,omitempty"`
	Time time.Time `json:"t,omitzero"`
	ID   string    `json:"i,omitempty"`
	Back bool      `json:"b,omitempty"`
}

func (c cursor) sortValue(o order) any {
	if o.column == "name_key" {
		return c.Key
	}
	return c.Time
}

func cursorAt(row Row, sort string, rows int, back bool) cursor {
	c := cursor{Rows: rows, Sort: sort, ID: row.ID.String(), Back: back}
	if sorts[sort].checks != nil {
		c.Rank, c.Time, c.ID = row.rank, row.sortTime.UTC(), row.sortTie.String()
		return c
	}
	switch sorts[sort].column {
	case "name_key":
		c.Key, c.Rank = row.NameKey, row.rank
	case "created_at":
		c.Time = row.CreatedAt.UTC()
	case "updated_at":
		c.Time = row.UpdatedAt.UTC()
	}
	return c
}

func (c cursor) String() string {
	data, _ := json.Marshal(c)
	return base64.RawURLEncoding.EncodeToString(data)
}

func parseCursor(text, sort string) (cursor, error) {
	var c cursor
	if text == "" {
		return c, nil
	}
	data, err := base64.RawURLEncoding.DecodeString(text)
	if err == nil {
		err = json.Unmarshal(data, &c)
	}
	if err == nil && c.ID != "" {
		err = uuid.Validate(c.ID)
	}
	// PostgreSQL accepts fewer formats of a UUID than the library, and no NUL in text.
	if err != nil || c.Sort != sort || c.ID != "" && len(c.ID) != len(uuid.Nil.String()) || strings.ContainsRune(c.Key, 0) || c.Rows < 0 {
		return cursor{}, problem.New(problem.InvalidCursor, "The cursor does not belong to this list. Start from the first page.")
	}
	return c, nil
}

// trim removes the extra row that was read to detect a further page, and sets the cursors of the page. If the page is empty
// because its rows were deleted, the cursor leads to the end of the list or, for backward paging, to its beginning.
func (p *Page) trim(q Query, at cursor) {
	more := len(p.Rows) > q.Limit
	if more {
		p.Rows = p.Rows[:q.Limit]
	}
	if at.Back {
		slices.Reverse(p.Rows)
	}
	p.Offset = p.offset(at, more)
	before, after := 0, 0 // rows; 0 if unknown
	if p.Offset != nil {
		before, after = *p.Offset, *p.Offset+len(p.Rows)
	}
	switch {
	case len(p.Rows) == 0 && (q.Cursor == "" || p.Total == 0):
	case len(p.Rows) == 0 && at.Back:
		p.Next = cursor{Sort: q.Sort}.String()
	case len(p.Rows) == 0:
		p.Prev = cursor{Sort: q.Sort, Back: true}.String()
	default:
		hasNext, hasPrev := more, at.ID != ""
		if at.Back {
			hasNext, hasPrev = hasPrev, hasNext
		}
		if hasNext {
			p.Next = cursorAt(p.Rows[len(p.Rows)-1], q.Sort, after, false).String()
		}
		if hasPrev {
			p.Prev = cursorAt(p.Rows[0], q.Sort, before, true).String()
		}
	}
}

// offset returns the number of matches before a page that follows the cursor at, or nil if the cursor does not have it. more
// reports whether there is a further page in its direction.
func (p *Page) offset(at cursor, more bool) *int {
	offset := at.Rows
	switch {
	case at.Back && !more:
		offset = 0
	case at.Back && at.ID == "" && !p.TotalIsEstimate:
		offset = max(0, p.Total-len(p.Rows))
	case at.ID != "" && at.Rows == 0, at.Back && at.ID == "":
		return nil
	case at.Back:
		offset = max(1, at.Rows-len(p.Rows)) // a previous page has rows
	}
	return &offset
}

// inGroup returns the cursor from which a page continues in the group with a rank: c in its own group, the zero cursor (the start) in later
// groups. It also reports whether the group precedes c, so that it has no more rows.
func (c cursor) inGroup(rank int, desc bool) (after cursor, precedes bool) {
	if c.ID == "" || rank == c.Rank {
		return c, false
	}
	return cursor{}, (rank < c.Rank) != desc
}
