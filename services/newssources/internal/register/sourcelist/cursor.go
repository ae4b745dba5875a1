package sourcelist

import (
	"encoding/base64"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

// cursor is a position between two rows: the sort value and the id of the adjacent row, and the
// paging direction. Without an id, it is the position before the first row or, for backward paging,
// after the last row. Rows is the number of rows before the position, when the page was read; the
// cursors of an earlier version have none.
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
	switch {
	case o.isNumber():
		count, _ := strconv.Atoi(c.Key) // parseCursor has checked it
		return count
	case o.checks != nil, o.column == "created_at", o.column == "updated_at":
		return c.Time
	default:
		return c.Key
	}
}

func cursorAt(row Row, sort string, rows int, back bool) cursor {
	c := cursor{Rows: rows, Sort: sort, ID: row.ID.String(), Back: back}
	if checks := sorts[sort].checks; checks != nil {
		c.Rank, c.ID = row.rank, row.sortTie.String()
		if checks.isNumber {
			c.Key = strconv.Itoa(row.sortNumber)
		} else {
			c.Time = row.sortTime.UTC()
		}
		return c
	}
	switch sorts[sort].column {
	case "name_key":
		c.Key, c.Rank = row.NameKey, row.rank
	case "created_at":
		c.Time = row.CreatedAt.UTC()
	case "updated_at":
		c.Time = row.UpdatedAt.UTC()
	case "canonical_domain":
		c.Key = row.Domain
	case "lifecycle":
		c.Key = string(row.Lifecycle)
	case "country":
		c.Key = row.Country
	case "languages":
		c.Key = strings.Join(row.Languages[:min(1, len(row.Languages))], "")
	case "tag_ids":
		c.Key = strconv.Itoa(len(row.Tags))
	case "endpoint_count":
		c.Key = strconv.Itoa(row.EndpointCount)
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
	if err == nil && c.ID != "" && sorts[sort].isNumber() {
		_, err = strconv.ParseInt(c.Key, 10, 32)
	}
	// PostgreSQL accepts fewer formats of a UUID than the library, and no NUL in text.
	isMalformed := c.ID != "" && len(c.ID) != len(uuid.Nil.String()) || strings.ContainsRune(c.Key, 0) || c.Rows < 0
	if err != nil || c.Sort != sort || isMalformed {
		return cursor{}, invalidCursor()
	}
	return c, nil
}

func invalidCursor() error {
	return problem.New(problem.InvalidCursor, "The cursor does not belong to this list. Start from the first page.")
}

// trim removes the extra row that was read to detect a further page, and sets the cursors of the
// page. If the page is empty because its rows were deleted, the cursor leads to the end of the list
// or, for backward paging, to its beginning.
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

// offset returns the number of matches before a page that follows the cursor at, or nil if the
// cursor does not have it. more reports whether there is a further page in its direction.
func (p *Page) offset(at cursor, more bool) *int {
	offset := at.Rows
	switch {
	case at.Back && !more:
		offset = 0
	case at.Back && at.ID == "" && !p.TotalIsMinimum:
		offset = max(0, p.Total-len(p.Rows))
	case at.ID != "" && at.Rows == 0, at.Back && at.ID == "":
		return nil
	case at.Back:
		offset = max(1, at.Rows-len(p.Rows)) // a previous page has rows
	}
	return &offset
}

// inGroup returns the cursor from which a page continues in the group with a rank: c in its own
// group, the zero cursor (the start) in later groups. It also reports whether the group precedes c,
// so that it has no more rows.
func (c cursor) inGroup(rank int, desc bool) (after cursor, precedes bool) {
	if c.ID == "" || rank == c.Rank {
		return c, false
	}
	return cursor{}, (rank < c.Rank) != desc
}
