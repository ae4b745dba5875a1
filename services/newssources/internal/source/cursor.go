package source

import (
	"encoding/base64"
	"encoding/json"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/problem"
)

// order is a way to sort: a column, unique together with the id, and a direction.
type order struct {
	column string
	desc   bool
}

var sorts = map[string]order{
	"name": {"name_key", false}, "-name": {"name_key", true},
	"created": {"created_at", false}, "-created": {"created_at", true},
	"updated": {"updated_at", false}, "-updated": {"updated_at", true},
}

func (o order) reversed() order { return order{o.column, !o.desc} }

func (o order) sql() string {
	if o.desc {
		return "s." + o.column + " DESC, s.id DESC"
	}
	return "s." + o.column + ", s.id"
}

func (o order) comparison() string {
	if o.desc {
		return "<"
	}
	return ">"
}

// cursor is a place between two rows: the sort value and the id of the row next to it, and the way to go.
type cursor struct {
	Sort string    `json:"s"`
	Key  string    `json:"k,omitempty"`
	Time time.Time `json:"t,omitzero"`
	ID   string    `json:"i"`
	Back bool      `json:"b,omitempty"`
}

func (c cursor) value(o order) any {
	if o.column == "name_key" {
		return c.Key
	}
	return c.Time
}

func cursorAt(row Row, sort string, back bool) string {
	c := cursor{Sort: sort, ID: row.ID.String(), Back: back}
	switch sorts[sort].column {
	case "name_key":
		c.Key = row.nameKey
	case "created_at":
		c.Time = row.CreatedAt
	case "updated_at":
		c.Time = row.UpdatedAt
	}
	data, _ := json.Marshal(c)
	return base64.RawURLEncoding.EncodeToString(data)
}

func readCursor(text, sort string) (cursor, error) {
	var c cursor
	if text == "" {
		return c, nil
	}
	data, err := base64.RawURLEncoding.DecodeString(text)
	if err == nil {
		err = json.Unmarshal(data, &c)
	}
	if err == nil {
		_, err = uuid.Parse(c.ID)
	}
	if err != nil || c.Sort != sort {
		return cursor{}, problem.New(problem.InvalidCursor, "The cursor doesn't belong to this list. Start from its first page.")
	}
	return c, nil
}
